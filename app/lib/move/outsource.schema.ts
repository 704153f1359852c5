import { z } from "zod";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import { versioned } from "~/lib/task/card.command.schema";
import { RESTS } from "~/lib/task/rest";
import {
  checkbox,
  lines,
  optionalChoice,
  optionalKey,
  optionalLines,
  optionalText,
  unchosenText,
} from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";

/** A card goes to a partner: a 外注依頼書 of one line, and a card on the partner's board. */
export const outsourcing = versioned.extend({
  /** The 外注 process to stand in meanwhile; left out, where the card stands. */
  group_id: optionalInteger("外注の工程", 1, 98),
  /** Of a half-finished lot: what becomes of its rest where it stood. */
  rest: optionalChoice("残り", RESTS),
  partner_id: z.preprocess(
    (value) => value || undefined,
    z.string({ error: unchosenText("協力会社") }).max(40, { error: unchosenText("協力会社") }),
  ),
  /** The partner's own product, with its agreed price. */
  product_id: optionalKey("商品"),
  name: optionalText("品名", 100),
  delivery_date: date("外注の納期", "coming"),
  destination: optionalText("納入先", 200),
  unit_price: optionalDecimal("外注単価", { min: "0" }),
  undetermined_reason: optionalText("単価未定の理由", 200),
  planned_fix_date: optionalDate("単価の決定予定日", "coming"),
  supplied_material: optionalText("無償支給材", 200),
  note: optionalLines("備考", 400),
  /** A date after the card's own is meant. */
  late: checkbox(),
  /** Drawings of the card that go along with it. */
  file_keys: z.preprocess(
    (value) => (value === undefined || value === null || value === "" ? [] : [value].flat()),
    z.array(z.string().max(40)).max(50),
  ),
});

/** It is back: what of it is good counts, and the card goes on. */
export const receiving = versioned.extend({
  /** Left out: what the partner has shipped as good. */
  num_good: optionalDecimal("受入良品数", { min: "0" }),
  num_defective: optionalDecimal("受入不良数", { min: "0" }),
  reason_id: optionalKey("不良理由"),
  group_id: optionalInteger("移動先", 1, 98),
  /** The next process is a 外注 one too, and no partner is asked there. */
  inside: checkbox(),
  over: checkbox(),
  /** Taken in although the partner has not pushed 出荷. */
  unshipped: checkbox(),
  /** Fewer than were sent are what there is. */
  short: checkbox(),
  /** Fewer have come for now: what is still out waits in a branch of its own. */
  divide: checkbox(),
  note: optionalLines("メモ", 400),
});

export const takingBack = versioned.extend({ reason: lines("取消の理由", 200) });
