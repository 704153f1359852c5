import { lineAmount, roundDiv } from "~/lib/money/amount";
import { addDecimal, compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { formatDate, type ISODate } from "~/lib/time/date";
import type { Rounding } from "~/lib/vocabulary/rounding";
import type { Supply, SupplyMovement } from "~/lib/vocabulary/supply";

type Moved = { movement: SupplyMovement; quantity: string };

/** R9-2: 残 is what stands at the seller's. */
export function supplyBalance(moves: Moved[]) {
  const sum = (movement: SupplyMovement) =>
    addDecimal("0", ...moves.filter((one) => one.movement === movement).map(({ quantity }) => quantity));
  const [sent, used, returned] = [sum("sent"), sum("used"), sum("returned")];
  return { sent, used, returned, rest: decimal(milli(sent) - milli(used) - milli(returned)) };
}

/** What went into so many goods, to three places. */
export const usedFor = (num_items: string, used_each: string): string =>
  decimal(roundDiv(milli(num_items) * milli(used_each), 1000n, "half_up"));

export const opposite = (quantity: string): string => decimal(-milli(quantity));

/** R2-11: once the last of the goods made from it is paid; null while nothing says when. */
export function settlementFrom(payment_dates: (ISODate | null)[]): ISODate | null {
  const days = payment_dates.flatMap((day) => day ?? []);
  return days.length > 0 && days.length === payment_dates.length ? days.sort().at(-1)! : null;
}

export const settlementProblem = (settlement_date: ISODate | undefined, from: ISODate | null) =>
  settlement_date && from && settlement_date < from
    ? `この材料を使う製品の代金の支払日（${formatDate(from)}）より前には決済できません`
    : null;

type Sent = {
  kind: Supply;
  quantity: string;
  unit_price?: string | undefined;
  line_no?: number | undefined;
  settlement_date?: ISODate | undefined;
};

export function sentProblems(sent: Sent): Record<string, string[]> {
  const isPaid = sent.kind === "paid";
  const all: Record<string, string | false | undefined> = {
    unit_price: isPaid
      ? sent.unit_price === undefined && "有償支給は、単価を入力してください"
      : sent.unit_price !== undefined && "無償支給には、単価を入力しません",
    line_no: isPaid && sent.line_no === undefined && "有償支給は、材料を使う外注依頼の明細を選んでください",
    settlement_date: !isPaid && sent.settlement_date !== undefined && "無償支給には、決済日を入力しません",
  };
  return Object.fromEntries(Object.entries(all).flatMap(([name, text]) => (text ? [[name, [text]]] : [])));
}

export const supplyPrice = (quantity: string, unit_price: string | null, rounding: Rounding) =>
  unit_price === null ? null : lineAmount(quantity, unit_price, rounding);

/** No more is used or comes back than stands there. */
export const movedProblem = (quantity: string, rest: string, unit: string): string | null =>
  compareDecimal(quantity, rest) > 0
    ? `残は ${formatNumber(rest)}${unit} です。それより多くは記録できません`
    : null;
