import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal } from "~/lib/money/decimal";
import type { Card } from "~/lib/tables/card.table.server";
import { agreedText } from "~/lib/task/agreed";
import { agreedOf } from "~/lib/task/agreed.server";
import type { NewLine } from "./delivery.schema";

/** An order's price is for both sides to change (decision 139); one that was left open is none yet. */
export async function orderedPrices(db: Tx, lines: NewLine[], cards: Map<number, Card>) {
  const errors: Record<string, string[]> = {};
  for (const [at, { card_key, unit_price, unbilled }] of lines.entries()) {
    const found = cards.get(card_key)!;
    if (unit_price === undefined || unbilled || found.unit_price === null) continue;
    const agreed = compareDecimal(unit_price, found.unit_price) === 0 ? null : await agreedOf(db, found);
    if (agreed) errors[`lines[${at}].unit_price`] = [agreedText("unit_price", agreed)];
  }
  return errors;
}
