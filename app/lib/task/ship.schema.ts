import { z } from "zod";
import { optionalDecimal, optionalInteger, quantity } from "~/lib/money/number.schema";
import { checkbox, optionalChoice, optionalLines } from "~/lib/text/text.schema";
import { version } from "./card.command.schema";
import { cards } from "./move.schema";
import { SHORT_SHIPMENTS } from "./ship";

/** Cards that leave together; 元に戻す in the snackbar names them all. */
export const SHIP_MAX = 100;
export const shipments = z.object({
  cards: cards.max(SHIP_MAX, { error: `一度に出荷できるのは${SHIP_MAX}枚までです` }),
  /** What nobody has counted is shipped too. */
  uncounted: checkbox(),
});

export const shipment = z.object({
  version,
  num_good: optionalDecimal("出荷する良品数", { min: "0" }),
  over: checkbox(),
  /** More than was counted good is shipped, as nobody has counted or inspected it. */
  uncounted: checkbox(),
  /**
   * Of fewer than were to be made: the rest is still made, as a card of its own, or the lot is closed with a
   * reason.
   */
  shortage: optionalChoice("残り", SHORT_SHIPMENTS),
  reason: optionalLines("メモ", 400),
});

/** `group_id`: the process to come back to; left out, the one it was shipped from. */
export const unshipment = z.object({
  version,
  group_id: optionalInteger("戻す工程", 1, 98),
  reason: optionalLines("理由", 400),
});

export const shipping = shipment.extend({ num_good: quantity("出荷する良品数") });
