import { formatYen } from "~/lib/money/decimal";
import type { Typed } from "~/lib/order/order.draft";
import type { AwardOrder } from "./award.row.schema";

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
  const tooling = {
    name: `${award.name} 型・治具代`,
    num_items: "1",
    order_unit: "piece",
    unit: "piece",
    unit_price: String(award.tooling),
    delivery_date: award.delivery_date,
    note: [`見積 ${award.number}`, award.tooling_owner === "buyer" ? "所有は発注側" : ""]
      .filter(Boolean)
      .join("・"),
  };
  const extra = [
    award.shipping > 0 && `送料 ${formatYen(award.shipping)}`,
    award.other > 0 && `そのほか ${formatYen(award.other)}`,
  ].filter(Boolean);
  return {
    lines: award.tooling > 0 ? [line, tooling] : [line],
    note: extra.length > 0 ? `見積 ${award.number} の${extra.join("、")}（税抜）を別途お支払いします。` : "",
  };
}
