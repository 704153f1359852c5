import { addDecimal } from "~/lib/money/decimal";
import type { CountMode } from "~/lib/vocabulary/stocktake";

export type Count = {
  key: number;
  mode: CountMode;
  num: string;
  /** Of it at 出荷待ち. */
  num_ready: string | null;
  counted_time: string;
  person: string;
  shelf: string | null;
  undoes: number | null;
  /** The waiting count that this one answers. */
  answers: number | null;
  is_waiting: boolean;
};

type Tally = {
  counted: string | null;
  counted_ready: string | null;
  first_time: string | null;
  counted_time: string | null;
  person: string | null;
  persons: string[];
  parts: Count[];
  waiting: Count[];
  last_count: number;
};

/** A row's counts in the order they came; a number that was replaced still tells that its person counted. */
export function tallyCounts(counts: Count[]): Tally {
  const undone = new Set(counts.map(({ undoes }) => undoes));
  const answered = new Set(counts.map(({ answers }) => answers));
  const standing = counts.filter(({ key }) => !undone.has(key));
  const live = standing.filter(({ mode, is_waiting }) => mode !== "drop" && !is_waiting);
  const from = live.findLastIndex(({ mode }) => mode === "replace");
  const parts = live.slice(Math.max(from, 0));
  const ready = parts.flatMap(({ num_ready }) => num_ready ?? []);
  const times = parts.map(({ counted_time }) => counted_time).sort();
  return {
    counted: parts.length > 0 ? addDecimal("0", ...parts.map(({ num }) => num)) : null,
    counted_ready: ready.length > 0 ? addDecimal("0", ...ready) : null,
    first_time: times[0] ?? null,
    counted_time: times.at(-1) ?? null,
    person: parts.at(-1)?.person ?? null,
    persons: [...new Set(live.map(({ person }) => person))],
    parts,
    waiting: standing.filter(({ key, is_waiting }) => is_waiting && !answered.has(key)),
    last_count: counts.at(-1)?.key ?? 0,
  };
}
