import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Board, Column } from "~/components/board/Board";
import { LinkButton } from "~/components/form/Button";
import { Empty } from "~/components/list/Empty";
import { chips, FilterBar, listHref } from "~/components/list/FilterBar";
import { formatNumber } from "~/lib/money/decimal";
import { board, columnPage, type BoardColumn } from "~/lib/task/board.schema";
import { cardsList } from "~/lib/task/card.list.schema";
import { UNIT_LABEL } from "~/lib/task/card.schema";
import { filterOf } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Card, type Desk } from "./Card";
import { boardHref, columnHref, openedIn } from "./more";
import { Strip } from "./Strip";

export const meta = titled("進捗");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const side = who.company_type;
  const filter = filterOf(cardsList(side, null, false), args.request);
  const found = await api.get(board, "/board", filter);
  const more = openedIn(args.request.url);
  const columns = await Promise.all(found.columns.map(async (column) => {
    const size = more[column.id];
    if (!size || !column.next) return column;
    const next = await api.get(columnPage, "/board/column", { ...filter, id: column.id, cursor: column.next, size });
    return { ...column, cards: [...column.cards, ...next.cards], next: next.next };
  }));
  return json({ ...found, columns, filter, more, side });
}

const sums = (column: BoardColumn) => column.sums.map((sum) => `${formatNumber(sum.num_items)}${UNIT_LABEL[sum.order_unit]}`).join("・");

export default function Kanban() {
  const { columns, summary, partners, collaborators, workers, processes, filter, more, side, today } = useLoaderData<typeof loader>();
  const title = side === "buyer" ? "進捗確認" : "進捗管理";
  const list = { ...cardsList(side, { partners, collaborators, workers }, false), path: "/task/kanban", title };
  const active = chips(list, filter);
  const desk: Desk = { today, side, processes };
  const base = listHref(list.path, filter);
  const href_more = ({ id, cards }: BoardColumn) => boardHref(filter, more, id, cards[cards.length - 1]!.key);
  const query = base.slice(list.path.length);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        <span className="text-muted tabular-nums">全{summary.total.toLocaleString("ja-JP")}枚</span>
        <span className="ml-auto flex gap-2">
          <LinkButton href={`/task/list${query}`}>一覧</LinkButton>
          <LinkButton href={`/task/kanban.csv${query}`} download className="max-desk:hidden">CSV</LinkButton>
          {side === "seller" ? <LinkButton tone="primary" href="/task/new">カード追加</LinkButton> : null}
        </span>
      </header>
      <Foldable open={active.length > 0}><FilterBar list={list} filter={filter} active={active} /></Foldable>
      <Strip summary={summary} columns={columns} base={base} today={today} />
      {columns.every((column) => column.count === 0) ? <Nothing side={side} filtered={active.length > 0} /> : (
        <Board label={title} columns={columns}>
          {columns.map((column) => (
            <Column key={column.id} id={column.id} label={column.label} count={column.count} sums={sums(column)} late={column.late}
              href_more={column.next ? href_more(column) : undefined} href_next={column.next ? columnHref(filter, more, column.id, column.next) : undefined}>
              {column.cards.map((card) => <Card key={card.key} card={card} desk={desk} />)}
            </Column>
          ))}
        </Board>
      )}
    </div>
  );
}

const FOLD = "inline-flex min-h-[44px] cursor-pointer items-center rounded border border-muted/75 bg-surface px-4 font-bold desk:hidden "
  + "peer-checked:bg-accent-soft peer-focus-visible:outline peer-focus-visible:outline-2";

/** On a phone the conditions stand behind one tap, so that the cards come first. */
function Foldable({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <div>
      <input id="conditions" type="checkbox" defaultChecked={open} className="peer sr-only desk:hidden" />
      <label htmlFor="conditions" className={FOLD}>絞り込み</label>
      <div className="mt-2 max-desk:hidden max-desk:peer-checked:block desk:mt-0">{children}</div>
    </div>
  );
}

function Nothing({ side, filtered }: { side: Desk["side"]; filtered: boolean }) {
  return (
    <div className="rounded border border-line bg-surface">
      {filtered ? <Empty text="条件に一致するカードはありません。" action={{ label: "条件をクリア", href: "/task/kanban" }} /> : side === "buyer"
        ? <Empty text="進んでいるカードはありません。外注依頼を送ると、ここで進み具合を確認できます。" action={{ label: "外注依頼を作る", href: "/order/new" }} />
        : <Empty text="カードはまだありません。依頼が届くか、カードを作ると、ここに並びます。" action={{ label: "最初のカードを作る", href: "/task/new" }} />}
    </div>
  );
}
