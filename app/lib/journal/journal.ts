export const PRODUCTS = ["yayoi", "freee", "moneyforward"] as const;
export type Product = (typeof PRODUCTS)[number];
export const PRODUCT_LABEL: Record<Product, string> = {
  yayoi: "弥生会計",
  freee: "freee会計",
  moneyforward: "マネーフォワード クラウド会計",
};

/** s: 売上, sr: 売上返還, pq: 適格の仕入, p80…: 免税事業者からの仕入 (経過措置). */
const TAX_CODES = ["none", "s10", "s8", "sr10", "sr8", "pq10", "p80", "p70", "p50"] as const;
export type TaxCode = (typeof TAX_CODES)[number];
/** What our own entries use; the others have no entries yet. */
export const USED_CODES = ["none", "s10", "s8", "sr10", "sr8", "pq10"] as const;
export type UsedCode = (typeof USED_CODES)[number];
export const CODE_LABEL: Record<UsedCode, string> = {
  none: "対象外",
  s10: "売上10%",
  s8: "売上8%（軽減）",
  sr10: "売上の値引・返品10%",
  sr8: "売上の値引・返品8%（軽減）",
  pq10: "仕入10%（適格）",
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
  },
};

/** マネーフォワード takes an empty cell as 適格: never empty for who is not registered. */
export const MF_INVOICE: Partial<Record<TaxCode, string>> = {
  pq10: "適格",
  p80: "80％控除",
  p70: "70％控除",
  p50: "50％控除",
};
export const isTransitional = (code: TaxCode) => /^p\d/.test(code);
export const rateOfCode = (code: TaxCode) => (code === "none" ? 0 : code.endsWith("8") ? 8 : 10);
export const includedTax = (amount: number, rate: number) => Math.floor((amount * rate) / (100 + rate));

export type Account =
  | "receivable"
  | "sales"
  | "returns"
  | "advance"
  | "transfer"
  | "cash"
  | "check"
  | "bill"
  | "densai"
  | "offset"
  | "fee"
  | "loss"
  | "gain"
  | "other";
export const ACCOUNTS: Record<Account, { label: string; name: string }> = {
  receivable: { label: "売掛金", name: "売掛金" },
  sales: { label: "売上", name: "売上高" },
  returns: { label: "値引・返品", name: "売上値引高" },
  advance: { label: "前受（どの請求書にも充てていない入金）", name: "前受金" },
  transfer: { label: "入金：振込", name: "普通預金" },
  cash: { label: "入金：現金", name: "現金" },
  check: { label: "入金：小切手", name: "現金" },
  bill: { label: "入金：手形", name: "受取手形" },
  densai: { label: "入金：でんさい", name: "電子記録債権" },
  offset: { label: "入金：相殺", name: "買掛金" },
  fee: { label: "入金：手数料（当方負担）", name: "支払手数料" },
  loss: { label: "入金：端数（不足）", name: "雑損失" },
  gain: { label: "入金：端数（過分）・雑収入", name: "雑収入" },
  other: { label: "入金：その他", name: "仮払金" },
};
export const ACCOUNT_KEYS = Object.keys(ACCOUNTS) as Account[];
export type Accounts = Record<Account, string>;

/** 手数料 that we bear: less sales, a 手数料 that lowers their tax, or a purchase with its own 適格請求書. */
export const FEE_RULES = ["discount", "return", "purchase"] as const;
export const FEE_LABEL: Record<(typeof FEE_RULES)[number], string> = {
  discount: "売上の値引（返還）",
  return: "支払手数料（返還）",
  purchase: "支払手数料（仕入）",
};
export const SUB_RULES = ["partner", "sub", "none"] as const;
export const SUB_LABEL: Record<(typeof SUB_RULES)[number], string> = {
  partner: "取引先の欄に書く（弥生は補助科目）",
  sub: "補助科目に書く",
  none: "書かない",
};
export const BOOKKEEPINGS = ["included", "excluded"] as const;
export const BOOKKEEPING_LABEL = { included: "税込経理", excluded: "税抜経理" };

export type JournalRules = {
  bookkeeping: (typeof BOOKKEEPINGS)[number];
  sub_rule: (typeof SUB_RULES)[number];
  fee_rule: (typeof FEE_RULES)[number];
  /** 補助科目 of 普通預金. */
  bank: string;
  accounts: Accounts;
  tax_names: TaxNames;
};

export type Side = { account: string; sub: string; code: TaxCode; amount: number; tax: number };
type EntryRow = { debit: Side | null; credit: Side | null };
export type Entry = { date: string; summary: string; rows: EntryRow[] };

const sum = (sides: (Side | null)[]) => sides.reduce((total, side) => total + (side?.amount ?? 0), 0);
export const debitOf = ({ rows }: Entry) => sum(rows.map((row) => row.debit));
export const creditOf = ({ rows }: Entry) => sum(rows.map((row) => row.credit));

/** Sides that belong together, side by side; a side below zero stands on the other. */
export function entryOf(date: string, summary: string, debits: Side[], credits: Side[]): Entry {
  const turned = (sides: Side[]) =>
    sides
      .filter(({ amount }) => amount < 0)
      .map((side) => ({ ...side, amount: -side.amount, tax: -side.tax }));
  const kept = (sides: Side[]) => sides.filter(({ amount }) => amount > 0);
  const left = [...kept(debits), ...turned(credits)];
  const right = [...kept(credits), ...turned(debits)];
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
    debit: left[at] ?? null,
    credit: right[at] ?? null,
  }));
  return { date, summary, rows };
}

export const reversed = ({ date: _, summary: __, rows }: Entry, date: string, summary: string): Entry => ({
  date,
  summary,
  rows: rows.map(({ debit, credit }) => ({ debit: credit, credit: debit })),
});
