import { list } from "~/lib/list/list.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { permissionsText, STATE_LABEL } from "./member";
import { memberFilter, memberRow } from "./member.schema";

const TONES = { invited: "warn", active: "good", stopped: "muted" } as const;

export const memberList = list({
  path: "/setting/user",
  api: "/users",
  title: "アカウント一覧",
  counter: "人",
  filter: memberFilter,
  row: memberRow,
  order: "-created_time",
  fields: [
    { name: "q", label: "氏名・メール", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: Object.entries(STATE_LABEL).map(([value, label]) => ({ value, label })),
    },
    { name: "is_admin", label: "管理者だけ", kind: "check" },
  ],
  columns: [
    { name: "name", label: "氏名", kind: "link", sort: true, link: (row) => `/setting/user/${row.id}` },
    { name: "email", label: "メール", kind: "code", sort: true, fact: 1 },
    {
      name: "is_admin",
      label: "役割",
      kind: "text",
      text: (row) => (row.is_admin ? "管理者" : "一般"),
      fact: 2,
    },
    { name: "permissions", label: "権限", kind: "text", text: (row) => permissionsText(row.permissions) },
    {
      name: "amounts",
      label: "金額表示",
      kind: "text",
      text: (row) => (seesAmounts(row) ? "あり" : "なし"),
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      sort: true,
      text: (row) => STATE_LABEL[row.state],
      tone: (row) => TONES[row.state],
    },
    { name: "last_login_time", label: "最終ログイン", kind: "datetime", sort: true },
    { name: "num_devices", label: "通知端末数", kind: "count", unit: () => "台" },
    { name: "created_time", label: "登録", kind: "datetime", sort: true },
  ],
  empty: {
    none: { text: "アカウントがありません。", action: { label: "招待する", href: "/setting/user/new" } },
  },
});
