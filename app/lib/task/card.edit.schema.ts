import { z } from "zod";
import { optionalDecimal, quantity } from "~/lib/money/number.schema";
import {
  checkbox,
  choice,
  lines,
  optionalCode,
  optionalLines,
  optionalText,
  text,
} from "~/lib/text/text.schema";
import { optionalDate, time } from "~/lib/time/date.schema";
import { type Unit, unit } from "~/lib/vocabulary/card.schema";
import { versioned } from "./card.command.schema";

const units = unit.options as [Unit, ...Unit[]];

/** What is left out is cleared, but for the unit price of those who may not see it. */
export const cardEdit = versioned.extend({
  name: text("品名", 120),
  order_id: optionalCode("注文番号", 40),
  num_items: quantity("数量", { min: "0.001" }),
  unit: choice("単位", units),
  unit_weight: optionalDecimal("単重", { min: "0.001" }),
  pieces_per_set: optionalDecimal("1セットの個数", { min: "0.001" }),
  unit_price: optionalDecimal("単価", { min: "0" }),
  delivery_date: optionalDate("納期", "coming"),
  delivery_time: time("納入時刻"),
  destination: optionalText("納入先", 200),
  note: optionalLines("備考", 1000),
  inner_note: optionalLines("社内メモ", 400),
  is_urgent: checkbox(),
  is_billing_target: checkbox(),
  drawing_no: optionalCode("図番", 60),
  drawing_revision: optionalCode("図面の改訂", 20),
  reason: optionalLines("変更の理由", 400),
});
export type CardEdit = z.output<typeof cardEdit>;

export const flagging = versioned.extend({ is_urgent: checkbox() });
export const billing = versioned.extend({ is_billing_target: checkbox() });
export const cancelling = versioned.extend({ reason: lines("取消の理由", 400) });
