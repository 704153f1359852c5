import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { ISSUER_ONLY } from "~/lib/api/query.server";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { decimal, milli } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { staleSubject } from "~/lib/task/card.lock.server";
import { changeCard } from "~/lib/task/card.write.server";
import { shiftMonth } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import type { Changed } from "~/lib/vocabulary/activity";
import { cannotCancel, cannotPostpone } from "./delivery";
import { returnsOf } from "./delivery.read.server";
import { lockPair, pairOf } from "./pair.server";

type Delivery = typeof delivery.$inferSelect;
type State = Partial<Pick<Delivery, "viewed_time" | "cancelled_time" | "cancel_reason">>;

/** The note and its lines, locked; not there or not theirs: 404, changed since it was shown: 409. */
async function lockDelivery(db: Tx, key: number, version?: number) {
  const [found] = await db
    .select({ seller_id: delivery.seller_id, buyer_id: delivery.buyer_id })
    .from(delivery)
    .where(eq(delivery.key, key));
  if (!found) throw notFound("納品書");
  await lockPair(db, found.seller_id, found.buyer_id);
  const [note] = await db.select().from(delivery).where(eq(delivery.key, key)).for("update");
  if (version !== undefined && note!.version !== version)
    throw await staleSubject(db, "delivery", "納品書", key, version);
  const lines = await db
    .select({ line: delivery_line, number: invoice.number })
    .from(delivery_line)
    .leftJoin(invoice, eq(invoice.key, delivery_line.invoice_key))
    .where(eq(delivery_line.delivery_key, key))
    .orderBy(asc(delivery_line.line_no));
  const invoice_numbers = [...new Set(lines.flatMap(({ number }) => number ?? []))];
  return { note: note!, lines: lines.map(({ line }) => line), invoice_numbers };
}

/** Only the issuer corrects a document (R1-10). */
function ownOnly(who: Who, note: Delivery): void {
  if (note.seller_id !== who.company_id) throw new Refusal(403, ISSUER_ONLY);
}

async function change(
  db: Tx,
  who: Who,
  note: Delivery,
  kind: string,
  changes: State,
  after: Changed,
  reason?: string,
) {
  const version = note.version + 1;
  await db
    .update(delivery)
    .set({ ...changes, version })
    .where(eq(delivery.key, note.key));
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, null]));
  const { key: subject_key, seller_id, buyer_id } = note;
  await record(db, who, {
    subject: "delivery",
    subject_key,
    seq: version,
    seller_id,
    buyer_id,
    kind,
    reason,
    before,
    after,
  });
  return { key: note.key, version };
}

/** 取消: the number stays, the paper is marked, the cards return to 未納品. */
export async function cancelDelivery(db: Tx, who: Who, key: number, reason: string, version?: number) {
  const { note, lines, invoice_numbers } = await lockDelivery(db, key, version);
  ownOnly(who, note);
  refuseIf(cannotCancel({ ...note, invoice_numbers, return_numbers: await returnsOf(db, note) }));
  const keys = lines.flatMap(({ card_key }) => card_key ?? []);
  const cards =
    keys.length === 0
      ? []
      : await db.select().from(card).where(inArray(card.key, keys)).orderBy(asc(card.key)).for("update");
  for (const found of cards) {
    const back = lines
      .filter((line) => line.card_key === found.key)
      .reduce((sum, line) => sum + milli(line.num_items), 0n);
    await changeCard(
      db,
      who,
      found,
      "undelivered",
      { num_delivered: decimal(milli(found.num_delivered) - back) },
      `納品書 ${note.number} の取消: ${reason}`,
    );
  }
  await db.update(delivery_line).set({ is_live: false }).where(eq(delivery_line.delivery_key, key));
  return change(
    db,
    who,
    note,
    "cancelled",
    { cancelled_time: who.now, cancel_reason: reason },
    { cancelled_time: who.now },
    reason,
  );
}

/** 来月に回す: its lines are billed one month later than they would be now. */
export async function postponeDelivery(db: Tx, who: Who, key: number, version?: number) {
  const { note, lines, invoice_numbers } = await lockDelivery(db, key, version);
  ownOnly(who, note);
  refuseIf(cannotPostpone({ ...note, invoice_numbers }));
  const terms = await pairOf(db, who, note.buyer_id);
  const billing_ym = shiftMonth(lines[0]?.billing_ym ?? periodOf(note.delivery_date, terms), 1);
  await db
    .update(delivery_line)
    .set({ billing_ym })
    .where(and(eq(delivery_line.delivery_key, key), sql`invoice_key is null`));
  return change(db, who, note, "postponed", {}, { billing_ym });
}

/** The buyer has opened it; only the first time counts. */
export async function viewDelivery(db: Tx, who: Who, key: number) {
  const { note } = await lockDelivery(db, key);
  if (note.viewed_time || note.buyer_id !== who.company_id) return { key, version: note.version };
  return change(db, who, note, "viewed", { viewed_time: who.now }, { viewed_time: who.now });
}
