import { z } from "zod";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import { optionalLines } from "~/lib/text/text.schema";
import { versioned } from "./card.command.schema";

export const sharing = z.object({
  size: optionalDecimal("何個ずつ", { min: "0.001" }),
  count: optionalInteger("いくつに", 2, 50),
});

const PICK = "合流する枝を選択してください";

export const mergeForm = versioned.extend({
  cards: z.preprocess(
    (value) => (value === undefined || value === null || value === "" ? [] : [value].flat()),
    z
      .array(z.string().regex(/^\d+\.\d+$/, { error: PICK }), { error: PICK })
      .min(1, { error: PICK })
      .max(50, { error: "50枚までです" }),
  ),
  reason: optionalLines("メモ", 400),
});

export const pickedCards = (cards: string[]) =>
  cards.map((one) => {
    const [key, version] = one.split(".").map(Number);
    return { key: key!, version: version! };
  });
