import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { formatNumber } from "~/lib/money/decimal";
import { stockHref } from "~/lib/stock/stock.list";
import { type StockDays, type StockMoveRow, stockDays, stockRow } from "~/lib/stock/stock.schema";
import { STORED, storedFor } from "~/lib/stock/stored.list";
import { periodMeant } from "~/lib/task/ship.list.schema";
import { formatDate, today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { loadList } from "~/lib/web/list.server";
import { stockKinds } from "~/lib/web/stock.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { StockTabs } from "./shared/stock.tabs";

export const meta = titled("入庫履歴");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const isOwner = who.company_type === "buyer";
  const data = await loadList(args, storedFor(isOwner, true));
  const { after: _, before: __, ...filter } = data.filter;
  const dates = data.page.items.map((row) => row.effective_date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  const [days, of] = await Promise.all([
    first && last
      ? api.get(stockDays, `${STORED_CALL}/days`, { ...filter, from: first, to: last })
      : { items: [] as StockDays },
    filter.product_id ? api.get(stockRow, stockHref(Number(filter.product_id))) : null,
  ]);
  const day = today();
  const typed = (name: "from" | "to") =>
    filter[name] ? (parseDateInput(filter[name]!, day) ?? undefined) : undefined;
  const asked = { from: typed("from"), to: typed("to") };
  return json({
    ...data,
    isOwner,
    days: days.items,
    of: of && { product_id: of.product_id, text: `${of.code} ${of.name}` },
    period: filter.product_id || filter.card ? asked : periodMeant(asked, day),
    kinds: stockKinds(args),
    query: String(new URLSearchParams(filter)),
  });
}

const STORED_CALL = "/inventory/moves";

export default function Stored() {
  const { days, of, period, kinds, query, filter, isOwner, ...data } = useLoaderData<typeof loader>();
  const rows = data.page.items as StockMoveRow[];
  const isLast = (row: StockMoveRow) => {
    const at = rows.findIndex(({ key }) => key === row.key);
    return rows[at + 1]?.effective_date !== row.effective_date;
  };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <StockTabs kinds={kinds} current={STORED} isOwner={isOwner} amounts={data.amounts} />
      <ListPage
        {...data}
        list={storedFor(isOwner, data.amounts)}
        filter={{ ...filter, ...period, ...data.wrong }}
        under
        csv={`${STORED}.csv?${query}`}
        beside={
          isOwner ? null : (
            <LinkButton href={`${STORED}/print?${query}`} className="print:hidden">
              入出庫台帳
            </LinkButton>
          )
        }
        below={(row: StockMoveRow) => (isLast(row) ? <DaySum day={row.effective_date} days={days} /> : null)}
      >
        {of ? (
          <p>
            <a href={stockHref(of.product_id)}>{of.text}</a> の入出庫です。 <a href={STORED}>すべての商品</a>
          </p>
        ) : null}
      </ListPage>
    </section>
  );
}

/** Of the whole day, whatever of it is on this page; units are not added to each other. */
function DaySum({ day, days }: { day: string; days: StockDays }) {
  const sums = days.filter(({ date }) => date === day);
  const text = (name: "num_in" | "num_out") =>
    sums.map((row) => `${formatNumber(row[name])}${UNIT_LABEL[row.order_unit]}`).join("・");
  return (
    <tr>
      <td data-at="one" colSpan={99} className="bg-ground text-right text-note tabular-nums">
        {formatDate(day)}の計　入 {text("num_in")}　出 {text("num_out")}
      </td>
    </tr>
  );
}
