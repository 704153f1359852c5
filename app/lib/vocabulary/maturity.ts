import { addDays, dateParts, type ISODate, isoDate, monthEnd, shiftMonth } from "~/lib/time/date";

export const PAYMENT_METHODS = ["transfer", "factoring", "electronic"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const PAYMENT_METHOD_LABEL: Record<PaymentMethod, string> = {
  transfer: "銀行振込",
  factoring: "一括決済方式",
  electronic: "電子記録債権",
};
export const PAYMENT_METHOD_OPTIONS = PAYMENT_METHODS.map((value) => ({
  value,
  label: PAYMENT_METHOD_LABEL[value],
}));

export const MATURITY_UNITS = ["days", "months"] as const;
export type MaturityUnit = (typeof MATURITY_UNITS)[number];
const UNIT_LABEL: Record<MaturityUnit, string> = { days: "日後", months: "か月後" };
export const MATURITY_UNIT_OPTIONS = MATURITY_UNITS.map((value) => ({
  value,
  label: `${UNIT_LABEL[value]}（支払日から）`,
}));

export type Means = {
  payment_method?: PaymentMethod;
  maturity?: number | null;
  maturity_unit?: MaturityUnit | null;
};

/** 満期 of a claim, the bank's day of 一括決済; months keep the day, or the month's end. */
export function cashDay(
  due: ISODate,
  { payment_method = "transfer", maturity, maturity_unit }: Means,
): ISODate {
  if (payment_method === "transfer" || !maturity) return due;
  if (maturity_unit !== "months") return addDays(due, maturity);
  const { year, month, day } = dateParts(due);
  const ym = shiftMonth(year * 100 + month, maturity);
  const [y, m] = [Math.floor(ym / 100), ym % 100];
  return isoDate(y, m, day === monthEnd(year, month) ? monthEnd(y, m) : Math.min(day, monthEnd(y, m)));
}

export function maturityLabel({ payment_method, maturity, maturity_unit }: Means): string {
  if (payment_method === "transfer" || maturity === undefined || maturity === null) return "";
  return maturity === 0 ? "当日" : `${maturity}${UNIT_LABEL[maturity_unit ?? "days"]}`;
}

export function meansLabel(means: Means): string {
  const name = PAYMENT_METHOD_LABEL[means.payment_method ?? "transfer"];
  const after = maturityLabel(means);
  return after ? `${name}（満期は支払日の${after}）` : name;
}

export function maturityUnsaid({ payment_method, maturity }: Means): string | null {
  return payment_method !== undefined &&
    payment_method !== "transfer" &&
    (maturity === undefined || maturity === null)
    ? `${PAYMENT_METHOD_LABEL[payment_method]}の満期を入力してください（支払日の当日は0）`
    : null;
}

/** R2-7: where the law protects the payee, the whole amount must be cash by the day of payment. */
export function maturityProblem({ toriteki, ...means }: Means & { toriteki: string }): string | null {
  if (toriteki !== "covered" || means.payment_method === "transfer" || !means.maturity) return null;
  return "取適法の対象となる取引では、満期を支払日より後にできません。満期を0にするか、支払方法を銀行振込にしてください";
}
