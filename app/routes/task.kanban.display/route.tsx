import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { board, boardToday, columnPage } from "~/lib/task/board.schema";
import { ON_PAGE, TURN_S, turnAt, turnsOf } from "~/lib/task/display";
import { formatTime } from "~/lib/time/datetime";
import { leaveDisplay, startDisplay } from "~/lib/web/display.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Cards, Processes } from "./Cards";
import { Foot } from "./Foot";
import { Head } from "./Head";
import { displayPath } from "./path";
import stylesheet from "./wall.css";

export const handle = { bare: true };
type Data = { next: string | null } | undefined;
/** Read from afar and never typed into: it turns by itself, with or without a script. */
export const meta: MetaFunction = (args) => {
  const next = (args.data as Data)?.next;
  return [
    ...titled("現場掲示")(args as never),
    { tagName: "link", rel: "stylesheet", href: stylesheet },
    ...(next ? [{ httpEquiv: "refresh", content: `${TURN_S};url=${next}` }] : []),
  ];
};

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api, who } = visitor;
  const { searchParams } = new URL(args.request.url);
  const [shown, sent] = await Promise.all([api.get(board, "/board"), api.get(boardToday, "/board/today")]);
  const chosen = searchParams.get("group_id") ?? "";
  const rest = searchParams.get("rest") === "on";
  const turns = turnsOf(shown.columns, chosen);
  const [turn, index] = turnAt(turns, Math.max(0, Number.parseInt(searchParams.get("at") ?? "0", 10) || 0));
  const column = shown.columns.find((one) => one.id === turn.id);
  const size = ON_PAGE * (turn.page + 1);
  const page = column && (await api.get(columnPage, "/board/column", { id: column.id, size }));
  return json({
    column: column ? { ...column, cards: page!.cards.slice(turn.page * ON_PAGE) } : null,
    turn: { ...turn, index, all: turns.length },
    next: rest ? null : displayPath({ group_id: chosen, at: index + 1 }),
    chosen,
    counts: shown.columns.map(({ id, label, colour, count, late }) => ({ id, label, colour, count, late })),
    late: shown.summary.late,
    total: shown.summary.total,
    sent,
    desk: { today: shown.today, processes: shown.processes, stall_days: shown.stall_days },
    side: who.company_type,
    company: who.company_name,
    alone: visitor.display === true,
    time: formatTime(new Date()),
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
  const data = useLoaderData<typeof loader>();
  return (
    <main className="display" data-rare data-wall={data.next ? TURN_S : 0} data-next={data.next}>
      <Head {...data} />
      {data.column ? <Cards {...data} cards={data.column.cards} /> : <Processes counts={data.counts} />}
      <Foot {...data} current={data.column?.id} />
    </main>
  );
}
