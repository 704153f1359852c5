import { lineAmount, roundDiv } from "~/lib/money/amount";
import { decimal, formatNumber, milli } from "~/lib/money/decimal";
import { formatDate, type ISODate } from "~/lib/time/date";
import { type InvoiceBasis, LINE_UNIT_LABEL, type LineUnit } from "~/lib/vocabulary/document";
import { BASIS_LABEL, type Basis } from "~/lib/vocabulary/inspection";
import { ON_TIME_DAY_LABEL, type OnTimeDay } from "~/lib/vocabulary/ontime";
import type { Rounding } from "~/lib/vocabulary/rounding";
import { billableItems, type Inspected, isGoods } from "./inspection";

type BasisRow = { key: number; from_date: ISODate; basis: Basis; inspection_days: number | null };

/** R4-10: the default. */
const DEFAULT = { basis: "delivered", inspection_days: null } as const;

/** What holds for goods delivered on that day. */
export function basisOn<R extends BasisRow>(
  rows: R[],
  delivery_date: ISODate,
): R | (typeof DEFAULT & { key?: undefined }) {
  const before = rows.filter((row) => row.from_date <= delivery_date);
  const later = (a: R, b: R) =>
    a.from_date > b.from_date || (a.from_date === b.from_date && a.key > b.key) ? a : b;
  return before.length === 0 ? DEFAULT : before.reduce(later);
}

export function basisDateProblem(from_date: ISODate, closed_end: ISODate | null): string | null {
  return closed_end !== null && from_date <= closed_end
    ? `${formatDate(closed_end)}までの期間は締め済みです。それより後の日付にしてください`
    : null;
}

/** By another day than that of 納品, a 納品書 may be billed in parts; its tax is rounded once (R1-7). */
export const basisTaxProblem = (basis: Basis, invoice_basis: InvoiceBasis): string | null =>
  basis === "delivered" || invoice_basis === "monthly"
    ? null
    : "納品書ごとに消費税を計算する取引先では、納品日だけを選べます。先に取引条件の「請求書の作り方」を変えてください";

/** 「2026/12/01(火) 以降に納品する分は検収日で請求します。…」 */
export function basisText({ from_date, basis, inspection_days }: Omit<BasisRow, "key">): string {
  const deemed =
    inspection_days === null
      ? "みなし検収はしません。"
      : `納品から${inspection_days}営業日のあいだに検収がない明細は、合格とみなします。`;
  return `${formatDate(from_date)}以降に納品する分は、${BASIS_LABEL[basis]}で請求します。${deemed}`;
}

/** 「納期遵守は出荷日で数えます。…」 */
export const onTimeText = (day: OnTimeDay): string =>
  `納期遵守は${ON_TIME_DAY_LABEL[day]}で数えます。${
    day === "shipped"
      ? "納期までに全数を出荷したカードが、間に合ったカードです。"
      : "納期までの日付の納品書に全数が載ったカードが、間に合ったカードです（請求しないカードは出荷日）。"
  }`;

export type BillableLine = Inspected & {
  delivery_date: ISODate;
  shipped_date: ISODate | null;
  sales_date: ISODate;
  card_key: number | null;
  replaces_key: number | null;
  is_cost: boolean;
  order_unit: LineUnit;
  unit: LineUnit;
  num_units: string;
  unit_price: string;
  price: number;
  note: string | null;
  num_billed: string;
  amount_rounding: Rounding;
};
/** Not taken back. */
export type BillableRow = {
  key: number;
  inspected_date: ISODate;
  num_accepted: string;
  num_rejected: string;
  /** Of 特採 that is agreed. */
  concession_price: string | null;
  is_billed: boolean;
};
type BillablePart = {
  num_items: string;
  num_units: string;
  unit_price: string;
  price: number;
  note: string | null;
  billing_date: ISODate;
  inspection_key: number | null;
};

type Share = { items: bigint; billing_date: ISODate; concession?: BillableRow };

/** Accepted pieces by their day, the oldest first, without those that are billed already. */
function acceptedShares(rows: BillableRow[], billed: bigint): Share[] {
  let left = billed;
  return [...rows]
    .sort((a, b) =>
      a.inspected_date < b.inspected_date ? -1 : a.inspected_date > b.inspected_date ? 1 : a.key - b.key,
    )
    .flatMap((row) => {
      const accepted = milli(row.num_accepted);
      const used = left < accepted ? left : accepted;
      left -= used;
      return accepted > used ? [{ items: accepted - used, billing_date: row.inspected_date }] : [];
    });
}

function sharesOf(line: BillableLine, rows: BillableRow[], basis: Basis): Share[] {
  const billed = milli(line.num_billed);
  const { shipped_date, sales_date } = line;
  // A card is shipped in parts: what is shipped last does not put off what was delivered before.
  const isBefore = basis === "shipped" && shipped_date !== null && shipped_date < sales_date;
  const day = isBefore ? shipped_date : sales_date;
  if (!isGoods(line))
    return billed === 0n ? [{ items: milli(line.num_items), billing_date: line.sales_date }] : [];
  const concessions = rows.filter((row) => row.concession_price !== null);
  const sum = (some: BillableRow[]) => some.reduce((all, row) => all + milli(row.num_rejected), 0n);
  const plain = billed - sum(concessions.filter((row) => row.is_billed));
  const left = milli(billableItems(line, basis)) - sum(concessions) - plain;
  const normal: Share[] =
    basis === "inspected"
      ? acceptedShares(rows, plain)
      : left > 0n
        ? [{ items: left, billing_date: day }]
        : [];
  return [
    ...normal,
    ...concessions
      .filter((row) => !row.is_billed)
      .map((row) => ({
        items: milli(row.num_rejected),
        billing_date: basis === "inspected" ? row.inspected_date : day,
        concession: row,
      })),
  ];
}

const quantityText = (items: bigint, unit: LineUnit) =>
  `${formatNumber(decimal(items))}${LINE_UNIT_LABEL[unit]}`;

/**
 * What of a delivered line is to be billed, and by which day (R4-10). A part is measured from what was billed
 * before it, so that all parts together are the line.
 */
export function billableParts(line: BillableLine, rows: BillableRow[], basis: Basis): BillablePart[] {
  const [whole, units] = [milli(line.num_items), milli(line.num_units)];
  const unitsUpTo = (items: bigint) => (whole === 0n ? 0n : roundDiv(units * items, whole, "half_up"));
  let done = milli(line.num_billed);
  return sharesOf(line, rows, basis).map(({ items, billing_date, concession }) => {
    const all = items === whole && !concession;
    const num_units = decimal(unitsUpTo(done + items) - unitsUpTo(done));
    done += items;
    const unit_price = concession?.concession_price ?? line.unit_price;
    const said = [
      basis === "inspected" && isGoods(line) ? `検収 ${formatDate(billing_date)}` : "",
      all ? "" : `納品${quantityText(whole, line.order_unit)}のうち${quantityText(items, line.order_unit)}`,
      concession ? "特採" : "",
    ];
    const note = said.filter(Boolean).join(" ");
    return {
      num_items: decimal(items),
      num_units,
      unit_price,
      price: all ? line.price : lineAmount(num_units, unit_price, line.amount_rounding),
      note: [line.note, note].filter(Boolean).join("\n") || null,
      billing_date,
      inspection_key: concession?.key ?? null,
    };
  });
}
