import { z } from "zod";

const tick = z
  .string()
  .regex(/^\d{1,15}\.\d{1,9}$/, { error: "画面を読み込み直してください" })
  .transform((text) => {
    const [key, version] = text.split(".").map(Number);
    return { key: key!, version: version! };
  });

export const tickedList = z.object({
  ids: z.preprocess(
    (value) => (typeof value === "string" ? value.split(" ") : value),
    z.array(tick, { error: "カードを選択してください" }),
  ),
  act: z.enum(
    ["accept", "ship", "ship_uncounted", "ship.known", "ship_uncounted.known", "unship", "tag", "allocate"],
    {
      error: "操作を選択してください",
    },
  ),
});
