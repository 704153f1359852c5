import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Tabs } from "~/components/list/Tabs";
import { formatNumber } from "~/lib/money/decimal";
import { issues } from "~/lib/stock/returned.schema";
import { stockHref } from "~/lib/stock/stock.list";
import { moving, stockMoved, stockRow } from "~/lib/stock/stock.schema";
import { STORED } from "~/lib/stock/stored.list";
import { formatDate, today } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { STOCK_MOVE_LABEL } from "~/lib/vocabulary/stock";
import { filesForm } from "~/lib/web/file.server";
import { flashUndo } from "~/lib/web/flash.server";
import { enterStock, foundStocks } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { productTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { StockOf } from "../shared/stock.of";
import { type HandKind, MoveFields, OffcutFields } from "./MoveFields";

export const meta = productTitled("入庫・出庫・調整");

const KINDS = ["in", "out", "adjust"] as const;
const kindOf = (request: Request): HandKind => {
  const asked = new URL(request.url).searchParams.get("kind");
  return KINDS.find((kind) => kind === asked) ?? "in";
};

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enterStock(args);
  const kind = kindOf(args.request);
  const row = await api.get(stockRow, `/inventory/${args.params.product_id}`);
  return json({
    row,
    kind,
    issued: kind === "adjust" ? await api.get(issues, stockHref(row.product_id, "/issues")) : { items: [] },
    products: kind === "in" ? [] : await foundStocks(api),
    today: today(),
    amounts: seesAmounts(who),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  const { product_id } = args.params;
  return submit(args, moving, async (api, value, key) => {
    const form = filesForm(await formOf(args), value);
    const made = await api.upload(stockMoved, `/inventory/${product_id}/moves`, form, key);
    const { closed_until } = made;
    const closed = closed_until
      ? `${formatDate(closed_until)}まで締めてあるので、差は過月修正に入ります。`
      : "";
    const text = `${STOCK_MOVE_LABEL[value.kind]}を記録しました。在庫は${formatNumber(made.num)}です。${closed}`;
    return flashUndo(args, stockHref(Number(product_id)), text, {
      action: `${STORED}/${made.action}/reverse`,
      fields: { words: "元に戻す", idempotency_key: `undo.${made.action}` },
      log: `${STORED}?product_id=${product_id}`,
    });
  });
}

export default function Move() {
  const {
    row,
    kind,
    issued,
    products,
    today: day,
    amounts,
    idempotency_key,
  } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const unit = UNIT_LABEL[row.order_unit];
  const href = (one: string) => stockHref(row.product_id, `/move?kind=${one}`);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <StockOf row={row} />
      <h1>{STOCK_MOVE_LABEL[kind]}</h1>
      <Tabs
        label="動き"
        tabs={KINDS.map((one) => ({ label: STOCK_MOVE_LABEL[one], href: href(one) }))}
        current={href(kind)}
      />
      <p>
        現在庫{" "}
        <b className={row.num.startsWith("-") ? "text-bad" : ""}>
          {formatNumber(row.num)}
          {unit}
        </b>
        {row.num_allocated === "0" ? null : `（うち引当 ${formatNumber(row.num_allocated)}${unit}）`}
        {row.shelf ? `　置場 ${row.shelf}` : null}
      </p>
      <SchemaForm
        id="move"
        schema={moving}
        answer={answer}
        values={{ effective_date: formatDate(day) }}
        submit={`${STOCK_MOVE_LABEL[kind]}を記録する`}
        cancel={stockHref(row.product_id)}
        action={href(kind)}
        upload
        idempotency_key={idempotency_key}
      >
        <MoveFields
          issues={issued.items.map((one) => ({
            value: String(one.key),
            label: `${formatDate(one.effective_date)} ${one.card_id ? `カード ${one.card_id} ` : ""}${formatNumber(one.num)}${unit}`,
          }))}
          kind={kind}
          num={row.num}
          unit={unit}
          priced={amounts && row.ownership === null}
        />
        {kind === "in" ? null : <OffcutFields products={products} />}
      </SchemaForm>
    </section>
  );
}
