import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Cell } from "~/components/board/Board";
import { Snackbar } from "~/components/frame/Snackbar";
import type { Desk } from "~/lib/task/board";
import { furtherHref, openedHref, openedIn, STEP } from "~/lib/task/board.paging";
import { columnPage } from "~/lib/task/board.schema";
import { today } from "~/lib/time/date";
import { orderedRange } from "~/lib/time/range";
import { boardFilterOf, loadBoard, lookOf } from "~/lib/web/board.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import type { loader as rootLoader } from "~/root";
import { Card } from "./task.kanban._index/Card";
import { Columns, visibleColumns } from "./task.kanban._index/Columns";
import { Summary } from "./task.kanban._index/Summary";

export const handle = { bare: true };
export const meta = titled("列");

/** For the board's script: the columns `group_id`, or (`cursor`) the further cards of one. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { searchParams } = new URL(args.request.url);
  if (args.request.headers.get("Sec-Fetch-Dest") === "document") return redirect("/task/kanban");
  const asked = searchParams.getAll("group_id");
  const cursor = searchParams.get("cursor");
  if (cursor === null) return json({ board: await loadBoard(args, visitor, asked), page: null });
  const look = await lookOf(args, visitor);
  const filter = boardFilterOf(args, visitor, look);
  const [id, lane] = [asked[0] ?? "", searchParams.get("subgroup_id")];
  const query = {
    ...orderedRange(filter),
    id,
    subgroup_id: lane,
    cursor,
    size: STEP,
    entered: look.entered.includes(id) ? "on" : null,
  };
  const page = await visitor.api.get(columnPage, "/board/column", query);
  const cell = lane === null ? id : `${id}.${lane}`;
  return json({
    board: null,
    page: {
      ...page,
      cell,
      filter,
      look,
      side: visitor.who.company_type,
      more: openedIn(args.request.url),
      today: today(),
    },
  });
}

type Page = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["page"]>;

export default function Part() {
  const { board, page } = useLoaderData<typeof loader>();
  const message = useRouteLoaderData<typeof rootLoader>("root")?.message;
  if (page) return <Further page={page} />;
  const { columns, summary, filter, look, more, side, today: day, stall_days, processes, at } = board;
  const desk: Desk = { today: day, side, processes, stall_days, without: look.without };
  return (
    <div data-rare data-board={at} data-day={day}>
      <Summary summary={summary} filter={filter} side={side} />
      <Columns columns={visibleColumns(columns, look)} desk={desk} look={look} filter={filter} more={more} />
      {message && <Snackbar {...message} />}
    </div>
  );
}

function Further({
  page: { cards, next, processes, cell, filter, look, side, more, today: day, stall_days },
}: {
  page: Page;
}) {
  const desk: Desk = { today: day, side, processes, stall_days, without: look.without };
  const opened = { ...more, [cell]: (more[cell] ?? 0) + STEP };
  const further = next && {
    href: openedHref(filter, opened, cell, cards[cards.length - 1]!.key),
    next: furtherHref(filter, opened, cell, next),
  };
  return (
    <Cell column={cell} further={further || undefined}>
      {cards.map((card) => (
        <Card key={card.key} card={card} desk={desk} />
      ))}
    </Cell>
  );
}
