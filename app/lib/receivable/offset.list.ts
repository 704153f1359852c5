import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { OFFSET_STATE_LABEL, OFFSET_STATES, OFFSET_TONE } from "./offset.agreement";

export const OFFSETS = "/accounting/receivable/offset";
export const PAYABLE_OFFSETS = "/accounting/payable/offset";

/** The same papers stand under 売掛 and under 買掛. */
export const offsetsBy = (url: string): string =>
  new URL(url).pathname.startsWith(PAYABLE_OFFSETS) ? PAYABLE_OFFSETS : OFFSETS;

export const offsetFilter = z.object({
  q: optionalText("検索", 60),
  state: optionalChoice("状態", OFFSET_STATES),
});

export const offsetRow = z.object({
  key: z.number(),
  proposed_date: z.string(),
  partner_name: z.string(),
  proposer: z.string(),
  amount: z.number(),
  state: z.enum(OFFSET_STATES),
  offset_date: z.string().nullable(),
  last_time: z.string(),
});
export type OffsetRow = z.infer<typeof offsetRow>;

export const offsetListAt = (path: string) =>
  list({
    path,
    api: "/offsets",
    title: "相殺",
    counter: "件",
    key: "key",
    whole: true,
    filter: offsetFilter,
    searched: (row) => [row.partner_name, String(row.amount)],
    fields: [
      { name: "q", label: "取引先・金額", kind: "text" },
      {
        name: "state",
        label: "状態",
        kind: "select",
        options: OFFSET_STATES.map((value) => ({ value, label: OFFSET_STATE_LABEL[value] })),
      },
    ],
    row: offsetRow,
    columns: [
      { name: "proposed_date", label: "提案日", kind: "date", link: (row) => `${path}/${row.key}` },
      { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
      {
        name: "state",
        label: "状態",
        kind: "state",
        text: (row) => OFFSET_STATE_LABEL[row.state],
        tone: (row) => OFFSET_TONE[row.state],
      },
      { name: "amount", label: "相殺額", kind: "yen", amount: true, fact: 2 },
      { name: "proposer", label: "提案した会社", kind: "text" },
      { name: "offset_date", label: "相殺日", kind: "date" },
      { name: "last_time", label: "最後の連絡", kind: "datetime" },
    ],
    empty: {
      none: {
        text: "売掛と買掛の両方がある取引先に、相殺を提案できます。相手が同意すると、両社の残高が同時に減ります。",
      },
      unmatched: "条件に一致する相殺はありません。",
    },
  });
