import { formatNumber } from "~/lib/money/decimal";
import { addDays, daysBetween, formatDate, type ISODate, tokyoDate, weekday } from "~/lib/time/date";
import { ANSWER_LABEL, type Role } from "~/lib/vocabulary/card.schema";
import type { BoardLook } from "./board.preference";
import type { Board, BoardTile } from "./board.schema";
import { stalledSince } from "./card";
import { WORK_STATUS_LABEL, WORK_STATUS_TONE, workStatusOf } from "./work.status";

export type Desk = Pick<Board, "today" | "stall_days" | "processes"> & {
  side: "seller" | "buyer" | null;
  without: BoardLook["without"];
};
type Mark = {
  text: string;
  tone: "good" | "warn" | "bad" | "accent" | "muted";
  icon?: "fork" | "chain" | "clip" | "star";
};

/** Saturdays and Sundays do not count. */
export function businessDays(from: ISODate, to: ISODate): number {
  const days = Math.max(0, daysBetween(from, to));
  const weeks = Math.floor(days / 7);
  let n = weeks * 5;
  const first = weekday(from);
  for (let day = 1; day <= days % 7; day++) if (((first + day) % 7) % 6 !== 0) n += 1;
  return n;
}

/** The inverse of going back so many business days. */
export const idleDays = (since: ISODate, today: ISODate): number =>
  businessDays(addDays(since, -1), addDays(today, -1));

export function stalledFor(
  card: Pick<BoardTile, "group_update_time">,
  { today, stall_days }: Pick<Desk, "today" | "stall_days">,
): number | null {
  const since = tokyoDate(card.group_update_time);
  return since <= stalledSince(today, stall_days) ? idleDays(since, today) : null;
}

/** Null for a card that is late as a whole: its date says so. */
function overdueHere(
  { leave_by, delivery_date }: Pick<BoardTile, "leave_by" | "delivery_date">,
  today: ISODate,
): number | null {
  return leave_by && leave_by < today && delivery_date! >= today ? daysBetween(leave_by, today) : null;
}

const TWO = 2;
const SAID_BY_ITSELF = ["none", "partial", "inspect", "ready"];

/** What somebody must know before picking it up, the most pressing first. */
function chipsFirst(card: BoardTile, { side, processes, without }: Desk): Mark[] {
  const wants = (part: Desk["without"][number]) => !without.includes(part);
  const role: Role | undefined = processes.find((one) => one.group_id === card.group_id)?.role;
  const now = side === "buyer" ? null : workStatusOf(card, role, card.work ?? "none");
  const state: (Mark | false)[] = [
    card.answer === "waiting" && !card.is_unanswered && { text: ANSWER_LABEL.waiting, tone: "accent" },
    card.answer === "waiting" &&
      card.is_unanswered && { text: `${ANSWER_LABEL.waiting}（遅れ）`, tone: "warn" },
    card.answer === "proposed" && {
      text: `${ANSWER_LABEL.proposed} ${formatDate(card.proposed_delivery_date!).slice(5)}`,
      tone: "accent",
    },
    card.is_over && { text: "引当 不足", tone: "accent" },
    side === "buyer" && !card.answer && { text: card.status, tone: "muted" },
    now === "working" && { text: WORK_STATUS_LABEL[now], tone: "good" },
  ];
  const marks: (Mark | false)[] = [
    card.is_amending && { text: "変更依頼", tone: "accent" },
    card.task_type === "defective" && { text: "不良", tone: "muted" },
    card.num_unread > 0 && { text: `未読${card.num_unread}`, tone: "accent" },
  ];
  const urgent: (Mark | false)[] = [
    wants("marks") && card.is_urgent && { text: "至急", tone: "accent", icon: "star" },
  ];
  return [...urgent, ...(wants("state") ? state : []), ...(wants("marks") ? marks : [])].filter(
    (mark) => !!mark,
  );
}

function signsLast(card: BoardTile, desk: Desk): Mark[] {
  const wants = (part: Desk["without"][number]) => !desk.without.includes(part);
  const stalled = stalledFor(card, desk);
  const overdue = overdueHere(card, desk.today);
  const kin = (icon: "fork" | "chain", label: string, done: number, all: number) =>
    all > 0 && { text: `${label} ${done}/${all}`, icon };
  const told: (Omit<Mark, "tone"> | false | null)[] = [
    ...(wants("state")
      ? [
          card.work === "paused" && { text: WORK_STATUS_LABEL.paused },
          overdue !== null && { text: `工程${overdue}日遅れ` },
          // A process that is overdue says how long by itself.
          stalled !== null && overdue === null && { text: `${stalled}日動きなし` },
          card.is_placed === false && { text: "順番未定" },
        ]
      : []),
    wants("worker") && !!card.worker && { text: card.worker },
    ...(wants("marks")
      ? [
          card.task_type === "division" && ({ text: "枝番", icon: "fork" } as const),
          card.task_type === "part" && ({ text: "部品", icon: "chain" } as const),
          kin("chain", "部品", card.num_parts_done, card.num_parts),
          kin("fork", "枝", card.num_branches_done, card.num_branches),
          card.num_files > 0 && ({ text: `添付${card.num_files}`, icon: "clip" } as const),
        ]
      : []),
    wants("collab") && !!card.collab_name && { text: card.collab_name },
  ];
  return told.filter((sign) => !!sign).map((sign) => ({ ...sign, tone: "muted" }));
}

/** A tile's two chips, and the rest as grey signs (design: one colour for time, and that is the date's). */
export function marksOf(card: BoardTile, desk: Desk): { chips: Mark[]; signs: Mark[] } {
  const first = chipsFirst(card, desk);
  const rest = first.slice(TWO).map((mark): Mark => ({ ...mark, tone: "muted" }));
  return { chips: first.slice(0, TWO), signs: [...rest, ...signsLast(card, desk)] };
}

/** All of it in words, for paper and for a wall that nobody touches; with the state that the column says. */
export function wordsOf(card: BoardTile, desk: Desk): Mark[] {
  const { chips, signs } = marksOf(card, desk);
  const role = desk.processes.find((one) => one.group_id === card.group_id)?.role;
  const now = desk.side === "buyer" ? null : workStatusOf(card, role, card.work ?? "none");
  const state: Mark[] =
    now && SAID_BY_ITSELF.includes(now) && !desk.without.includes("state")
      ? [{ text: WORK_STATUS_LABEL[now], tone: WORK_STATUS_TONE[now] }]
      : [];
  return [...chips, ...state, ...signs];
}

/** 良120 不良3 途中20 / 200. */
export function progressText(
  card: Pick<BoardTile, "num_good" | "num_defective" | "num_partial" | "num_items">,
): string {
  const part = (label: string, value: string) =>
    Number(value) === 0 ? "" : `${label}${formatNumber(value)}`;
  const done = [part("良", card.num_good), part("不良", card.num_defective), part("途中", card.num_partial)]
    .filter(Boolean)
    .join(" ");
  return `${done || "0"} / ${formatNumber(card.num_items)}`;
}

export const sortKey = (card: Pick<BoardTile, "is_urgent" | "delivery_date">): string =>
  `${card.is_urgent ? 0 : 1}${card.delivery_date ?? "9"}`;

/** What the ⋯ menu offers, and in a column ordered by hand whether it has a position (o) or not (m). */
export const tileState = (card: BoardTile): string =>
  menuState(card) + (card.is_placed === null ? "" : card.is_placed ? "o" : "m");

/** a: unanswered request, n: nothing done, s: on its way, w: at work, p: paused. */
export function menuState(
  card: Pick<BoardTile, "answer" | "work" | "num_good" | "num_defective" | "num_partial">,
): "a" | "n" | "s" | "w" | "p" {
  if (card.answer === "waiting" || card.answer === "proposed") return "a";
  if (card.work) return card.work === "working" ? "w" : "p";
  return Number(card.num_good) + Number(card.num_defective) + Number(card.num_partial) === 0 ? "n" : "s";
}

/** q: a proposed date to answer, b: nothing to answer. */
export const buyerState = ({ answer }: Pick<BoardTile, "answer">): "q" | "b" =>
  answer === "proposed" ? "q" : "b";

type CardMenuItem = { path: string; label: string; on: string };
/** In the order of docs/spec/board.md; `on`: the states in which an item is offered. */
export const CARD_MENU: CardMenuItem[] = [
  { path: "answer", label: "依頼に回答する", on: "a" },
  { path: "move", label: "移動先を選ぶ", on: "nswp" },
  { path: "menu", label: "順番を変える", on: "om" },
  { path: "start", label: "着手", on: "nsw" },
  { path: "resume", label: "再開", on: "p" },
  { path: "finish", label: "完了", on: "nswp" },
  { path: "pause", label: "中断", on: "w" },
  { path: "divide", label: "分割", on: "nswp" },
  { path: "part", label: "部品カード追加", on: "nswp" },
  { path: "defect", label: "不良登録", on: "nswp" },
  { path: "tag", label: "現品票を印刷", on: "answp" },
  { path: "ship", label: "出荷", on: "nsp" },
  { path: "edit", label: "編集", on: "answp" },
  { path: "copy", label: "複製", on: "nswp" },
  { path: "cancel", label: "削除", on: "n" },
];
export const BUYER_MENU: CardMenuItem[] = [
  { path: "agree", label: "納期の提案に回答する", on: "q" },
  { path: "chat", label: "チャット", on: "bq" },
  { path: "chat/date", label: "納期変更を依頼", on: "b" },
];
