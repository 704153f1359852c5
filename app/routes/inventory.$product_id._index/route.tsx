import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Table } from "~/components/list/Table";
import { Tiles } from "~/components/list/Tiles";
import { type Column, unpaged, visibleColumns } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { breakdown } from "~/lib/stock/breakdown.schema";
import { stockHistory } from "~/lib/stock/history.schema";
import { INVENTORY, stockHref } from "~/lib/stock/stock.list";
import { stockMovePage, stockRow } from "~/lib/stock/stock.schema";
import { STORED, storedFor } from "~/lib/stock/stored.list";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { productTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Breakdown } from "./Breakdown";
import { Charts } from "./Charts";
import { StockFacts } from "./StockFacts";
import { StockHead } from "./StockHead";

export const handle = { script: "chart" };
export const meta = productTitled("商品の在庫");

const MOVES = 20;

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const path = stockHref(Number(args.params.product_id));
  const isOwner = who.company_type === "buyer";
  const row = await api.get(stockRow, path);
  const [history, moves, arriving, shipping] = await Promise.all([
    api.get(stockHistory, `${path}/history`),
    api.get(stockMovePage, `${path}/moves`, { size: MOVES }),
    isOwner ? null : api.get(breakdown, `${path}/arriving`),
    isOwner ? null : api.get(breakdown, `${path}/shipping`),
  ]);
  return json({ row, history, moves, arriving, shipping, isOwner, amounts: seesAmounts(who) && !isOwner });
}

const ALREADY = ["code", "name", "order_unit"];

export default function StockPage() {
  const { row, history, moves, arriving, shipping, isOwner, amounts } = useLoaderData<typeof loader>();
  const unit = UNIT_LABEL[row.order_unit];
  const much = (value: string) => `${formatNumber(value)}${unit}`;
  const bad = (value: string) => (value.startsWith("-") ? "font-bold text-bad" : "");
  const columns = visibleColumns(storedFor(isOwner, amounts).columns as Column[], amounts)
    .filter(({ name }) => !ALREADY.includes(name))
    .map((column, at) => (at || !isOwner ? column : { ...column, link: undefined }));
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <p className="text-note max-desk:order-first print:hidden">
        <a href={INVENTORY}>在庫一覧</a>
      </p>
      <StockHead row={row} isOwner={isOwner} />
      <Tiles
        lead
        tiles={[
          { label: "現在庫", text: much(row.num), colour: bad(row.num) },
          { label: "入荷予定", text: much(row.num_arriving), href: arriving && "#arriving" },
          { label: "出荷予定", text: much(row.num_shipping), href: shipping && "#shipping" },
          { label: "有効在庫", text: much(row.effective), colour: bad(row.effective) },
          { label: "引き当てできる数", text: much(row.free) },
          { label: "しきい値", text: row.num_threshold === null ? "―" : much(row.num_threshold) },
          { label: "不足数", text: much(row.short), colour: row.short === "0" ? "" : "font-bold text-bad" },
        ]}
      />
      <StockFacts row={row} unit={unit} isOwner={isOwner} amounts={amounts} supplier={row.supplier_name} />
      <Charts product_id={row.product_id} history={history} unit={unit} threshold={row.num_threshold} />
      {arriving ? (
        <Breakdown
          id="arriving"
          title="入荷予定"
          sum={much(row.num_arriving)}
          rows={arriving.items}
          unit={unit}
        />
      ) : null}
      {shipping ? (
        <Breakdown
          id="shipping"
          title="出荷予定"
          sum={much(row.num_shipping)}
          rows={shipping.items}
          unit={unit}
          csv={stockHref(row.product_id, "/shipping.csv")}
        />
      ) : null}
      <section className="grid min-w-0 gap-2">
        <h2>入出庫</h2>
        {moves.items.length > 0 ? (
          <Table columns={columns} page={unpaged(moves.items)} title="入出庫" />
        ) : (
          <p className="text-muted">入出庫はまだありません。</p>
        )}
        {moves.next ? (
          <p>
            <a href={`${STORED}?product_id=${row.product_id}`}>これより前の入出庫</a>
          </p>
        ) : null}
      </section>
    </section>
  );
}
