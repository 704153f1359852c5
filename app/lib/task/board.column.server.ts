import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { KANBAN_CARD_NUM } from "~/lib/vocabulary/card.schema";
import { cardsIn } from "./board.cell.server";
import { companyNames } from "./board.choices.server";
import type { Count } from "./board.count.server";
import { after, cursorAt, type Order } from "./board.cursor.server";
import { destinationsOf, type Head, headsOf, sellerProcessesOf, stepsOf } from "./board.head.server";
import type { BoardColumn, ColumnQuery } from "./board.schema";
import { columnSums } from "./board.sum";
import { type TileSource, tilesOf } from "./board.tile.server";
import { type View, viewOf } from "./board.where.server";

type CellPage = Pick<BoardColumn, "cards" | "next">;

/** The first cards of every cell, read together; `found` holds one more where the cell goes on. */
export async function firstPages(
  db: Tx,
  who: Who,
  view: View,
  found: Map<string, TileSource[]>,
  steps: ReturnType<typeof stepsOf>,
): Promise<(cell: string, order: Order) => CellPage> {
  const sources = [...found.values()].flatMap((rows) => rows.slice(0, KANBAN_CARD_NUM));
  const drawn = await tilesOf(db, who, companyNames(who, view.partners), sources, steps);
  const tiles = new Map(drawn.map((tile) => [tile.key, tile]));
  return (cell, order) => {
    const rows = found.get(cell) ?? [];
    const first = rows.slice(0, KANBAN_CARD_NUM);
    return {
      cards: first.map((row) => tiles.get(row.card.key)!),
      next: rows.length > first.length ? cursorAt(first[first.length - 1], order) : null,
    };
  };
}

export function boardColumn(
  head: Head,
  sort: number,
  counts: Count[],
  lanes: Map<string, number>,
  page: (cell: string, order: Order) => CellPage,
): BoardColumn {
  const { id, label, role, colour, order } = head;
  const { count, late, sums } = columnSums(counts, head);
  return {
    id,
    sort,
    label,
    role,
    colour,
    count,
    late,
    ...page(head.lanes.length > 0 ? `${id}.0` : id, order),
    is_sequenced: order === "manual",
    lanes: head.lanes.map((lane) => ({
      subgroup_id: lane.subgroup_id,
      label: lane.label,
      count: lanes.get(`${lane.group_id}.${lane.subgroup_id}`) ?? 0,
      ...page(`${id}.${lane.subgroup_id}`, order),
    })),
    sums,
  };
}

export async function columnOf(
  db: Tx,
  who: Who,
  { id, subgroup_id, cursor, size, entered, ...filter }: ColumnQuery,
) {
  const own = sellerProcessesOf(db, who);
  const [view] = await Promise.all([viewOf(db, who, filter), own]);
  const { heads, processes } = await headsOf(db, view, filter.seller_id, entered ? [id] : [], own);
  const head = heads.find((one) => one.id === id);
  if (!head) throw notFound("工程");
  const place = { head, lane: subgroup_id, id };
  const rows = (
    await cardsIn(db, view, [place], size + 1, cursor ? after(cursor, head.order) : undefined)
  ).get(id)!;
  const cards = rows.slice(0, size);
  const next = rows.length > size ? cursorAt(cards[cards.length - 1], head.order) : null;
  return {
    cards: await tilesOf(db, who, companyNames(who, view.partners), cards, stepsOf(view, processes)),
    next,
    processes: destinationsOf(view, processes),
    stall_days: view.stall_days,
  };
}
