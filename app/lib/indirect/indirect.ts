import { formatTime } from "~/lib/time/datetime";

const LONGEST = 24 * 3_600_000;
type Times = { work_start?: string; work_end?: string };

/** Of what is entered afterwards, or put right. */
export function timesProblems({ work_start, work_end }: Times, now: string): Record<string, string[]> {
  if (work_start === undefined) return { work_start: ["開始を入力してください"] };
  if (work_end === undefined) return { work_end: ["終了を入力してください"] };
  if (work_start > now) return { work_start: ["これからの日時は入力できません"] };
  if (work_end > now) return { work_end: ["これからの日時は入力できません"] };
  if (work_end <= work_start) return { work_end: ["終了は開始より後の日時を入力してください"] };
  return Date.parse(work_end) - Date.parse(work_start) > LONGEST
    ? { work_end: ["24時間までの時間を入力してください"] }
    : {};
}

const DAY = 24 * 3_600_000;
/** So long a factory keeps what was worked. */
const OLDEST = 5 * 366;
const AHEAD = 92;

/** Typed wrong, and no day that anybody still fills in. */
export const isLongAgo = (instant: string, now: string) =>
  Date.parse(instant) < Date.parse(now) - OLDEST * DAY;

/** 休み is told of days to come as well. */
export function farDay(day: string, now: string): string | null {
  const start = `${day}T00:00:00+09:00`;
  if (isLongAgo(start, now)) return "5年より前の日は変更できません。日付を確認してください。";
  const isFar = Date.parse(start) > Date.parse(now) + AHEAD * DAY;
  return isFar ? `${AHEAD}日より先の日は変更できません。日付を確認してください。` : null;
}

/** 待ち is told with what was waited for (docs/spec/bi.md). */
export const asksWhy = (label: string) => label.includes("待ち");

type Row = { label: string; work_start: string; work_end: string | null };

const rowText = ({ label, work_start, work_end }: Row) =>
  `「${label}」（${formatTime(work_start)}〜${work_end ? formatTime(work_end) : ""}）`;

export const overlapText = (name: string, row: Row) => `${name}さんの${rowText(row)}と時間が重なります。`;
