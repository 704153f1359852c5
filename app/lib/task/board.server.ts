import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal } from "~/lib/money/decimal";
import { KANBAN_CARD_NUM, unit } from "~/lib/vocabulary/card.schema";
import { cardsIn, cellsOf } from "./board.cell.server";
import { type Count, countsOf, type ProcessKey, workCounts } from "./board.count.server";
import { after, cursorAt, type Order } from "./board.cursor.server";
import { destinationsOf, type Head, headsOf, sellerProcessesOf, stepsOf } from "./board.head.server";
import { laneCounts } from "./board.lane.server";
import { lastEntry } from "./board.pulse.server";
import type { Board, BoardColumn, BoardQuery, ColumnQuery } from "./board.schema";
import { tilesOf } from "./board.tile.server";
import { choicesOf, type View, viewOf } from "./board.where.server";

const namesIn = (who: Who, view: View) =>
  new Map([
    ...view.partners.map(({ id, name }): [string, string] => [id, name]),
    [who.company_id, who.company_name],
  ]);

export async function boardOf(db: Tx, who: Who, { only, entered, ...filter }: BoardQuery): Promise<Board> {
  const own = sellerProcessesOf(db, who);
  const [at, view] = await Promise.all([lastEntry(db, who), viewOf(db, who, filter), own]);
  const { heads, processes } = await headsOf(db, view, filter.seller_id, entered, own);
  const on = (row: ProcessKey, of: Head[]) =>
    of.some((head) =>
      head.places.some((place) => place.seller_id === row.seller_id && place.group_id === row.group_id),
    );
  const wanted = only.length === 0 ? heads : heads.filter((head) => only.includes(head.id));
  const [first, everywhere, lanes, choices, work] = await Promise.all([
    cardsIn(db, view, wanted.flatMap(cellsOf), KANBAN_CARD_NUM + 1),
    countsOf(db, who, view, filter),
    laneCounts(
      db,
      view,
      wanted.filter((head) => head.lanes.length > 0).flatMap((head) => head.places),
    ),
    choicesOf(db, who, view.partners),
    workCounts(db, who, view),
  ]);
  const counts = everywhere.filter((row) => on(row, heads));
  const drawn = [...first.values()].flatMap((rows) => rows.slice(0, KANBAN_CARD_NUM));
  const tiles = new Map(
    (await tilesOf(db, who, namesIn(who, view), drawn, stepsOf(view, processes))).map((tile) => [
      tile.key,
      tile,
    ]),
  );
  const cell = (id: string, order: Order) => {
    const rows = first.get(id) ?? [];
    const shown = rows.slice(0, KANBAN_CARD_NUM);
    return {
      cards: shown.map((row) => tiles.get(row.card.key)!),
      next: rows.length > shown.length ? cursorAt(shown[shown.length - 1], order) : null,
    };
  };
  const sum = (
    of: Count[],
    name: "count" | "late" | "total" | "total_late" | "soon" | "stalled" | "urgent",
  ) => of.reduce((n, row) => n + row[name], 0);
  const columns = heads.map((head, sort): BoardColumn => {
    const { id, label, role, colour, order } = head;
    const inColumn = counts.filter((row) => on(row, [head]));
    const units = unit.options.filter((one) =>
      inColumn.some((row) => row.order_unit === one && row.count > 0),
    );
    return {
      id,
      sort,
      label,
      role,
      colour,
      count: sum(inColumn, "count"),
      late: sum(inColumn, "late"),
      ...cell(head.lanes.length > 0 ? `${id}.0` : id, order),
      is_sequenced: order === "manual",
      lanes: head.lanes.map((lane) => ({
        subgroup_id: lane.subgroup_id,
        label: lane.label,
        count: lanes.get(`${lane.group_id}.${lane.subgroup_id}`) ?? 0,
        ...cell(`${id}.${lane.subgroup_id}`, order),
      })),
      sums: units.map((order_unit) => ({
        order_unit,
        num_items: addDecimal(
          ...inColumn.filter((row) => row.order_unit === order_unit).map((row) => row.num_items ?? "0"),
        ),
      })),
    };
  });
  const ready = counts.filter((row) =>
    on(
      row,
      heads.filter((head) => head.role === "ready"),
    ),
  );
  return {
    at,
    today: view.today,
    stall_days: view.stall_days,
    columns: columns.filter((column) => only.length === 0 || only.includes(column.id)),
    ...choices,
    processes: destinationsOf(view, processes),
    summary: {
      total: sum(counts, "total"),
      late: sum(counts, "total_late"),
      soon: sum(counts, "soon"),
      stalled: sum(counts, "stalled"),
      urgent: sum(counts, "urgent"),
      ready: sum(ready, "total"),
      ...work,
    },
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
    cards: await tilesOf(db, who, namesIn(who, view), cards, stepsOf(view, processes)),
    next,
    processes: destinationsOf(view, processes),
    stall_days: view.stall_days,
  };
}
