import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import type { ISODate } from "~/lib/time/date";
import { isGoods } from "./inspection";
import {
  awaitingReturn,
  type DeliveredLine,
  freedText,
  type ReturnLine,
  twiceOff,
  twiceOffText,
} from "./returned";
import { rejectedLines } from "./unbilled.sql.server";

type Row = Omit<DeliveredLine, "is_goods"> & {
  card_key: number | null;
  replaces_key: number | null;
  is_cost: boolean;
};
const deliveredLine = (row: Row): DeliveredLine => ({ ...row, is_goods: isGoods(row) });

/** 納品書 with their lines and what 返品 took off them, up to a day where one is given. */
export async function readReturned(db: Tx, where: SQL | undefined, on?: ISODate) {
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
    join delivery_line x on x.seller_id = d.seller_id and x.buyer_id = d.buyer_id and x.original_number = d.number
    join delivery r on r.key = x.delivery_key and ${on ? stoodOn(on) : sql`x.is_live`}
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

const stoodOn = (on: ISODate) => sql`r.delivery_date <= ${on}::date
  and (r.cancelled_time is null or (r.cancelled_time at time zone 'Asia/Tokyo')::date > ${on}::date)`;

type Figures = Record<"num_rejected" | "num_concession" | "num_billed", string>;
type AsKnown = Figures & { delivery_key: string; line_no: number };

/** 返品待ち at the end of a day: what was rejected once it was billed, and no 返品 has taken off by then. */
export async function readAwaiting(db: Tx, seller_id: string, on: ISODate, buyer_ids?: string[]) {
  const { rows } = await db.execute<AsKnown>(sql`
    select n.* from ${rejectedLines({ seller_id, on })} n join delivery_line l using (delivery_key, line_no) join delivery r on r.key = n.delivery_key
    where n.num_billed > l.num_items - n.num_rejected + n.num_concession and ${stoodOn(on)}`);
  const known = new Map(rows.map((row) => [`${row.delivery_key} ${row.line_no}`, row]));
  const notes = await readReturned(
    db,
    and(
      eq(delivery.seller_id, seller_id),
      buyer_ids && inArray(delivery.buyer_id, buyer_ids),
      inArray(delivery.key, [0, ...rows.map((row) => Number(row.delivery_key))]),
    ),
    on,
  );
  return notes.flatMap(({ key, number, buyer_id, delivery_date, tax_rounding, returns, ...note }) => {
    const lines = note.lines.flatMap((line) => {
      const of = known.get(`${key} ${line.line_no}`);
      return of ? { ...line, ...figuresOf(of) } : { ...line, ...UNTOUCHED };
    });
    return awaitingReturn({ lines, returns }).map(({ line, amount }) => {
      return { delivery_key: key, number, buyer_id, delivery_date, tax_rounding, line, amount };
    });
  });
}
const UNTOUCHED: Figures = { num_rejected: "0", num_concession: "0", num_billed: "0" };
const figuresOf = ({ num_rejected, num_concession, num_billed }: Figures): Figures => ({
  num_rejected,
  num_concession,
  num_billed,
});
