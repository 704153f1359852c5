import { eq } from "drizzle-orm";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import { issuingPerson, type Who } from "~/lib/api/who";
import { documentNumber } from "~/lib/company/document.number.server";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { lineAmount, roundDiv } from "~/lib/money/amount";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { addressedOf } from "~/lib/partner/contact.server";
import { partyOf } from "~/lib/partner/party.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { inspection } from "~/lib/tables/inspection.table.server";
import { formatDate, shiftMonth } from "~/lib/time/date";
import { LAYOUT } from "~/lib/vocabulary/document";
import { deliveryTotals } from "./delivery";
import { isRefilled, readInspections, refillOf } from "./inspection.rows.server";
import { lockGoods } from "./inspection.write.server";
import { lastClosed } from "./pair.server";

type Replacing = { delivery_date: string; num_items: string };

/** 再納: a 納品書 like any other, whose line names the one that it makes good. */
export async function replaceRejected(db: Tx, who: Who, key: number, input: Replacing) {
  const [found] = await db
    .select({ delivery_key: inspection.delivery_key })
    .from(inspection)
    .where(eq(inspection.key, key));
  if (!found) throw notFound("検収");
  const { note, lines } = await lockGoods(db, found.delivery_key);
  if (note.seller_id !== who.company_id) throw new Refusal(403, "再納の納品書は、納品した会社が発行します。");
  const { rows, replaced } = await readInspections(db, note.key);
  const { row, is_reversed } = rows.find((one) => one.row.key === key)!;
  refuseIf(isRefilled(row.treatment) && !is_reversed ? null : "再納のある不合格だけを納品し直せます。");
  const line = lines.find(({ line_no }) => line_no === row.line_no)!;
  const left = refillOf(rows, line, replaced.get(line.line_no) ?? "0");
  const errors: Record<string, string[]> = {};
  if (milli(input.num_items) > milli(left))
    errors.num_items = [`再納数は、残りの${formatNumber(left)}以下で入力してください`];
  if (input.delivery_date < row.inspected_date)
    errors.delivery_date = [`納品日は、検収日の${formatDate(row.inspected_date)}かそれより後にしてください`];
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);

  const { seller_id, buyer_id, tax_rounding, amount_rounding, invoice_basis } = note;
  const { delivery_date, num_items } = input;
  const closed = await lastClosed(db, seller_id, buyer_id);
  const num_units = decimal(
    roundDiv(milli(line.num_units) * milli(num_items), milli(line.num_items), "half_up"),
  );
  const made = {
    line_no: 1,
    seller_id,
    buyer_id,
    card_key: null,
    card_id: line.card_id,
    order_id: line.order_id,
    sales_date: delivery_date,
    name: line.name,
    drawing_no: line.drawing_no,
    num_items,
    order_unit: line.order_unit,
    num_units,
    unit: line.unit,
    unit_price: line.unit_price,
    price: lineAmount(num_units, line.unit_price, amount_rounding),
    tax_rate: line.tax_rate,
    is_billing_target: line.is_billing_target,
    note: line.is_billing_target ? `再納 ${note.number}` : `請求対象外\n再納 ${note.number}`,
    billing_ym: closed && delivery_date <= closed.end_date ? shiftMonth(closed.ym, 1) : null,
    replaces_key: note.key,
    replaces_line: line.line_no,
  };
  const totals = deliveryTotals([made], tax_rounding);
  const number = await documentNumber(db, seller_id, "N", delivery_date);
  const [issued] = await db
    .insert(delivery)
    .values({
      seller_id,
      buyer_id,
      number,
      delivery_date,
      seller: await partyOf(db, seller_id),
      buyer: await addressedOf(db, seller_id, buyer_id),
      destination: note.destination,
      person: issuingPerson(who),
      note: `納品書 ${note.number} の再納`,
      show_amounts: note.show_amounts,
      with_receipt: note.with_receipt,
      invoice_basis,
      amount_rounding,
      tax_rounding,
      ...totals,
      layout: LAYOUT,
      issued_time: who.now,
    })
    .returning({ key: delivery.key });
  await db.insert(delivery_line).values({ ...made, delivery_key: issued!.key });
  const { subtotal, tax, total } = totals;
  await record(db, who, {
    subject: "delivery",
    subject_key: issued!.key,
    seq: 1,
    seller_id,
    buyer_id,
    kind: "issued",
    reason: `納品書 ${note.number} の再納`,
    before: {},
    after: { number, delivery_date, subtotal, tax, total },
  });
  return { key: issued!.key, number };
}
