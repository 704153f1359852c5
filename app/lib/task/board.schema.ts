import { z } from "zod";
import { integer, optionalInteger } from "~/lib/money/number.schema";
import { checkbox, rowKey, unchosenText } from "~/lib/text/text.schema";
import { cardRow, KANBAN_CARD_NUM, role, unit } from "~/lib/vocabulary/card.schema";
import { colour } from "~/lib/vocabulary/colour";
import { boardChoices, boardFilter } from "./board.filter.schema";
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
  product_id: true,
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
  product_code: z.string().nullable(),
  /** The file whose picture stands for it: its own drawing, or its product's drawing or photo. */
  picture: z.string().nullable(),
  /** A 変更依頼 of its line waits for an answer. */
  is_amending: z.boolean(),
  /** A request that should have been answered by now. */
  is_unanswered: z.boolean(),
  /** Some of its 引当 is not there any more; false for the buyer. */
  is_over: z.boolean(),
});
export type BoardTile = z.infer<typeof boardTile>;

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
/** 今日の出荷: `to_ship` are the cards on the board that are due by today, the late ones too. */
export const boardToday = z.object({ shipped: z.number(), to_ship: z.number() });
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
