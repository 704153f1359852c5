export const OVER_BILLS = ["ordered", "delivered"] as const;
export type OverBill = (typeof OVER_BILLS)[number];
export const OVER_BILL_LABEL: Record<OverBill, string> = {
  ordered: "注文数まで（超えた分は請求しない）",
  delivered: "納入数（超えた分も請求する）",
};

/** What takes pieces off 残: their 納品書, or that they were accepted (R9-3). */
export const REST_BASES = ["delivered", "accepted"] as const;
export type RestBase = (typeof REST_BASES)[number];
export const REST_BASE_LABEL: Record<RestBase, string> = {
  delivered: "納入数（納品書を発行したら残から引く）",
  accepted: "検収数（検収が済んだら残から引く）",
};

export const NO_TOLERANCE = { over_pct: "0", under_pct: "0", over_bill: "delivered" } as const;

/** Of a line that has one of its own. */
export function lineTolerance({
  over_pct,
  under_pct,
}: { [P in keyof Tolerance]: string | null }): string | null {
  const said = [over_pct && `超過 ${Number(over_pct)}%まで`, under_pct && `不足 ${Number(under_pct)}%まで`];
  return said.some(Boolean) ? said.filter(Boolean).join("・") : null;
}

type Tolerance = { over_pct: string; under_pct: string };

export const isTolerant = ({ over_pct, under_pct }: Tolerance): boolean =>
  Number(over_pct) > 0 || Number(under_pct) > 0;

/** 「超過 2%まで・不足 なし」 */
export function toleranceLabel({ over_pct, under_pct }: Tolerance): string {
  const said = (pct: string) => (Number(pct) === 0 ? "なし" : `${Number(pct)}%まで`);
  return `超過 ${said(over_pct)}・不足 ${said(under_pct)}`;
}
