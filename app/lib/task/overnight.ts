import type { ISODate } from "~/lib/time/date";
import { formatDateTime, formatTime } from "~/lib/time/datetime";

/** What somebody was at when a 勤務日 was over, and still is. */
export type Overnight = {
  kind: "card" | "indirect";
  key: number;
  card_key: number | null;
  worker_id: number;
  name: string;
  group_name: string | null;
  label: string;
  from: string;
  day: ISODate;
  /** When the shift was over, where it was begun before. */
  offered: string | null;
};

const LONG = 12 * 3_600_000;

type Left = {
  since: number;
  end: number | null;
  goes_on_until: number | null;
  now: number;
  has_shift: boolean;
};

/** 終業, or null where there is none before which it began; undefined: it is no question. */
export function endOvernight({ since, end, goes_on_until, now, has_shift }: Left): string | null | undefined {
  const goesOn = goes_on_until !== null && now < goes_on_until;
  // Whose nights nobody knows may well work at one.
  const isShort = !has_shift && now - since <= LONG;
  if (goesOn || isShort) return undefined;
  return end !== null && since < end ? new Date(end).toISOString() : null;
}

/** `isAtCard`: it can be answered where it is asked, else on the day. */
export function overnightErrors(open: Overnight[], isAtCard: boolean): Record<string, string[]> {
  const names = open.map(
    ({ name, label, from }) => `${name}さんの「${label}」（${formatDateTime(from)}から）`,
  );
  const ends = [...new Set(open.map(({ offered }) => offered && formatTime(offered)))];
  const isKnown = ends.every((end) => end !== null);
  return {
    left: [
      `${names.join("、")}が終わっていません。${isAtCard ? "" : "先に、今日の日報で回答してください。"}`,
    ],
    ...(isAtCard ? {} : { left_day: [open[0]!.day] }),
    ...(isAtCard && isKnown ? { left_end: [`${ends.join("・")} で終わりにしますか。`] } : {}),
  };
}
