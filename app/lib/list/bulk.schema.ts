import { z } from "zod";

/** 条件に合う全n件, before it is done: how many rows, by their ticks, and which button was pressed. */
const bulkAsk = z.object({
  ids: z.array(z.string()),
  name: z.string(),
  value: z.string(),
  label: z.string(),
  text: z.string(),
});
export type BulkAsk = z.infer<typeof bulkAsk>;

/** What a page with bulk acts is answered besides a redirect: what is wrong, or what is asked first. */
export type BulkAnswer = { problem?: string; ask?: BulkAsk };

/** The sentence for more rows than one act takes, or none at all; null. */
export function bulkProblem(num: number, most: number, counter: string): string | null {
  if (num === 0) return "対象を選択してください。";
  return num > most
    ? `一度に${most.toLocaleString("en-US")}${counter}までです。条件で絞り込むか、分けて行ってください。`
    : null;
}

/** The answer that a page's own action gave, be it of the bar or a form's refusal. */
export function bulkAnswer(data: unknown): BulkAnswer {
  const given = (data ?? {}) as BulkAnswer & { reply?: { error?: Record<string, string[] | null> | null } };
  const refused = Object.values(given.reply?.error ?? {}).flat()[0];
  return refused ? { problem: refused } : given;
}
