import { z } from "zod";
import { type Column, list } from "~/lib/list/list.schema";
import { optionalText } from "~/lib/text/text.schema";
import { formatDateTime } from "~/lib/time/date";
import { contentText, type DraftRow, draftRow } from "./draft.schema";

const filter = z.object({ q: optionalText("検索", 60) });
const searched = (row: DraftRow) => [row.template_name, row.seller_name, row.label, row.name];
const COMMON: Column<DraftRow>[] = [
  {
    name: "seller_name",
    label: "依頼先",
    kind: "text",
    fact: 1,
    below: (row) => formatDateTime(row.updated_time),
  },
  { name: "updated_time", label: "保存日時", kind: "datetime", sort: true },
  { name: "name", label: "保存した人", kind: "text" },
];

export const draftList = list({
  path: "/order/draft",
  api: "/orders/drafts",
  title: "外注依頼の下書き",
  counter: "件",
  key: "key",
  whole: true,
  filter,
  searched,
  fields: [{ name: "q", label: "依頼先・品名・保存した人", kind: "text" }],
  row: draftRow,
  columns: [
    {
      name: "label",
      label: "内容",
      kind: "link",
      text: contentText,
      link: (row) => `/order/new?draft=${row.key}`,
    },
    { name: "status", label: "状態", kind: "state", text: () => "下書き", tone: () => "muted" },
    ...COMMON,
    {
      name: "act",
      label: "操作",
      kind: "text",
      fact: 2,
      acts: (row) => [
        { label: "続きから", href: `/order/new?draft=${row.key}` },
        { label: "削除", href: `/order/draft/${row.key}` },
      ],
    },
  ],
  empty: {
    none: { text: "外注依頼の下書きはありません。", action: { label: "外注依頼を作る", href: "/order/new" } },
  },
});

export const templateList = list({
  path: "/order/template",
  api: "/orders/templates",
  title: "外注依頼のひな形",
  counter: "件",
  key: "key",
  whole: true,
  filter,
  searched,
  fields: [{ name: "q", label: "名前・依頼先・品名", kind: "text" }],
  row: draftRow,
  columns: [
    {
      name: "template_name",
      label: "名前",
      kind: "link",
      sort: true,
      link: (row) => `/order/template/${row.key}`,
    },
    { name: "label", label: "内容", kind: "text", text: contentText },
    ...COMMON,
    {
      name: "act",
      label: "操作",
      kind: "text",
      fact: 2,
      acts: (row) => [
        { label: "使う", href: `/order/new?template=${row.key}` },
        { label: "名前の変更・削除", href: `/order/template/${row.key}` },
      ],
    },
  ],
  empty: {
    none: {
      text: "ひな形はまだありません。外注依頼の画面で「ひな形として保存」すると、ここに並びます。",
      action: { label: "外注依頼を作る", href: "/order/new" },
    },
  },
});
