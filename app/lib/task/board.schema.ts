import { z } from "zod";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { FilterField } from "~/lib/list/list.schema";
import { integer, optionalInteger } from "~/lib/money/number.schema";
import {
  checkbox,
  optionalChoice,
  optionalKey,
  optionalText,
  rowKey,
  unchosenText,
} from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { cardRow, KANBAN_CARD_NUM, role, TASK_TYPE_LABEL, unit } from "~/lib/vocabulary/card.schema";
import { colour } from "~/lib/vocabulary/colour";
import { movement } from "./move.card.schema";

/** No money. */
export const boardCard = cardRow.pick({
  key: true,
  id: true,
  seller_id: true,
  seller_name: true,
  buyer_id: true,
  buyer_name: true,
  order_id: true,
  name: true,
  num_items: true,
  num_good: true,
  num_defective: true,
  num_partial: true,
  order_unit: true,
  delivery_date: true,
  delivery_time: true,
  group_id: true,
  subgroup_id: true,
  status: true,
  answer: true,
  proposed_delivery_date: true,
  is_urgent: true,
  task_type: true,
  parent_id: true,
  collab_name: true,
  worker: true,
  created_time: true,
  group_update_time: true,
  version: true,
});
export type BoardCard = z.infer<typeof boardCard>;

/** Work is null for the buyer, and where nobody is at it. */
export const boardTile = boardCard.extend({
  work: z.enum(["working", "paused"]).nullable(),
  warn_until: z.string(),
  /** 工程期限; null for the buyer, and where nothing tells. */
  leave_by: z.string().nullable(),
  num_unread: z.number(),
  /** Null where cards stand by date, and for the buyer. */
  is_placed: z.boolean().nullable(),
  num_parts: z.number(),
  num_parts_done: z.number(),
  num_branches: z.number(),
  num_branches_done: z.number(),
  num_files: z.number(),
});
export type BoardTile = z.infer<typeof boardTile>;

/** 通常 is a card without a task_type. */
const KINDS = ["normal", "defective", "division", "part"] as const;

const STATE_LABEL = {
  inbox: "新規依頼",
  working: "作業中",
  paused: "中断",
  partial: "途中",
  ready: "出荷待ち",
};

export const boardFilter = z.object({
  q: optionalText("検索", 100),
  buyer_id: optionalText("依頼元", 40),
  seller_id: optionalText("依頼先", 40),
  name: optionalText("商品", 60),
  collab_id: optionalText("協力会社", 40),
  worker_id: optionalKey("作業者"),
  is_billing_target: optionalChoice("請求対象", ["on", "off"]),
  late: checkbox(),
  soon: checkbox(),
  urgent: checkbox(),
  stalled: checkbox(),
  state: optionalChoice("状況", ["inbox", "working", "paused", "partial", "ready"]),
  task_type: optionalChoice("種別", KINDS),
  delivery_date_from: optionalDate(`${CARD_LABEL.delivery_date}（から）`),
  delivery_date_to: optionalDate(`${CARD_LABEL.delivery_date}（まで）`),
});
export type BoardFilter = z.output<typeof boardFilter>;

const ids = z
  .string()
  .max(400)
  .default("")
  .transform((text) => text.split(",").filter(Boolean));
export const boardQuery = boardFilter.extend({
  /** As "3,4"; the counts are of all columns. */
  only: ids,
  entered: ids,
});
export type BoardQuery = z.output<typeof boardQuery>;

/** `columns`: to read again; "*" for all. */
export const boardPulse = z.object({ at: z.number(), today: z.string(), columns: z.array(z.string()) });
export const pulseQuery = z.object({ since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) });

export const columnQuery = boardFilter.extend({
  /** A process by its group_id, or, on the buyer's board over all sellers, a role. */
  id: z.string().max(20),
  /** 0: the cards in none. */
  subgroup_id: optionalInteger("機械・班", 0, 999),
  entered: checkbox(),
  cursor: z.string().max(2_000).optional(),
  size: z.coerce.number().int().min(1).max(500).default(KANBAN_CARD_NUM),
});

/** For the seller only. */
const processes = z.array(z.object({ group_id: z.number(), label: z.string(), role }));

export type ColumnQuery = z.output<typeof columnQuery>;

export const columnPage = z.object({
  cards: z.array(boardTile),
  next: z.string().nullable(),
  processes,
  stall_days: z.number(),
});

/** `undone`: the last step is taken back, counts and all. */
export const boardMove = movement.extend({
  key: rowKey,
  undone: z.string().max(1).optional(),
  way: z.string().max(20).optional(),
  part: z.string().max(3_000).optional(),
});

export const columnOrder = z.object({
  group_id: integer("工程", 1, 98),
  is_sequenced: z.boolean({ error: unchosenText("並び順") }),
});
export const columnOrdered = columnOrder.extend({ label: z.string() });

const boardLane = z.object({
  subgroup_id: z.number(),
  label: z.string(),
  count: z.number(),
  cards: z.array(boardTile),
  next: z.string().nullable(),
});

const boardColumn = z.object({
  /** With lanes: the cards in none. */
  cards: z.array(boardTile),
  next: z.string().nullable(),
  id: z.string(),
  sort: z.number(),
  label: z.string(),
  role,
  colour: colour.nullable(),
  count: z.number(),
  sums: z.array(z.object({ order_unit: unit, num_items: z.string() })),
  late: z.number(),
  /** Put in order by hand, for the whole factory (decision 039). */
  is_sequenced: z.boolean(),
  lanes: z.array(boardLane),
});
export type BoardColumn = z.infer<typeof boardColumn>;

const named = z.array(z.object({ id: z.string(), name: z.string() }));
export const boardChoices = z.object({ partners: named, collaborators: named, workers: named });
export type BoardChoices = z.infer<typeof boardChoices>;

export const board = z.object({
  /** 東京. */
  today: z.string(),
  columns: z.array(boardColumn),
  /** Over the whole board, whatever late, urgent, stalled and the dates narrow it to. */
  summary: z.object({
    total: z.number(),
    late: z.number(),
    soon: z.number(),
    stalled: z.number(),
    urgent: z.number(),
    working: z.number(),
    paused: z.number(),
    partial: z.number(),
    ready: z.number(),
  }),
  ...boardChoices.shape,
  processes,
  stall_days: z.number(),
  /** The last entry of the log that this board knows of. */
  at: z.number(),
});
export type Board = z.infer<typeof board>;

type Side = "seller" | "buyer" | null;

export function boardFields(side: Side, { partners, collaborators, workers }: BoardChoices): FilterField[] {
  const options = (of: { id: string; name: string }[]) =>
    of.map(({ id, name }) => ({ value: id, label: name }));
  const own: FilterField[] =
    side === "buyer"
      ? []
      : [
          {
            name: "collab_id",
            label: "協力会社",
            kind: "select",
            more: true,
            options: options(collaborators),
          },
          { name: "worker_id", label: "作業者", kind: "select", more: true, options: options(workers) },
          {
            name: "state",
            label: "状況",
            kind: "select",
            more: true,
            options: Object.entries(STATE_LABEL).map(([value, label]) => ({ value, label })),
          },
        ];
  return [
    { name: "q", label: "検索", kind: "text" },
    side === "buyer"
      ? { name: "seller_id", label: "依頼先", kind: "select", options: options(partners) }
      : { name: "buyer_id", label: "依頼元", kind: "select", options: options(partners) },
    { name: "late", label: "遅れのみ", kind: "check" },
    { name: "urgent", label: "至急のみ", kind: "check" },
    { name: "name", label: "商品", kind: "text", more: true },
    { name: "delivery_date_from", label: `${CARD_LABEL.delivery_date}（から）`, kind: "date", more: true },
    { name: "delivery_date_to", label: `${CARD_LABEL.delivery_date}（まで）`, kind: "date", more: true },
    {
      name: "task_type",
      label: "種別",
      kind: "select",
      more: true,
      options: KINDS.map((value) => ({ value, label: value === "normal" ? "通常" : TASK_TYPE_LABEL[value] })),
    },
    {
      name: "is_billing_target",
      label: CARD_LABEL.is_billing_target,
      kind: "select",
      more: true,
      options: [
        { value: "on", label: "対象" },
        { value: "off", label: "対象外" },
      ],
    },
    ...own,
    { name: "soon", label: "今日・明日", kind: "check", more: true },
    { name: "stalled", label: "停滞のみ", kind: "check", more: true },
  ];
}
