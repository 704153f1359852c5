import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { Refusal } from "~/lib/backend/refusal";

const PAGE_SIZE = 50;
/** Lists count no further than this; the screen then says 10,000件以上. */
const COUNTED = 10_000;

/** Newest first by `by` (a date or an instant as text) and then by `key`. */
export type Order<Row> = { by: SQLWrapper; key: SQLWrapper; of: (row: Row) => [string, number] };
export type Cursor = { after?: string; before?: string };

const encode = (mark: [string, number]) => Buffer.from(JSON.stringify(mark)).toString("base64url");

function decode(cursor: string): [string, number] {
  try {
    const [by, key] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (typeof by === "string" && /^[0-9TZ:. +-]{10,35}$/.test(by) && Number.isSafeInteger(key)) return [by, key as number];
  } catch {
    // Not one of ours.
  }
  throw new Refusal(422, "ページの指定が正しくありません。一覧の先頭から開き直してください。");
}

/**
 * One page by keyset. `read` runs the list's query with the further condition, the order and the limit it is given;
 * `size` rows at most. Costs the same on the first page and on the thousandth.
 */
export async function keysetPage<Row>(read: (where: SQL | undefined, order: SQL, limit: number) => Promise<Row[]>, order: Order<Row>, cursor: Cursor,
  size = PAGE_SIZE) {
  const back = cursor.before !== undefined;
  const at = cursor.before ?? cursor.after;
  const mark = at === undefined ? undefined : decode(at);
  const where = mark && sql`(${order.by}, ${order.key}) ${back ? sql`>` : sql`<`} (${mark[0]}, ${mark[1]})`;
  const rows = await read(where, back ? sql`${order.by} asc, ${order.key} asc` : sql`${order.by} desc, ${order.key} desc`, size + 1);
  const more = rows.length > size;
  const items = rows.slice(0, size);
  if (back) items.reverse();
  const first = items[0];
  const last = items[items.length - 1];
  return {
    items,
    next: last && (back || more) ? encode(order.of(last)) : null,
    previous: first && (back ? more : at !== undefined) ? encode(order.of(first)) : null,
  };
}

/** How many rows a query has, counted up to 10,000. `rows` is a select without order or limit. */
export async function countRows(db: Tx, rows: SQLWrapper, most = COUNTED): Promise<{ total: number; total_more: boolean }> {
  const answer = await db.execute<{ n: string }>(sql`select count(*) as n from (select 1 from (${rows}) r limit ${most + 1}) c`);
  const n = Number(answer.rows[0]!.n);
  return { total: Math.min(n, most), total_more: n > most };
}
