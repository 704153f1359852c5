import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { checkbox, optionalLines, rowKey, version } from "~/lib/text/text.schema";

export const cardKey = z.object({ key: rowKey });

export const versioned = z.object({ version });

export const counting = z.object({
  version,
  num_good: quantity("良品数"),
  num_defective: quantity("不良数"),
  num_partial: quantity("途中数"),
  over: checkbox(),
  reason: optionalLines("不良の理由・メモ", 400),
});
