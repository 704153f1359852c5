import { z } from "zod";
import { optionalInteger } from "~/lib/money/number.schema";
import { checkbox, optionalChoice, optionalLines, unchosenText, version } from "~/lib/text/text.schema";
import { SPOT } from "./position";
import { OUTDATED_SPOT } from "./position.schema";
import { RESTS } from "./rest";

export const movement = z.object({
  version,
  group_id: z.preprocess(
    (value) => (value === "" || value === null ? undefined : value),
    z.coerce
      .number({ error: unchosenText("移動先") })
      .int()
      .min(1, { error: unchosenText("移動先") })
      .max(98, { error: unchosenText("移動先") }),
  ),
  subgroup_id: optionalInteger("機械・班", 1, 999),
  place: z.preprocess(
    (value) => value || undefined,
    z.string(OUTDATED_SPOT).regex(SPOT, OUTDATED_SPOT).optional(),
  ),
  /** Into a 外注 process without a partner (decision 022). */
  inside: checkbox(),
  /** Left out: the work ends. */
  keep_work: checkbox(),
  /** Unsaid: a half-finished lot does not move. */
  rest: optionalChoice("残り", RESTS),
  reason: optionalLines("メモ", 400),
});
export const moving = movement.extend({ undone: z.literal("1").optional() });
