import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cardNew, repeated } from "~/lib/task/card.new.schema";
import { cardChoices, cardDetail } from "~/lib/task/card.page.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { flash } from "~/lib/web/flash.server";
import { tellStocks, withStock, withStocks } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
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
  const mine = from?.seller_id === who.company_id ? from : null;
  const values = await withStocks(visitor, mine ? repeated(mine) : { is_billing_target: "true" });
  return json({
    ...choices,
    products: await withStock(visitor, choices.products.map(productChoice(choices.buyers))),
    q,
    from: mine && { id: mine.id, name: mine.name },
    values,
    amounts: seesAmounts(who),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const answer = await submit(args, cardNew, async (api, value, key) => {
    const card = await api.post(cardRow, "/cards", value, key);
    return flash(args, `/task/${card.key}`, `カード ${card.id}「${card.name}」を作りました。`);
  });
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
        reply={again?.reply}
        idempotency_key={again?.idempotency_key ?? data.idempotency_key}
      />
    </div>
  );
}
