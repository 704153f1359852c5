import { and, asc, eq, gte, ilike, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging, sumRows } from "~/lib/api/query.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addressedOf } from "~/lib/partner/contact.server";
import { partyOf } from "~/lib/partner/party.server";
import { factory } from "~/lib/tables/factory.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { payable_bill, payout, payout_part } from "~/lib/tables/payable.table.server";
import { tokyoDate } from "~/lib/time/date";
import { debtReason } from "./debt.list";
import { cannotCancelPayout } from "./payout";
import { bankedOf, type PayoutFilter, type PayoutRow, payoutState } from "./payout.list";
import type { PayoutDetail } from "./payout.schema";

const inFile = sql`(select f.key from transfer_payment t join transfer_file f on f.key = t.file_key
  where t.payout_key = payout.key and t.is_live)`;
const takes = sql`(select count(*)::int from transfer_take t where t.file_key = ${inFile})`;
const FILED = { file_key: sql<number | null>`${inFile}`, num_takes: sql<number>`${takes}` };

const STATE: Record<PayoutRow["state"], (today: string) => SQL> = {
  coming: (today) => sql`${payout.cancelled_time} is null and ${payout.payment_date} > ${today}`,
  done: (today) => sql`${payout.cancelled_time} is null and ${payout.payment_date} <= ${today}`,
  cancelled: () => sql`${payout.cancelled_time} is not null`,
};
const BANKED: Record<NonNullable<PayoutRow["banked"]>, SQL> = {
  none: sql`${payout.kind} = 'transfer' and ${payout.cancelled_time} is null and ${inFile} is null`,
  made: sql`${inFile} is not null and ${takes} = 0`,
  taken: sql`${inFile} is not null and ${takes} = 1`,
  again: sql`${inFile} is not null and ${takes} > 1`,
};

function payoutsWhere(who: Who, filter: PayoutFilter): SQL | undefined {
  const { q, ids, state, banked, kind, from, to } = filter;
  const like = q && containing(q);
  return and(
    eq(payout.company_id, who.company_id),
    like ? or(ilike(factory.name, like), ilike(payout.note, like)) : undefined,
    ids
      ? sql`${payout.key} = any(${sql.param(ids.split(" ").filter((id) => /^\d{1,15}$/.test(id)))}::bigint[])`
      : undefined,
    state ? STATE[state](tokyoDate(who.now)) : undefined,
    banked ? BANKED[banked] : undefined,
    kind ? eq(payout.kind, kind) : undefined,
    from ? gte(payout.payment_date, from) : undefined,
    to ? lte(payout.payment_date, to) : undefined,
  );
}

const ORDERS: Orders<Pick<PayoutRow, "key" | "payment_date" | "amount">> = {
  key: payout.key,
  keyOf: (row) => row.key,
  by: {
    payment_date: { by: payout.payment_date, kind: "date", of: (row) => row.payment_date },
    amount: { by: payout.amount, kind: "number", of: (row) => row.amount },
  },
};

export async function listPayouts(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: PayoutFilter & Paging,
) {
  const where = payoutsWhere(who, filter);
  const joined = eq(factory.id, payout.partner_id);
  const today = tokyoDate(who.now);
  const read = async (more: SQL | undefined, order: SQL, limit: number): Promise<PayoutRow[]> => {
    const found = await db
      .select({
        ...FILED,
        key: payout.key,
        payment_date: payout.payment_date,
        partner_id: payout.partner_id,
        partner_name: factory.name,
        kind: payout.kind,
        amount: payout.amount,
        fee: payout.fee,
        own_fee: payout.own_fee,
        interest: payout.interest,
        sent: sql`(${payout.amount} - ${payout.fee})::bigint`.mapWith(Number),
        papers: sql<string[]>`array(select coalesce(i.number, b.number, '計上' || b.key) from payout_part x
          left join invoice i on i.key = x.invoice_key left join payable_bill b on b.key = x.bill_key
          where x.payout_key = payout.key and x.reverses is null order by x.key)`,
        maturity_date: payout.maturity_date,
        note: payout.note,
        recorded_time: payout.recorded_time,
        cancelled: sql<boolean>`${payout.cancelled_time} is not null`,
      })
      .from(payout)
      .innerJoin(factory, joined)
      .where(and(where, more))
      .orderBy(order)
      .limit(limit);
    return found.map(({ cancelled, num_takes, ...row }) => {
      const file_key = row.file_key === null ? null : Number(row.file_key);
      const banked = bankedOf({ ...row, file_key, cancelled, num_takes });
      return { ...row, file_key, banked, state: payoutState({ ...row, cancelled }, today) };
    });
  };
  const rows = db.select({ key: payout.key }).from(payout).innerJoin(factory, joined).where(where);
  const [page, total] = await Promise.all([
    keysetPage(read, ORDERS, { after, before, sort }, size),
    countRows(db, rows),
  ]);
  const { amount, fee, own_fee, interest } = payout;
  const sums = total.total_more
    ? undefined
    : await sumRows(db, sql`${payout} join ${factory} on ${joined}`, where, {
        amount,
        fee,
        own_fee,
        interest,
        sent: sql`${amount} - ${fee}`,
      });
  return { ...page, ...total, sums };
}

/** What both agreed to set off of each 請求書, as it stands. */
async function offsetsOf(db: Tx, keys: number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ key: string; amount: string }>(sql`
    select x.invoice_key as key, sum(x.amount)::bigint as amount from offset_part x
    where x.invoice_key = any(${sql.param(keys)}::bigint[])
      and exists (select from offset_word w where w.offset_key = x.offset_key and w.word = 'agreed')
      and not exists (select from offset_word w where w.offset_key = x.offset_key and w.word = 'cancelled') group by 1`);
  return new Map(rows.map(({ key, amount }) => [Number(key), Number(amount)]));
}

export async function readPayout(db: Tx, who: Who, key: number): Promise<PayoutDetail> {
  const [found] = await db
    .select({ row: payout, partner_name: factory.name, ...FILED })
    .from(payout)
    .innerJoin(factory, eq(factory.id, payout.partner_id))
    .where(and(eq(payout.key, key), eq(payout.company_id, who.company_id)));
  if (!found) throw notFound("支払");
  const cancelled = found.row.cancelled_time !== null;
  const file_key = found.file_key === null ? null : Number(found.file_key);
  const parts = await db
    .select({ part: payout_part, invoice, bill: payable_bill })
    .from(payout_part)
    .leftJoin(invoice, eq(invoice.key, payout_part.invoice_key))
    .leftJoin(payable_bill, eq(payable_bill.key, payout_part.bill_key))
    .where(and(eq(payout_part.payout_key, key), isNull(payout_part.reverses)))
    .orderBy(asc(payout_part.key));
  const offsets = await offsetsOf(
    db,
    parts.flatMap(({ part }) => part.invoice_key ?? []),
  );
  return {
    ...found.row,
    payer: await partyOf(db, who.company_id),
    payee: await addressedOf(db, who.company_id, found.row.partner_id),
    partner_name: found.partner_name,
    state: payoutState({ ...found.row, cancelled }, tokyoDate(who.now)),
    file_key,
    banked: bankedOf({ ...found.row, file_key, cancelled, num_takes: found.num_takes }),
    cannot_cancel: cannotCancelPayout(found.row),
    parts: parts.map(({ part, invoice: bill, bill: own }) => {
      const ours = part.invoice_key ?? part.bill_key!;
      return {
        id: `${part.invoice_key === null ? "b" : "i"}${ours}`,
        key: ours,
        reason: debtReason({
          ym: bill?.ym ?? null,
          account: own?.account ?? null,
          kind: own?.kind,
          number: bill?.number ?? own?.number ?? null,
        }),
        due_date: bill?.due_date ?? own!.due_date,
        total: bill?.total ?? own!.total,
        set_off: part.invoice_key === null ? 0 : (offsets.get(part.invoice_key) ?? 0),
        amount: part.amount,
      };
    }),
  };
}
