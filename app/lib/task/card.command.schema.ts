import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { checkbox, optionalLines } from "~/lib/text/text.schema";

export const cardKey = z.object({ key: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** The version that the page was drawn from: a card that moved on since is refused (D12). */
const OUTDATED = { error: "画面を読み込み直してください" };
export const version = z.coerce.number(OUTDATED).int(OUTDATED).min(1, OUTDATED).max(1_000_000_000, OUTDATED);

export const versioned = z.object({ version });

export const counting = z.object({
  version,
  num_good: quantity("良品数"),
  num_defective: quantity("不良数"),
  num_partial: quantity("途中数"),
  over: checkbox(),
  reason: optionalLines("不良の理由・メモ", 400),
});
