import { changesOf, type LogEntry } from "~/lib/log/changes";
import { formatDateTime } from "~/lib/time/datetime";

const KINDS: Record<string, string> = {
  started: "間接作業の開始",
  finished: "間接作業の終了",
  added: "間接作業を後から記入",
  corrected: "間接作業の修正",
  voided: "間接作業の取消",
  goes_on: "間接作業は続いている",
  told: "日報の勤務時間",
};
const FIELDS: Record<string, string> = {
  worker: "作業者",
  label: "間接作業",
  work_start: "開始",
  work_end: "終了",
  note: "メモ",
  goes_on_until: "続く時刻",
  day: "日付",
  attendance: "勤務",
};
const INSTANTS = ["work_start", "work_end", "goes_on_until"];

function valueText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  return INSTANTS.includes(name) ? formatDateTime(String(value)) : String(value);
}

export function indirectLog(entry: LogEntry) {
  return { what: KINDS[entry.kind] ?? entry.kind, changes: changesOf(FIELDS, valueText, entry) };
}
