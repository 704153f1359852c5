import { quantity } from "~/lib/money/number.schema";
import { searchKey } from "~/lib/text/fold";

export type Step = {
  group_id: number;
  setup_minutes: string | null;
  minutes_per_item: string | null;
  caution: string | null;
};
type Named = { group_id: number; label: string };

const ARROW = /\s*(?:→|⇒|->|>|＞)\s*/;
const NONE = "なし";
const isNone = (text: string) => text === NONE || /^[-－ー―‐–—−]?$/.test(text);

/** "切断 → 曲げ": a route by the names of its processes. */
export const routeText = (group_ids: number[], processes: Named[]) =>
  group_ids.map((id) => processes.find((one) => one.group_id === id)?.label ?? "―").join(" → ");

/** Where there are arrows, a name may hold a comma or a slash. */
export function readRoute(text: string, processes: Named[]): { group_ids: number[] } | { strange: string } {
  const group_ids: number[] = [];
  for (const label of text.split(ARROW.test(text) ? ARROW : /\s*[、,，/]\s*/).filter(Boolean)) {
    const found = processes.find((one) => searchKey(one.label) === searchKey(label));
    if (!found) return { strange: label };
    group_ids.push(found.group_id);
  }
  return { group_ids };
}

/** "なし → 0.4 → 1.2": the minutes of each step; "" where none has any. */
export const timesText = (times: (string | null)[]) =>
  times.some((one) => one !== null) ? times.map((one) => one ?? NONE).join(" → ") : "";

export function readTimes(
  label: string,
  text: string,
  num_steps: number,
): { times: (string | null)[] } | { problem: string } {
  const parts = text.split(ARROW).map((part) => part.trim().replace(/分$/, ""));
  if (num_steps === 0)
    return { problem: `標準工程がない商品です。${label}の前に、標準工程を入力してください` };
  if (parts.length !== num_steps) {
    return {
      problem: `標準工程は${num_steps}つですが、${label}は${parts.length}つです。→ で区切り、時間のない工程は「${NONE}」にしてください`,
    };
  }
  const read = parts.map((part) => (isNone(part) ? null : quantity(label).safeParse(part)));
  const wrong = read.findIndex((one) => one && !one.success);
  if (wrong >= 0)
    return {
      problem: `${wrong + 1}番目の「${parts[wrong]!.slice(0, 40)}」が違います。${read[wrong]!.error!.issues[0]!.message}`,
    };
  return { times: read.map((one) => one?.data ?? null) };
}

/** A new route with what was known of each process in the old one, each place once. */
export function laidOut(group_ids: number[], old: Step[]): Step[] {
  const left = [...old];
  return group_ids.map((group_id) => {
    const at = left.findIndex((one) => one.group_id === group_id);
    return at < 0
      ? { group_id, setup_minutes: null, minutes_per_item: null, caution: null }
      : left.splice(at, 1)[0]!;
  });
}
