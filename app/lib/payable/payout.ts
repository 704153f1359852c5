import { formatNumber, formatYen } from "~/lib/money/decimal";
import { bankClosedText } from "~/lib/time/bankday";
import { formatDate, type ISODate } from "~/lib/time/date";
import type { PayoutKind } from "~/lib/vocabulary/payable";
import type { Toriteki } from "~/lib/vocabulary/toriteki";

type OpenDebt = { id: string; date: ISODate; open: number };
type Asked = { debt: string; amount?: number | undefined };

/** As much as was asked for, or all that is open; of a paper below zero, less than nothing. */
export function payParts<D extends OpenDebt>(asked: Asked[], debts: D[]): (D & { amount: number })[] {
  const byId = new Map(debts.map((debt) => [debt.id, debt]));
  return asked.flatMap(({ debt, amount }) => {
    const found = byId.get(debt);
    return found ? [{ ...found, amount: amount ?? found.open }] : [];
  });
}

/** What is wrong with an amount, by its place among those asked for. */
export function partProblem(asked: Asked, debt: OpenDebt | undefined, day: ISODate): string | null {
  if (!debt || debt.open === 0) return "残額のない請求書が指定されています";
  if (debt.date > day) return `請求日（${formatDate(debt.date)}）より前の日付では支払えません`;
  const { amount } = asked;
  if (amount === undefined) return null;
  if (amount === 0) return "支払額を入力してください";
  if (debt.open > 0 && amount < 0) return "支払額は1円以上で入力してください";
  if (debt.open < 0 && amount > 0) return "マイナスの請求書は、差し引く額をマイナスで入力してください";
  return Math.abs(amount) > Math.abs(debt.open)
    ? `支払額 ${formatNumber(amount)}円が、残額 ${formatNumber(debt.open)}円を超えています`
    : null;
}

/** A bank takes a 総合振込 days before it pays. */
export const TRANSFER_AHEAD = 60;

type Day = { kind: PayoutKind; payment_date: ISODate };
/** Only a transfer is known ahead: until its day it is owed. */
export function dayFault({ kind, payment_date }: Day, today: ISODate, last: ISODate): string | null {
  if (kind !== "transfer")
    return payment_date > today ? "支払日は今日までの日付で入力してください（先の日付は振込だけ）" : null;
  return payment_date > last ? `振込の支払日は${formatDate(last)}までの日付で入力してください` : null;
}

/** What waits in a 相殺 that was proposed is not paid as well. */
export function waitingProblem({ open, amount }: { open: number; amount: number }, waiting: number) {
  if (waiting === 0 || amount <= open - waiting) return null;
  const free = open - waiting;
  const rest = free > 0 ? `支払額を${formatNumber(free)}円までにするか、` : "";
  return `${formatYen(waiting)}は、相殺の提案で回答待ちです。${rest}相殺の提案に回答するか取り下げてから支払ってください`;
}

type Terms = {
  partner_name: string;
  toriteki: Toriteki;
  fee_bearer: "payer" | "payee";
  amount: number;
};
type Means = {
  kind: PayoutKind;
  fee: number;
  own_fee: number;
  maturity_date?: ISODate | undefined;
  payment_date: ISODate;
};
type Fault = { name: "debts" | "fee" | "own_fee" | "maturity_date"; text: string };

/** R2-7, R2-8: where the law protects the payee, the whole amount on the day, and no fee taken off. */
export function meansFault(means: Means, to: Terms): Fault | null {
  const { kind, fee, own_fee, maturity_date, payment_date } = means;
  if (to.amount <= 0)
    return { name: "debts", text: `${to.partner_name}への支払額の合計が0円以下です。選び直してください` };
  if (kind === "densai" && !maturity_date) return { name: "maturity_date", text: "満期日を入力してください" };
  if (kind !== "densai" && maturity_date)
    return { name: "maturity_date", text: "満期日は、でんさいだけに入力してください" };
  if (maturity_date && maturity_date < payment_date)
    return { name: "maturity_date", text: "満期日は支払日以後の日付で入力してください" };
  if (own_fee > 0 && kind !== "transfer")
    return { name: "own_fee", text: "振込手数料は、振込だけに入力してください" };
  if (own_fee > 0 && fee > 0)
    return { name: "own_fee", text: "差引手数料とは、どちらか一方だけを入力してください" };
  if (fee === 0) return null;
  if (kind !== "transfer") return { name: "fee", text: "振込手数料は、振込だけに入力してください" };
  if (to.toriteki === "covered")
    return {
      name: "fee",
      text: `${to.partner_name}は取適法の対象です。合意があっても、振込手数料は差し引けません`,
    };
  if (to.fee_bearer === "payer")
    return { name: "fee", text: `${to.partner_name}との条件では、振込手数料は当方の負担です` };
  return fee >= to.amount ? { name: "fee", text: "振込手数料は、支払額より小さくしてください" } : null;
}

/** R2-7: a claim that turns into cash after the debt is due is no payment on time. */
export function maturityFault(maturity: ISODate, due: ISODate, to: Terms): string | null {
  return to.toriteki === "covered" && maturity > due
    ? `${to.partner_name}は取適法の対象です。満期日は支払期日（${formatDate(due)}）までにしてください`
    : null;
}

type Noted = Terms & { interest: number; late: boolean; disputed: string[] };

/** What the person who pays should know, and may go on with. */
export function payoutNotes({ kind, fee, payment_date }: Means, partners: Noted[]): string[] {
  const closed = kind === "transfer" ? bankClosedText(payment_date) : "";
  return [
    closed ? `支払日の${formatDate(payment_date)}は銀行休業日です。振込は前後の営業日になります。` : "",
    ...partners.flatMap(({ partner_name, toriteki, interest, late, disputed }) => [
      disputed.length > 0
        ? `${partner_name}：${disputed.join("、")}に相違の連絡があります。支払先と確認してから支払ってください。`
        : "",
      interest > 0
        ? `${partner_name}：受領から60日を過ぎた分に、遅延利息（年14.6%） ${formatYen(interest)}がかかります。この支払には含まれていません。`
        : "",
      late && interest === 0 ? `${partner_name}：支払期日を過ぎています。` : "",
      fee > 0 && toriteki === "unknown"
        ? `${partner_name}：取適法の対象か未確認です。対象のときは、振込手数料を差し引けません。`
        : "",
    ]),
  ].filter(Boolean);
}

export const cannotCancelPayout = ({ cancelled_time }: { cancelled_time: string | null }): string | null =>
  cancelled_time ? "この支払は取り消されています。" : null;

export function cannotCancelBill({ cancelled_time, paid }: { cancelled_time: string | null; paid: number }) {
  if (cancelled_time) return "この計上は取り消されています。";
  return paid === 0 ? null : `${formatYen(paid)}を支払済みです。先に支払を取り消してください。`;
}

/** 「i12」 is a 請求書 issued here, 「b3」 one entered by hand. */
export function debtKeys(id: string): { invoice_key: number | null; bill_key: number | null } {
  const key = Number(id.slice(1));
  return id.startsWith("i") ? { invoice_key: key, bill_key: null } : { invoice_key: null, bill_key: key };
}
