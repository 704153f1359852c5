import { z } from "zod";

export const unit = z.enum(["piece", "kg", "set"]);
export type Unit = z.infer<typeof unit>;
export const UNIT_LABEL: Record<Unit, string> = { piece: "個", kg: "kg", set: "セット" };

export const taskType = z.enum(["defective", "division", "part"]);
export type TaskType = z.infer<typeof taskType>;
export const TASK_TYPE_LABEL: Record<TaskType, string> = { defective: "不良", division: "分割", part: "部品" };

export const answer = z.enum(["waiting", "proposed", "accepted", "declined"]);
export type Answer = z.infer<typeof answer>;
export const ANSWER_LABEL: Record<Answer, string> = { waiting: "回答待ち", proposed: "納期回答あり", accepted: "承諾", declined: "辞退" };

export const role = z.enum(["inbox", "queue", "work", "outsource", "inspect", "ready"]);
export type Role = z.infer<typeof role>;
export const ROLE_LABEL: Record<Role, string> = {
  inbox: "新規依頼", queue: "未着手", work: "加工", outsource: "外注", inspect: "検査", ready: "出荷待ち",
};

/** Cards here stand on no board: shipped or cancelled. */
export const NON_KANBAN_GROUP = 99;
/** How many cards a column shows first. */
export const KANBAN_CARD_NUM = 6;
