import { amountProblem } from "~/lib/money/amount";
import { figureChanges } from "~/lib/money/confirmed";
import { compareDecimal, decimal, formatNumber, formatYen, milli } from "~/lib/money/decimal";
import { type Measure, priceOf, unitProblem } from "~/lib/money/price";
import { taxByRate } from "~/lib/money/tax";
import { daysBetween, formatDate, type ISODate } from "~/lib/time/date";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import type { Rounding } from "~/lib/vocabulary/rounding";
import type { DeliveryState, Grouping } from "./delivery.schema";

export type Deliverable = Measure & {
  order_unit: Unit;
  num_items: string;
  num_good: string;
  num_delivered: string;
  shipped_time: string | null;
  is_billing_target: boolean;
  cancelled_time: string | null;
  closed_reason: string | null;
};

/** In the unit they are counted in. */
export function remaining({
  num_good,
  num_delivered,
}: Pick<Deliverable, "num_good" | "num_delivered">): string {
  return decimal(milli(num_good) - milli(num_delivered));
}

/** Null while the card has no price, or no way leads from its unit to the billed one. */
export function priceRemaining(
  card: Measure & Pick<Deliverable, "num_good" | "num_delivered"> & { unit_price: string | null },
  rounding: Rounding,
) {
  return unitProblem(card) ? null : priceOf({ ...card, num_items: remaining(card) }, rounding).price;
}

export function cardProblem(card: Deliverable): string | null {
  if (card.cancelled_time) return "取り消されたカードです。選択を外してください";
  if (card.closed_reason !== null)
    return "打切にしたカードです。先に、打切にした納品書で打切を取り消してください";
  if (!card.is_billing_target) return "請求対象外のカードです。選択を外してください";
  if (compareDecimal(remaining(card), "0") <= 0)
    return "すでに全数が納品書に載っています。選択を外してください";
  return unitProblem(card);
}

export function quantityProblem(num_items: string, card: Deliverable): string | null {
  const left = remaining(card);
  if (compareDecimal(num_items, left) <= 0) return null;
  return `納品数は残りの${formatNumber(left)}${UNIT_LABEL[card.order_unit]}以下で入力してください`;
}

export function priceProblem(num_units: string, unit_price: string | null | undefined): string | null {
  return unit_price == null
    ? "単価が決まっていません。単価を入力してください"
    : amountProblem(num_units, unit_price);
}

/** What was ordered, until it has left whole; then what was good of it. */
const expected = ({ num_items, num_good, shipped_time }: Deliverable) =>
  shipped_time === null && compareDecimal(num_items, num_good) > 0 ? num_items : num_good;

export const restAfter = (num_items: string, card: Deliverable): string =>
  decimal(milli(expected(card)) - milli(card.num_delivered) - milli(num_items));

/** 分納 2/3 残 400個 (R9-3): of as many as there will be if the rest comes at once. `before`: live notes. */
export function partialNote(
  num_items: string,
  card: Deliverable,
  before: number,
  close_reason: string | null = null,
): string | null {
  const rest = restAfter(num_items, card);
  if (compareDecimal(rest, "0") > 0 && close_reason !== null)
    return `残 ${formatNumber(rest)}${UNIT_LABEL[card.order_unit]}は打切（${close_reason}）`;
  if (compareDecimal(rest, "0") > 0)
    return `分納 ${before + 1}/${before + 2} 残 ${formatNumber(rest)}${UNIT_LABEL[card.order_unit]}`;
  return before > 0 ? `分納 ${before + 1}/${before + 1} 完納` : null;
}

type Groupable = { order_id: string | null; destination: string | null; card_key: number };

export function groupLines<L extends Groupable>(lines: L[], grouping: Grouping): L[][] {
  const keyOf: Record<Grouping, (line: L) => string> = {
    one: () => "",
    order: (l) => l.order_id ?? "",
    destination: (l) => l.destination ?? "",
    card: (l) => String(l.card_key),
  };
  const groups = new Map<string, L[]>();
  for (const line of lines) {
    const name = keyOf[grouping](line);
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return [...groups.values()];
}

export function sharedDestination(lines: { destination: string | null }[]): string | null {
  const places = new Set(lines.map((line) => line.destination));
  return places.size === 1 ? [...places][0]! : null;
}

/** Else nothing on a 納品書 to several destinations would tell which goods go where. */
export function placeNote({
  destination,
  note,
}: {
  destination: string | null;
  note: string | null;
}): string | null {
  const place = destination?.replace(/（[^（）]*）$/, "");
  return [place && `納入先 ${place}`, note].filter(Boolean).join("\n") || null;
}

/** Rounded once per rate (R1-5): legal where the basis is delivery_note, else 参考 (R1-7). */
export function deliveryTotals(lines: { price: number; tax_rate: number }[], tax_rounding: Rounding) {
  return taxByRate(
    lines.map(({ price, tax_rate }) => ({ amount: price, tax_rate })),
    tax_rounding,
  );
}

const ASKED = "このまま発行するときはチェックを入れてください";

export function dateQuestion(delivery_date: ISODate, shipped: ISODate[], today: ISODate): string | null {
  const first = shipped
    .filter((day) => day > delivery_date)
    .sort()
    .at(-1);
  if (first) return `納品日が出荷日（${formatDate(first)}）より前です。${ASKED}`;
  return Math.abs(daysBetween(today, delivery_date)) > 60
    ? `納品日が今日から60日より離れています。${ASKED}`
    : null;
}

export function negativeQuestion(sheets: { total: number }[]): string | null {
  const worst = sheets.find(({ total }) => total < 0);
  return worst ? `納品書の合計が${formatYen(worst.total)}で、マイナスです。${ASKED}` : null;
}

export function unseenDeliveries(seen: string, now: string): string | null {
  if (seen === now) return null;
  const changes = figureChanges(seen, now, [
    ["納品書", "件"],
    ["税抜計", "円"],
    ["消費税", "円"],
    ["合計", "円"],
  ]);
  return `確認した内容から変わったため、発行していません${changes && `（${changes}）`}。もう一度内容を確認してから発行してください。`;
}

/** A note without amounts cannot be the tax evidence that this partner's invoices rest on (R5-2). */
export function hiddenAmountsProblem(
  show_amounts: boolean,
  invoice_basis: "monthly" | "delivery_note",
): string | null {
  return show_amounts || invoice_basis === "monthly"
    ? null
    : "この取引先は納品書ごとに消費税を計算します。金額を印字してください";
}

export function unreachable({ address, tel }: { address: string | null; tel: string | null }): string | null {
  const unsaid = [address ? "" : "「住所」", tel ? "" : "「TEL」"].join("");
  return unsaid ? `納品書に印字する自社の${unsaid}が登録されていません。` : null;
}

type DeliveryMarks = {
  cancelled_time: string | null;
  invoice_numbers: string[];
  /** Live ones that have 返品 of this one. */
  return_numbers?: string[];
  is_inspected?: boolean;
};

/** The first that holds is the state of a 納品書; of none, it is 発行済. */
export const STATE_FACTS = [
  "cancelled",
  "billed",
  "inspected",
  "viewed",
  "sent",
] as const satisfies DeliveryState[];
export type StateFact = (typeof STATE_FACTS)[number];

function settledProblem({ cancelled_time, invoice_numbers }: DeliveryMarks, what: string): string | null {
  if (cancelled_time) return "この納品書は取り消されています。";
  if (invoice_numbers.length === 0) return null;
  return `請求書 ${invoice_numbers.join("、")} に載っているため${what}。先に請求書の締めを解除してください。`;
}

export const cannotCancel = (note: DeliveryMarks) =>
  settledProblem(note, "取り消せません") ?? inspectedProblem(note) ?? returnedProblem(note);
/** What the buyer has said of the goods would stand for nothing. */
const inspectedProblem = ({ is_inspected }: DeliveryMarks) =>
  is_inspected
    ? "検収された明細があるため取り消せません。先に、お相手に検収を取り消してもらってください。"
    : null;
/** What came back would be taken off for goods that were never billed. */
const returnedProblem = ({ return_numbers: numbers = [] }: DeliveryMarks) =>
  numbers.length === 0
    ? null
    : `この納品書の返品が納品書 ${numbers.join("、")} にあるため取り消せません。先にその納品書を取り消してください。`;
