import { addDecimal } from "~/lib/money/decimal";
import { unit } from "~/lib/vocabulary/card.schema";
import type { Count } from "./board.count.server";
import type { Head } from "./board.head.server";
import type { Board, BoardColumn } from "./board.schema";

type Counted = "count" | "late" | "total" | "total_late" | "soon" | "stalled" | "urgent";

const sum = (rows: Count[], name: Counted) => rows.reduce((n, row) => n + row[name], 0);

export const countsIn = (counts: Count[], heads: Head[]): Count[] =>
  counts.filter((row) =>
    heads.some(({ places }) =>
      places.some((place) => place.seller_id === row.seller_id && place.group_id === row.group_id),
    ),
  );

export function columnSums(counts: Count[], head: Head): Pick<BoardColumn, "count" | "late" | "sums"> {
  const rows = countsIn(counts, [head]);
  const units = unit.options.filter((one) => rows.some((row) => row.order_unit === one && row.count > 0));
  return {
    count: sum(rows, "count"),
    late: sum(rows, "late"),
    sums: units.map((order_unit) => ({
      order_unit,
      num_items: addDecimal(
        ...rows.filter((row) => row.order_unit === order_unit).map((row) => row.num_items ?? "0"),
      ),
    })),
  };
}

type Worked = Pick<Board["summary"], "working" | "paused" | "partial">;

export function summaryOf(counts: Count[], heads: Head[], work: Worked): Board["summary"] {
  const ready = heads.filter((head) => head.role === "ready");
  return {
    total: sum(counts, "total"),
    late: sum(counts, "total_late"),
    soon: sum(counts, "soon"),
    stalled: sum(counts, "stalled"),
    urgent: sum(counts, "urgent"),
    ready: sum(countsIn(counts, ready), "total"),
    ...work,
  };
}
