import { integer, quantity, unitPrice } from "~/lib/money/number.schema";
import { checkbox, choice, code, key, labelOf, labelsOf, lines, text } from "~/lib/text/text.schema";
import { date, time } from "~/lib/time/date.schema";
import { UNITS } from "~/lib/vocabulary/card.schema";

export const NOTE_MAX = 1000;
// A company's name (80) and its address (200) stand in for a destination.
export const DESTINATION_MAX = 300;

export const itemFields = {
  product_id: key("商品"),
  name: text("品名", 120),
  drawing_no: code("図番", 60),
  drawing_revision: code("改訂", 20),
  order_unit: choice("注文単位", UNITS),
  unit: choice("単位", UNITS),
  unit_weight: quantity("単重", { min: "0.001" }),
  pieces_per_set: quantity("1セットの個数", { min: "0.001" }),
  unit_price: unitPrice("単価"),
  note: lines("備考", NOTE_MAX),
};

export const cardFields = {
  ...itemFields,
  note: lines(labelOf(itemFields.note), NOTE_MAX + 400),
  order_id: code("注文番号", 40),
  num_items: quantity("数量", { min: "0.001" }),
  delivery_date: date("納期", "coming"),
  delivery_time: time("納入時刻"),
  destination: text("納入先", DESTINATION_MAX),
  inner_note: lines("社内メモ", 400),
  is_urgent: checkbox("至急"),
  is_billing_target: checkbox("請求対象"),
  group_id: integer("工程", 1, 98),
};
export const CARD_LABEL = labelsOf(cardFields);

/** R2-2 item 12. */
export const openPriceFields = {
  undetermined_reason: text("単価未定の理由", 200),
  planned_fix_date: date("単価の決定予定日", "coming"),
};
