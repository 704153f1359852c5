import { z } from "zod";
import { type List, list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalInteger } from "~/lib/money/number.schema";
import { optionalChoice, optionalKey, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { BANK_STATE_LABEL, type BankRow, bankRow, ROW_STATES } from "./bank.schema";

export const bankFilter = z.object({
  q: optionalText("検索", 60),
  state: optionalChoice("状態", ROW_STATES),
  file: optionalKey("ファイル"),
  account: optionalKey("口座"),
  from: optionalDate("日付"),
  to: optionalDate("日付"),
  min: optionalInteger("金額", 0, 999_999_999_999),
  max: optionalInteger("金額", 0, 999_999_999_999),
});
export type BankFilter = z.output<typeof bankFilter>;

/** What is certain is registered as it stands on the page, so a month of a factory stands on one. */
export const BANK_PAGE = 200;

const TONE = {
  sure: "good",
  likely: "accent",
  unknown: "warn",
  check: "bad",
  done: "muted",
  excluded: "muted",
} as const;
const CONFIDENCE = { sure: "高", high: "中", low: "低", unknown: "―" } as const;

const signed = ({ direction, amount }: BankRow) => (direction === "in" ? amount : -amount);
const billsOf = ({ parts }: BankRow) =>
  parts.map(({ number, amount }) => `${number} ${formatNumber(amount)}`).join("、");

type Choice = { value: string; label: string };

export const bankList = (accounts: Choice[] = []): List<typeof bankFilter, typeof bankRow> =>
  list({
    path: "/accounting/receivable/bank",
    api: "/bank/rows",
    title: "銀行明細",
    counter: "行",
    key: "key",
    filter: bankFilter,
    fields: [
      { name: "q", label: "名義・摘要・金額・請求書番号", kind: "text" },
      {
        name: "state",
        label: "状態",
        kind: "select",
        options: ROW_STATES.map((value) => ({ value, label: BANK_STATE_LABEL[value] })),
      },
      { name: "account", label: "口座", kind: "select", options: accounts },
      { name: "from", label: "日付（から）", kind: "date", more: true },
      { name: "to", label: "日付（まで）", kind: "date", more: true },
      { name: "min", label: "金額（円以上）", kind: "text", more: true },
      { name: "max", label: "金額（円以下）", kind: "text", more: true },
    ],
    row: bankRow,
    columns: [
      {
        name: "row_date",
        label: "日付",
        kind: "date",
        link: (row) => `/accounting/receivable/bank/row/${row.key}`,
      },
      { name: "payer", label: "振込名義・摘要", kind: "text", fact: 1 },
      {
        name: "amount",
        label: "入金額（出金は−）",
        kind: "yen",
        amount: true,
        fact: 2,
        csv: signed,
        text: (row) => formatNumber(signed(row)),
      },
      {
        name: "state",
        label: "状態",
        kind: "state",
        text: (row) => BANK_STATE_LABEL[row.state],
        tone: (row) => TONE[row.state],
      },
      {
        name: "confidence",
        label: "確度",
        kind: "text",
        text: (row) => (row.confidence ? CONFIDENCE[row.confidence] : ""),
      },
      { name: "buyer_name", label: "取引先", kind: "text" },
      { name: "parts", label: "消し込む請求書", kind: "text", amount: true, text: billsOf },
      {
        name: "difference",
        label: "差額",
        kind: "yen",
        amount: true,
        text: (row) => (row.confidence && row.buyer_id ? formatNumber(row.difference) : ""),
        csv: (row) => (row.confidence && row.buyer_id ? row.difference : ""),
      },
      { name: "reason", label: "理由", kind: "text" },
      { name: "balance", label: "残高", kind: "yen", amount: true, sheet: true },
      { name: "edi", label: "EDI", kind: "text", sheet: true },
      { name: "summary", label: "摘要", kind: "text", sheet: true },
      { name: "account", label: "口座", kind: "text", sheet: true },
    ],
    empty: {
      none: { text: "銀行から受け取った明細のファイルを取り込むと、ここに行が表示されます。" },
      unmatched: "条件に一致する行はありません。",
    },
  });
