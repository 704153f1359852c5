import { addDays } from "~/lib/time/date";
import type { Terms } from "~/lib/time/period";
import type { Means } from "~/lib/vocabulary/maturity";
import { paymentOf, paymentTerms } from "~/lib/vocabulary/terms";
import type { LineNow } from "./order.now";

type Head = { inspection_days: number; payment_terms: string } & Means;

/** Null where it comes in parts, or where other terms hold today than when it was sent. */
export function dueNow(
  { delivery_dates: [day, ...more] }: Pick<LineNow, "delivery_dates">,
  head: Head,
  terms: Terms | undefined,
) {
  if (!day || more.length > 0) return { inspection_due: null, payment_due: null };
  const same = terms && head.payment_terms === paymentTerms(terms, head);
  return {
    inspection_due: addDays(day, head.inspection_days),
    payment_due: same ? paymentOf(day, { ...terms, ...head }).payment_due : null,
  };
}
