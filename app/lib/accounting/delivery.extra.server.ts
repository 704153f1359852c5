import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { delivery, type delivery_line } from "~/lib/tables/delivery.table.server";
import { type Original, returnOf, returnProblems } from "./delivery.extra";
import type { DeliveryNew, ExtraLine } from "./delivery.schema";
import type { Pair } from "./pair.server";
import { offBilling, returnable, returnedLines } from "./returned";
import { readReturned } from "./returned.server";

export async function originalsOf(
  db: Tx,
  { seller_id, buyer_id }: Pick<Pair, "seller_id" | "buyer_id">,
  extras: { original_number?: string | null }[],
): Promise<Map<string, Original>> {
  const numbers = [...new Set(extras.flatMap(({ original_number }) => original_number ?? []))];
  if (numbers.length === 0) return new Map();
  const notes = await readReturned(
    db,
    and(
      eq(delivery.seller_id, seller_id),
      eq(delivery.buyer_id, buyer_id),
      inArray(delivery.number, numbers),
      isNull(delivery.cancelled_time),
    ),
  );
  return new Map(notes.map((note) => [note.number, note]));
}
/** Undefined where the line names no 納品書, null where it names a wrong one. */
export const originalOf = (originals: Map<string, Original>, { original_number: number }: ExtraLine) =>
  number ? (originals.get(number) ?? null) : undefined;
export function extraProblems(
  input: DeliveryNew,
  pair: Pair,
  originals: Map<string, Original>,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const left = new Map(originals);
  input.extras.forEach((extra, at) => {
    const large = amountProblem(extra.num_units, extra.unit_price);
    const original = originalOf(left, extra);
    const problems = large
      ? [["unit_price", large] as const]
      : returnProblems(extra, input.delivery_date, original, pair.amount_rounding);
    for (const [field, sentence] of problems) errors[`extras[${at}].${field}`] = [sentence];
    if (!original || problems.length > 0) return;
    const returns = [...original.returns, returnOf(extra, original, pair.amount_rounding)];
    left.set(extra.original_number!, { ...original, returns });
  });
  return errors;
}

type Note = typeof delivery.$inferSelect;
type Line = typeof delivery_line.$inferSelect;
/** Since its 取消 the pieces may have been rejected, or billed without those that are. */
async function isFollowed(db: Tx, { key, lines }: Original, line: Line, since: string): Promise<boolean> {
  if (!returnedLines(lines, line).some((one) => offBilling(one) > 0n)) return false;
  const { rows } =
    await db.execute(sql`select from activity where subject = 'delivery' and subject_key = ${key}
    and at >= ${since} and kind in ('unbilled', 'difference', 'inspected', 'uninspected', 'answered', 'reworked') limit 1`);
  return rows.length > 0;
}

/** 復元: its 返品, and how much their 納品書 still have of them. */
export async function returnsBack(db: Tx, note: Note, lines: Line[]) {
  const originals = await originalsOf(db, note, lines);
  const back = [];
  for (const line of lines) {
    if (!line.original_number) continue;
    const [number, amount] = [line.original_number, -line.price];
    const found = originals.get(number);
    if (!found) {
      back.push({ number, amount, original: null });
      continue;
    }
    const is_followed = await isFollowed(db, found, line, note.cancelled_time!);
    back.push({ number, amount, original: { left: returnable(found, line), is_followed } });
    originals.set(number, { ...found, returns: [...found.returns, line] });
  }
  return back;
}
