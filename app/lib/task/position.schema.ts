import { z } from "zod";
import { version } from "~/lib/text/text.schema";
import { WAY } from "./position";

export const OUTDATED_SPOT = { error: "画面を読み込み直して、もう一度置いてください" };
export const placing = z.object({ version, place: z.string(OUTDATED_SPOT).regex(WAY, OUTDATED_SPOT) });
/** `number` is null without a position. */
export const cardPosition = z.object({
  is_sequenced: z.boolean(),
  number: z.number().nullable(),
  total: z.number(),
});
