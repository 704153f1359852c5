import { KIND_LABEL } from "~/lib/auth/acting";
import { list } from "~/lib/list/list.schema";
import { companyFilter, companyRow } from "./company.schema";

/** アカウント切り替え: the companies among which staff of the provider choose. */
export const companyList = list({
  path: "/setting/switch",
  api: "/companies",
  title: "アカウント切り替え",
  counter: "社",
  filter: companyFilter,
  row: companyRow,
  order: "-created_time",
  fields: [
    { name: "q", label: "会社名・カナ・ID", kind: "text" },
    { name: "is_starred", label: "★よく使う", kind: "select", options: [{ value: "on", label: "★だけ" }] },
    {
      name: "waiting",
      label: "運営あてのチャット",
      kind: "select",
      options: [{ value: "on", label: "未返信だけ" }],
    },
    {
      name: "company_type",
      label: "区分",
      kind: "select",
      options: Object.entries(KIND_LABEL).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: [
    { name: "is_starred", label: "★", kind: "text", text: (row) => (row.is_starred ? "★" : "") },
    {
      name: "name",
      label: "会社名",
      kind: "link",
      sort: true,
      link: (row) => (row.is_active ? `/setting/switch/${row.id}` : null),
    },
    { name: "id", label: "会社ID", kind: "code", sort: true, fact: 1 },
    { name: "company_type", label: "区分", kind: "text", text: (row) => KIND_LABEL[row.company_type] },
    {
      name: "is_active",
      label: "状態",
      kind: "state",
      text: (row) => (row.is_active ? "有効" : "停止"),
      tone: (row) => (row.is_active ? "good" : "muted"),
    },
    { name: "num_members", label: "利用者数", kind: "count", sort: true, unit: () => "人" },
    { name: "num_cards", label: "進行カード", kind: "count", sort: true, unit: () => "枚" },
    {
      name: "num_waiting",
      label: "運営あて未返信",
      kind: "state",
      text: (row) => (row.num_waiting > 0 ? `${row.num_waiting}件` : ""),
      tone: () => "warn",
    },
    { name: "last_login_time", label: "最終利用", kind: "datetime", sort: true, fact: 2 },
    { name: "note", label: "問合せメモ", kind: "text" },
    { name: "created_time", label: "登録", kind: "datetime", sort: true },
  ],
  empty: {
    none: { text: "会社を検索してください", action: { label: "会社を作る", href: "/setting/switch/new" } },
    unmatched: "条件に一致する会社はありません。",
  },
});
