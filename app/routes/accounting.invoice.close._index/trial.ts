import type { ClosingNew } from "~/lib/accounting/invoice.schema";

export function trialPath(value: ClosingNew, closing_day: string): string {
  const query = new URLSearchParams({
    ym: String(value.ym),
    with_zero: String(value.with_zero),
    closing_day,
  });
  for (const buyer_id of value.buyer_ids) query.append("buyer_ids", buyer_id);
  for (const one of seenOf(value)) query.append("seen", one);
  return `/accounting/invoice/close/print?${query}`;
}

/** As many as an address carries; the closing itself checks them all. */
const seenOf = ({ buyer_ids, seen }: ClosingNew) =>
  buyer_ids.length > 60 ? [] : seen.filter((one) => buyer_ids.includes(one.split(":")[0]!));
