import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { PAYOUT_KIND_LABEL, PAYOUT_KINDS, type PayoutKind } from "~/lib/vocabulary/payable";
import { PAYABLE } from "./debt.list";

const STATES = ["coming", "done", "cancelled"] as const;
type State = (typeof STATES)[number];
export const PAYOUT_STATE_LABEL = { coming: "振込予定", done: "支払済", cancelled: "取消" } as const;
export const PAYOUT_TONE = { coming: "accent", done: "good", cancelled: "muted" } as const;

export const payoutState = (row: { cancelled: boolean; payment_date: string }, today: string): State => {
  if (row.cancelled) return "cancelled";
  return row.payment_date > today ? "coming" : "done";
};

/** Whether a transfer is in a file for the bank, and whether somebody took that. */
const BANKED = ["none", "made", "taken", "again"] as const;
type Banked = (typeof BANKED)[number];
export const BANKED_LABEL: Record<Banked, string> = {
  none: "振込データ未作成",
  made: "作成済（未取得）",
  taken: "取得済み",
  again: "再作成あり",
};
const BANKED_TONE = { none: "warn", made: "accent", taken: "good", again: "warn" } as const;

type Sent = { kind: PayoutKind; cancelled: boolean; file_key: number | null; num_takes: number };
/** Null where nothing is to be told of the bank. */
export function bankedOf({ kind, cancelled, file_key, num_takes }: Sent): Banked | null {
  if (file_key === null) return kind === "transfer" && !cancelled ? "none" : null;
  if (num_takes === 0) return "made";
  return num_takes === 1 ? "taken" : "again";
}

export const payoutFilter = z.object({
  q: optionalText("検索", 60),
  /** Named by their numbers, a space between. */
  ids: optionalText("支払", 4000),
  state: optionalChoice("状態", STATES),
  banked: optionalChoice("振込データ", BANKED),
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
  own_fee: z.number(),
  interest: z.number(),
  /** What leaves the account. */
  sent: z.number(),
  papers: z.array(z.string()),
  maturity_date: z.string().nullable(),
  note: z.string().nullable(),
  recorded_time: z.string(),
  state: z.enum(STATES),
  file_key: z.number().nullable(),
  banked: z.enum(BANKED).nullable(),
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
      options: STATES.map((value) => ({ value, label: PAYOUT_STATE_LABEL[value] })),
    },
    {
      name: "banked",
      label: "振込データ",
      kind: "select",
      options: BANKED.map((value) => ({ value, label: BANKED_LABEL[value] })),
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
      text: (row) => PAYOUT_STATE_LABEL[row.state],
      tone: (row) => PAYOUT_TONE[row.state],
    },
    { name: "partner_name", label: "支払先", kind: "text", fact: 1 },
    { name: "kind", label: "方法", kind: "text", text: (row) => PAYOUT_KIND_LABEL[row.kind] },
    {
      name: "amount",
      label: "支払額",
      ...yen,
      sort: true,
      fact: 2,
      below: ({ banked }) => banked && BANKED_LABEL[banked],
    },
    { name: "fee", label: "差引手数料", ...yen },
    { name: "sent", label: "振込額", ...yen },
    { name: "own_fee", label: "当方負担の手数料", ...yen, sheet: true },
    { name: "interest", label: "遅延利息（計算額）", ...yen, sheet: true },
    {
      name: "banked",
      label: "振込データ",
      kind: "state",
      text: ({ banked }) => (banked ? BANKED_LABEL[banked] : ""),
      tone: ({ banked }) => (banked ? BANKED_TONE[banked] : "muted"),
    },
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
