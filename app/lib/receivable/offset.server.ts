import { sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addressedOf } from "~/lib/partner/contact.server";
import { partyOf } from "~/lib/partner/party.server";
import { formatDateTime } from "~/lib/time/datetime";
import type { OffsetWord } from "~/lib/vocabulary/offset";
import { readOffsetDetail } from "./offset.detail.server";
import type { OffsetNotice } from "./offset.schema";
import { linesTotal } from "./payment";
import { readPayment } from "./payment.read.server";

async function agreementOf(db: Tx, who: Who, key: number): Promise<OffsetNotice["agreement"]> {
  const { words, theirs } = await readOffsetDetail(db, who, key);
  const said = (word: OffsetWord) => {
    const { company_name, person, said_time } = words.find((one) => one.word === word)!;
    return `${formatDateTime(said_time)} ${company_name} ${person}`;
  };
  const bills = theirs.map(({ number, amount }) => ({ number, amount }));
  return { key, proposed: said("proposed"), agreed: said("agreed"), theirs: bills };
}

export async function readOffset(db: Tx, who: Who, key: number): Promise<OffsetNotice> {
  const { offset_key, lines, buyer_id, payment_date, cancelled_time, amount } = await readPayment(
    db,
    who,
    key,
  );
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
    agreement: offset_key === null ? null : await agreementOf(db, who, offset_key),
    offset: linesTotal(set_off),
    amount,
    others: lines
      .filter(({ kind }) => kind !== "offset")
      .map((line) => ({ kind: line.kind, amount: line.amount })),
    bills: rows,
  };
}
