import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { ACT_LABEL, type Act } from "~/lib/vocabulary/scan";

const DONE: Record<Act, string> = {
  start: "に着手しました",
  resume: "を再開しました",
  finish: "を完了しました",
  pause: "を中断しました",
  next: "を次の工程へ進めました",
  undo: "の操作を取り消しました",
};
/** 「ブラケットA」に着手しました */
export const doneText = (act: Act, name: string) => `「${name}」${DONE[act]}`;

/** What the scan page knows of a card; the device keeps it for when there is no network. */
export type CardSummary = {
  key: number;
  id: string;
  name: string;
  buyer_name: string;
  drawing_no: string | null;
  num_items: string;
  /** Still to be done in this process; and in all, not counting what is only done here. */
  num_left: string;
  num_rest: string;
  unit: string;
  delivery_date: string | null;
  is_urgent: boolean;
  group_id: number;
  status: string;
  /** off: shipped, cancelled, or a request that nobody has accepted yet. */
  state: "none" | "working" | "paused" | "off";
  worker_ids: number[];
  workers: string;
  /** Where 次の工程へ goes. */
  next: string | null;
  /** The file whose small picture is the latest drawing. */
  drawing: string | null;
  /** Why the latest drawing is not the one to work by. */
  revision_note: string | null;
  /** Only half finished where it stands: what becomes of the rest is to be said before it goes on. */
  half: { rest: string; divisible: boolean } | null;
  product_id: number | null;
  /** QR注意書き of the product's 標準工程. */
  cautions: { group_id: number; label: string; text: string }[];
};

/** 4,300個　残り 2,150　納期 2026/11/22(日)　図番 TNK-0090 */
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
/** 作業中：井上. What was counted half done and left is 途中, as on the board. */
export const stateText = ({ state, workers, num_left, num_rest }: CardSummary) =>
  [STATE[state === "none" && num_left !== num_rest ? "partial" : state], workers].filter(Boolean).join("：");

/** The big buttons for a card. Somebody else's work can be joined. */
export function offered(card: CardSummary, worker_id: number | null): Act[] {
  const join: Act[] =
    worker_id !== null && !card.worker_ids.includes(worker_id) && card.worker_ids.length > 0 ? ["start"] : [];
  switch (card.state) {
    case "off":
      return [];
    case "working":
      return ["finish", "pause", ...join];
    case "paused":
      return ["resume", "finish", ...join];
    default:
      return ["start", "finish", ...(card.next === null ? [] : ["next" as const])];
  }
}

export const actLabel = (act: Act, card: CardSummary) =>
  act === "start" && card.worker_ids.length > 0
    ? "いっしょに着手"
    : act === "next" && card.next
      ? `次の工程へ（${card.next}）`
      : ACT_LABEL[act];

/**
 * What an operation's code means for this card: 着手 of a paused card goes on with it. A sentence where it
 * means nothing.
 */
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

/**
 * Whether an act at a device is of the process chosen there, into which the card then goes first; what is
 * going on is ended where it goes on.
 */
export const movesFirst = (act: Act, at_work: boolean): boolean =>
  act === "start" || (act === "finish" && !at_work);

/** 「このカードは 検査 にあります。研磨 に移しますか」; null where it stands in the process chosen, or none is chosen. */
export function misplaced(
  card: Pick<CardSummary, "group_id" | "status">,
  group_id: number | null,
  label: string | undefined,
): string | null {
  return group_id === null || group_id === card.group_id || !label
    ? null
    : `このカードは「${card.status}」にあります。「${label}」に移しますか。`;
}

/**
 * When a queued scan happened, by the server's clock: the device's own, which may be wrong by hours, set
 * right by what it says it is now;
 * never in the future, nor before what the card's log already tells.
 */
export function happened(device_time: string, device_now: string, now: string, not_before?: string): string {
  const at = Date.parse(now) - Math.max(0, Date.parse(device_now) - Date.parse(device_time));
  const floor = not_before === undefined ? -Infinity : Date.parse(not_before);
  return new Date(
    Math.min(Date.parse(now), Math.max(at, floor, Date.parse(now) - 7 * 86_400_000)),
  ).toISOString();
}

/** A card among others of its product, on one line of a phone. */
export const choiceText = ({ id, status, num_left, unit, delivery_date }: CardSummary) =>
  [id, status, `残り${formatNumber(num_left)}${unit}`, delivery_date && formatDate(delivery_date).slice(5)]
    .filter(Boolean)
    .join("　");

/**
 * QR注意書き to be read at a card: of where it stands, and of the process chosen at the device, into which it
 * would go.
 */
export function cautionText(
  { group_id, cautions }: Pick<CardSummary, "group_id" | "cautions">,
  chosen: number | null,
): string {
  const read = cautions.filter((one) => one.group_id === group_id || one.group_id === chosen);
  return read.map((one) => `「${one.label}」の注意書き：${one.text}`).join("　");
}

/** What is to be read before a card is worked on: that its drawing is another, and QR注意書き. */
export const warningText = (
  card: Pick<CardSummary, "group_id" | "cautions" | "revision_note">,
  chosen: number | null,
): string => [card.revision_note, cautionText(card, chosen)].filter(Boolean).join("　");

/** What is said of an act that was done: where it has passed the card on, with the next process' QR注意書き. */
export function doneAt(
  act: Act,
  name: string,
  after: Pick<CardSummary, "group_id" | "cautions"> | null,
): string {
  const caution = after && (act === "finish" || act === "next") ? cautionText(after, null) : "";
  return [doneText(act, name), caution].filter(Boolean).join("。");
}

/** A scan that was kept on the device no longer fits a card that has gone elsewhere since. */
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
