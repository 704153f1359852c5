import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { party } from "~/lib/vocabulary/factory.schema";

export const ledgerFilter = z.object({
  buyer_id: optionalText("取引先", 40),
  from: optionalDate("期間"),
  to: optionalDate("期間"),
});
export type LedgerFilter = z.output<typeof ledgerFilter>;

const LEDGER_KINDS = [
  "opening",
  "invoice",
  "invoice_void",
  "payment",
  "refund",
  "payment_void",
  "refund_void",
] as const;
const KIND_LABEL: Record<(typeof LEDGER_KINDS)[number], string> = {
  opening: "繰越",
  invoice: "請求",
  invoice_void: "請求取消",
  payment: "入金",
  refund: "返金",
  payment_void: "入金取消",
  refund_void: "返金取消",
};

const ledgerRow = z.object({
  id: z.string(),
  date: z.string(),
  kind: z.enum(LEDGER_KINDS),
  key: z.number().nullable(),
  number: z.string().nullable(),
  text: z.string().nullable(),
  /** 備考 of a receipt: for us alone. */
  note: z.string().nullable(),
  sales: z.number().nullable(),
  tax: z.number().nullable(),
  received: z.number().nullable(),
  balance: z.number(),
  letter: z.string().nullable(),
  /** Something of it is still open. */
  is_part: z.boolean(),
});
export type LedgerRow = z.output<typeof ledgerRow>;
export const ledgerText = ({ text, note }: Pick<LedgerRow, "text" | "note">) =>
  [text, note].filter(Boolean).join("　") || null;
export const ledger = z.object({
  items: z.array(ledgerRow),
  from: z.string(),
  to: z.string(),
  seller: party.nullable(),
  buyer: party.nullable(),
  opening: z.number(),
  closing: z.number(),
  unbilled: z.number(),
  partners: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Ledger = z.output<typeof ledger>;

export const kindLabel = (row: Pick<LedgerRow, "kind">) => KIND_LABEL[row.kind];

function hrefOf({ kind, key }: LedgerRow): string | null {
  if (key === null) return null;
  return kind.startsWith("invoice") ? `/accounting/invoice/${key}` : `/accounting/receivable/payment/${key}`;
}

function movedText({ sales, tax, received }: LedgerRow): string | null {
  if (received !== null) return `入金 ${formatNumber(received)}`;
  return sales === null ? null : `売上（税込） ${formatNumber(sales + (tax ?? 0))}`;
}

export const ledgerList = (partners: Ledger["partners"]) =>
  list({
    path: "/accounting/receivable/ledger",
    api: "/receivables/ledger",
    title: "得意先元帳",
    counter: "行",
    key: "id",
    whole: true,
    filter: ledgerFilter,
    fields: [
      {
        name: "buyer_id",
        label: "取引先",
        kind: "select",
        always: true,
        options: partners.map(({ id, name }) => ({ value: id, label: name })),
      },
      { name: "from", label: "期間（から）", kind: "date", always: true },
      { name: "to", label: "期間（まで）", kind: "date", always: true },
    ],
    row: ledgerRow,
    columns: [
      { name: "date", label: "日付", kind: "date", sum: () => "期間計", link: hrefOf },
      {
        name: "kind",
        label: "区分",
        kind: "state",
        text: kindLabel,
        tone: (row) => (/_void$/.test(row.kind) ? "bad" : row.kind === "payment" ? "good" : "muted"),
      },
      { name: "number", label: "伝票番号", kind: "code" },
      { name: "text", label: "摘要", kind: "text", fact: 1, text: ledgerText },
      {
        name: "letter",
        label: "消込",
        kind: "text",
        text: (row) => row.letter && row.letter + (row.is_part ? "（一部）" : ""),
      },
      { name: "sales", label: "売上（税抜）", kind: "yen", amount: true },
      { name: "tax", label: "消費税", kind: "yen", amount: true },
      { name: "received", label: "入金", kind: "yen", amount: true },
      { name: "balance", label: "残高", kind: "yen", amount: true, fact: 2, below: movedText },
    ],
    empty: { none: { text: "取引先を選ぶと、その元帳を表示します。" } },
  });
