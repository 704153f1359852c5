import { z } from "zod";
import type { FilterField } from "~/lib/list/list.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { checkbox, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { cardRow, KANBAN_CARD_NUM, role, TASK_TYPE_LABEL, unit } from "./card.schema";

/** A card as a column shows it: no money. */
export const boardCard = cardRow.pick({
  key: true, id: true, seller_id: true, seller_name: true, buyer_id: true, buyer_name: true, order_id: true, name: true, num_items: true, num_good: true,
  num_defective: true, num_partial: true, order_unit: true, delivery_date: true, delivery_time: true, group_id: true, status: true, answer: true,
  proposed_delivery_date: true, is_urgent: true, task_type: true, parent_id: true, collab_name: true, worker: true, group_update_time: true, version: true,
});
export type BoardCard = z.infer<typeof boardCard>;

/** 通常 is a card without a task_type. */
const KINDS = ["normal", "defective", "division", "part"] as const;

export const boardFilter = z.object({
  q: optionalText("検索", 100),
  /** The other side: 依頼元 for the seller, 依頼先 for the buyer. */
  buyer_id: optionalText("依頼元", 40),
  seller_id: optionalText("依頼先", 40),
  late: checkbox(),
  urgent: checkbox(),
  stalled: checkbox(),
  task_type: optionalChoice("種別", KINDS),
  delivery_date_from: optionalDate("納期（から）"),
  delivery_date_to: optionalDate("納期（まで）"),
});
export type BoardFilter = z.output<typeof boardFilter>;

export const columnQuery = boardFilter.extend({
  /** A process by its group_id, or, on the buyer's board over all sellers, a role. */
  id: z.string().max(20),
  cursor: z.string().max(200).optional(),
  size: z.coerce.number().int().min(1).max(500).default(KANBAN_CARD_NUM),
});

/** Where a card that is accepted, or pushed on, goes: for the seller only. */
const processes = z.array(z.object({ group_id: z.number(), label: z.string(), role }));

export const columnPage = z.object({ cards: z.array(boardCard), next: z.string().nullable(), processes });

export const boardColumn = z.object({
  cards: z.array(boardCard),
  next: z.string().nullable(),
  id: z.string(),
  label: z.string(),
  role,
  /** The true count, whatever is shown. */
  count: z.number(),
  sums: z.array(z.object({ order_unit: unit, num_items: z.string() })),
  late: z.number(),
});
export type BoardColumn = z.infer<typeof boardColumn>;

export const board = z.object({
  /** The 東京 day that late and soon are told by. */
  today: z.string(),
  columns: z.array(boardColumn),
  /** Over the whole board, whatever late, urgent, stalled and the dates narrow it to. */
  summary: z.object({ total: z.number(), late: z.number(), soon: z.number(), stalled: z.number(), urgent: z.number() }),
  partners: z.array(z.object({ id: z.string(), name: z.string() })),
  processes,
});
export type Board = z.infer<typeof board>;

type Side = "seller" | "buyer" | null;

/** The board's conditions, in the words of the side that looks. */
export function boardFields(side: Side, partners: Board["partners"]): FilterField[] {
  const options = partners.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { name: "q", label: "検索", kind: "text" },
    side === "buyer" ? { name: "seller_id", label: "依頼先", kind: "select", options } : { name: "buyer_id", label: "依頼元", kind: "select", options },
    { name: "late", label: "遅れのみ", kind: "check" },
    { name: "urgent", label: "至急のみ", kind: "check" },
    { name: "stalled", label: "停滞のみ", kind: "check", more: true },
    { name: "delivery_date_from", label: "納期（から）", kind: "date", more: true },
    { name: "delivery_date_to", label: "納期（まで）", kind: "date", more: true },
    { name: "task_type", label: "種別", kind: "select", more: true,
      options: KINDS.map((value) => ({ value, label: value === "normal" ? "通常" : TASK_TYPE_LABEL[value] })) },
  ];
}
