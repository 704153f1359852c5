import { sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { cannotFreeCredit } from "./correction";
import type { Issued } from "./correction.read.server";
import type { CreditUse } from "./credit.schema";
import { lastClosed } from "./pair.server";

type Read = Omit<CreditUse, "is_closed" | "cannot_free"> &
  Record<"credit_corrects" | "corrects", string | null>;

/** Where a 請求書 below zero pays another, of either of the two; also what was taken back since. */
export async function creditsOf(db: Tx, { key, seller_id, buyer_id }: Issued): Promise<CreditUse[]> {
  const { rows } = await db.execute<Read>(sql`
    select s.key, s.credit_key, c.number as credit_number, c.correction as credit_correction, c.corrects as credit_corrects,
      s.invoice_key, i.number as invoice_number, i.corrects, s.amount, s.settled_date, r.settled_date as undone_date
    from settlement s join invoice c on c.key = s.credit_key join invoice i on i.key = s.invoice_key
      left join settlement r on r.reverses = s.key
    where s.reverses is null and s.credit_key is not null and (s.credit_key = ${key} or s.invoice_key = ${key})
    order by s.settled_date, s.key`);
  if (rows.length === 0) return [];
  const last = await lastClosed(db, seller_id, buyer_id);
  const numbered = (value: string | null) => (value === null ? null : Number(value));
  return rows.map(({ credit_corrects, corrects, ...row }) => {
    const [credit_key, invoice_key] = [Number(row.credit_key), Number(row.invoice_key)];
    return {
      ...row,
      key: Number(row.key),
      credit_key,
      invoice_key,
      amount: Number(row.amount),
      is_closed: last !== null && row.settled_date <= last.end_date,
      cannot_free: cannotFreeCredit(
        { key: credit_key, corrects: numbered(credit_corrects) },
        { key: invoice_key, corrects: numbered(corrects) },
      ),
    };
  });
}
