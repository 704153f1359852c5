import type { Tx } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { tokyoDate } from "~/lib/time/date";
import { readBillable } from "./basis.server";
import { inspectionDue, isGoods, pendingItems } from "./inspection";
import { taxedBefore } from "./note.tax.server";

/** What of 納品書 is to be billed, of one buyer or of many; and what waits for 検収 before it is (R4-10). */
export async function unbilledLines(db: Tx, seller_id: string, buyer_ids: string[]) {
  const found = await readBillable(db, seller_id, buyer_ids);
  const lines = found.flatMap(({ line, note, parts, freed_ym }) =>
    parts.map((part) => ({
      buyer_id: line.buyer_id,
      delivery_key: line.delivery_key,
      delivery_line_no: line.line_no,
      delivery_number: note.number,
      card_key: line.card_key,
      order_id: line.order_id,
      sales_date: line.sales_date,
      name: line.name,
      drawing_no: line.drawing_no,
      unit: line.unit,
      tax_rate: line.tax_rate,
      original_date: line.original_date,
      original_number: line.original_number,
      billing_ym: line.billing_ym,
      freed_ym,
      invoice_basis: note.invoice_basis,
      tax_rounding: note.tax_rounding,
      ...part,
    })),
  );
  const uninspected = found.flatMap(({ line, note: { delivery_date, issued_time }, terms }) => {
    if (terms.basis !== "inspected" || !isGoods(line) || milli(pendingItems(line)) === 0n) return [];
    const known = terms.key === undefined ? [] : [issued_time, terms.set_time].map((time) => tokyoDate(time));
    const due_date =
      terms.inspection_days === null ? null : inspectionDue([delivery_date, ...known], terms.inspection_days);
    return [{ buyer_id: line.buyer_id, delivery_date, due_date }];
  });
  return { lines, uninspected, taxed: await taxedBefore(db, lines) };
}
