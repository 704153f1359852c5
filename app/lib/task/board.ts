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

function stateOf(card: BoardTile, { side, processes }: Desk): Mark | null {
  if (card.answer === "waiting")
    return card.is_unanswered
      ? { text: `${ANSWER_LABEL.waiting}（遅れ）`, tone: "warn" }
      : { text: ANSWER_LABEL.waiting, tone: "accent" };
  if (card.answer === "proposed")
    return {
      text: `${ANSWER_LABEL.proposed} ${formatDate(card.proposed_delivery_date!).slice(5)}`,
      tone: "warn",
    };
  if (side === "buyer") return { text: card.status, tone: "muted" };
  const role: Role | undefined = processes.find((one) => one.group_id === card.group_id)?.role;
  const now = workStatusOf(card, role, card.work ?? "none");
  return now && { text: WORK_STATUS_LABEL[now], tone: WORK_STATUS_TONE[now] };
}

function marksOf(card: BoardTile): Mark[] {
  const kin = (icon: "fork" | "chain", label: string, done: number, all: number): Mark[] =>
    all > 0 ? [{ text: `${label} ${done}/${all}`, tone: done < all ? "warn" : "good", icon }] : [];
  return [
    ...(card.task_type === "division" ? [{ text: "枝番", tone: "muted", icon: "fork" } as const] : []),
    ...(card.task_type === "part" ? [{ text: "部品", tone: "muted", icon: "chain" } as const] : []),
    ...(card.task_type === "defective" ? [{ text: "不良", tone: "warn" } as const] : []),
    ...kin("chain", "部品", card.num_parts_done, card.num_parts),
    ...kin("fork", "枝", card.num_branches_done, card.num_branches),
    ...(card.is_amending ? [{ text: "変更依頼", tone: "warn" } as const] : []),
    ...(card.num_unread > 0 ? [{ text: `未読${card.num_unread}`, tone: "accent" } as const] : []),
    ...(card.num_files > 0 ? [{ text: String(card.num_files), tone: "muted", icon: "clip" } as const] : []),
  ];
}

export function chipsOf(card: BoardTile, desk: Desk): Mark[] {
  const wants = (part: Desk["without"][number]) => !desk.without.includes(part);
  const state = wants("state") ? stateOf(card, desk) : null;
  const stalled = wants("state") ? stalledFor(card, desk) : null;
  const overdue = wants("state") ? overdueHere(card, desk.today) : null;
  return [
    ...(card.is_urgent && wants("marks") ? [{ text: "至急", tone: "bad", icon: "star" } as const] : []),
    ...(state ? [state] : []),
    ...(card.is_over && wants("state") ? [{ text: "引当 不足", tone: "bad" as const }] : []),
    ...(card.is_placed === false && wants("state") ? [{ text: "順番未定", tone: "muted" as const }] : []),
    ...(overdue === null ? [] : [{ text: `工程${overdue}日遅れ`, tone: "warn" as const }]),
    ...(stalled === null ? [] : [{ text: `${stalled}日動きなし`, tone: "warn" as const }]),
    ...(card.worker && wants("worker") ? [{ text: card.worker, tone: "muted" as const }] : []),
    ...(wants("marks") ? marksOf(card) : []),
    ...(card.collab_name && wants("collab") ? [{ text: card.collab_name, tone: "muted" as const }] : []),
  ];
}

/** 良120 不3 途20 / 200. */
export function progressText(
  card: Pick<BoardTile, "num_good" | "num_defective" | "num_partial" | "num_items">,
): string {
  const part = (label: string, value: string) =>
    Number(value) === 0 ? "" : `${label}${formatNumber(value)}`;
  const done = [part("良", card.num_good), part("不", card.num_defective), part("途", card.num_partial)]
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
export function menuState(card: BoardTile): "a" | "n" | "s" | "w" | "p" {
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
  { path: "agree", label: "納期の提案に答える", on: "q" },
  { path: "chat", label: "チャット", on: "bq" },
  { path: "chat/date", label: "納期変更を依頼", on: "b" },
];
