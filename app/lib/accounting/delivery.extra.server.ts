import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem, lineAmount } from "~/lib/money/amount";
import { delivery } from "~/lib/tables/delivery.table.server";
import { type Original, returnProblems } from "./delivery.extra";
import type { DeliveryNew, ExtraLine } from "./delivery.schema";
import type { Pair } from "./pair.server";

export async function originalsOf(
  db: Tx,
  { seller_id, buyer_id }: Pick<Pair, "seller_id" | "buyer_id">,
  extras: { original_number?: string | null }[],
): Promise<Map<string, Original>> {
  const numbers = [...new Set(extras.flatMap(({ original_number }) => original_number ?? []))];
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({
      number: delivery.number,
      delivery_date: delivery.delivery_date,
      subtotal: sql<number>`("delivery"."subtotal" - coalesce((select sum(round(l.price * (l.num_items
          - greatest(l.num_items - l.num_rejected + l.num_concession, l.num_billed)) / l.num_items))
        from delivery_line l where l.delivery_key = "delivery"."key" and l.num_rejected > l.num_concession), 0))::bigint`.mapWith(
        Number,
      ),
      returned:
        sql<number>`coalesce((select -sum(l.price) from delivery_line l where l.seller_id = ${seller_id} and l.buyer_id = ${buyer_id}
      and l.is_live and l.original_number = "delivery"."number"), 0)::bigint`.mapWith(Number),
    })
    .from(delivery)
    .where(
      and(
        eq(delivery.seller_id, seller_id),
        eq(delivery.buyer_id, buyer_id),
        inArray(delivery.number, numbers),
        isNull(delivery.cancelled_time),
      ),
    );
  return new Map(rows.map(({ number, ...row }) => [number, row]));
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
    left.set(extra.original_number!, {
      ...original,
      returned: original.returned + lineAmount(extra.num_units, extra.unit_price, pair.amount_rounding),
    });
  });
  return errors;
}
