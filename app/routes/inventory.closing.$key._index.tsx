import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { ListPage } from "~/components/list/ListPage";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { CLOSINGS, correctionColumns, monthLabel, monthList } from "~/lib/stock/closing.list";
import { closingPage, corrections } from "~/lib/stock/closing.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { VALUATION_LABEL } from "~/lib/vocabulary/stock";
import { loadList } from "~/lib/web/list.server";
import { enterStock } from "~/lib/web/stock.server";
import { titled } from "~/lib/web/title";

export const meta = titled("在庫月報");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const key = Number(args.params.key);
  const path = `/inventory/closings/${key}`;
  const [month, since] = await Promise.all([
    api.get(closingPage, path),
    api.get(corrections, `${path}/corrections`),
  ]);
  const data = await loadList(args, monthList(key));
  const csv = `${CLOSINGS}/rows.csv?${new URLSearchParams({ ...data.filter, key: String(key) })}`;
  return json({ ...data, month, since: since.items, csv });
}

export default function Month() {
  const { month, since, ...data } = useLoaderData<typeof loader>();
  const { sums } = month;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <p className="text-note print:hidden">
        <a href={CLOSINGS}>在庫の月締め</a>
      </p>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{monthLabel(month.month)}の在庫月報</h1>
        {month.undone_time === null ? null : <Chip tone="muted">取消</Chip>}
        {month.is_newest ? (
          <span className="ml-auto print:hidden">
            <LinkButton tone="danger" href={`${CLOSINGS}/${month.key}/undo`}>
              締めを取り消す
            </LinkButton>
          </span>
        ) : null}
      </header>
      {month.num_corrected > 0 ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-3">
          その後 {month.num_corrected}件の訂正があります（在庫金額の差 {formatYen(month.value_corrected)}
          ）。この月の数と金額は締めたときのままで、差は次の月の「過月修正」に入ります。
        </p>
      ) : null}
      <FactPanel
        columns={2}
        facts={[
          { label: "前月末の金額", value: formatYen(sums.start_value) },
          { label: "締めた日", value: formatDate(month.end_date) },
          { label: "過月修正", value: formatYen(sums.value_corrected) },
          { label: "評価方法", value: VALUATION_LABEL[month.valuation] },
          { label: "入庫", value: formatYen(sums.value_in) },
          { label: "締めた人", value: `${formatDateTime(month.closed_time)}　${month.closed_by}` },
          { label: "出庫", value: formatYen(sums.value_out) },
          month.undone_time !== null && {
            label: "取り消した人",
            value: `${formatDateTime(month.undone_time)}　${month.undone_by}`,
          },
          { label: "評価差額", value: formatYen(sums.variance) },
          { label: "月末の在庫金額", value: <b>{formatYen(month.stock_value)}</b> },
        ]}
      />
      <ListPage {...data} list={monthList(month.key)} under />
      {since.length > 0 ? (
        <section className="grid min-w-0 gap-2">
          <h2>その後の訂正</h2>
          <Table columns={correctionColumns as Column[]} page={unpaged(since)} title="その後の訂正" />
        </section>
      ) : null}
    </section>
  );
}
