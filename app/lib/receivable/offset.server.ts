import { sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addressedOf } from "~/lib/partner/contact.server";
import { partyOf } from "~/lib/partner/party.server";
import type { OffsetNotice } from "./offset.schema";
import { linesTotal } from "./payment";
import { readPayment } from "./payment.read.server";

export async function readOffset(db: Tx, who: Who, key: number): Promise<OffsetNotice> {
  const { lines, buyer_id, payment_date, cancelled_time, amount } = await readPayment(db, who, key);
  const set_off = lines.filter(({ kind }) => kind === "offset");
  if (set_off.length === 0) throw notFound("相殺");
  const { rows } = await db.execute<OffsetNotice["bills"][number]>(sql`
    select i.number, i.invoice_date, i.due_date, i.total, s.amount
    from (select invoice_key, sum(amount)::bigint as amount from settlement where payment_key = ${key} group by 1) s
      join invoice i on i.key = s.invoice_key
    where s.amount <> 0 order by i.due_date, i.key`);
  return {
    key,
    seller: await partyOf(db, who.company_id),
    buyer: await addressedOf(db, who.company_id, buyer_id),
    payment_date,
    is_cancelled: cancelled_time !== null,
    offset: linesTotal(set_off),
    amount,
    others: lines
      .filter(({ kind }) => kind !== "offset")
      .map((line) => ({ kind: line.kind, amount: line.amount })),
    bills: rows,
  };
}
