import { and, desc, eq, sql } from "drizzle-orm";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { lastEntries, record } from "~/lib/log/activity.server";
import { writePairs } from "~/lib/partner/collaboration.change.server";
import { collaboration } from "~/lib/tables/factory.table.server";
import { billing_basis } from "~/lib/tables/inspection.table.server";
import { basisDateProblem, basisTaxProblem, basisText } from "./basis";
import type { BasisChange, OnTimeChange, PartnerBasis } from "./basis.schema";
import { lastClosed, lockPair } from "./pair.server";

async function sideOf(db: Tx, who: Who, seller_id: string, buyer_id: string) {
  const [pair] = await db
    .select()
    .from(collaboration)
    .where(and(eq(collaboration.seller_id, seller_id), eq(collaboration.buyer_id, buyer_id)));
  if (!pair) return null;
  const rows = await db
    .select()
    .from(billing_basis)
    .where(and(eq(billing_basis.seller_id, seller_id), eq(billing_basis.buyer_id, buyer_id)))
    .orderBy(desc(billing_basis.from_date), desc(billing_basis.key));
  const closed = await lastClosed(db, seller_id, buyer_id);
  return {
    pair,
    rows,
    closed_end: closed?.end_date ?? null,
    on_time_day: pair.on_time_day,
    version: pair.version,
    may_change: who.is_admin && seller_id === who.company_id && pair.is_active,
  };
}

/** The pair's other terms are for others to read than these. */
function withoutPair(side: Awaited<ReturnType<typeof sideOf>>): PartnerBasis["buyer"] {
  if (!side) return null;
  const { pair: _, ...rest } = side;
  return rest;
}

export async function readBasis(db: Tx, who: Who, id: string): Promise<PartnerBasis> {
  const buyer = await sideOf(db, who, who.company_id, id);
  const seller = await sideOf(db, who, id, who.company_id);
  if (!buyer && !seller) throw notFound("取引先");
  return { buyer: withoutPair(buyer), seller: withoutPair(seller) };
}

async function takeSide(db: Tx, who: Who, id: string, what: string) {
  await lockPair(db, who.company_id, id);
  const side = await sideOf(db, who, who.company_id, id);
  if (!side) throw notFound("取引先");
  if (!side.may_change) throw new Refusal(403, `${what}を変更できるのは、納品する会社の管理者です。`);
  return side;
}

/** Terms are the delivering company's to set; what is closed stays as it was billed. */
export async function changeBasis(db: Tx, who: Who, id: string, input: BasisChange): Promise<PartnerBasis> {
  const side = await takeSide(db, who, id, "計上基準");
  const late = basisDateProblem(input.from_date, side.closed_end);
  if (late) throw new Refusal(422, "入力内容を確認してください。", { from_date: [late] });
  const { pair } = side;
  const split = basisTaxProblem(input.basis, pair.invoice_basis);
  if (split) throw new Refusal(422, "入力内容を確認してください。", { basis: [split] });
  const row = { ...input, inspection_days: input.inspection_days ?? null };
  const same = side.rows.find((one) => one.from_date === row.from_date);
  if (same?.basis === row.basis && same.inspection_days === row.inspection_days)
    return readBasis(db, who, id);
  await db.insert(billing_basis).values({
    ...row,
    seller_id: pair.seller_id,
    buyer_id: pair.buyer_id,
    set_by: who.name,
    set_time: who.now,
  });
  const last = (await lastEntries(db, "collaboration", [pair.key])).get(pair.key) ?? 0;
  await record(db, who, {
    subject: "collaboration",
    subject_key: pair.key,
    seq: last + 1,
    seller_id: pair.seller_id,
    buyer_id: pair.buyer_id,
    kind: "edited",
    reason: basisText(row),
    before: {},
    after: {},
  });
  return readBasis(db, who, id);
}

/** What was counted before is counted anew (decision 140). */
export async function changeOnTimeDay(
  db: Tx,
  who: Who,
  id: string,
  { on_time_day, version }: OnTimeChange,
): Promise<PartnerBasis> {
  const { pair } = await takeSide(db, who, id, "納期遵守の日");
  if (pair.version !== version) throw stale("条件");
  if (pair.on_time_day !== on_time_day) {
    // Some seconds for a hundred thousand cards.
    await db.execute(sql`set local statement_timeout = 0`);
    await writePairs(db, who, "edited", [{ before: pair, change: { on_time_day } }]);
  }
  return readBasis(db, who, id);
}
