import type { Who } from "~/lib/auth/who";
import { digestOf } from "~/lib/backend/digest.server";
import { seenText } from "~/lib/money/seen";
import { seesAmounts } from "./order.read.server";
import type { resolveOrder } from "./order.resolve.server";
import { orderCheck } from "./order.row.schema";
import type { OrderInput } from "./order.schema";

type Resolved = Awaited<ReturnType<typeof resolveOrder>>;

/** A price from the product master is shown to the accounting permission only; one that was typed goes back to who typed it. */
export function checkOf(who: Who, { seen: _, ...input }: OrderInput, { lines, payment_terms, toriteki, problem }: Resolved) {
  const shown = (index: number) => seesAmounts(who) || input.lines[index]!.unit_price !== undefined;
  const whole = lines.every((line, index) => line.price !== null && shown(index));
  const check = {
    payment_terms, toriteki, problem, price: whole ? lines.reduce((sum, line) => sum + line.price!, 0) : null,
    lines: lines.map((line, index) => (shown(index) ? line : { ...line, unit_price: null, price: null })),
  };
  return orderCheck.parse({ ...check, seen: seenText([lines.length, check.price], digestOf({ input, check })) });
}
