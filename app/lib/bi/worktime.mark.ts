import { formatTime } from "~/lib/time/datetime";
import { minutesText } from "~/lib/time/minutes";
import type { KeptRecord } from "~/lib/vocabulary/worktime";

const PRIMES = [0x01000193, 0x85ebca6b];

/** Of what a day's records say: of two different ones it differs. */
export function markOf(records: KeptRecord[]): string {
  const text = JSON.stringify(
    [...records]
      .sort((a, b) => (a.row_key < b.row_key ? -1 : 1))
      .map(({ row_key, kind, start, end, minutes, num_good, num_defective }) => [
        row_key,
        kind,
        start,
        end,
        minutes,
        num_good,
        num_defective,
      ]),
  );
  return PRIMES.map((prime) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime) >>> 0;
    return hash.toString(16).padStart(8, "0");
  }).join("");
}

const clock = (instant: string | null) => (instant ? formatTime(instant) : "―");

/** What became of a day since it was approved, one sentence a record. */
export function changesSince(kept: KeptRecord[], records: KeptRecord[]): string[] {
  const before = new Map(kept.map((one) => [one.row_key, one]));
  const now = new Set(records.map(({ row_key }) => row_key));
  const come = records.flatMap((one) => {
    const was = before.get(one.row_key);
    if (!was) return [`${one.label}（${clock(one.start)}〜${clock(one.end)}）が増えました`];
    const said = [
      clock(was.start) === clock(one.start) ? "" : `開始 ${clock(was.start)} → ${clock(one.start)}`,
      clock(was.end) === clock(one.end) ? "" : `終了 ${clock(was.end)} → ${clock(one.end)}`,
      was.minutes === one.minutes ? "" : `${minutesText(was.minutes)} → ${minutesText(one.minutes)}`,
      was.num_good === one.num_good ? "" : `良品 ${was.num_good} → ${one.num_good}`,
      was.num_defective === one.num_defective ? "" : `不良 ${was.num_defective} → ${one.num_defective}`,
    ].filter(Boolean);
    return said.length > 0 ? [`${one.label}: ${said.join("、")}`] : [];
  });
  const gone = kept
    .filter(({ row_key }) => !now.has(row_key))
    .map((one) => `${one.label}（${clock(one.start)}〜${clock(one.end)}）がなくなりました`);
  return [...come, ...gone];
}
