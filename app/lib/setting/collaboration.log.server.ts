import { and, eq, max } from "drizzle-orm";
import type { Who } from "~/lib/auth/who";
import { notFound } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import type { Changed } from "~/lib/task/activity.schema";
import { record, type Entry } from "~/lib/task/activity.server";
import { activity } from "~/lib/task/activity.table.server";
import { collaboration, factory } from "./factory.table.server";

export type Collaboration = typeof collaboration.$inferSelect;
export type Side = "buyer" | "seller";

/** Seller and buyer of a pair, told from the own side. */
export const pairWith = (who: Who, partner_id: string, side: Side) => (side === "buyer"
  ? { seller_id: who.company_id, buyer_id: partner_id } : { seller_id: partner_id, buyer_id: who.company_id });

/** A collaboration held for a change. The two kinds of stock have no path (decision 2), and strangers are not there. */
export async function takeCollaboration(db: Tx, who: Who, partner_id: string, side: Side): Promise<Collaboration> {
  const found = await findCollaboration(db, who, partner_id, side);
  if (!found) throw notFound("取引先");
  return found;
}

export async function findCollaboration(db: Tx, who: Who, partner_id: string, side: Side): Promise<Collaboration | undefined> {
  const { seller_id, buyer_id } = pairWith(who, partner_id, side);
  const [buyer] = await db.select({ is_stock: factory.is_stock }).from(factory).where(eq(factory.id, buyer_id));
  if (!buyer || buyer.is_stock || partner_id === who.company_id) return undefined;
  const here = and(eq(collaboration.seller_id, seller_id), eq(collaboration.buyer_id, buyer_id));
  const [row] = side === "buyer" ? await db.select().from(collaboration).where(here).for("update") : await db.select().from(collaboration).where(here);
  return row;
}

const TOLD = ["is_payment_last_date", "payment_date", "pay_month", "pay_day", "amount_rounding", "tax_rounding", "invoice_basis", "show_carry_over",
  "fee_bearer", "toriteki", "toriteki_judged_by", "is_active"] as const;
const told = (row: Collaboration): Changed => Object.fromEntries(TOLD.map((name) => [name, row[name]]));

/** An entry of the log that both sides read. */
export function pairEntry(kind: string, before: Collaboration | null, after: Collaboration, seq: number): Entry {
  const [from, to] = [before ? told(before) : {}, told(after)];
  const changed = TOLD.filter((name) => from[name] !== to[name]);
  const only = (all: Changed) => Object.fromEntries(changed.map((name) => [name, all[name] ?? null]));
  const { seller_id, buyer_id, key } = after;
  return { subject: "collaboration", subject_key: key, seq, seller_id, buyer_id, kind, before: only(from), after: only(to) };
}

export async function recordPair(db: Tx, who: Who, kind: string, before: Collaboration | null, after: Collaboration): Promise<void> {
  const here = and(eq(activity.subject, "collaboration"), eq(activity.subject_key, after.key));
  const [last] = await db.select({ seq: max(activity.seq) }).from(activity).where(here);
  await record(db, who, pairEntry(kind, before, after, (last?.seq ?? 0) + 1));
}
