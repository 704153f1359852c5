import { listHref, type Filter } from "~/components/list/FilterBar";

/** How many more cards さらに表示 brings each time. */
export const STEP = 24;

/** The columns opened further: by column, how many cards beyond the first six. */
export type More = Record<string, number>;

/** `more=3:30` shows 30 further cards of column 3; one for each column that was opened. */
export function openedIn(url: string): More {
  const wanted = new URL(url).searchParams.getAll("more").map((one) => /^(\w{1,10}):(\d{1,3})$/.exec(one)).filter((one) => one !== null);
  return Object.fromEntries(wanted.map(([, id, size]) => [id!, Math.min(Math.max(Number(size), 1), 500)]));
}

const joined = (address: string, query: string[]) => (query.length > 0 ? `${address}${address.includes("?") ? "&" : "?"}${query.join("&")}` : address);

/** The whole board with this column opened further, at the last card shown so far. */
export function boardHref(filter: Filter, more: More, id: string, last: number): string {
  const opened = Object.entries({ ...more, [id]: (more[id] ?? 0) + STEP });
  return `${joined(listHref("/task/kanban", filter), opened.map(([one, size]) => `more=${one}:${size}`))}#card-${last}`;
}

/** The column's further cards alone. */
export function columnHref(filter: Filter, more: More, id: string, cursor: string): string {
  const opened = Object.entries(more).map(([one, size]) => `more=${one}:${size}`);
  return joined(listHref("/task/kanban/column", filter), [`id=${id}`, `cursor=${cursor}`, ...opened]);
}
