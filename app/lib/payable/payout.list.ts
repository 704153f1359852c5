import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { PAYOUT_KIND_LABEL, PAYOUT_KINDS } from "~/lib/vocabulary/payable";
import { PAYABLE } from "./debt.list";

const STATES = ["done", "cancelled"] as const;
const STATE_LABEL = { done: "支払済", cancelled: "取消" } as const;

export const payoutFilter = z.object({
  q: optionalText("検索", 60),
  state: optionalChoice("状態", STATES),
  kind: optionalChoice("方法", PAYOUT_KINDS),
  from: optionalDate("支払日"),
  to: optionalDate("支払日"),
});
export type PayoutFilter = z.output<typeof payoutFilter>;

export const payoutRow = z.object({
  key: z.number(),
  payment_date: z.string(),
  partner_id: z.string(),
  partner_name: z.string(),
  kind: z.enum(PAYOUT_KINDS),
  amount: z.number(),
  fee: z.number(),
  /** What leaves the account. */
  sent: z.number(),
  papers: z.array(z.string()),
  maturity_date: z.string().nullable(),
  note: z.string().nullable(),
  recorded_time: z.string(),
  state: z.enum(STATES),
});
export type PayoutRow = z.output<typeof payoutRow>;

const yen = { kind: "yen", amount: true } as const;

export const payoutList = list({
  path: `${PAYABLE}/payment`,
  api: "/payables/payments",
  title: "支払一覧",
  counter: "件",
  key: "key",
  order: "-payment_date",
  summed: true,
  filter: payoutFilter,
  fields: [
    { name: "q", label: "支払先・備考", kind: "text" },
    { name: "from", label: "支払日（から）", kind: "date" },
    { name: "to", label: "支払日（まで）", kind: "date" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: STATES.map((value) => ({ value, label: STATE_LABEL[value] })),
    },
    {
      name: "kind",
      label: "方法",
      kind: "select",
      more: true,
      options: PAYOUT_KINDS.map((value) => ({ value, label: PAYOUT_KIND_LABEL[value] })),
    },
  ],
  row: payoutRow,
  columns: [
    {
      name: "payment_date",
      label: "支払日",
      kind: "date",
      sort: true,
      link: (row) => `${PAYABLE}/payment/${row.key}`,
      sum: () => "合計（取消を除く）",
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => STATE_LABEL[row.state],
      tone: (row) => (row.state === "done" ? "good" : "muted"),
    },
    { name: "partner_name", label: "支払先", kind: "text", fact: 1 },
    { name: "kind", label: "方法", kind: "text", text: (row) => PAYOUT_KIND_LABEL[row.kind] },
    { name: "amount", label: "支払額", ...yen, sort: true, fact: 2 },
    { name: "fee", label: "差引手数料", ...yen },
    { name: "sent", label: "振込額", ...yen },
    { name: "papers", label: "要因", kind: "text", text: (row) => row.papers.join("、") },
    { name: "maturity_date", label: "満期日", kind: "date" },
    { name: "note", label: "備考", kind: "text" },
    { name: "recorded_time", label: "登録日時", kind: "datetime", sheet: true },
  ],
  empty: {
    none: {
      text: "支払はまだありません。",
      action: { label: "支払予定表から登録する", href: `${PAYABLE}/due` },
    },
  },
});
