import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { PAGE_SIZE } from "~/lib/list/paging.schema";
import { isDescending, sortedBy } from "~/lib/list/sort";
import { Refusal } from "./refusal";

/** Lists count no further than this; the screen then says 10,000件以上. */
const COUNTED = 10_000;

type Value = string | number | null;
type Order<Row> = {
  by: SQLWrapper;
  kind: keyof typeof LOOKS;
  nullable?: true;
  of: (row: Row) => Value;
};
export type Orders<Row> = {
  key: SQLWrapper;
  keyKind?: "text";
  keyOf: (row: Row) => string | number;
  by: Record<string, Order<Row>>;
};
type Cursor = { after?: string; before?: string };
export type Sorted = Cursor & { sort: string };

const CLOCK = /^[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d\d(:?\d\d)?)$/;
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);
const LOOKS = {
  date: isDay,
  instant: (text: string) => isDay(text.slice(0, 10)) && CLOCK.test(text.slice(10)),
  number: (text: string) => /^-?\d{1,15}(\.\d{1,6})?$/.test(text),
  text: (text: string) => text.length <= 400 && !text.includes("\0"),
};

const encode = (mark: [string, Value, string | number]) =>
  Buffer.from(JSON.stringify(mark)).toString("base64url");

const lost = () => new Refusal(422, "ページの指定が正しくありません。一覧の先頭から開き直してください。");

function decode<Row>(cursor: string, sort: string, { by, keyKind }: Orders<Row>): [Value, string | number] {
  try {
    const { kind, nullable } = by[sortedBy(sort)]!;
    const [own, value, key] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const known =
      value === null ? nullable : ["string", "number"].includes(typeof value) && LOOKS[kind](String(value));
    const keyed = keyKind === "text" ? typeof key === "string" && LOOKS.text(key) : Number.isSafeInteger(key);
    if (own === sort && known && keyed) return [value as Value, key as string | number];
  } catch {
    // Not one of ours.
  }
  throw lost();
}

type Read<Row> = (where: SQL | undefined, order: SQL, limit: number) => Promise<Row[]>;

/**
 * Rows without a value stand last in both directions: they are read by themselves, so that one index serves
 * both.
 */
export async function keysetPage<Row>(
  read: Read<Row>,
  orders: Orders<Row>,
  { after, before, sort }: Sorted,
  size = PAGE_SIZE,
) {
  const order = orders.by[sortedBy(sort)]!;
  const { key } = orders;
  const back = before !== undefined;
  const at = before ?? after;
  const mark = at === undefined ? undefined : decode(at, sort, orders);
  const down = isDescending(sort) !== back;
  const beyond = down ? sql`<` : sql`>`;
  const by = down ? sql`${order.by} desc, ${key} desc` : sql`${order.by} asc, ${key} asc`;
  const valued = order.nullable ? sql`${order.by} is not null` : undefined;
  const empty = sql`${order.by} is null`;
  const parts: (SQL | undefined)[] =
    mark === undefined
      ? [valued]
      : mark[0] === null
        ? [and(empty, sql`${key} ${beyond} ${mark[1]}`)]
        : [sql`(${order.by}, ${key}) ${beyond} (${mark[0]}, ${mark[1]})`];
  if (order.nullable && back && mark?.[0] === null) parts.push(valued);
  if (order.nullable && !back && mark?.[0] !== null) parts.push(empty);
  const rows: Row[] = [];
  for (const part of parts)
    if (rows.length <= size) rows.push(...(await read(part, by, size + 1 - rows.length)));
  const more = rows.length > size;
  const items = rows.slice(0, size);
  if (back) items.reverse();
  const cursor = (row: Row | undefined) =>
    row === undefined ? null : encode([sort, order.of(row), orders.keyOf(row)]);
  return {
    items,
    next: back || more ? cursor(items.at(-1)) : null,
    previous: (back ? more : at !== undefined) ? cursor(items[0]) : null,
  };
}

/** A page of rows that were all read; a row's place may change between two pages, its key may not. */
export function pageWithin<Row>(
  rows: Row[],
  keyOf: (row: Row) => string,
  { after, before }: Cursor,
  size = PAGE_SIZE,
) {
  const at = before ?? after;
  const place = at === undefined ? -1 : rows.findIndex((row) => keyOf(row) === at);
  if (at !== undefined && place < 0) throw lost();
  const from = before === undefined ? place + 1 : Math.max(0, place - size);
  const items = rows.slice(from, before === undefined ? from + size : place);
  const keyAt = (index: number) => (items.length > 0 ? keyOf(items.at(index)!) : null);
  return {
    items,
    total: rows.length,
    total_more: false,
    next: from + items.length < rows.length ? keyAt(-1) : null,
    previous: from > 0 ? keyAt(0) : null,
  };
}

export const counted = (n: number, most = COUNTED) => ({ total: Math.min(n, most), total_more: n > most });

/** How many rows a query has, counted up to 10,000. `rows` is a select without order or limit. */
export async function countRows(
  db: Tx,
  rows: SQLWrapper,
  most = COUNTED,
): Promise<{ total: number; total_more: boolean }> {
  const answer = await db.execute<{ n: string }>(
    sql`select count(*) as n from (select 1 from (${rows}) r limit ${most + 1}) c`,
  );
  return counted(Number(answer.rows[0]!.n), most);
}
