import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DisplayCard, DisplayCount } from "~/components/board/Display";
import { formatNumber } from "~/lib/money/decimal";
import { type Desk, progressText, wordsOf } from "~/lib/task/board";
import { board, columnPage } from "~/lib/task/board.schema";
import { due } from "~/lib/task/due";
import { shortName } from "~/lib/text/company.name";
import { formatTime } from "~/lib/time/datetime";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { leaveDisplay, startDisplay } from "~/lib/web/display.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { sumsOf } from "./task.kanban._index/Columns";

export const handle = { bare: true };
/** Read from afar and never typed into: it reloads by itself, with or without a script. */
export const meta: MetaFunction = (args) => [
  ...titled("現場掲示")(args as never),
  ...(isResting(args.location.search) ? [] : [{ httpEquiv: "refresh", content: "30" }]),
];
const isResting = (search: string) => new URLSearchParams(search).get("rest") === "on";
const displayPath = (id: string, rest: boolean) =>
  `/task/kanban/display?${new URLSearchParams({ group_id: id, ...(rest && { rest: "on" }) })}`;

const MOST = 24;

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api, who } = visitor;
  const { search, searchParams } = new URL(args.request.url);
  const id = searchParams.get("group_id") ?? "";
  const { columns, today, processes, stall_days } = await api.get(board, "/board");
  const column = columns.find((one) => one.id === id);
  const page = column && (await api.get(columnPage, "/board/column", { id, size: MOST }));
  const counts = columns.map(({ id: column_id, label, count, late }) => ({
    id: column_id,
    label,
    count,
    late,
  }));
  return json({
    column: column && page ? { ...column, cards: page.cards } : null,
    counts,
    today,
    processes,
    stall_days,
    side: who.company_type,
    alone: visitor.display === true,
    time: formatTime(new Date()),
    rest: isResting(search),
  });
}

/** From then on this browser shows only the board; やめる signs it out. */
export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  if ((await formOf(args)).get("act") === "leave") return leaveDisplay(args);
  await startDisplay(args, visitor);
  return redirect(`/task/kanban/display${new URL(args.request.url).search}`, 303);
}

export default function Display() {
  const { column, counts, today, processes, stall_days, side, alone, time, rest } =
    useLoaderData<typeof loader>();
  const desk: Desk = { today, side, processes, stall_days, without: [] };
  return (
    <main className="display">
      <header className="display-head">
        <h1>{column?.label ?? "工程"}</h1>
        {column ? (
          <p>
            <b>{column.count}</b>枚　{sumsOf(column)}
            {column.late > 0 ? <strong>　遅れ{column.late}</strong> : null}
          </p>
        ) : null}
        <p className="ml-auto tabular-nums">{time}</p>
      </header>
      {column ? (
        <div className="display-cards">
          {column.cards.map((card) => (
            <DisplayCard
              key={card.key}
              title={card.name}
              of={[shortName(side === "buyer" ? card.seller_name : card.buyer_name), card.id].join("・")}
              quantity={`${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}`}
              progress={progressText(card)}
              due={due(card, today, false) ?? undefined}
              chips={wordsOf(card, desk)}
            />
          ))}
          {column.cards.length === 0 ? <p>カードはありません</p> : null}
        </div>
      ) : null}
      <nav aria-label="工程" className="display-steps">
        {counts.map((one) => (
          <DisplayCount
            key={one.id}
            {...one}
            href={displayPath(one.id, rest)}
            current={one.id === column?.id}
          />
        ))}
      </nav>
      <form method="post" className="display-foot" data-plain>
        <a href={displayPath(column?.id ?? "", !rest)}>
          {rest ? "自動更新を始める" : "自動更新を止める（30秒ごと）"}
        </a>
        {alone ? (
          <button name="act" value="leave">
            掲示をやめる（ログアウトします）
          </button>
        ) : (
          <>
            <a href="/task/kanban?saved=1">進捗管理へ戻る</a>
            <button name="act" value="start">
              この端末を掲示専用にする
            </button>
            <span>
              掲示専用にすると、この端末では掲示のほかは開けなくなり、使わない時間があってもログアウトしません。
            </span>
          </>
        )}
      </form>
    </main>
  );
}
