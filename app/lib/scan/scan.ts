import type { OwnItem } from "~/lib/measurement/measure";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { ACT_LABEL, type Act } from "~/lib/vocabulary/scan";

const DONE: Record<Act, string> = {
  start: "に着手しました",
  unmanned: "を無人運転にしました",
  resume: "を再開しました",
  finish: "を完了しました",
  pause: "を中断しました",
  next: "を次の工程へ進めました",
  undo: "の操作を取り消しました",
};
export const doneText = (act: Act, name: string) => `「${name}」${DONE[act]}`;

export type CardSummary = {
  key: number;
  id: string;
  name: string;
  buyer_name: string;
  drawing_no: string | null;
  num_items: string;
  /** Left in this process, and in all, not counting what is only done here. */
  num_left: string;
  num_rest: string;
  unit: string;
  delivery_date: string | null;
  is_urgent: boolean;
  group_id: number;
  status: string;
  /** off: shipped, cancelled, or a request that nobody has accepted yet. */
  state: "none" | "working" | "paused" | "off";
  /** Of those who stand at it themselves. */
  worker_ids: number[];
  workers: string;
  /** A machine is at it by itself, and whether its process has such machines. */
  is_unmanned: boolean;
  runs_unmanned: boolean;
  next: string | null;
  drawing: string | null;
  revision_note: string | null;
  /** What is not there of its parts or its 引当. */
  short?: string | undefined;
  half: { rest: string; divisible: boolean } | null;
  product_id: number | null;
  cautions: { group_id: number; label: string; text: string }[];
  own_items: OwnItem[];
};

export const factsText = ({ num_items, num_left, unit, delivery_date, drawing_no }: CardSummary) =>
  [
    `${formatNumber(num_items)}${unit}`,
    num_left !== num_items && `残り ${formatNumber(num_left)}`,
    delivery_date && `納期 ${formatDate(delivery_date)}`,
    drawing_no && `図番 ${drawing_no}`,
  ]
    .filter(Boolean)
    .join("　");

const STATE = { none: "未着手", working: "作業中", paused: "中断", partial: "途中", off: "" };
export const stateText = ({ state, workers, num_left, num_rest }: CardSummary) =>
  [STATE[state === "none" && num_left !== num_rest ? "partial" : state], workers].filter(Boolean).join("：");

/** Somebody else's work can be joined. */
export function offered(card: CardSummary, worker_id: number | null): Act[] {
  const join: Act[] =
    worker_id !== null && !card.worker_ids.includes(worker_id) && card.worker_ids.length > 0 ? ["start"] : [];
  const alone: Act[] = card.runs_unmanned && !card.is_unmanned ? ["unmanned"] : [];
  const back: Act[] = card.is_unmanned && card.worker_ids.length === 0 ? ["start"] : [];
  switch (card.state) {
    case "off":
      return [];
    case "working":
      return ["finish", "pause", ...alone, ...back, ...join];
    case "paused":
      return ["resume", "finish", ...join];
    default:
      return ["start", "finish", ...alone, ...(card.next === null ? [] : ["next" as const])];
  }
}

export const actLabel = (act: Act, card: CardSummary) =>
  act === "start" && card.is_unmanned && card.worker_ids.length === 0
    ? "人の作業にする"
    : act === "start" && card.worker_ids.length > 0
      ? "いっしょに着手"
      : act === "unmanned"
        ? card.state === "none"
          ? "無人運転で着手"
          : "無人運転にする"
        : act === "next" && card.next
          ? `次の工程へ（${card.next}）`
          : ACT_LABEL[act];

/** 着手 of a paused card resumes it; a sentence where the code means nothing. */
export function resolveAct(act: Act, card: CardSummary, worker_id: number | null): Act | string {
  if (card.state === "off") return `このカードは「${card.status}」です。作業はできません。`;
  const known =
    act === "start" &&
    card.state === "paused" &&
    !(worker_id !== null && !card.worker_ids.includes(worker_id))
      ? "resume"
      : act;
  if (offered(card, worker_id).includes(known)) return known;
  if (known === "start") return "このカードは、すでに着手しています。";
  return known === "pause"
    ? card.state === "paused"
      ? "このカードは、すでに中断しています。"
      : "このカードは作業中ではありません。"
    : `このカードは${ACT_LABEL[known]}できません。`;
}

export const movesFirst = (act: Act, at_work: boolean): boolean =>
  act === "start" || ((act === "finish" || act === "unmanned") && !at_work);

export function misplaced(
  card: Pick<CardSummary, "group_id" | "status">,
  group_id: number | null,
  label: string | undefined,
): string | null {
  return group_id === null || group_id === card.group_id || !label
    ? null
    : `このカードは「${card.status}」にあります。「${label}」に移しますか。`;
}

// By the server's clock, as the device's may be wrong by hours; never in the future, nor before the card's
// log.
export function happened(device_time: string, device_now: string, now: string, not_before?: string): string {
  const at = Date.parse(now) - Math.max(0, Date.parse(device_now) - Date.parse(device_time));
  const floor = not_before === undefined ? -Infinity : Date.parse(not_before);
  return new Date(
    Math.min(Date.parse(now), Math.max(at, floor, Date.parse(now) - 7 * 86_400_000)),
  ).toISOString();
}

export const choiceText = ({ id, status, num_left, unit, delivery_date }: CardSummary) =>
  [id, status, `残り${formatNumber(num_left)}${unit}`, delivery_date && formatDate(delivery_date).slice(5)]
    .filter(Boolean)
    .join("　");

export function cautionText(
  { group_id, cautions }: Pick<CardSummary, "group_id" | "cautions">,
  chosen: number | null,
): string {
  const read = cautions.filter((one) => one.group_id === group_id || one.group_id === chosen);
  return read.map((one) => `「${one.label}」の注意書き：${one.text}`).join("　");
}

export const warningText = (
  card: Pick<CardSummary, "group_id" | "cautions" | "revision_note" | "short">,
  chosen: number | null,
): string => [card.revision_note, cautionText(card, chosen), card.short].filter(Boolean).join("　");

export function doneAt(
  act: Act,
  name: string,
  after: Pick<CardSummary, "group_id" | "cautions"> | null,
): string {
  const caution = after && (act === "finish" || act === "next") ? cautionText(after, null) : "";
  return [doneText(act, name), caution].filter(Boolean).join("。");
}

export function movedSince(
  card: Pick<CardSummary, "group_id" | "status">,
  seen: { group_id: number; status: string } | null | undefined,
): string | null {
  return !seen || seen.group_id === card.group_id
    ? null
    : `読み取ったときは「${seen.status}」にありましたが、今は「${card.status}」にあります。`;
}

/** Minutes that a worker must wait after wrong PINs: none up to the fifth, then 1, 2, 4 … 15. */
export function pinWait(failures: number, failed_time: string | null, now: string): number {
  if (failures < 5 || !failed_time) return 0;
  const until = Date.parse(failed_time) + Math.min(15, 2 ** (failures - 5)) * 60_000;
  return Math.max(0, Math.ceil((until - Date.parse(now)) / 60_000));
}
