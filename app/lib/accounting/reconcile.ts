import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { normalizeCode } from "~/lib/text/normalize";
import type { ISODate } from "~/lib/time/date";

type OurLine = {
  delivery_number: string;
  order_id: string | null;
  sales_date: ISODate;
  num_units: string;
  unit_price: string;
  price: number;
};
/** As the buyer expects to pay; `row` is its line in the file. */
export type TheirRow = {
  row: number;
  delivery_number?: string;
  order_id?: string;
  date?: ISODate;
  num_units?: string;
  unit_price?: string;
  price?: number;
};

const DIFFERENCES = ["missing", "unknown", "doubled", "quantity", "price", "amount"] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];
export const DIFFERENCE_LABEL: Record<DifferenceKind, string> = {
  missing: "支払予定にない",
  unknown: "請求にない",
  doubled: "重複",
  quantity: "数量",
  price: "単価",
  amount: "金額",
};
type Difference<L> = { kind: DifferenceKind; words: string; line: L | null; row: TheirRow | null };

const fold = (text: string) => normalizeCode(text).toUpperCase();
const isSameCode = (ours: string | null, theirs: string) => ours !== null && fold(ours) === fold(theirs);
const words = (label: string, ours: string | number, theirs: string | number) =>
  `${label} 請求 ${formatNumber(ours)}・支払予定 ${formatNumber(theirs)}`;

function differencesOf(line: OurLine, row: TheirRow): [DifferenceKind, string][] {
  const found: [DifferenceKind, string][] = [];
  if (row.num_units !== undefined && compareDecimal(row.num_units, line.num_units) !== 0)
    found.push(["quantity", words("数量", line.num_units, row.num_units)]);
  if (row.unit_price !== undefined && compareDecimal(row.unit_price, line.unit_price) !== 0)
    found.push(["price", words("単価", line.unit_price, row.unit_price)]);
  if (row.price !== undefined && row.price !== line.price)
    found.push(["amount", words("金額", line.price, row.price)]);
  return found;
}

/** By number of 納品書 and of order, whichever is given; without either by day and amount. */
function speaksOf(row: TheirRow, line: OurLine): boolean {
  const { delivery_number, order_id, date, price } = row;
  if (delivery_number !== undefined || order_id !== undefined)
    return (
      (delivery_number === undefined || isSameCode(line.delivery_number, delivery_number)) &&
      (order_id === undefined || isSameCode(line.order_id, order_id))
    );
  return date === line.sales_date && price === line.price;
}

const isWhole = (row: TheirRow) =>
  row.delivery_number !== undefined &&
  row.price !== undefined &&
  row.order_id === undefined &&
  row.num_units === undefined &&
  row.unit_price === undefined;

/** A row that names a 納品書 and its amount alone speaks of all its lines, the first time. */
function matchWhole<L extends OurLine>(left: Set<L>, row: TheirRow): Difference<L>[] | null {
  const lines = [...left].filter((line) => speaksOf(row, line));
  if (!isWhole(row) || lines.length < 2) return null;
  const sum = lines.reduce((total, line) => total + line.price, 0);
  for (const line of lines) left.delete(line);
  if (sum === row.price) return [];
  const said = words(`納品書 ${lines[0]!.delivery_number} の計`, sum, row.price!);
  return lines.map((line) => ({ kind: "amount", words: said, line, row }));
}

/** 照合: what the buyer expects to pay against what will be billed; only what differs. */
export function compareBilling<L extends OurLine>(ours: L[], theirs: TheirRow[]): Difference<L>[] {
  const left = new Set(ours);
  const found: Difference<L>[] = [];
  const rest: TheirRow[] = [];
  for (const row of theirs) {
    const whole = matchWhole(left, row);
    const same = whole
      ? undefined
      : [...left].find((line) => speaksOf(row, line) && differencesOf(line, row).length === 0);
    if (same) left.delete(same);
    else if (whole) found.push(...whole);
    else rest.push(row);
  }
  for (const row of rest) {
    const near = [...left]
      .filter((line) => speaksOf(row, line))
      .sort((a, b) => differencesOf(a, row).length - differencesOf(b, row).length)[0];
    if (near) {
      left.delete(near);
      const differs = differencesOf(near, row);
      found.push({
        kind: differs[0]![0],
        words: differs.map(([, said]) => said).join("、"),
        line: near,
        row,
      });
      continue;
    }
    const kind = ours.some((line) => speaksOf(row, line)) ? "doubled" : "unknown";
    found.push({
      kind,
      words: kind === "doubled" ? "支払予定に2回あります" : "請求される明細にありません",
      line: null,
      row,
    });
  }
  for (const line of left) found.push({ kind: "missing", words: "支払予定にありません", line, row: null });
  return found;
}

/** Of which a row says the same, and no other row speaks again. */
export function agreeing<L extends OurLine>(ours: L[], found: Difference<L>[]): L[] {
  const differing = new Set(found.flatMap(({ line }) => line ?? []));
  const again = found.flatMap(({ kind, row }) => (kind === "doubled" && row ? [row] : []));
  return ours.filter((line) => !differing.has(line) && !again.some((row) => speaksOf(row, line)));
}
