import { decimal, milli } from "~/lib/money/decimal";
import { type Deliverable, partialNote } from "./delivery";
import { closeReasonText, closesRest, completesRest, WITHIN_TOLERANCE } from "./delivery.close";
import type { DeliveryNew, NewLine } from "./delivery.schema";

export type Part = {
  num_items: string;
  is_billed: boolean;
  note: string | null;
  close_reason: string | null;
};

/** One line of the 納品書, or two where some of its pieces are beyond what is billed of the order. */
export function partsOf(
  input: DeliveryNew,
  line: NewLine,
  found: Deliverable,
  before: number,
  num_free: string,
): Part[] {
  const ends = closesRest(line, found) ? closeReasonText(input) : null;
  const close_reason = completesRest(line, found) ? WITHIN_TOLERANCE : ends;
  const partial = partialNote(line.num_items, found, before, close_reason);
  if (line.unbilled) {
    const note = ["請求対象外", partial].filter(Boolean).join("\n");
    return [{ num_items: line.num_items, is_billed: false, note, close_reason }];
  }
  const rest = decimal(milli(line.num_items) - milli(num_free));
  const billed = { num_items: rest, is_billed: true, note: partial, close_reason };
  if (num_free === "0") return [billed];
  const note = "請求対象外（注文数を超えた分）";
  if (rest === "0")
    return [
      { ...billed, num_items: num_free, is_billed: false, note: [note, partial].filter(Boolean).join("\n") },
    ];
  return [billed, { num_items: num_free, is_billed: false, note, close_reason: null }];
}
