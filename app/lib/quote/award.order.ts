import { itemFields } from "~/lib/fields/card.fields";
import { formatYen } from "~/lib/money/decimal";
import type { Cells, Typed } from "~/lib/order/order.draft";
import type { AwardOrder } from "./award.row.schema";

const TOOLING = "型・治具代";

/** A 品名 that leaves no room for 型・治具代 goes whole into the note. */
function toolingLine(award: AwardOrder): Cells {
  const name = `${award.name} ${TOOLING}`;
  const fits = itemFields.name.safeParse(name).success;
  const owner = award.tooling_owner === "buyer" ? "所有は発注側" : "";
  return {
    name: fits ? name : TOOLING,
    num_items: "1",
    order_unit: "piece",
    unit: "piece",
    unit_price: String(award.tooling),
    delivery_date: award.delivery_date,
    note: [`見積 ${award.number}`, fits ? "" : award.name, owner].filter(Boolean).join("・"),
    tooling_award: String(award.key),
  };
}

/** 外注依頼 as it begins after 採用: 型代 is a line of its own, 送料 is said in the note. */
export function typedOrder(award: AwardOrder): Typed {
  const line = {
    product_id: String(award.product_id),
    name: award.name,
    drawing_no: award.drawing_no ?? "",
    drawing_revision: award.drawing_revision ?? "",
    num_items: award.num_items,
    order_unit: award.order_unit,
    unit: award.unit,
    unit_price: award.unit_price,
    delivery_date: award.delivery_date,
    note: `見積 ${award.number}`,
  };
  const extra = [
    award.shipping > 0 && `送料 ${formatYen(award.shipping)}`,
    award.other > 0 && !award.order && `そのほか ${formatYen(award.other)}`,
  ].filter(Boolean);
  return {
    lines: award.tooling > 0 && !award.tooling_order ? [line, toolingLine(award)] : [line],
    note: extra.length > 0 ? `見積 ${award.number} の${extra.join("、")}（税抜）を別途お支払いします。` : "",
  };
}

/** What the form was not filled with, as an order that stands has it. */
export const leftOut = ({ tooling, tooling_order, other, order }: AwardOrder): string[] =>
  [
    tooling > 0 &&
      tooling_order &&
      `${TOOLING} ${formatYen(tooling)} は、依頼 ${tooling_order.order_id} で依頼しているため、入れていません。`,
    other > 0 &&
      order &&
      `そのほか ${formatYen(other)} は、依頼 ${order.order_id} の備考に入れたため、入れていません。`,
  ].flatMap((one) => one || []);
