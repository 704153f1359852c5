import { compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { addBankDays } from "~/lib/time/bankday";
import { formatDate, type ISODate } from "~/lib/time/date";
import {
  type Basis,
  DIFFERENCE_LABEL,
  INSPECTION_TREATMENT_LABEL,
  type InspectionKind,
  type InspectionState,
  type OrderState,
} from "~/lib/vocabulary/inspection";
import type { RestBase } from "~/lib/vocabulary/tolerance";
import type { InspectedLine, InspectionRow } from "./inspection.schema";

/** In the unit the line is counted in; 特採 is among what was rejected. */
export type Inspected = {
  num_items: string;
  num_accepted: string;
  num_rejected: string;
  num_concession: string;
};

type Line = { card_key: number | null; replaces_key: number | null; is_cost: boolean };

/** Goods are inspected; 中止費用, 送料, 値引 and 返品 are not. */
export const isGoods = ({ card_key, replaces_key, is_cost }: Line): boolean =>
  !is_cost && (card_key !== null || replaces_key !== null);

export const wasInspected = ({
  num_accepted,
  num_rejected,
}: Pick<Inspected, "num_accepted" | "num_rejected">) => milli(num_accepted) + milli(num_rejected) > 0n;

export const pendingItems = ({ num_items, num_accepted, num_rejected }: Inspected): string =>
  decimal(milli(num_items) - milli(num_accepted) - milli(num_rejected));

export function inspectionState(line: Inspected): InspectionState {
  if (milli(pendingItems(line)) > 0n) return "pending";
  if (milli(line.num_rejected) === milli(line.num_concession)) return "passed";
  return milli(line.num_accepted) + milli(line.num_concession) === 0n ? "failed" : "partial";
}

/** 納品: what was not rejected; 検収: what was accepted; 特採 in both (R4-10). */
export function billableItems(line: Inspected, basis: Basis): string {
  const concession = milli(line.num_concession);
  return decimal(
    basis === "inspected"
      ? milli(line.num_accepted) + concession
      : milli(line.num_items) - milli(line.num_rejected) + concession,
  );
}

type Ordered = Inspected & { ordered: string; num_lost: string; rest_base: RestBase };

/** What of an order's line is still to come: `num_lost` was rejected and is not delivered again (R9-3). */
export function orderProgress({ ordered, num_lost, rest_base, ...line }: Ordered): {
  rest: string;
  state: OrderState;
} {
  const pending = milli(pendingItems(line));
  const counts = milli(line.num_accepted) + milli(line.num_concession);
  const came = rest_base === "accepted" ? counts : counts + pending;
  const rest = milli(ordered) - came - milli(num_lost);
  const open: OrderState = rest > 0n ? "partial" : "complete";
  return { rest: decimal(rest < 0n ? 0n : rest), state: pending > 0n ? "pending" : open };
}

/** みなし検収 comes once this day is over; the days count from the last of what has to be known. */
export const inspectionDue = (known: ISODate[], inspection_days: number): ISODate =>
  addBankDays([...known].sort().at(-1)!, inspection_days);

const UNDO_DAYS = 5;
/** The last day on which both sides may agree to take みなし検収 back. */
export const deemedUntil = (inspected_date: ISODate): ISODate => addBankDays(inspected_date, UNDO_DAYS);

type Given = { num_accepted: string; num_rejected: string };

export function tooManyProblem(line: Inspected, given: Given): string | null {
  const left = pendingItems(line);
  const sum = decimal(milli(given.num_accepted) + milli(given.num_rejected));
  if (compareDecimal(sum, left) <= 0) return null;
  return compareDecimal(left, "0") === 0
    ? "この明細はもう検収が済んでいます"
    : `合格と不合格の合計は、検収待ちの${formatNumber(left)}以下で入力してください`;
}

export function concessionProblem(unit_price: string | undefined, agreed: string): string | null {
  if (unit_price === undefined) return "特採の単価を入力してください";
  return compareDecimal(unit_price, agreed) > 0
    ? `特採の単価は、納品書の単価${formatNumber(agreed)}円以下で入力してください`
    : null;
}

type Note = { number: string; delivery_date: ISODate; issued_date: ISODate };
type Dates = { received_date: ISODate; inspected_date: ISODate; today: ISODate; note: Note };

/** A 納品書 that is dated ahead may have come before its day, not before it was written. */
export function dateProblems({
  received_date,
  inspected_date,
  today,
  note,
}: Dates): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const [first, what] =
    note.issued_date < note.delivery_date ? [note.issued_date, "発行日"] : [note.delivery_date, "納品日"];
  const early = (label: string) => [
    `${label}は、納品書 ${note.number} の${what}（${formatDate(first)}）かそれより後の日付にしてください`,
  ];
  if (received_date < first) errors.received_date = early("受領日");
  if (received_date > today) errors.received_date = ["受領日は今日までの日付にしてください"];
  if (inspected_date > today) errors.inspected_date = ["検収日は今日までの日付にしてください"];
  else if (inspected_date < first) errors.inspected_date = early("検収日");
  else if (inspected_date < received_date)
    errors.inspected_date = ["検収日は受領日と同じかそれより後の日付にしてください"];
  return errors;
}

type Row = Pick<InspectionRow, "kind" | "is_reversed" | "treatment" | "answer">;
const KIND_LABEL: Record<Exclude<InspectionKind, "inspected">, string> = {
  deemed: "みなし検収",
  reworked: "手直し完了",
  reversed: "検収の取消",
  price: "差異（単価）",
  asked: "みなし検収の取消の依頼",
};

export const rowLabel = (row: Pick<InspectionRow, "kind" | "difference">): string =>
  row.kind === "inspected"
    ? row.difference
      ? `差異（${DIFFERENCE_LABEL[row.difference]}）`
      : "検収"
    : KIND_LABEL[row.kind];

const isDifference = (row: Pick<Row, "kind" | "treatment">): boolean =>
  row.kind === "price" || row.treatment !== null;

/** Whether the other side owes an answer to it. */
export const isAsking = (row: Row): boolean =>
  !row.is_reversed && row.answer === null && (isDifference(row) || row.kind === "asked");

/** 100 合格、20 不合格（返品（再納あり）） */
export function rowText(
  row: Pick<InspectionRow, "num_accepted" | "num_rejected" | "treatment" | "unit_price">,
) {
  const parts = [
    milli(row.num_accepted) === 0n ? "" : `合格 ${formatNumber(row.num_accepted)}`,
    milli(row.num_rejected) === 0n ? "" : `不合格 ${formatNumber(row.num_rejected)}`,
    row.treatment ? INSPECTION_TREATMENT_LABEL[row.treatment] : "",
    row.unit_price === null ? "" : `単価 ${formatNumber(row.unit_price)}円`,
  ];
  return parts.filter(Boolean).join("・");
}

type Taken = Pick<InspectionRow, "kind" | "is_reversed" | "num_accepted" | "num_rejected" | "is_billed"> & {
  is_followed: boolean;
};

/** A company takes back what it said itself, until it is billed. */
export function reverseProblem(
  row: Taken,
  line: Inspected & { num_billed: string },
  basis: Basis,
): string | null {
  if (row.is_reversed) return "この検収はもう取り消されています。";
  if (row.kind === "reversed" || row.kind === "asked") return "取り消せるのは検収と差異の連絡だけです。";
  if (row.is_followed) return "この差異には手直し完了か再納があるため取り消せません。";
  if (row.is_billed) return "請求書に載っているため取り消せません。";
  if (basis !== "inspected") return null;
  const left = milli(billableItems(line, basis)) - milli(row.num_accepted);
  return left < milli(line.num_billed)
    ? "請求書に載っているため取り消せません。先に請求書の締めを解除してもらってください。"
    : null;
}

/** 納品 100・合格 60・不合格 10・検収待ち 30 */
export const countsText = (
  line: Pick<InspectedLine, "num_accepted" | "num_rejected" | "num_concession" | "num_pending">,
  unit: string,
) =>
  [
    ["合格", line.num_accepted],
    ["不合格", line.num_rejected],
    ["うち特採", line.num_concession],
    ["検収待ち", line.num_pending],
  ]
    .filter(([, num]) => milli(num!) !== 0n)
    .map(([label, num]) => `${label} ${formatNumber(num!)}${unit}`)
    .join("・");

/** 「2026/12/04(金)までに検収がないときは、合格とみなします」 */
export function dueText(line: Pick<InspectedLine, "due" | "state">): string | null {
  return line.due && line.state === "pending"
    ? `${formatDate(line.due)}までに検収がないときは、合格とみなします`
    : null;
}
