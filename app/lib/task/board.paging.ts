import type { BoardColumn } from "./board.schema";

export const STEP = 24;

/** By "3" or "3.1": cards beyond the first six. */
export type More = Record<string, number>;

/** `more=3:30` shows 30 further cards of column 3. */
export function openedIn(url: string): More {
  const wanted = new URL(url).searchParams
    .getAll("more")
    .map((one) => /^(\w{1,12}(?:\.\d{1,3})?):(\d{1,3})$/.exec(one))
    .filter((one) => one !== null);
  return Object.fromEntries(wanted.map(([, id, size]) => [id!, Math.min(Math.max(Number(size), 1), 500)]));
}

export function cellsOf({ id, lanes, cards, next }: Pick<BoardColumn, "id" | "lanes" | "cards" | "next">) {
  if (lanes.length === 0)
    return [{ id, subgroup_id: undefined, label: undefined, count: undefined, cards, next }];
  const none = { id: `${id}.0`, subgroup_id: 0, label: "機械・班なし", count: undefined, cards, next };
  return [...lanes.map((lane) => ({ ...lane, id: `${id}.${lane.subgroup_id}` })), none];
}

type Query = Record<string, unknown>;
const pairs = (filter: Query, more: More) => [
  ...Object.entries(filter)
    .filter(([, value]) => value)
    .map(([name, value]) => [name, String(value)]),
  ...Object.entries(more).map(([id, n]) => ["more", `${id}:${n}`]),
];
const address = (path: string, query: string[][]) =>
  query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;

export const boardHref = (filter: Query, more: More = {}) => address("/task/kanban", pairs(filter, more));

export function openedHref(filter: Query, more: More, cell: string, last: number): string {
  return `${boardHref(filter, { ...more, [cell]: (more[cell] ?? 0) + STEP })}#card-${last}`;
}

export function furtherHref(filter: Query, more: More, cell: string, cursor: string): string {
  const [id, lane] = cell.split(".");
  const place = [["group_id", id!], ...(lane ? [["subgroup_id", lane]] : []), ["cursor", cursor]];
  return address("/task/kanban/column", [...place, ...pairs(filter, more)]);
}
