import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/lib/money/decimal";
import { cardNewForm } from "~/lib/stock/allocation.schema";
import { isCost } from "~/lib/task/card";
import { repeated } from "~/lib/task/card.new.schema";
import { cardChoices, cardDetail } from "~/lib/task/card.page.schema";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { flash } from "~/lib/web/flash.server";
import { takingFromStock, tellStocks, withStock, withStocks } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { replyWithLeft } from "~/routes/shared/from.stock";
import { CardForm } from "./CardForm";
import { productChoice } from "./choices";
import { Earlier } from "./Earlier";

export const meta = titled("カード追加");

/** `?q=` looks for an earlier card, `?from=` begins with what it said. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api, who } = visitor;
  const asked = new URL(args.request.url).searchParams;
  const q = asked.get("q")?.trim().slice(0, 100) || undefined;
  const choices = await api.get(cardChoices, "/cards/choices", { q });
  const from = asked.get("from")
    ? (await api.get(cardDetail, `/cards/${encodeURIComponent(asked.get("from")!)}`)).card
    : null;
  const mine = from?.seller_id === who.company_id && !isCost(from) ? from : null;
  const values = await withStocks(visitor, mine ? repeated(mine) : { is_billing_target: "true" });
  return json({
    ...choices,
    products: await withStock(visitor, choices.products.map(productChoice(choices.buyers))),
    q,
    from: mine && { id: mine.id, name: mine.name },
    values: { from_stock: "none", ...values },
    amounts: seesAmounts(who),
    stocked: who.permissions.includes("inventory"),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const answer = await submit(
    args,
    cardNewForm,
    async (api, { from_stock, num_from_stock, ...value }, key) => {
      const { product_id } = value;
      const isTaken = from_stock !== "none" && product_id !== undefined;
      const card = isTaken
        ? await takingFromStock(api, product_id, () =>
            api.post(
              cardRow,
              `/inventory/${product_id}/cards`,
              { ...value, from_stock, num_from_stock },
              key,
            ),
          )
        : await api.post(cardRow, "/cards", value, key);
      const told = !isTaken
        ? ""
        : from_stock === "all"
          ? "すべて在庫から引き当てて、出荷待ちに置きました。"
          : `在庫から${formatNumber(num_from_stock!)}${UNIT_LABEL[card.order_unit]}を引き当てて分けました。残りを作るカードです。`;
      return flash(args, `/task/${card.key}`, `カード ${card.id}「${card.name}」を作りました。${told}`);
    },
  );
  return tellStocks(await enter(args), answer);
}

export default function NewCard() {
  const { q, from, earlier, ...data } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  return (
    <div className="grid gap-4">
      <header className="grid gap-1">
        <h1>カード追加</h1>
        <p className="text-muted">
          電話やFAXで受けた注文、在庫のための製作などを、カードにします。承諾は要りません。
        </p>
      </header>
      {from ? (
        <p className="max-w-[720px] rounded bg-accent-soft px-4 py-2">
          カード {from.id}「{from.name}」の内容を入れました。納期と数量を確かめてください。
        </p>
      ) : (
        <Earlier q={q} found={earlier} />
      )}
      <CardForm
        {...data}
        reply={replyWithLeft(again)}
        idempotency_key={again?.idempotency_key ?? data.idempotency_key}
      />
    </div>
  );
}
