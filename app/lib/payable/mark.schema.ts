import { z } from "zod";
import { choice, key, text } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";

/** What a company says of itself without 満期日 or 相殺. */
export const MARK_KINDS = ["transfer", "cash", "other"] as const;

const MOST = 200;
const keys = z.preprocess(
  (value) => [value ?? []].flat(),
  z.array(key("請求書")).min(1, { error: "請求書を選択してください" }).max(MOST),
);
export const payMarking = z.object({
  keys,
  payment_date: date("支払日"),
  kind: choice("方法", MARK_KINDS),
});
export type PayMarking = z.output<typeof payMarking>;
export const payMarked = z.object({ paid: z.number(), skipped: z.number(), amount: z.number() });
export const payUnmarking = z.object({ keys, reason: text("理由", 200) });
export type PayUnmarking = z.output<typeof payUnmarking>;
export const payUnmarked = z.object({ cancelled: z.number() });
