import { z } from "zod";
import { unit } from "~/lib/vocabulary/card.schema";

const startCard = z.object({
  key: z.number(),
  id: z.string(),
  name: z.string(),
  buyer_name: z.string(),
  status: z.string(),
  delivery_date: z.string().nullable(),
});

/** Four lists to act on, each with how many there are beyond those named. */
export const startPage = z.object({
  /** 今日・明日納期で危ない: not yet at 出荷待ち. */
  due: z.object({ n: z.number(), cards: z.array(startCard) }),
  /** 滞留の長い工程: how many stand there longer than メタ情報 says, and since when the oldest. */
  stalled: z.array(
    z.object({ group_id: z.number(), label: z.string(), n: z.number(), longest_days: z.number() }),
  ),
  /** 今週の不良上位3. */
  defects: z.array(
    z.object({ reason_id: z.number().nullable(), label: z.string(), unit, num: z.string(), n: z.number() }),
  ),
  /** 記録漏れ: work that was left open overnight. */
  open_work: z.object({
    n: z.number(),
    works: z.array(
      z.object({
        work_key: z.number(),
        card_key: z.number(),
        card_id: z.string(),
        status: z.string(),
        worker: z.string().nullable(),
        work_start: z.string(),
      }),
    ),
  }),
  /** 記録漏れ: days of the last week of which `n` parts, `minutes` in all, are not accounted for. */
  gaps: z.object({
    n: z.number(),
    days: z.array(
      z.object({
        worker_id: z.number(),
        worker: z.string(),
        day: z.string(),
        minutes: z.number(),
        n: z.number(),
      }),
    ),
  }),
});
export type StartPage = z.infer<typeof startPage>;
