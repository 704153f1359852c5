import { type Column, list } from "~/lib/list/list.schema";
import { shorten } from "~/lib/text/shorten";
import { type AskRow, askFilter, askRow } from "./ask.schema";

const state = (row: AskRow) =>
  row.answered_time ? "回答済み" : row.is_late ? "期日を過ぎています" : "未回答";
const columns: Column<AskRow>[] = [
  {
    name: "message",
    label: "メッセージ",
    kind: "link",
    link: (row) => `/chat/${row.room_id}?before=${row.number + 1}`,
    text: (row) => shorten(row.message),
  },
  { name: "due", label: "期日", kind: "date", sort: true, fact: 1 },
  { name: "partner", label: "ルーム", kind: "text", sort: true, fact: 2 },
  {
    name: "is_ours",
    label: "回答するのは",
    kind: "text",
    text: (row) => (row.is_ours ? (row.is_own ? "こちら（社内のみ）" : "こちら") : "相手"),
  },
  { name: "charge_name", label: "担当", kind: "text", sort: true },
  {
    name: "state",
    label: "状態",
    kind: "state",
    text: state,
    tone: (row) => (row.answered_time ? "good" : row.is_late ? "bad" : "warn"),
  },
  { name: "asker_name", label: "依頼した人", kind: "text", sort: true },
  { name: "asked_time", label: "依頼した日時", kind: "datetime", sort: true },
  { name: "answerer_name", label: "回答した人", kind: "text" },
];

export const askList = list({
  path: "/chat/asks",
  api: "/chats/asks",
  title: "要回答",
  counter: "件",
  filter: askFilter,
  row: askRow,
  columns,
  fields: [
    {
      name: "side",
      label: "回答するのは",
      kind: "select",
      options: [
        { value: "ours", label: "こちら" },
        { value: "theirs", label: "相手" },
      ],
    },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: [
        { value: "open", label: "未回答" },
        { value: "answered", label: "回答済み" },
      ],
    },
    { name: "mine", label: "担当", kind: "select", options: [{ value: "on", label: "自分" }] },
    { name: "q", label: "検索", kind: "text", more: true },
  ],
  empty: {
    none: {
      text: "回答を待っているメッセージはありません。",
      action: { label: "チャットを開く", href: "/chat" },
    },
  },
  key: "key",
  whole: true,
});
