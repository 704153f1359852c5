import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { Empty } from "~/components/list/Empty";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { CLOSINGS, closingColumns, monthLabel } from "~/lib/stock/closing.list";
import { closingList } from "~/lib/stock/closing.schema";
import { enterStock, stockKinds } from "~/lib/web/stock.server";
import { titled } from "~/lib/web/title";
import { StockTabs } from "./shared/stock.tabs";

export const meta = titled("在庫の月締め");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  return json({ ...(await api.get(closingList, "/inventory/closings")), kinds: stockKinds(args) });
}

export default function Closings() {
  const { items, months, kinds } = useLoaderData<typeof loader>();
  const [next] = months;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <StockTabs kinds={kinds} current={CLOSINGS} isOwner={false} amounts />
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2>在庫の月締め</h2>
        <span className="ml-auto print:hidden">
          {months.length > 1 ? (
            <form action={`${CLOSINGS}/new`} className="flex flex-wrap items-center gap-2">
              <label className="flex items-center gap-2">
                最初に締める月
                <select name="month" className="input">
                  {months.map((month) => (
                    <option key={month} value={month}>
                      {monthLabel(month)}
                    </option>
                  ))}
                </select>
              </label>
              <Button tone="primary">締める数を見る</Button>
            </form>
          ) : next ? (
            <LinkButton tone="primary" href={`${CLOSINGS}/new?month=${next}`}>
              {monthLabel(next)}を締める
            </LinkButton>
          ) : (
            <span className="text-note text-muted">終わった月は、すべて締めてあります。</span>
          )}
        </span>
      </header>
      <p className="text-note text-muted">
        締めると、その月の数と金額が変わらなくなります。あとから登録した過去の日付の入出庫は残り、差額は次の月のはじめに「過月修正」として1行で入ります。
      </p>
      {items.length > 0 ? (
        <Table columns={closingColumns as Column[]} page={unpaged(items)} title="在庫の月締め" />
      ) : (
        <div className="rounded border border-line bg-surface">
          <Empty text="締めた月はまだありません。最初に締める月を選ぶと、その前の在庫は「前月末」になります。" />
        </div>
      )}
    </section>
  );
}
