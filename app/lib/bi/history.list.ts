import { type Column, list } from "~/lib/list/list.schema";
import { historyLine } from "./history";
import {
  HISTORY_FIELDS,
  HISTORY_GROUP_LABEL,
  HISTORY_GROUPS,
  type HistoryRow,
  historyFilter,
  historyRow,
} from "./history.schema";

export const HISTORY = "/bi/history";

const line = (name: "fields" | "before" | "after", label: string): Column<HistoryRow> => ({
  name,
  label,
  kind: "text",
  narrow: true,
  text: (row) => historyLine(row)[name],
});

const columns: Column<HistoryRow>[] = [
  { name: "at", label: "日時", kind: "datetime", sort: true, link: ({ href }) => href },
  { name: "actor", label: "操作者", kind: "text", text: (row) => historyLine(row).actor },
  { name: "what", label: "種類", kind: "state", text: (row) => historyLine(row).what },
  {
    name: "target",
    label: "対象",
    kind: "text",
    narrow: true,
    fact: 1,
    text: (row) => [historyLine(row).subject, row.target].filter(Boolean).join(" "),
    link: ({ href }) => href,
  },
  line("fields", "項目"),
  line("before", "変更前"),
  { ...line("after", "変更後"), fact: 2 },
  { name: "origin", label: "端末", kind: "text" },
  { name: "note", label: "理由", kind: "text", text: (row) => historyLine(row).note },
];

const acts: Column<HistoryRow> = {
  name: "acts",
  label: "操作",
  kind: "text",
  acts: ({ undo }) => (undo ? [{ label: "取り消す", href: undo }] : []),
};

export const historyList = (screen: boolean) =>
  list({
    path: HISTORY,
    api: HISTORY,
    title: "更新履歴一覧",
    counter: "件",
    filter: historyFilter,
    order: "-at",
    off: ["origin", "note"],
    fields: [
      { name: "number", label: "対象番号", kind: "text" },
      { name: "from", label: "期間（から）", kind: "date", always: true },
      { name: "to", label: "期間（まで）", kind: "date", always: true },
      {
        name: "group",
        label: "種類",
        kind: "select",
        options: HISTORY_GROUPS.map((value) => ({ value, label: HISTORY_GROUP_LABEL[value] })),
        more: true,
      },
      { name: "actor", label: "操作者", kind: "text", more: true },
      { name: "field", label: "項目", kind: "select", options: HISTORY_FIELDS, more: true },
    ],
    row: historyRow,
    columns: screen ? [...columns, acts] : columns,
    empty: {
      none: { text: "この期間の更新はありません。" },
      unmatched: "条件に一致する更新はありません。",
    },
  });
