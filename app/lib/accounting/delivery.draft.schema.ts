import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { code, optionalKey, optionalVersion, text } from "~/lib/text/text.schema";
import { typedFields } from "~/lib/text/typed.schema";

const DRAFT_STEPS = ["lines", "terms", "check"] as const;

export const draftNew = z.object({
  key: optionalKey("下書き"),
  version: optionalVersion,
  buyer_id: code("依頼元", 40),
  step: z.enum(DRAFT_STEPS),
  fields: typedFields,
});
export type DraftNew = z.output<typeof draftNew>;

const draftRow = z.object({
  key: z.number(),
  version: z.number(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  step: z.enum(DRAFT_STEPS),
  num_cards: z.number(),
  name: z.string(),
  updated_time: z.string(),
});
export const draftDetail = draftRow.extend({ fields: z.array(z.tuple([z.string(), z.string()])) });
export type DraftDetail = z.infer<typeof draftDetail>;

const STEP_LABEL: Record<(typeof DRAFT_STEPS)[number], string> = {
  lines: "対象",
  terms: "まとめ方",
  check: "確認",
};

export const draftList = list({
  path: "/accounting/delivery/draft",
  api: "/deliveries/drafts",
  title: "納品書の下書き",
  counter: "件",
  key: "key",
  whole: true,
  filter: z.object({ q: text("検索", 60).optional() }),
  searched: (row) => [row.buyer_name, row.name],
  fields: [{ name: "q", label: "依頼元・作成者", kind: "text" }],
  row: draftRow,
  columns: [
    {
      name: "buyer_name",
      label: "依頼元",
      kind: "link",
      sort: true,
      link: (row) => `/accounting/delivery/new?draft=${row.key}`,
    },
    { name: "num_cards", label: "カード", kind: "count", unit: () => "枚", fact: 1 },
    { name: "step", label: "どこまで", kind: "text", text: (row) => STEP_LABEL[row.step] },
    { name: "updated_time", label: "保存日時", kind: "datetime", sort: true, fact: 2 },
    { name: "name", label: "保存した人", kind: "text" },
    {
      name: "act",
      label: "操作",
      kind: "text",
      acts: (row) => [
        { label: "続きから", href: `/accounting/delivery/new?draft=${row.key}` },
        { label: "削除", href: `/accounting/delivery/draft/${row.key}` },
      ],
    },
  ],
  empty: {
    none: {
      text: "納品書の下書きはありません。",
      action: { label: "納品書を作成", href: "/accounting/delivery/new" },
    },
  },
});
