import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { KANBAN_CARD_NUM } from "~/lib/vocabulary/card.schema";
import { cardsIn, cellsOf } from "./board.cell.server";
import { choicesOf } from "./board.choices.server";
import { boardColumn, firstPages } from "./board.column.server";
import { countsOf, workCounts } from "./board.count.server";
import { destinationsOf, headsOf, sellerProcessesOf, stepsOf } from "./board.head.server";
import { laneCounts } from "./board.lane.server";
import { lastEntry } from "./board.pulse.server";
import type { Board, BoardQuery } from "./board.schema";
import { countsIn, summaryOf } from "./board.sum";
import { viewOf } from "./board.where.server";

export async function boardOf(db: Tx, who: Who, { only, entered, ...filter }: BoardQuery): Promise<Board> {
  const own = sellerProcessesOf(db, who);
  const [at, view] = await Promise.all([lastEntry(db, who), viewOf(db, who, filter), own]);
  const { heads, processes } = await headsOf(db, view, filter.seller_id, entered, own);
  const wanted = only.length === 0 ? heads : heads.filter((head) => only.includes(head.id));
  const withLanes = wanted.filter((head) => head.lanes.length > 0).flatMap((head) => head.places);
  const [found, everywhere, lanes, choices, work] = await Promise.all([
    cardsIn(db, view, wanted.flatMap(cellsOf), KANBAN_CARD_NUM + 1),
    countsOf(db, who, view, filter),
    laneCounts(db, view, withLanes),
    choicesOf(db, who, view.partners),
    workCounts(db, who, view),
  ]);
  const counts = countsIn(everywhere, heads);
  const page = await firstPages(db, who, view, found, stepsOf(view, processes));
  return {
    at,
    today: view.today,
    stall_days: view.stall_days,
    columns: wanted.map((head) => boardColumn(head, heads.indexOf(head), counts, lanes, page)),
    ...choices,
    processes: destinationsOf(view, processes),
    summary: summaryOf(counts, heads, work),
  };
}
