import { z } from "zod";

export const UNITS = ["piece", "kg", "set"] as const;
export const unit = z.enum(UNITS);
export type Unit = z.infer<typeof unit>;
export const UNIT_LABEL: Record<Unit, string> = { piece: "個", kg: "kg", set: "セット" };
export const UNIT_WORDS: Record<string, Unit> = {
  ...Object.fromEntries(unit.options.map((value) => [UNIT_LABEL[value], value])),
  枚: "piece",
  本: "piece",
  ケ: "piece",
  キロ: "kg",
  組: "set",
};

export const taskType = z.enum(["defective", "division", "part"]);
export type TaskType = z.infer<typeof taskType>;
export const TASK_TYPE_LABEL: Record<TaskType, string> = {
  defective: "不良",
  division: "分割",
  part: "部品",
};

export const answer = z.enum(["waiting", "proposed", "accepted", "declined"]);
export type Answer = z.infer<typeof answer>;
export const ANSWER_LABEL: Record<Answer, string> = {
  waiting: "回答待ち",
  proposed: "納期回答あり",
  accepted: "承諾",
  declined: "辞退",
};

export const role = z.enum(["inbox", "queue", "work", "outsource", "inspect", "ready"]);
export type Role = z.infer<typeof role>;
export const ROLE_LABEL: Record<Role, string> = {
  inbox: "新規依頼",
  queue: "未着手",
  work: "加工",
  outsource: "外注",
  inspect: "検査",
  ready: "出荷待ち",
};

export const NON_KANBAN_GROUP = 99;
export const KANBAN_CARD_NUM = 6;
export const SHIPPED = "出荷済み";
export const DECLINED = "辞退";

/** Amounts need the accounting permission; the buyer never sees collab_name, worker, work times. */
export const cardRow = z.object({
  key: z.number(),
  id: z.string(),
  seller_id: z.string(),
  seller_name: z.string(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  collab_name: z.string().nullable(),
  status: z.string(),
  unit_weight: z.string().nullable(),
  pieces_per_set: z.string().nullable(),
  order_key: z.number().nullable(),
  order_id: z.string().nullable(),
  product_id: z.number().nullable(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  drawing_revision: z.string().nullable(),
  num_items: z.string(),
  num_good: z.string(),
  num_defective: z.string(),
  num_partial: z.string(),
  num_delivered: z.string(),
  order_unit: unit,
  delivery_date: z.string().nullable(),
  delivery_time: z.string().nullable(),
  created_time: z.string(),
  product_time: z.string().nullable(),
  shipped_time: z.string().nullable(),
  cancelled_time: z.string().nullable(),
  group_update_time: z.string(),
  update_time: z.string(),
  note: z.string().nullable(),
  unit,
  num_units: z.string(),
  unit_price: z.string().nullable(),
  price: z.number().nullable(),
  destination: z.string().nullable(),
  is_billing_target: z.boolean(),
  is_urgent: z.boolean(),
  group_id: z.number(),
  subgroup_id: z.number().nullable(),
  moved_group: z.number().nullable(),
  parent_id: z.string().nullable(),
  task_type: taskType.nullable(),
  work_start: z.string().nullable(),
  work_end: z.string().nullable(),
  worker: z.string().nullable(),
  answer: answer.nullable(),
  proposed_delivery_date: z.string().nullable(),
  answer_reason: z.string().nullable(),
  /** Of a card that is a cost and no goods: the rate agreed on. */
  cost_tax_rate: z.number().nullable(),
  version: z.number(),
});
export type CardRow = z.infer<typeof cardRow>;
