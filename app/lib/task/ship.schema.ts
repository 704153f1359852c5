import { z } from "zod";
import { optionalDecimal, optionalInteger, quantity } from "~/lib/money/number.schema";
import { checkbox, optionalChoice, optionalLines, version } from "~/lib/text/text.schema";
import { cards } from "./move.schema";
import { SHORT_SHIPMENTS } from "./ship";

const SHIP_MAX = 100;
export const shipments = z.object({
  cards: cards.max(SHIP_MAX, { error: `一度に出荷できるのは${SHIP_MAX}枚までです` }),
  /** Ships what nobody has counted too. */
  uncounted: checkbox(),
});

export const shipment = z.object({
  version,
  num_good: optionalDecimal("出荷する良品数", { min: "0" }),
  over: checkbox(),
  /** More than was counted good, as nobody has counted or inspected it. */
  uncounted: checkbox(),
  /** Of fewer: the rest is still made, as a card of its own, or the lot is closed with a reason. */
  shortage: optionalChoice("残り", SHORT_SHIPMENTS),
  reason: optionalLines("メモ", 400),
});

/** `group_id` left out: the process it was shipped from. */
export const unshipment = z.object({
  version,
  group_id: optionalInteger("戻す工程", 1, 98),
  /** What would be left in stock, where it is less than nothing: confirmed as it was seen. */
  seen: optionalDecimal("確かめた在庫"),
  reason: optionalLines("理由", 400),
});

export const shipping = shipment.extend({ num_good: quantity("出荷する良品数") });
