import { z } from "zod";
import { CARD_LABEL, cardFields, NOTE_MAX, openPriceFields } from "~/lib/fields/card.fields";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import { versioned } from "~/lib/task/card.command.schema";
import { RESTS } from "~/lib/task/rest";
import {
  checkbox,
  lines,
  optional,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
  unchosenText,
} from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";

export const outsourcing = versioned.extend({
  /** Left out: where the card stands. */
  group_id: optionalInteger("外注の工程", 1, 98),
  rest: optionalChoice("残り", RESTS),
  partner_id: z.preprocess(
    (value) => value || undefined,
    z.string({ error: unchosenText("協力会社") }).max(40, { error: unchosenText("協力会社") }),
  ),
  product_id: optional(cardFields.product_id),
  name: optional(cardFields.name),
  delivery_date: date("外注の納期", "coming"),
  destination: optional(cardFields.destination),
  unit_price: optionalDecimal("外注単価", { min: "0" }),
  undetermined_reason: optional(openPriceFields.undetermined_reason),
  planned_fix_date: optional(openPriceFields.planned_fix_date),
  supplied_material: optionalText("無償支給材", 200),
  /** Less than a line of the order takes: 元カード and its number stand before it. */
  note: optionalLines(CARD_LABEL.note, NOTE_MAX - 50),
  /** Confirms a date after the card's own. */
  late: checkbox(),
  file_keys: z.preprocess(
    (value) => (value === undefined || value === null || value === "" ? [] : [value].flat()),
    z.array(z.string().max(40)).max(50),
  ),
});

export const receiving = versioned.extend({
  /** Left out: what the partner has shipped as good. */
  num_good: optionalDecimal("受入良品数", { min: "0" }),
  num_defective: optionalDecimal("受入不良数", { min: "0" }),
  reason_id: optionalKey("不良理由"),
  group_id: optionalInteger("移動先", 1, 98),
  inside: checkbox(),
  over: checkbox(),
  /** Confirms 受入 before the partner's 出荷. */
  unshipped: checkbox(),
  /** Confirms that no more will come. */
  short: checkbox(),
  /** The rest is still to come and waits in a branch. */
  divide: checkbox(),
  note: optionalLines("メモ", 400),
});

export const takingBack = versioned.extend({ reason: lines("取消の理由", 200) });
