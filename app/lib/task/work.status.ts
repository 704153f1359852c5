import { compareDecimal } from "~/lib/money/decimal";
import { type Answer, NON_KANBAN_GROUP, type Role } from "~/lib/vocabulary/card.schema";

export type WorkStatus = "none" | "working" | "paused" | "partial" | "inspect" | "ready";
export const WORK_STATUS_LABEL: Record<WorkStatus, string> = {
  none: "未着手",
  working: "作業中",
  paused: "中断",
  partial: "途中",
  inspect: "検査待ち",
  ready: "出荷待ち",
};
export const WORK_STATUS_TONE = {
  none: "muted",
  working: "accent",
  paused: "warn",
  partial: "muted",
  inspect: "accent",
  ready: "good",
} as const;

type CardWork = { group_id: number; answer: Answer | null; num_partial: string };

/** From the log, never typed; null off the board and for what nobody has accepted. */
export function workStatusOf(
  card: CardWork,
  role: Role | undefined,
  state: "none" | "working" | "paused" | "done",
): WorkStatus | null {
  if (card.group_id === NON_KANBAN_GROUP || card.answer === "waiting" || card.answer === "proposed")
    return null;
  if (state === "working" || state === "paused") return state;
  if (role === "ready") return "ready";
  if (compareDecimal(card.num_partial, "0") > 0) return "partial";
  return role === "inspect" ? "inspect" : "none";
}
