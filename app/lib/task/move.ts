import { formatDateTime } from "~/lib/time/datetime";
import type { MoveResults } from "./move.schema";

type Result = MoveResults["items"][number];

/** A typed minute means its end, though never after `now`: what happened within it is before it. */
export function movedInstant(told: string | undefined, now: string): string {
  if (told === undefined) return now;
  const end = told.endsWith(":00.000Z") ? new Date(new Date(told).getTime() + 59_999).toISOString() : told;
  return end > now && told <= now ? now : end;
}

export const cannotMoveThen = (told: string, now: string): string | null =>
  told > now ? "移動日時は、現在までの日時を入力してください" : null;

/** It came to its process later, or work began or stopped since (`last`). */
export function cannotHaveMoved(
  card: { status: string; group_update_time: string },
  last: string | null,
  at: string,
): string | null {
  if (new Date(card.group_update_time) > new Date(at)) {
    return `「${card.status}」に入ったのは ${formatDateTime(card.group_update_time)} です。移動日時はそれより後にしてください。`;
  }
  return last && new Date(last) > new Date(at)
    ? `${formatDateTime(last)} に着手か中断があります。移動日時はそれより後にしてください。`
    : null;
}

export function answered(results: Result[]): MoveResults {
  const weight = (one: Result) => (one.detail ? 0 : one.exceptions.length > 0 ? 1 : 2);
  const items = [...results].sort((a, b) => weight(a) - weight(b));
  const count = (what: Result["exceptions"][number]) =>
    items.filter((one) => one.exceptions.includes(what)).length;
  const num_moved = items.filter((one) => one.ok).length;
  return {
    items,
    num_moved,
    num_failed: items.length - num_moved,
    counts: {
      working: count("working"),
      parts: count("parts"),
      left: count("left"),
      billed: count("billed"),
      late: count("late"),
    },
  };
}

export function outcome({ items, num_moved, num_failed }: MoveResults, done: string): string {
  const left = items
    .filter((one) => !one.ok)
    .slice(0, 3)
    .map((one) => `${one.id ?? "カード"}: ${one.detail}`);
  const stayed =
    num_failed > 0
      ? `${num_failed}枚はそのままです。${left.join(" ")}${num_failed > left.length ? " ほか。" : ""}`
      : "";
  return (num_moved > 0 ? `${num_moved}枚を${done}。` : "") + stayed;
}
