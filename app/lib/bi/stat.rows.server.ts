import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { DayRange } from "./period";
import { yields } from "./rate";
import { labelsOf } from "./stat.beside.server";
import { type Cell, cellsByProcess, madeByBucket } from "./stat.cells.server";
import { addSums, figuresOf, NOTHING, type Sums, sightOf, stepOf, trendOf } from "./stat.figures";
import { type BiProcess, seesCards, type View } from "./stat.read.server";
import type { StatRow } from "./stat.schema";

const MAX_ROWS = 200;
const OTHERS = "その他";

/** Quantities in one unit, everything else in all of them. */
export function summed(cells: Cell[], unit: Unit): Sums {
  return cells.reduce((sum, cell) => {
    if (cell.order_unit === unit) return addSums(sum, cell);
    const counted = Object.entries(cell).filter(
      ([name, value]) => typeof value === "number" && name !== "making_minutes",
    );
    return addSums(sum, { ...NOTHING, ...Object.fromEntries(counted) });
  }, NOTHING);
}

export const worksIn = (cells: Cell[], unit: Unit) =>
  cells
    .filter(({ order_unit }) => order_unit === unit)
    .reduce((sum, { num_works, num_cards }) => sum + num_works + num_cards, 0);

export function unitOf(cells: Cell[], asked: Unit | undefined): { unit: Unit; units: Unit[] } {
  const units = (["piece", "kg", "set"] as const).filter((one) => worksIn(cells, one) > 0);
  const [most = "piece"] = [...units].sort((a, b) => worksIn(cells, b) - worksIn(cells, a));
  return { unit: asked ?? most, units: [...units] };
}

export function grouped<K>(cells: Cell[], by: (cell: Cell) => K): Map<K, Cell[]> {
  const found = new Map<K, Cell[]>();
  for (const cell of cells) {
    const key = by(cell);
    const here = found.get(key);
    if (here) here.push(cell);
    else found.set(key, [cell]);
  }
  return found;
}
const byId = (cells: Cell[]) => grouped(cells, ({ id }) => id ?? "");

const sizeIn = (view: View) => (row: StatRow) =>
  milli((view.who.company_type === "seller" ? row.num_good : row.num_shipped) ?? "0");

const hasSome = (row: StatRow) =>
  Object.values(row).some((value) => typeof value === "number" && value !== 0) ||
  [row.num_good, row.num_defective, row.num_shipped].some((num) => num !== null && num !== "0");

export async function rowsOf(db: Tx, view: View, cells: Cell[], unit: Unit, processes: BiProcess[]) {
  const found = byId(cells);
  const steps = view.axis === "process" || view.filter.group_id !== undefined;
  const sight = { ...sightOf(view.who, seesCards(view)), steps };
  const ids = view.axis === "process" ? processes.map(({ group_id }) => String(group_id)) : [...found.keys()];
  const labels =
    view.axis === "process"
      ? new Map(processes.map(({ group_id, label }) => [String(group_id), label]))
      : await labelsOf(db, view.axis, ids);
  const sums = new Map(ids.map((id) => [id, summed(found.get(id) ?? [], unit)]));
  const rows = ids
    .map((id): StatRow => ({ id, label: labels.get(id)!, ...figuresOf(sums.get(id)!, sight) }))
    .filter(hasSome);
  const size = sizeIn(view);
  if (view.axis !== "process")
    rows.sort((a, b) =>
      size(a) === size(b) ? a.label.localeCompare(b.label, "ja") : size(a) < size(b) ? 1 : -1,
    );
  if (rows.length <= MAX_ROWS) return { rows, rows_more: 0 };
  const rest = rows.slice(MAX_ROWS).reduce((sum, { id }) => addSums(sum, sums.get(id)!), NOTHING);
  const others = { id: "", label: OTHERS, ...figuresOf(rest, sight) };
  return { rows: [...rows.slice(0, MAX_ROWS), others], rows_more: rows.length - MAX_ROWS };
}

export async function trendSeries(
  db: Tx,
  view: View,
  range: DayRange,
  rows: StatRow[],
  unit: Unit,
  by: Map<number, Cell[]>,
  starts: string[],
) {
  const { shown, has_others } = trendOf(
    rows.filter(({ id }) => id !== ""),
    sizeIn(view),
  );
  const ids = shown.map(({ id }) => id);
  const cells = ids.length === 0 ? [] : await madeByBucket(db, view, { range, starts, ids, unit });
  const num = (of: Pick<Sums, "num_good" | "num_shipped"> | undefined) =>
    (view.who.company_type === "seller" ? of?.num_good : of?.num_shipped) ?? "0";
  const found = new Map(cells.map((cell) => [`${cell.bucket}.${cell.id}`, cell]));
  const series = shown.map(({ id, label }) => ({
    id: id as string | null,
    label,
    values: starts.map((_, index) => num(found.get(`${index + 1}.${id}`))),
  }));
  if (!has_others) return series;
  const values = starts.map((_, index) => {
    const all = milli(num(summed(by.get(index + 1) ?? [], unit)));
    return decimal(series.reduce((left, one) => left - milli(one.values[index]!), all));
  });
  return [...series, { id: null, label: OTHERS, values }];
}

/** ② and ④, in the order of the board, and 総直行率 over all of them. */
export async function perProcess(db: Tx, view: View, range: DayRange, processes: BiProcess[], unit: Unit) {
  const ids = processes
    .filter(({ group_id }) => view.filter.group_id === undefined || group_id === view.filter.group_id)
    .map(({ group_id }) => group_id);
  const makes = processes.filter(({ role }) => ["work", "inspect", "outsource"].includes(role));
  const all: View = { ...view, groups: ids, making: makes.map(({ group_id }) => group_id) };
  const found = byId(await cellsByProcess(db, all, range));
  const sight = { ...sightOf(view.who, false), steps: true };
  const sums = processes.flatMap(({ group_id, label }) => {
    const cells = found.get(String(group_id));
    return cells ? [{ group_id, label, sum: summed(cells, unit) }] : [];
  });
  const { rty } = yields(sums.map(({ sum }) => stepOf(sum)).filter(({ input }) => input > 0n));
  return {
    rty,
    processes: sums.map(({ group_id, label, sum }) => {
      const { num_good, num_defective, defect_rate, fpy, final_rate, ...rest } = figuresOf(sum, sight);
      const { num_passed, wait_minutes, work_minutes, num_shift_stays, shift_wait_minutes } = rest;
      const made = { num_good, num_defective, defect_rate, fpy, final_rate };
      const stayed = { num_passed, wait_minutes, work_minutes, num_shift_stays, shift_wait_minutes };
      return { group_id, label, ...made, ...stayed };
    }),
  };
}
