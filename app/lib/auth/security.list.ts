import { type Column, type FilterField, list } from "~/lib/list/list.schema";
import { EVENT_LABEL } from "~/lib/vocabulary/security";
import { browserName } from "./push.schema";
import { eventTone, REASON_LABEL } from "./security";
import { type SecurityRow, securityFilter, securityRow } from "./security.schema";

const EVENTS = Object.entries(EVENT_LABEL).map(([value, label]) => ({ value, label }));
const fields: FilterField[] = [
  { name: "event", label: "できごと", kind: "select", options: EVENTS },
  { name: "from", label: "日付（から）", kind: "date" },
  { name: "to", label: "日付（まで）", kind: "date" },
];
const wide: FilterField[] = [{ name: "q", label: "氏名・メール・IP", kind: "text" }, ...fields];

const reasonText = ({ reason }: SecurityRow) => (reason === null ? null : (REASON_LABEL[reason] ?? reason));
const when: Column<SecurityRow> = { name: "at", label: "日時", kind: "datetime", sort: true };
const unknown = (hash: string | null) => (hash === null ? null : `登録のない名前（${hash.slice(0, 8)}）`);
const who: Column<SecurityRow> = {
  name: "name",
  label: "人",
  kind: "text",
  fact: 1,
  text: (row) => row.name ?? row.username ?? unknown(row.name_hash),
};
const company: Column<SecurityRow> = { name: "company_name", label: "会社", kind: "text" };
const what: Column<SecurityRow>[] = [
  {
    name: "event",
    label: "できごと",
    kind: "state",
    text: (row) => EVENT_LABEL[row.event],
    tone: (row) => eventTone(row.event),
  },
  { name: "reason", label: "詳細", kind: "text", text: reasonText, fact: 2 },
  { name: "count", label: "回数", kind: "count", unit: () => "回" },
];
const where: Column<SecurityRow>[] = [
  { name: "actor_name", label: "操作した人", kind: "text" },
  { name: "ip", label: "IPアドレス", kind: "code" },
  {
    name: "user_agent",
    label: "端末",
    kind: "text",
    text: (row) => row.user_agent && browserName(row.user_agent),
  },
];

const counter = "件";
const common = { counter, filter: securityFilter, row: securityRow, key: "key", order: "-at" };
const EMPTY = "まだ記録はありません。400日で消えます。";

export const ownSecurityList = list({
  ...common,
  path: "/setting/self/log",
  api: "/users/self/security",
  title: "自分のログインの記録",
  fields,
  columns: [when, ...what, ...where],
  empty: { none: { text: EMPTY, action: { label: "自分の設定へ戻る", href: "/setting/self" } } },
});

export const securityList = list({
  ...common,
  path: "/setting/user/log",
  api: "/security",
  title: "ログインの記録",
  fields: wide,
  columns: [when, who, ...what, ...where],
  empty: { none: { text: EMPTY, action: { label: "アカウント一覧へ", href: "/setting/user" } } },
});

export const allSecurityList = list({
  ...common,
  path: "/setting/security",
  api: "/security/all",
  title: "ログインの記録（全社）",
  fields: wide,
  columns: [when, who, company, ...what, ...where],
  empty: { none: { text: EMPTY } },
});
