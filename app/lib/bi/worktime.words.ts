import type { Tone } from "~/lib/list/list.schema";
import { formatTime } from "~/lib/time/datetime";
import { minutesText } from "~/lib/time/minutes";
import {
  isMachine,
  type ReviewKind,
  TIME_KIND_LABEL,
  TIME_KINDS,
  type TimeKind,
} from "~/lib/vocabulary/worktime";
import type { PieceState } from "./worktime.day";
import type { DayRow } from "./worktime.schema";

const STATE_LABEL: Record<PieceState, string> = {
  done: "終了",
  paused: "中断中",
  going: "作業中",
  left: "未終了",
};
/** Nobody is at work at a machine that runs by itself. */
export const stateText = ({ state, kind }: { state: PieceState; kind: TimeKind }) =>
  isMachine({ kind }) && state === "going" ? "無人運転中" : STATE_LABEL[state];

type Cut = Record<"start" | "end" | "from" | "to", string | null>;
const clock = (instant: string | null) => (instant ? formatTime(instant) : "");
/** Of one 勤務日: what began before it and goes on after it has its minutes there. */
export const startText = ({ start, from }: Pick<Cut, "start" | "from">) =>
  start === from ? clock(start) : "前日から";
export const endText = ({ end, to }: Pick<Cut, "end" | "to">) => (end === to ? clock(end) : "翌日へ");

export const REVIEW_KIND_LABEL: Record<ReviewKind, string> = {
  approved: "承認",
  returned: "差戻し",
  withdrawn: "取消",
};

type Judged = { review: { kind: string } | null; is_changed: boolean };
export function reviewText({ review, is_changed }: Judged): string {
  if (review?.kind === "approved") return is_changed ? "承認後に訂正" : "承認済み";
  return review?.kind === "returned" ? "差戻し" : "未承認";
}
export function reviewTone({ review, is_changed }: Judged): Tone {
  if (review?.kind === "approved") return is_changed ? "warn" : "good";
  return review?.kind === "returned" ? "bad" : "muted";
}

/** 7:00 to 21:00 where somebody was there, and 8:00 to 20:00 at least. */
export function hoursOf(days: DayRow[]): { from: number; to: number } {
  const all = days.flatMap(({ records, gaps }) => [...records.flatMap(({ spans }) => spans), ...gaps]);
  const low = Math.min(480, ...all.map(([from]) => from));
  const high = Math.max(1200, ...all.map(([, to]) => to));
  // A work of days does not press the others flat.
  return { from: Math.max(0, Math.floor(low / 120) * 120), to: Math.min(2880, Math.ceil(high / 120) * 120) };
}

/** Of a record in the chart: what the colour of its bar says, too. */
export const recordText = ({ label, card_id, name, kind, is_parallel, state }: DayRow["records"][number]) =>
  [
    card_id,
    name,
    card_id ? label : `${TIME_KIND_LABEL[kind]} ${label}`,
    isMachine({ kind }) && state !== "going" ? "無人運転" : null,
    is_parallel ? "並行" : null,
    state === "done" ? null : stateText({ state, kind }),
  ]
    .filter(Boolean)
    .join(" ");

const MACHINE = TIME_KINDS.indexOf("machine");

/** 機械 stands last: where none ran by itself the legend ends before it. */
export const seriesOf = (days: DayRow[]): string[] =>
  TIME_KINDS.filter((_, at) => at < MACHINE || days.some(({ records }) => records.some(isMachine))).map(
    (kind) => TIME_KIND_LABEL[kind],
  );
export const seriesAt = (kind: TimeKind) => TIME_KINDS.indexOf(kind);

export function daysSentence(days: DayRow[]): string {
  if (days.length === 0) return "この期間の作業日報はありません。";
  const sum = (name: "minutes" | "machine_minutes" | "indirect_minutes" | "gap_minutes" | "num_left") =>
    days.reduce((all, day) => all + day[name], 0);
  const attended = days.filter(({ records }) => records.length === 0 || !records.every(isMachine)).length;
  const machine = sum("machine_minutes") > 0 ? `機械 ${minutesText(sum("machine_minutes"))}` : "";
  if (attended === 0) return ["機械だけの日です", machine].filter(Boolean).join("。") + "。";
  const parts = [
    `実働 ${minutesText(sum("minutes"))}`,
    machine,
    sum("indirect_minutes") > 0 ? `間接 ${minutesText(sum("indirect_minutes"))}` : "",
    sum("gap_minutes") > 0 ? `記録なし ${minutesText(sum("gap_minutes"))}` : "記録なしはありません",
    sum("num_left") > 0 ? `未終了 ${sum("num_left")}件` : "",
  ];
  return `${attended}人日で、${parts.filter(Boolean).join("、")}。`;
}

export const COUNTING =
  "日報は勤務日（勤務時間の始まった日）で分け、分数は加工実績の実働と同じものです。同時に着手したカードは時間を等分し「並行」とします。未終了は終えるまで実働に入りません。";

/** There is room for five letters: 20 井上 of the 20th. */
export const dayLabel = ({ worker, day }: DayRow, several: boolean) =>
  several ? `${Number(day.slice(8))} ${worker}` : worker;
