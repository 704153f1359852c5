import { refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import { documentNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { addDecimal, compareDecimal } from "~/lib/money/decimal";
import { priceOf } from "~/lib/money/price";
import { addressedOf } from "~/lib/partner/contact.server";
import { partyOf } from "~/lib/partner/party.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { type CardChanges, changeCard } from "~/lib/task/card.write.server";
import { LAYOUT } from "~/lib/vocabulary/document";
import { unreachable, unseenDeliveries } from "./delivery";
import { type Composed, composeDeliveries } from "./delivery.compose.server";
import { useDraft } from "./delivery.draft.server";
import type { DeliveryNew } from "./delivery.schema";
import { missingForQualified } from "./invoice";

export async function previewDeliveries(db: Tx, who: Who, input: DeliveryNew) {
  const { pair, sheets, billing_ym, caution, seen } = await composeDeliveries(db, who, input);
  const [seller, buyer] = [
    await partyOf(db, pair.seller_id),
    await addressedOf(db, pair.seller_id, pair.buyer_id),
  ];
  const lines = sheets.flatMap((sheet) => sheet.lines);
  const unqualified =
    pair.invoice_basis === "delivery_note" ? missingForQualified({ seller, buyer, lines }) : null;
  const missing = [unqualified, unreachable(seller)].filter(Boolean).join("") || null;
  return { documents: sheets, billing_ym, missing, caution, seen };
}

export async function issueDeliveries(db: Tx, who: Who, input: DeliveryNew) {
  await useDraft(db, who, input.draft_key, input.draft_version);
  const composed = await composeDeliveries(db, who, input);
  const { pair, sheets } = composed;
  if (input.seen) refuseIf(unseenDeliveries(input.seen, composed.seen));
  const [seller, buyer] = [
    await partyOf(db, pair.seller_id),
    await addressedOf(db, pair.seller_id, pair.buyer_id),
  ];
  const made: { key: number; number: string }[] = [];
  const numberOf = new Map<number, string>();
  for (const { lines, destination, by_rate, subtotal, tax, total } of sheets) {
    const number = await documentNumber(db, pair.seller_id, "N", input.delivery_date);
    const [row] = await db
      .insert(delivery)
      .values({
        seller_id: pair.seller_id,
        buyer_id: pair.buyer_id,
        number,
        delivery_date: input.delivery_date,
        seller,
        buyer,
        destination,
        person: issuingPerson(who),
        note: input.note ?? null,
        show_amounts: input.show_amounts,
        with_receipt: input.with_receipt,
        invoice_basis: pair.invoice_basis,
        amount_rounding: pair.amount_rounding,
        tax_rounding: pair.tax_rounding,
        by_rate,
        subtotal,
        tax,
        total,
        layout: LAYOUT,
        issued_time: who.now,
      })
      .returning({ key: delivery.key });
    const key = row!.key;
    await db.insert(delivery_line).values(
      lines.map((line) => ({
        ...line,
        delivery_key: key,
        seller_id: pair.seller_id,
        buyer_id: pair.buyer_id,
      })),
    );
    await record(db, who, {
      subject: "delivery",
      subject_key: key,
      seq: 1,
      seller_id: pair.seller_id,
      buyer_id: pair.buyer_id,
      kind: "issued",
      before: {},
      after: { number, delivery_date: input.delivery_date, subtotal, tax, total },
    });
    for (const { card_key } of lines) if (card_key) numberOf.set(card_key, number);
    made.push({ key, number });
  }
  await moveCards(db, who, composed, numberOf);
  return { ...made[0]!, deliveries: made };
}

/** A price typed on the form becomes the card's. */
async function moveCards(
  db: Tx,
  who: Who,
  { pair, sheets, cards, chosen }: Composed,
  numberOf: Map<number, string>,
): Promise<void> {
  for (const [key, found] of cards) {
    const line = chosen.find((one) => one.card_key === key)!;
    const changes: CardChanges = { num_delivered: addDecimal(found.num_delivered, line.num_items) };
    const all = sheets.flatMap((sheet) => sheet.lines);
    const closed = all.find((one) => one.card_key === key && one.close_reason !== null);
    if (closed) changes.closed_reason = closed.close_reason;
    if (
      line.unit_price !== undefined &&
      !line.unbilled &&
      (found.unit_price === null || compareDecimal(line.unit_price, found.unit_price) !== 0)
    ) {
      changes.unit_price = line.unit_price;
      const billed = found.shipped_time ? found.num_good : found.num_items;
      Object.assign(
        changes,
        priceOf({ ...found, num_items: billed, unit_price: line.unit_price }, pair.amount_rounding),
      );
    }
    await changeCard(db, who, found, "delivered", changes, `納品書 ${numberOf.get(key)}`);
  }
}
