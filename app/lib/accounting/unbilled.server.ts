import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";

/** D19: lines of 納品書 that stand on no live 請求書, of one buyer or of many. */
export const unbilledLines = (db: Tx, seller_id: string, buyer_ids: string[]) =>
  db
    .select({
      buyer_id: delivery_line.buyer_id,
      delivery_key: delivery_line.delivery_key,
      delivery_line_no: delivery_line.line_no,
      delivery_number: delivery.number,
      card_key: delivery_line.card_key,
      order_id: delivery_line.order_id,
      sales_date: delivery_line.sales_date,
      name: delivery_line.name,
      drawing_no: delivery_line.drawing_no,
      num_units: delivery_line.num_units,
      unit: delivery_line.unit,
      unit_price: delivery_line.unit_price,
      price: delivery_line.price,
      tax_rate: delivery_line.tax_rate,
      note: delivery_line.note,
      original_date: delivery_line.original_date,
      original_number: delivery_line.original_number,
      billing_ym: delivery_line.billing_ym,
      invoice_basis: delivery.invoice_basis,
      tax_rounding: delivery.tax_rounding,
    })
    .from(delivery_line)
    .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
    .where(
      and(
        eq(delivery_line.seller_id, seller_id),
        inArray(delivery_line.buyer_id, buyer_ids),
        eq(delivery_line.is_live, true),
        eq(delivery_line.is_billing_target, true),
        isNull(delivery_line.invoice_key),
      ),
    )
    .orderBy(asc(delivery_line.sales_date), asc(delivery.key), asc(delivery_line.line_no));
