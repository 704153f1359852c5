import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { type Paging, partnerName } from "~/lib/api/query.server";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice, invoice_line } from "~/lib/tables/invoice.table.server";
import type { DeliveryFilter } from "./delivery.list";
import { deliveriesWhere } from "./delivery.read.server";
import type { InvoiceFilter } from "./invoice.list";
import { invoicesWhere } from "./invoice.read.server";
import type { DeliveryLineRow, InvoiceLineRow } from "./line.list";

/** The document's key, then the line in it. */
const lineOrder = (
  key: typeof delivery.key | typeof invoice.key,
  line_no: typeof delivery_line.line_no | typeof invoice_line.line_no,
) => sql<number>`${key} * 10000 + ${line_no}`.mapWith(Number);

const DELIVERY_PLACE = lineOrder(delivery.key, delivery_line.line_no);
const DELIVERY_ORDERS: Orders<DeliveryLineRow> = {
  key: DELIVERY_PLACE,
  keyOf: (row) => row.key,
  by: { delivery_date: { by: delivery.delivery_date, kind: "date", of: (row) => row.delivery_date } },
};

export async function listDeliveryLines(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: DeliveryFilter & Paging,
) {
  const on = eq(delivery_line.delivery_key, delivery.key);
  const where = await deliveriesWhere(db, who, filter);
  const read = (more: SQL | undefined, order: SQL, limit: number): Promise<DeliveryLineRow[]> =>
    db
      .select({
        key: DELIVERY_PLACE,
        number: delivery.number,
        delivery_date: delivery.delivery_date,
        cancelled_time: delivery.cancelled_time,
        partner_name: partnerName(delivery, who),
        line_no: delivery_line.line_no,
        order_id: delivery_line.order_id,
        card_id: delivery_line.card_id,
        sales_date: delivery_line.sales_date,
        name: delivery_line.name,
        drawing_no: delivery_line.drawing_no,
        num_items: delivery_line.num_items,
        order_unit: delivery_line.order_unit,
        num_units: delivery_line.num_units,
        unit: delivery_line.unit,
        unit_price: delivery_line.unit_price,
        price: delivery_line.price,
        tax_rate: delivery_line.tax_rate,
        note: delivery_line.note,
        destination: delivery.destination,
        invoice_number: invoice.number,
      })
      .from(delivery)
      .innerJoin(delivery_line, on)
      .leftJoin(invoice, eq(invoice.key, delivery_line.invoice_key))
      .where(and(where, more))
      .orderBy(order)
      .limit(limit);
  const rows = db
    .select({ n: delivery_line.line_no })
    .from(delivery)
    .innerJoin(delivery_line, on)
    .where(where);
  const page = await keysetPage(read, DELIVERY_ORDERS, { after, before, sort }, size);
  return { ...page, ...(await countRows(db, rows)) };
}

const INVOICE_PLACE = lineOrder(invoice.key, invoice_line.line_no);
const INVOICE_ORDERS: Orders<InvoiceLineRow> = {
  key: INVOICE_PLACE,
  keyOf: (row) => row.key,
  by: { invoice_date: { by: invoice.invoice_date, kind: "date", of: (row) => row.invoice_date } },
};

/** A file of what its receiver has not read would be in its hands all the same (decision 065). */
async function refuseUnread(db: Tx, who: Who, where: SQL | undefined): Promise<void> {
  if (who.acting) return;
  const isUnread = and(
    where,
    eq(invoice.buyer_id, who.company_id!),
    isNull(invoice.viewed_time),
    isNull(invoice.cancelled_time),
  );
  const [found] = await db.select({ num: count() }).from(invoice).where(isUnread);
  refuseIf(
    found!.num > 0
      ? `まだ確認していない請求書が${found!.num}件あります。開いて「確認しました」を押してから、明細を保存してください。`
      : null,
  );
}

export async function listInvoiceLines(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: InvoiceFilter & Paging,
) {
  const on = eq(invoice_line.invoice_key, invoice.key);
  const where = invoicesWhere(who, filter);
  await refuseUnread(db, who, where);
  const read = (more: SQL | undefined, order: SQL, limit: number): Promise<InvoiceLineRow[]> =>
    db
      .select({
        key: INVOICE_PLACE,
        number: invoice.number,
        ym: invoice.ym,
        invoice_date: invoice.invoice_date,
        cancelled_time: invoice.cancelled_time,
        partner_name: partnerName(invoice, who),
        line_no: invoice_line.line_no,
        sales_date: invoice_line.sales_date,
        delivery_number: invoice_line.delivery_number,
        order_id: invoice_line.order_id,
        name: invoice_line.name,
        drawing_no: invoice_line.drawing_no,
        num_units: invoice_line.num_units,
        unit: invoice_line.unit,
        unit_price: invoice_line.unit_price,
        price: invoice_line.price,
        tax_rate: invoice_line.tax_rate,
        note: invoice_line.note,
      })
      .from(invoice)
      .innerJoin(invoice_line, on)
      .where(and(where, more))
      .orderBy(order)
      .limit(limit);
  const rows = db.select({ n: invoice_line.line_no }).from(invoice).innerJoin(invoice_line, on).where(where);
  const page = await keysetPage(read, INVOICE_ORDERS, { after, before, sort }, size);
  return { ...page, ...(await countRows(db, rows)) };
}
