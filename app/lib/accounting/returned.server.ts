import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { isGoods } from "./inspection";
import {
  awaitingReturn,
  type DeliveredLine,
  freedText,
  type ReturnLine,
  twiceOff,
  twiceOffText,
} from "./returned";

type Row = Omit<DeliveredLine, "is_goods"> & { card_key: number | null; replaces_key: number | null };
const deliveredLine = (row: Row): DeliveredLine => ({ ...row, is_goods: isGoods(row) });

/** 納品書 with their lines and what 返品 took off them. */
export async function readReturned(db: Tx, where: SQL | undefined) {
  const notes = await db
    .select({
      key: delivery.key,
      number: delivery.number,
      seller_id: delivery.seller_id,
      buyer_id: delivery.buyer_id,
      delivery_date: delivery.delivery_date,
      tax_rounding: delivery.tax_rounding,
    })
    .from(delivery)
    .where(where)
    .orderBy(asc(delivery.key));
  if (notes.length === 0) return [];
  const keys = notes.map((note) => note.key);
  const lines = await db
    .select()
    .from(delivery_line)
    .where(inArray(delivery_line.delivery_key, keys))
    .orderBy(asc(delivery_line.delivery_key), asc(delivery_line.line_no));
  const { rows } = await db.execute<ReturnLine & { of: string; number: string }>(sql`
    select d.key as of, r.number, x.name, x.price, x.tax_rate from delivery d
    join delivery_line x on x.seller_id = d.seller_id and x.buyer_id = d.buyer_id and x.original_number = d.number and x.is_live
    join delivery r on r.key = x.delivery_key
    where d.key in (${sql.join(
      keys.map((key) => sql`${key}`),
      sql`, `,
    )}) order by r.key, x.line_no`);
  return notes.map((note) => {
    const taken = rows.filter(({ of }) => Number(of) === note.key);
    return {
      ...note,
      lines: lines.filter((line) => line.delivery_key === note.key).map(deliveredLine),
      returns: taken.map(({ name, price, tax_rate }) => ({ name, price: Number(price), tax_rate })),
      return_numbers: [...new Set(taken.map(({ number }) => number))],
    };
  });
}

/** Of one 納品書 whose lines have changed: what now comes off twice, and what to do about it. */
export async function twiceOffProblem(db: Tx, key: number, before: Row[]): Promise<string | null> {
  const [note] = await readReturned(db, eq(delivery.key, key));
  const why = twiceOff(before.map(deliveredLine), note!.lines, note!.returns);
  return why && twiceOffText(why, note!.number, note!.return_numbers);
}

type Freed = { delivery_key: number | null; delivery_line_no: number | null; num_items: string | null };

/** Lines that would be 未請求 again: what was rejected would come off by itself, and by its 返品 too. */
export async function freedProblem(db: Tx, lines: Freed[]): Promise<string | null> {
  const keys = [...new Set(lines.flatMap((line) => line.delivery_key ?? []))];
  if (keys.length === 0) return null;
  const isReturned = sql`exists (select from delivery_line x where x.seller_id = ${delivery.seller_id} and x.buyer_id = ${delivery.buyer_id}
    and x.original_number = ${delivery.number} and x.is_live)`;
  for (const note of await readReturned(db, and(inArray(delivery.key, keys), isReturned))) {
    const after = note.lines.map((line) => {
      const freed = lines.filter(
        (one) => one.delivery_key === note.key && one.delivery_line_no === line.line_no,
      );
      return {
        ...line,
        num_billed: decimal(
          freed.reduce((left, one) => left - milli(one.num_items ?? "0"), milli(line.num_billed)),
        ),
      };
    });
    if (twiceOff(note.lines, after, note.returns) !== null)
      return freedText(note.number, note.return_numbers);
  }
  return null;
}

/** 返品待ち: what was rejected once it was billed, and no 返品 has taken off yet. */
export async function readAwaiting(db: Tx, seller_id: string, buyer_ids?: string[]) {
  const notes = await readReturned(
    db,
    and(
      eq(delivery.seller_id, seller_id),
      buyer_ids && inArray(delivery.buyer_id, buyer_ids),
      inArray(
        delivery.key,
        sql`(select l.delivery_key from delivery_line l where l.seller_id = ${seller_id} and l.is_live
          and l.num_rejected > l.num_concession and l.num_billed > l.num_items - l.num_rejected + l.num_concession)`,
      ),
    ),
  );
  return notes.flatMap((note) =>
    awaitingReturn(note).map(({ line, amount }) => {
      const { key, number, buyer_id, delivery_date, tax_rounding } = note;
      return { delivery_key: key, number, buyer_id, delivery_date, tax_rounding, line, amount };
    }),
  );
}
