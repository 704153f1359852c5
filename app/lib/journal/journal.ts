import type { Product, TaxCode, TaxNames } from "./journal.tax";

export const PRODUCT_LABEL: Record<Product, string> = {
  yayoi: "弥生会計",
  freee: "freee会計",
  moneyforward: "マネーフォワード クラウド会計",
};

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
  | "other"
  | "payable"
  | "outsourcing"
  | "material"
  | "freight"
  | "supplies"
  | "repair"
  | "interest"
  | "expense"
  | "densai_out";
export const ACCOUNTS: Record<Account, { label: string; name: string }> = {
  receivable: { label: "売掛金", name: "売掛金" },
  sales: { label: "売上", name: "売上高" },
  returns: { label: "値引・返品", name: "売上値引高" },
  advance: { label: "前受（どの請求書にも充てていない入金）", name: "前受金" },
  transfer: { label: "入金・支払：振込", name: "普通預金" },
  cash: { label: "入金・支払：現金", name: "現金" },
  check: { label: "入金：小切手", name: "現金" },
  bill: { label: "入金：手形", name: "受取手形" },
  densai: { label: "入金：でんさい", name: "電子記録債権" },
  offset: { label: "入金：相殺", name: "買掛金" },
  fee: { label: "入金：手数料（当方負担）", name: "支払手数料" },
  loss: { label: "入金：端数（不足）", name: "雑損失" },
  gain: { label: "入金：端数（過分）・雑収入", name: "雑収入" },
  other: { label: "入金・支払：その他", name: "仮払金" },
  payable: { label: "買掛金", name: "買掛金" },
  outsourcing: { label: "仕入：外注加工費・届いた請求書", name: "外注加工費" },
  material: { label: "仕入：材料費", name: "材料費" },
  freight: { label: "仕入：送料・運賃", name: "荷造運賃" },
  supplies: { label: "仕入：消耗品費", name: "消耗品費" },
  repair: { label: "仕入：修繕費", name: "修繕費" },
  interest: { label: "仕入：遅延利息", name: "支払利息" },
  expense: { label: "仕入：その他", name: "雑費" },
  densai_out: { label: "支払：でんさい", name: "電子記録債務" },
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
