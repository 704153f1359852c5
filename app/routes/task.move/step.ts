import type { SubmissionResult } from "@conform-to/dom";
import { z } from "zod";
import { answered } from "~/lib/task/move";
import { MOVE_MAX, type MoveResults, moveResult } from "~/lib/task/move.schema";

export type Answer = {
  reply: SubmissionResult<string[]>;
  idempotency_key: string;
  step?: "check" | "done" | "undone";
  results?: MoveResults;
  /** What the cards lack, before they go. */
  short?: string;
};

const FIELDS = [
  "ids",
  "to",
  "moved_time",
  "worker_id",
  "partner_id",
  "inside",
  "delivery_date",
  "unit_price",
  "undetermined_reason",
  "planned_fix_date",
  "with_drawings",
  "keep_work",
  "reason",
];

export function typedOf(answer: Answer): [string, string][] {
  const typed = answer.reply.initialValue ?? {};
  return FIELDS.flatMap((name) =>
    [typed[name] ?? []].flat().map((value): [string, string] => [name, String(value)]),
  );
}

export const typedIn = (form: FormData): Record<string, string | string[]> =>
  Object.fromEntries(
    FIELDS.map((name) => [
      name,
      name === "ids" ? form.getAll(name).map(String) : (form.get(name)?.toString() ?? ""),
    ]),
  );

const rows = z.array(moveResult).max(MOVE_MAX);

/** Put together by the script that posted them, for the eyes of who posted them. */
export function shownResults(text: FormDataEntryValue | null): MoveResults {
  try {
    return answered(rows.parse(JSON.parse(String(text))));
  } catch {
    throw new Response(null, { status: 422 });
  }
}
