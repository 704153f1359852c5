import { kindAndSize } from "~/lib/file/limit";
import { type Column, type FilterField, list } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import { shorten } from "~/lib/text/shorten";
import {
  type SearchRow,
  type SentFileRow,
  searchFilter,
  searchRow,
  sentFileFilter,
  sentFileRow,
} from "./search.schema";

type MessagePosition = { room_id: string; number: number };
/** The conversation up to there. */
const talk = ({ room_id, number }: MessagePosition) => `/chat/${room_id}?before=${number + 1}`;

const fields = (rooms: Option[]): FilterField[] => [
  { name: "q", label: "検索", kind: "text" },
  { name: "room", label: "ルーム", kind: "select", options: rooms },
  { name: "from", label: "日付（から）", kind: "date", more: true },
  { name: "to", label: "日付（まで）", kind: "date", more: true },
];

const messageColumns: Column<SearchRow>[] = [
  {
    name: "message",
    label: "メッセージ",
    kind: "link",
    link: talk,
    text: (row) => shorten(row.message, 80),
    csv: (row) => row.message,
    wide: true,
  },
  { name: "room", label: "ルーム", kind: "text", sort: true, fact: 1 },
  { name: "owner_name", label: "送った人", kind: "text", sort: true },
  { name: "card", label: "カード", kind: "code" },
  { name: "files", label: "添付", kind: "text" },
  { name: "created_time", label: "日時", kind: "datetime", sort: true, fact: 2 },
];

/** Over all rooms. */
export const searchList = (rooms: Option[] = []) =>
  list({
    path: "/chat/search",
    api: "/chats/search",
    title: "メッセージの検索",
    counter: "件",
    filter: searchFilter,
    row: searchRow,
    columns: messageColumns,
    fields: [
      ...fields(rooms),
      {
        name: "files",
        label: "添付",
        kind: "select",
        options: [{ value: "on", label: "添付あり" }],
        more: true,
      },
    ],
    empty: {
      none: {
        text: "言葉・氏名・カード・商品・ファイル名を入力すると、すべてのルームのメッセージから探します。",
      },
    },
    whole: true,
  });

const fileColumns: Column<SentFileRow>[] = [
  {
    name: "name",
    label: "ファイル",
    kind: "link",
    link: (row) => `/file/${row.key}`,
    image: (row) => (row.has_thumb ? `/file/${row.key}/thumb` : null),
  },
  { name: "size", label: "種類・大きさ", kind: "text", text: kindAndSize, fact: 2 },
  { name: "room", label: "ルーム", kind: "text", sort: true, fact: 1 },
  { name: "owner_name", label: "送った人", kind: "text", sort: true },
  { name: "created_time", label: "日時", kind: "datetime", sort: true },
  { name: "number", label: "会話", kind: "link", link: talk, text: () => "開く", csv: () => null },
];

export const sentFileList = (rooms: Option[] = []) =>
  list({
    path: "/chat/sent",
    api: "/chats/sent",
    title: "チャットのファイル",
    counter: "件",
    filter: sentFileFilter,
    row: sentFileRow,
    columns: fileColumns,
    fields: fields(rooms),
    empty: {
      none: {
        text: "送り合ったファイルはまだありません。会話の「写真・ファイル」から送れます。",
        action: { label: "チャットを開く", href: "/chat" },
      },
    },
    whole: true,
  });
