import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { billing_basis, inspection, inspection_answer } from "~/lib/tables/inspection.table.server";
import { tokyoDate } from "~/lib/time/date";
import { type BillableRow, basisOn, billableParts } from "./basis";

/** Those of the pairs that this company has on one side. */
export async function basisRows(db: Tx, seller_ids: string[], buyer_ids: string[]) {
  return db
    .select()
    .from(billing_basis)
    .where(and(inArray(billing_basis.seller_id, seller_ids), inArray(billing_basis.buyer_id, buyer_ids)))
    .orderBy(asc(billing_basis.from_date), asc(billing_basis.key));
}

/** Delivered, and not billed whole: with 検収 a line may be billed in parts. */
const isOpenLine = and(
  eq(delivery_line.is_live, true),
  eq(delivery_line.is_billing_target, true),
  sql`${delivery_line.num_billed} <> ${delivery_line.num_items}`,
);

/** As `isOpenLine`, of a line named `l`, but for what was rejected. */
export const unbilledOf = sql`l.is_live and l.is_billing_target and l.num_billed <> l.num_items
  and (l.num_items < 0 or l.num_billed < l.num_items - l.num_rejected + l.num_concession)`;

/** Taken back whole by a 赤: 訂正済. */
export const isReversed = (bill: "v" | "invoice") =>
  sql<boolean>`exists (select from invoice r where r.corrects = ${sql.raw(bill)}.key and r.correction = 'red')`;
/** Of a 請求書 named `v`: neither cancelled, nor 赤, nor taken back by one. */
export const isStanding = sql`v.cancelled_time is null and v.correction is distinct from 'red'
  and not ${isReversed("v")}`;

async function rowsOfOpenLines(db: Tx, seller_id: string, buyer_ids: string[]) {
  const billed = sql<boolean>`exists (select from invoice_line x join invoice v on v.key = x.invoice_key
    where x.inspection_key = ${inspection.key} and ${isStanding})`;
  const rows = await db
    .select({
      key: inspection.key,
      delivery_key: inspection.delivery_key,
      line_no: inspection.line_no,
      inspected_date: inspection.inspected_date,
      num_accepted: inspection.num_accepted,
      num_rejected: inspection.num_rejected,
      unit_price: inspection.unit_price,
      is_concession: sql<boolean>`coalesce(${inspection.treatment} = 'concession' and ${inspection_answer.agreed}, false)`,
      is_billed: billed,
    })
    .from(delivery_line)
    .innerJoin(
      inspection,
      and(
        eq(inspection.delivery_key, delivery_line.delivery_key),
        eq(inspection.line_no, delivery_line.line_no),
      ),
    )
    .leftJoin(inspection_answer, eq(inspection_answer.inspection_key, inspection.key))
    .where(
      and(
        eq(delivery_line.seller_id, seller_id),
        inArray(delivery_line.buyer_id, buyer_ids),
        isOpenLine,
        sql`${inspection.kind} <> 'reversed' and not exists (select from inspection r where r.reverses = ${inspection.key})`,
      ),
    );
  const rowsOf = new Map<string, BillableRow[]>();
  for (const { delivery_key, line_no, unit_price, is_concession, ...row } of rows) {
    const at = `${delivery_key} ${line_no}`;
    const concession_price = is_concession ? unit_price : null;
    rowsOf.set(at, [...(rowsOf.get(at) ?? []), { ...row, concession_price }]);
  }
  return rowsOf;
}

/** By line, the month of the 赤 that freed it: an earlier closing still carries over what it was billed by. */
async function freedMonths(db: Tx, seller_id: string, buyer_ids: string[]) {
  const { rows } = await db.execute<{ name: string; ym: number }>(sql`
    select x.delivery_key || ' ' || x.delivery_line_no as name, max(r.ym) as ym
    from invoice r join invoice_line x on x.invoice_key = r.corrects
      join delivery_line l on l.delivery_key = x.delivery_key and l.line_no = x.delivery_line_no and l.is_live and l.num_billed <> l.num_items
    where r.seller_id = ${seller_id} and r.correction = 'red' and r.buyer_id in (${sql.join(
      buyer_ids.map((one) => sql`${one}`),
      sql`, `,
    )})
    group by x.delivery_key, x.delivery_line_no`);
  return new Map(rows.map((row) => [row.name, row.ym]));
}

/** Which lines are billable, with how much and by which day (R4-10); a line's parts follow each other. */
export async function readBillable(db: Tx, seller_id: string, buyer_ids: string[]) {
  const found = await db
    .select({ line: delivery_line, note: delivery, shipped_time: card.shipped_time })
    .from(delivery_line)
    .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
    .leftJoin(card, eq(card.key, delivery_line.card_key))
    .where(
      and(eq(delivery_line.seller_id, seller_id), inArray(delivery_line.buyer_id, buyer_ids), isOpenLine),
    )
    .orderBy(asc(delivery_line.sales_date), asc(delivery.key), asc(delivery_line.line_no));
  const bases = await basisRows(db, [seller_id], buyer_ids);
  const rowsOf = await rowsOfOpenLines(db, seller_id, buyer_ids);
  const freed = found.length > 0 ? await freedMonths(db, seller_id, buyer_ids) : new Map<string, number>();
  return found.map(({ line, note, shipped_time }) => {
    const terms = basisOn(
      bases.filter((row) => row.buyer_id === line.buyer_id),
      note.delivery_date,
    );
    const rows = rowsOf.get(`${line.delivery_key} ${line.line_no}`) ?? [];
    const shipped_date = shipped_time ? tokyoDate(shipped_time) : null;
    const { delivery_date, amount_rounding } = note;
    return {
      line,
      note,
      freed_ym: freed.get(`${line.delivery_key} ${line.line_no}`) ?? null,
      basis: terms.basis,
      terms,
      parts: billableParts({ ...line, delivery_date, amount_rounding, shipped_date }, rows, terms.basis),
    };
  });
}
