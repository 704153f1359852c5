import { decimal, milli, normalizeNumber } from "~/lib/money/decimal";
import { tokyoLocal } from "~/lib/time/datetime";
import { type CardState, cannotCount } from "./card";
import type { Counted } from "./work";

type Numbers = Pick<Counted, "num_good" | "num_defective" | "num_partial">;
const LABELS = { num_good: "良品数", num_defective: "不良数", num_partial: "途中数" } as const;

// Before the last making step (`last`) good counts only while the card stands `here`: it begins the next
// process at 0. A sentence where the card no longer holds what is taken away.
export function correctedCounts(
  card: CardState & Numbers,
  before: Numbers,
  after: Numbers,
  here: boolean,
  last: boolean,
): Numbers | string {
  const gone = cannotCount(card);
  if (gone) return gone;
  const more = (name: keyof Numbers) => milli(after[name]) - milli(before[name]);
  const half = here ? more("num_partial") + (last ? 0n : more("num_good")) : 0n;
  const counts = {
    num_good: milli(card.num_good) + (last ? more("num_good") : 0n),
    num_defective: milli(card.num_defective) + more("num_defective"),
    num_partial: milli(card.num_partial) + half,
  };
  const below = (Object.keys(counts) as (keyof Numbers)[]).find((name) => counts[name] < 0n);
  if (below)
    return `カードの${LABELS[below]}が0より小さくなります。カードの数量は「数量を登録」で直してください。`;
  return {
    num_good: decimal(counts.num_good),
    num_defective: decimal(counts.num_defective),
    num_partial: decimal(counts.num_partial),
  };
}

type Row = Numbers & {
  worker_id: number | null;
  work_start: string | null;
  work_end: string | null;
  is_void: boolean;
  is_unmanned: boolean;
};

export function asTyped(row: Row) {
  const clock = (instant: string | null) => (instant ? tokyoLocal(instant) : "");
  return {
    worker_id: String(row.worker_id ?? ""),
    work_start: clock(row.work_start),
    work_end: clock(row.work_end),
    num_good: row.num_good,
    num_defective: row.num_defective,
    num_partial: row.num_partial,
    is_void: row.is_void ? "on" : "",
    is_unmanned: row.is_unmanned ? "on" : "",
  };
}

/** What was not touched is no correction; a tick that is taken away says so. */
export function changedOnly(form: FormData, row: Row | undefined): void {
  if (!row) return;
  const { is_void, is_unmanned, ...typed } = asTyped(row);
  for (const name of Object.keys({ is_void, is_unmanned })) if (!form.has(name)) form.set(name, "off");
  for (const [name, shown] of Object.entries(typed)) {
    const given = String(form.get(name) ?? "");
    if (given === shown || (name.startsWith("num_") && normalizeNumber(given) === shown)) form.delete(name);
  }
}
