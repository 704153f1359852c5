export const PRODUCTS = ["yayoi", "freee", "moneyforward"] as const;
export type Product = (typeof PRODUCTS)[number];

/** s: 売上, sr: 売上返還, pq: 適格の仕入, p80…: 免税事業者からの仕入 (経過措置); r8: at 8 %. */
export const TAX_CODES = [
  "none",
  "s10",
  "s8",
  "sr10",
  "sr8",
  "pq10",
  "pq8",
  "p80",
  "p80r8",
  "p70",
  "p70r8",
  "p50",
  "p50r8",
  "p30",
  "p30r8",
  "p0",
  "p0r8",
] as const;
export type TaxCode = (typeof TAX_CODES)[number];
export const CODE_LABEL: Record<TaxCode, string> = {
  none: "対象外",
  s10: "売上10%",
  s8: "売上8%（軽減）",
  sr10: "売上の値引・返品10%",
  sr8: "売上の値引・返品8%（軽減）",
  pq10: "仕入10%（適格）",
  pq8: "仕入8%（軽減・適格）",
  p80: "仕入10%（経過措置80%）",
  p80r8: "仕入8%（軽減・経過措置80%）",
  p70: "仕入10%（経過措置70%）",
  p70r8: "仕入8%（軽減・経過措置70%）",
  p50: "仕入10%（経過措置50%）",
  p50r8: "仕入8%（軽減・経過措置50%）",
  p30: "仕入10%（経過措置30%）",
  p30r8: "仕入8%（軽減・経過措置30%）",
  p0: "仕入10%（控除なし）",
  p0r8: "仕入8%（軽減・控除なし）",
};
type Names = Record<TaxCode, string>;
export type TaxNames = Record<Product, Names>;
/** Of 税込; 弥生 writes 内 in place of 込 for 税抜. */
export const TAX_NAMES: TaxNames = {
  yayoi: {
    none: "対象外",
    s10: "課税売上込10%",
    s8: "課税売上込軽減8%",
    sr10: "課税売返込10%",
    sr8: "課税売返込軽減8%",
    pq10: "課対仕入込10%適格",
    p80: "課対仕入込10%区分80%",
    p70: "課対仕入込10%区分70%",
    p50: "課対仕入込10%区分50%",
    pq8: "課対仕入込軽減8%適格",
    p80r8: "課対仕入込軽減8%区分80%",
    p70r8: "課対仕入込軽減8%区分70%",
    p50r8: "課対仕入込軽減8%区分50%",
    p30: "課対仕入込10%区分30%",
    p30r8: "課対仕入込軽減8%区分30%",
    p0: "課対仕入込10%区分控不",
    p0r8: "課対仕入込軽減8%区分控不",
  },
  freee: {
    none: "対象外",
    s10: "課税売上10%",
    s8: "課税売上8%（軽）",
    sr10: "課税売返10%",
    sr8: "課税売返8%（軽）",
    pq10: "課対仕入10%",
    p80: "課対仕入(控80)10%",
    p70: "課対仕入(控70)10%",
    p50: "課対仕入(控50)10%",
    pq8: "課対仕入8%（軽）",
    p80r8: "課対仕入(控80)8%（軽）",
    p70r8: "課対仕入(控70)8%（軽）",
    p50r8: "課対仕入(控50)8%（軽）",
    p30: "課対仕入(控30)10%",
    p30r8: "課対仕入(控30)8%（軽）",
    p0: "対象外",
    p0r8: "対象外",
  },
  moneyforward: {
    none: "対象外",
    s10: "課税売上 10%",
    s8: "課税売上 (軽)8%",
    sr10: "課税売上-返還等 10%",
    sr8: "課税売上-返還等 (軽)8%",
    pq10: "課税仕入 10%",
    p80: "課税仕入 10%",
    p70: "課税仕入 10%",
    p50: "課税仕入 10%",
    pq8: "課税仕入 (軽)8%",
    p80r8: "課税仕入 (軽)8%",
    p70r8: "課税仕入 (軽)8%",
    p50r8: "課税仕入 (軽)8%",
    p30: "課税仕入 10%",
    p30r8: "課税仕入 (軽)8%",
    p0: "課税仕入 10%",
    p0r8: "課税仕入 (軽)8%",
  },
};

/** マネーフォワード takes an empty cell as 適格: never empty for who is not registered. */
export const MF_INVOICE: Partial<Record<TaxCode, string>> = {
  pq10: "適格",
  pq8: "適格",
  p80: "80％控除",
  p80r8: "80％控除",
  p70: "70％控除",
  p70r8: "70％控除",
  p50: "50％控除",
  p50r8: "50％控除",
  p30: "30％控除",
  p30r8: "30％控除",
  p0: "控除なし",
  p0r8: "控除なし",
};
export const isTransitional = (code: TaxCode) => /^p\d/.test(code);
export const rateOfCode = (code: TaxCode) => (code === "none" ? 0 : code.endsWith("8") ? 8 : 10);
export const includedTax = (amount: number, rate: number) => Math.floor((amount * rate) / (100 + rate));
