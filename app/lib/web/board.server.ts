import { cellsOf, openedIn } from "~/lib/task/board.paging";
import { type BoardLook, boardLook, PLAIN_LOOK } from "~/lib/task/board.preference";
import { board, columnPage } from "~/lib/task/board.schema";
import { cardsList } from "~/lib/task/card.list";
import { orderedRange } from "~/lib/time/range";
import { isChosen } from "./list.preference.server";
import { filterOf } from "./list.server";
import { preferenceHeaders, preferenceOf } from "./preference.server";
import type { Args, Visitor } from "./visit.server";

const COOKIE = "board";

export const lookOf = async (args: Args, visitor: Visitor): Promise<BoardLook> =>
  (await preferenceOf(args, visitor, COOKIE, boardLook)) ?? PLAIN_LOOK;

export const isChosenHere = (args: Args, query: string): boolean =>
  isChosen(args, query, /^\/task\/(kanban|list)$/);
export const keepLook = (args: Args, visitor: Visitor, look: BoardLook) =>
  preferenceHeaders(args, visitor, COOKIE, look);

/** `saved=1` leads to the conditions used last. */
export function boardFilterOf(args: Args, { who }: Visitor, look: BoardLook): Record<string, string> {
  const url = new URL(args.request.url);
  if (url.searchParams.get("saved") === "1") url.search = look.query;
  return filterOf(cardsList(who.company_type, null, false), new Request(url));
}

export async function loadBoard(args: Args, visitor: Visitor, only: string[] = []) {
  const { api, who } = visitor;
  const look = await lookOf(args, visitor);
  const filter = boardFilterOf(args, visitor, look);
  const asked = orderedRange(filter);
  const found = await api.get(board, "/board", {
    ...asked,
    only: only.join(",") || null,
    entered: look.entered.join(",") || null,
  });
  const more = openedIn(args.request.url);
  const further = async (
    column: (typeof found.columns)[number],
    { id, subgroup_id, next, cards }: ReturnType<typeof cellsOf>[number],
  ) => {
    const size = more[id];
    if (!size || !next) return;
    const page = await api.get(columnPage, "/board/column", {
      ...asked,
      id: column.id,
      subgroup_id,
      cursor: next,
      size,
      entered: look.entered.includes(column.id) ? "on" : null,
    });
    const cell = column.lanes.find((lane) => lane.subgroup_id === subgroup_id) ?? column;
    Object.assign(cell, { cards: [...cards, ...page.cards], next: page.next });
  };
  await Promise.all(found.columns.flatMap((column) => cellsOf(column).map((cell) => further(column, cell))));
  return { ...found, filter, look, more, side: who.company_type };
}
