import { digestOf } from "~/lib/api/digest.server";
import { figuresText } from "~/lib/money/confirmed";
import type { resolveOrder } from "./order.resolve.server";
import { orderCheck } from "./order.row.schema";
import type { OrderInput } from "./order.schema";

type Resolved = Awaited<ReturnType<typeof resolveOrder>>;

/** `seen` is of the resolved lines: a cell that only repeats its product is no change. */
export function checkOf(
  { seen: _, lines: __, draft_key: ___, draft_version: ____, ...head }: OrderInput,
  { lines, payment_terms, toriteki, problem }: Resolved,
) {
  const price = lines.every((line) => line.price !== null)
    ? lines.reduce((sum, line) => sum + line.price!, 0)
    : null;
  const check = { payment_terms, toriteki, problem, price, lines };
  return orderCheck.parse({ ...check, seen: figuresText([lines.length, price], digestOf({ head, check })) });
}
