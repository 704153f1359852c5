import { digestOf } from "~/lib/api/digest.server";
import { figuresText } from "~/lib/money/confirmed";
import type { resolveOrder } from "./order.resolve.server";
import { orderCheck } from "./order.row.schema";
import type { OrderInput } from "./order.schema";

type Resolved = Awaited<ReturnType<typeof resolveOrder>>;

/**
 * What would be sent, to whoever may order: with the amounts of the order to be (decision 006). `seen` is of
 * the lines as they would stand
 * in the order: a cell that only says what its product says anyway, as the page fills it in without scripts,
 * is no change.
 */
export function checkOf(
  { seen: _, lines: __, ...head }: OrderInput,
  { lines, payment_terms, toriteki, problem }: Resolved,
) {
  const price = lines.every((line) => line.price !== null)
    ? lines.reduce((sum, line) => sum + line.price!, 0)
    : null;
  const check = { payment_terms, toriteki, problem, price, lines };
  return orderCheck.parse({ ...check, seen: figuresText([lines.length, price], digestOf({ head, check })) });
}
