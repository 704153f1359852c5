import { z } from "zod";
import { checkbox, choice, optionalChoice, optionalText, text, versionOrNone } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import {
  ACCOUNT_KEYS,
  ACCOUNTS,
  type Account,
  BOOKKEEPINGS,
  FEE_RULES,
  PRODUCT_LABEL,
  SUB_RULES,
} from "./journal";

import { CODE_LABEL, PRODUCTS, type Product, TAX_CODES, type TaxCode } from "./journal.tax";

const MOST = 40;
const accounts = z.object(
  Object.fromEntries(
    ACCOUNT_KEYS.map((key) => [key, text(`科目（${ACCOUNTS[key].label}）`, MOST)]),
  ) as Record<Account, ReturnType<typeof text>>,
);
const namesOf = (product: Product) =>
  z.object(
    Object.fromEntries(
      TAX_CODES.map((code) => [code, text(`${PRODUCT_LABEL[product]}の税区分（${CODE_LABEL[code]}）`, MOST)]),
    ) as Record<TaxCode, ReturnType<typeof text>>,
  );

/** The names of one product at a time: those of the others stay as they were. */
export const ruleInput = z.object({
  version: versionOrNone,
  product: choice("会計ソフト", PRODUCTS),
  bookkeeping: choice("経理方式", BOOKKEEPINGS),
  sub_rule: choice("取引先名", SUB_RULES),
  fee_rule: choice("振込手数料", FEE_RULES),
  bank: optionalText("普通預金の補助科目", MOST),
  accounts,
  tax_names: z.object({
    yayoi: namesOf("yayoi").optional(),
    freee: namesOf("freee").optional(),
    moneyforward: namesOf("moneyforward").optional(),
  }),
});
export type RuleInput = z.output<typeof ruleInput>;

export const rules = z.object({
  version: z.number(),
  product: z.enum(PRODUCTS),
  bookkeeping: z.enum(BOOKKEEPINGS),
  sub_rule: z.enum(SUB_RULES),
  fee_rule: z.enum(FEE_RULES),
  bank: z.string(),
  accounts: z.record(z.string(), z.string()),
  tax_names: z.record(z.enum(PRODUCTS), z.record(z.string(), z.string())),
});

const UNSEEN = "確認した内容が分かりません。もう一度確認してください";
const period = { from: date("期間（から）"), to: date("期間（まで）") };
export const previewQuery = z.object({ ...period, product: optionalChoice("会計ソフト", PRODUCTS) });
export const exportNew = z.object({
  ...period,
  product: choice("会計ソフト", PRODUCTS),
  seen: z.string({ error: UNSEEN }).regex(/^[0-9a-f]{16}$/, { error: UNSEEN }),
  replace: checkbox("書けない文字を〓にする"),
});
export type ExportNew = z.output<typeof exportNew>;

const side = z
  .object({ account: z.string(), sub: z.string(), tax: z.string(), amount: z.number() })
  .nullable();
const entryShown = z.object({
  source: z.string(),
  no: z.number(),
  date: z.string(),
  summary: z.string(),
  late: z.boolean(),
  problem: z.string().nullable(),
  rows: z.array(z.object({ debit: side, credit: side })),
});
export type EntryShown = z.infer<typeof entryShown>;

export const preview = z.object({
  product: z.enum(PRODUCTS),
  num_entries: z.number(),
  num_rows: z.number(),
  num_late: z.number(),
  num_problems: z.number(),
  /** Of the period, given out before. */
  num_before: z.number(),
  total: z.number(),
  accounts: z.array(z.object({ account: z.string(), debit: z.number(), credit: z.number() })),
  entries: z.array(entryShown),
  unwritable: z.array(z.object({ row: z.number(), char: z.string() })),
  /** R1-11: suppliers of whom more was bought in a year than may be deducted; the entries keep the rate. */
  caps: z.array(z.string()),
  refused: z.string().nullable(),
  seen: z.string(),
});
export type Preview = z.infer<typeof preview>;

export const exported = z.object({
  key: z.number(),
  product: z.enum(PRODUCTS),
  from_date: z.string(),
  to_date: z.string(),
  exported_time: z.string(),
  exported_by: z.string(),
  num_entries: z.number(),
  num_rows: z.number(),
  num_late: z.number(),
  total: z.number(),
  first_no: z.number(),
  last_no: z.number(),
});
export type Exported = z.infer<typeof exported>;
export const exports = z.object({ items: z.array(exported) });
export const exportFile = exported.extend({ content: z.string() });
