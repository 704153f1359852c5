import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { monthLabel } from "~/lib/stock/closing.list";
import { stockRow } from "~/lib/stock/stock.schema";
import { receiptHref } from "~/lib/stock/stored.list";
import { productSteps, type ValueStep } from "~/lib/stock/worth.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { STOCK_MOVE_LABEL, VALUATION_LABEL } from "~/lib/vocabulary/stock";
import { enterStock } from "~/lib/web/stock.server";
import { productTitled } from "~/lib/web/title";
import { StockOf } from "./shared/stock.of";

export const meta = productTitled("在庫金額の計算");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const path = `/inventory/${args.params.product_id}`;
  const [row, worth] = await Promise.all([api.get(stockRow, path), api.get(productSteps, `${path}/values`)]);
  return json({ row, worth });
}

const columns = (unit: string): Column<ValueStep>[] => [
  { name: "effective_date", label: "日付", kind: "date" },
  { name: "kind", label: "区分", kind: "text", text: (row) => STOCK_MOVE_LABEL[row.kind] },
  { name: "num", label: "数量", kind: "quantity", unit: () => unit },
  {
    name: "unit_price",
    label: "単価",
    kind: "quantity",
    link: (row) => (row.is_receipt ? receiptHref(row.key) : null),
    text: (row) => (row.is_receipt ? (row.unit_price ?? "なし") : null),
    unit: (row) => (row.is_provisional ? "仮" : null),
  },
  { name: "value", label: "金額", kind: "yen" },
  { name: "qty", label: "在庫数", kind: "quantity", unit: () => unit },
  { name: "formula", label: "計算", kind: "text", fact: 1 },
  { name: "stock_value", label: "在庫金額", kind: "yen", fact: 2 },
];

export default function ProductWorth() {
  const { row, worth } = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <StockOf row={row} />
      <h1>在庫金額の計算</h1>
      <p>
        <b className="tabular-nums">
          {row.code} {row.name}　{formatNumber(row.num)}
          {UNIT_LABEL[row.order_unit]}　{formatYen(row.stock_value ?? 0)}
        </b>
        （{VALUATION_LABEL[worth.valuation]}）
      </p>
      {worth.items.length > 0 ? (
        <Table
          columns={columns(UNIT_LABEL[row.order_unit]) as Column[]}
          page={unpaged(worth.items)}
          title="在庫金額の計算"
        />
      ) : (
        <p className="text-muted">入出庫はまだありません。</p>
      )}
      {worth.more ? <p className="text-note text-muted">新しいものから{worth.items.length}件です。</p> : null}
      {worth.corrections.length > 0 ? (
        <section className="grid min-w-0 gap-2">
          <h2>過月修正</h2>
          <Table
            columns={
              [
                { name: "effective_date", label: "計上日", kind: "date" },
                {
                  name: "month",
                  label: "締めた月",
                  kind: "text",
                  text: (one: { month: string }) => `${monthLabel(one.month)}まで`,
                },
                { name: "num", label: "数量", kind: "quantity" },
                { name: "value", label: "在庫金額の差", kind: "yen", fact: 2 },
                { name: "cost", label: "うち払出の差", kind: "yen" },
                { name: "words", label: "理由", kind: "text", fact: 1 },
              ] as Column[]
            }
            page={unpaged(worth.corrections)}
            title="過月修正"
          />
        </section>
      ) : null}
    </section>
  );
}
