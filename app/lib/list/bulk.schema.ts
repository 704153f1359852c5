import { z } from "zod";

const bulkAsk = z.object({
  ids: z.array(z.string()),
  name: z.string(),
  value: z.string(),
  label: z.string(),
  text: z.string(),
});
export type BulkAsk = z.infer<typeof bulkAsk>;

export type BulkAnswer = { problem?: string; ask?: BulkAsk };

export function bulkProblem(num: number, most: number, counter: string): string | null {
  if (num === 0) return "対象を選択してください。";
  return num > most
    ? `一度に${most.toLocaleString("en-US")}${counter}までです。条件で絞り込むか、分けて行ってください。`
    : null;
}

export function bulkAnswer(data: unknown): BulkAnswer {
  const given = (data ?? {}) as BulkAnswer & { reply?: { error?: Record<string, string[] | null> | null } };
  const refused = Object.values(given.reply?.error ?? {}).flat()[0];
  return refused ? { problem: refused } : given;
}
