import { and, eq, inArray } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal } from "~/lib/money/decimal";
import type { Card } from "~/lib/tables/card.table.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { changeCard } from "~/lib/task/card.write.server";
import { shiftMonth } from "~/lib/time/date";
import { periodOf, type Terms } from "~/lib/time/period";
import { readBillable } from "./basis.server";
import { billingMonth } from "./closing";
import type { DeliveryPostpone, DeliveryReopen } from "./delivery.act.schema";
import { returnsBack } from "./delivery.extra.server";
import { cannotPostpone, cannotRestore, deliveredOf, isOpen, postponeProblem } from "./delivery.follow";
import { exceedsOrder } from "./delivery.limit.server";
import {
  cancelDelivery,
  closingLines,
  DELIVERIES,
  lockDelivery,
  lockLineCards,
} from "./delivery.state.server";
import { changeDocument } from "./document.server";
import { refillsOf } from "./inspection.rows.server";
import { lastClosed, pairOf } from "./pair.server";
import type { DocumentsDone } from "./sending.schema";

type Line = typeof delivery_line.$inferSelect;
type Note = typeof delivery.$inferSelect;

/** When a line of that date is billed on its own accord; null: with its period, as long as that is open. */
async function ownMonth(db: Tx, { seller_id, buyer_id, delivery_date }: Note): Promise<number | null> {
  const closed = await lastClosed(db, seller_id, buyer_id);
  return closed && delivery_date <= closed.end_date ? shiftMonth(closed.ym, 1) : null;
}

/** When a line, or what is left of it, would be billed as it stands, and before which month it is not. */
async function monthsOf(db: Tx, { seller_id, buyer_id, delivery_date }: Note, terms: Terms) {
  const last = await lastClosed(db, seller_id, buyer_id);
  const found = await readBillable(db, seller_id, [buyer_id]);
  return ({ delivery_key, line_no, billing_ym }: Line) => {
    const same = found.find(({ line }) => line.delivery_key === delivery_key && line.line_no === line_no);
    const freed_ym = same?.freed_ym ?? null;
    const days = same?.parts.map((part) => part.billing_date) ?? [];
    const dates = days.length > 0 ? days : [delivery_date];
    const months = dates.map((billing_date) =>
      billingMonth({ billing_date, billing_ym, freed_ym }, terms, last),
    );
    return { now: Math.max(...months), freed_ym };
  };
}

const setMonth = (db: Tx, { delivery_key, line_no }: Line, billing_ym: number | null) =>
  db
    .update(delivery_line)
    .set({ billing_ym })
    .where(and(eq(delivery_line.delivery_key, delivery_key), eq(delivery_line.line_no, line_no)));

/** One month later than they would be billed now, or back to their own month. */
export async function postponeDelivery(
  db: Tx,
  who: Who,
  key: number,
  { version, line_nos, back }: DeliveryPostpone,
) {
  const { note, lines, invoice_numbers } = await lockDelivery(db, who, key, version);
  refuseIf(cannotPostpone({ ...note, invoice_numbers }, lines));
  const open = lines.filter(isOpen);
  const chosen = line_nos.length === 0 ? open : lines.filter(({ line_no }) => line_nos.includes(line_no));
  if (line_nos.some((line_no) => !lines.some((line) => line.line_no === line_no))) throw notFound("明細");
  refuseIf(postponeProblem(chosen, lines, note.invoice_basis));
  const terms = await pairOf(db, who, note.buyer_id);
  const own = await ownMonth(db, note);
  const monthOf = await monthsOf(db, note, terms);
  const months = chosen.map((line) => {
    const { now, freed_ym } = monthOf(line);
    return [line, back ? Math.max(own ?? 0, freed_ym ?? 0) || null : shiftMonth(now, 1)] as const;
  });
  for (const [line, billing_ym] of months) await setMonth(db, line, billing_ym);
  const billing_ym = months[0]![1] ?? periodOf(note.delivery_date, terms);
  const after = { billing_ym, num_lines: chosen.length };
  return changeDocument(db, who, DELIVERIES, note, back ? "returned_month" : "postponed", {}, after);
}

async function whyNotRestored(db: Tx, note: Note, lines: Line[], cards: Map<number, Card>) {
  return cannotRestore({
    cancelled_time: note.cancelled_time,
    cards: deliveredOf(lines).map(({ key, ...one }) => ({ ...one, card: cards.get(key) ?? null })),
    returns: note.cancelled_time ? await returnsBack(db, note, lines) : [],
    refills: note.cancelled_time ? await refillsOf(db, lines) : [],
    exceeds: note.cancelled_time ? await exceedsOrder(db, note, lines, cards) : null,
  });
}

export async function restoreProblem(db: Tx, note: Note, lines: Line[], cards: Card[]) {
  return whyNotRestored(db, note, lines, new Map(cards.map((one) => [one.key, one])));
}

/** 復元: its number and its lines as they were, its pieces delivered again. */
export async function restoreDelivery(db: Tx, who: Who, key: number, reason: string, version?: number) {
  const { note, lines } = await lockDelivery(db, who, key, version);
  const cards = await lockLineCards(db, lines);
  refuseIf(await whyNotRestored(db, note, lines, cards));
  const closing = await closingLines(db, key, lines);
  for (const { key: card_key, num_items } of deliveredOf(lines)) {
    const found = cards.get(card_key)!;
    const closed = closing.find((line) => line.card_key === card_key);
    await changeCard(
      db,
      who,
      found,
      "delivered",
      {
        num_delivered: addDecimal(found.num_delivered, num_items),
        ...(closed && { closed_reason: closed.close_reason }),
      },
      `納品書 ${note.number} の復元: ${reason}`,
    );
  }
  await db.update(delivery_line).set({ is_live: true }).where(eq(delivery_line.delivery_key, key));
  const own = await ownMonth(db, note);
  for (const line of lines) if (own !== null && (line.billing_ym ?? 0) < own) await setMonth(db, line, own);
  return changeDocument(
    db,
    who,
    DELIVERIES,
    note,
    "restored",
    { cancelled_time: null, cancel_reason: null },
    { number: note.number, cancelled_time: null },
    reason,
  );
}

/** 打切の取消: the rest of the card waits in the pool again. */
export async function reopenCard(db: Tx, who: Who, key: number, { version, line_no }: DeliveryReopen) {
  const { note, lines, invoice_numbers } = await lockDelivery(db, who, key, version);
  const line = lines.find((one) => one.line_no === line_no);
  if (!line?.card_key) throw notFound("明細");
  const found = (await lockLineCards(db, [line])).get(line.card_key)!;
  const closes = (await closingLines(db, key, [line])).length > 0;
  refuseIf(
    note.cancelled_time || !closes || found.closed_reason === null
      ? "この明細の打切は、もう取り消されています。"
      : line.invoice_key !== null
        ? `請求書 ${invoice_numbers.join("、")} に載っているため、打切を取り消せません。`
        : null,
  );
  const reason = `納品書 ${note.number} の打切の取消`;
  await changeCard(db, who, found, "reopened", { closed_reason: null }, reason);
  return changeDocument(db, who, DELIVERIES, note, "reopened", {}, { card_id: found.id });
}

/** Each by itself: what can't be done is left as it is, and told why. */
export async function forEachDelivery(
  db: Tx,
  keys: number[],
  act: (tx: Tx, key: number) => Promise<unknown>,
): Promise<DocumentsDone> {
  const rows = await db
    .select({ key: delivery.key, number: delivery.number })
    .from(delivery)
    .where(inArray(delivery.key, keys))
    .orderBy(delivery.seller_id, delivery.buyer_id, delivery.key);
  if (rows.length < keys.length) throw notFound("納品書");
  const items: DocumentsDone["items"] = [];
  for (const row of rows) {
    const problem = await db
      .transaction((tx) => act(tx, row.key))
      .then(
        () => null,
        (error: unknown) => {
          if (error instanceof Refusal && error.status === 409) return error.detail;
          throw error;
        },
      );
    items.push({ ...row, problem });
  }
  return { items };
}

export const cancelDeliveries = (db: Tx, who: Who, { keys, reason }: { keys: number[]; reason: string }) =>
  forEachDelivery(db, keys, (tx, key) => cancelDelivery(tx, who, key, reason));

export function postponeDeliveries(
  db: Tx,
  who: Who,
  { keys, versions }: { keys: number[]; versions: string[] },
) {
  const shown = new Map(versions.map((one) => one.split(".").map(Number) as [number, number]));
  return forEachDelivery(db, keys, (tx, key) =>
    postponeDelivery(tx, who, key, { version: shown.get(key), line_nos: [], back: false }),
  );
}
