import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { PAYABLE_OFFSETS } from "~/lib/receivable/offset.list";
import { optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { debtHref, PAYABLE } from "./debt.list";

export const owingLedgerFilter = z.object({
  partner_id: optionalText("支払先", 40),
  from: optionalDate("期間"),
  to: optionalDate("期間"),
});
export type OwingLedgerFilter = z.output<typeof owingLedgerFilter>;

const KINDS = [
  "opening",
  "invoice",
  "invoice_void",
  "bill",
  "bill_void",
  "payout",
  "payout_void",
  "offset",
  "offset_void",
] as const;
const KIND_LABEL: Record<(typeof KINDS)[number], string> = {
  opening: "繰越",
  invoice: "請求",
  invoice_void: "請求取消",
  bill: "計上",
  bill_void: "計上取消",
  payout: "支払",
  payout_void: "支払取消",
  offset: "相殺",
  offset_void: "相殺取消",
};

const entryRow = z.object({
  id: z.string(),
  date: z.string(),
  kind: z.enum(KINDS),
  key: z.number().nullable(),
  number: z.string().nullable(),
  text: z.string().nullable(),
  purchase: z.number().nullable(),
  tax: z.number().nullable(),
  paid: z.number().nullable(),
  balance: z.number(),
  letter: z.string().nullable(),
});
export type EntryRow = z.output<typeof entryRow>;

export const owingLedger = z.object({
  items: z.array(entryRow),
  from: z.string(),
  to: z.string(),
  partner_name: z.string().nullable(),
  opening: z.number(),
  closing: z.number(),
  unbilled: z.number(),
  partners: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type OwingLedger = z.output<typeof owingLedger>;

function hrefOf({ kind, key, id }: EntryRow): string | null {
  if (key === null) return null;
  if (kind.startsWith("payout")) return `${PAYABLE}/payment/${key}`;
  if (kind.startsWith("offset")) return `${PAYABLE_OFFSETS}/${key}`;
  return debtHref({ id, key });
}

function movedText({ purchase, tax, paid }: EntryRow): string | null {
  if (paid !== null) return `支払・相殺 ${formatNumber(paid)}`;
  return purchase === null ? null : `仕入（税込） ${formatNumber(purchase + (tax ?? 0))}`;
}

export const owingLedgerList = (partners: OwingLedger["partners"]) =>
  list({
    path: `${PAYABLE}/ledger`,
    api: "/payables/ledger",
    title: "仕入先元帳",
    counter: "行",
    key: "id",
    whole: true,
    filter: owingLedgerFilter,
    fields: [
      {
        name: "partner_id",
        label: "支払先",
        kind: "select",
        always: true,
        options: partners.map(({ id, name }) => ({ value: id, label: name })),
      },
      { name: "from", label: "期間（から）", kind: "date", always: true },
      { name: "to", label: "期間（まで）", kind: "date", always: true },
    ],
    row: entryRow,
    columns: [
      { name: "date", label: "日付", kind: "date", sum: () => "期間計", link: hrefOf },
      {
        name: "kind",
        label: "区分",
        kind: "state",
        text: (row) => KIND_LABEL[row.kind],
        tone: (row) => (/_void$/.test(row.kind) ? "bad" : row.kind === "payout" ? "good" : "muted"),
      },
      { name: "number", label: "伝票番号", kind: "code" },
      { name: "text", label: "摘要", kind: "text", fact: 1 },
      { name: "letter", label: "消込", kind: "text" },
      { name: "purchase", label: "仕入（税抜）", kind: "yen", amount: true },
      { name: "tax", label: "消費税", kind: "yen", amount: true },
      { name: "paid", label: "支払・相殺", kind: "yen", amount: true },
      { name: "balance", label: "残高", kind: "yen", amount: true, fact: 2, below: movedText },
    ],
    empty: { none: { text: "支払先を選ぶと、その元帳を表示します。" } },
  });
