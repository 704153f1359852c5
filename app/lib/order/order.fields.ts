import { CARD_LABEL, cardFields, NOTE_MAX, openPriceFields } from "~/lib/fields/card.fields";
import { quantity } from "~/lib/money/number.schema";
import { choice, key, labelsOf, text } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { PART_DELIVERIES } from "~/lib/vocabulary/part.delivery";
import { SUPPLIES } from "~/lib/vocabulary/supply";

export const lineFields = {
  ...cardFields,
  ...openPriceFields,
  destination_id: key(CARD_LABEL.destination),
  supply: choice("支給", SUPPLIES),
  supplied_material: text("支給材", 200),
  supply_quantity: quantity("支給数", { min: "0.001" }),
  supply_unit: text("支給数の単位", 10),
  supply_price: quantity("支給単価"),
  supply_date: date("引渡日", "coming"),
  over_pct: quantity("超過の許容差", { max: "100" }),
  under_pct: quantity("不足の許容差", { max: "100" }),
  process_name: text("工程", 80),
  part_delivery: choice("分納", PART_DELIVERIES),
  // A cell of the sheet holds no line break.
  note: text(CARD_LABEL.note, NOTE_MAX),
};
export const LINE_LABEL = labelsOf(lineFields);

/** Of 有償支給, what the order says once for all its lines (R2-2 item 11). */
export const SETTLEMENT_TERMS = "決済日・決済方法";
export const SUPPLY_TERMS_LABEL = `有償支給の${SETTLEMENT_TERMS}`;
