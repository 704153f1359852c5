import type { SubmissionResult } from "@conform-to/dom";
import { z } from "zod";
import { answered } from "~/lib/task/move";
import { MOVE_MAX, type MoveResults, moveResult } from "~/lib/task/move.schema";

/** What the action answers: the form again, the dry run to be confirmed, or what came of it. */
export type Answer = {
  reply: SubmissionResult<string[]>;
  idempotency_key: string;
  step?: "check" | "done" | "undone";
  results?: MoveResults;
};

/** The fields of the form, as they are carried from one step to the next. */
export const FIELDS = [
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

/** All that was posted, to be posted again. */
export function typedOf(answer: Answer): [string, string][] {
  const typed = answer.reply.initialValue ?? {};
  return FIELDS.flatMap((name) =>
    [typed[name] ?? []].flat().map((value): [string, string] => [name, String(value)]),
  );
}

/** What a form holds of them. */
export const typedIn = (form: FormData): Record<string, string | string[]> =>
  Object.fromEntries(
    FIELDS.map((name) => [
      name,
      name === "ids" ? form.getAll(name).map(String) : (form.get(name)?.toString() ?? ""),
    ]),
  );

const rows = z.array(moveResult).max(MOVE_MAX);

/**
 * The results of several parts of one move, as the script that posted them has put them together: for the
 * eyes of who posted them.
 */
export function shownResults(text: FormDataEntryValue | null): MoveResults {
  try {
    return answered(rows.parse(JSON.parse(String(text))));
  } catch {
    throw new Response(null, { status: 422 });
  }
}
