import type { SubmissionResult } from "@conform-to/dom";
import type { MoveResults } from "~/lib/task/move.schema";

/** What the action answers: the form again, the dry run to be confirmed, or what came of it. */
export type Answer = {
  reply: SubmissionResult<string[]>; idempotency_key: string;
  step?: "check" | "done" | "undone"; results?: MoveResults;
};

/** All that was posted, to be posted again. */
export function typedOf(answer: Answer): [string, string][] {
  const typed = answer.reply.initialValue ?? {};
  return ["ids", "to", "close_work", "reason"].flatMap((name) => [typed[name] ?? []].flat().map((value): [string, string] => [name, String(value)]));
}
