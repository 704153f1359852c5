import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { searchKey } from "~/lib/text/fold";
import { checkbox, optionalText } from "~/lib/text/text.schema";
import { minutesText } from "~/lib/time/minutes";
import { COLOUR_LABEL } from "~/lib/vocabulary/colour";
import { WORKER_LABEL } from "./worker.fields";
import { type WorkerRow, workerLine } from "./worker.schema";

const filter = z.object({ q: optionalText("検索", 40), all: checkbox() });

export const workerList = list({
  path: "/setting/worker",
  api: "/workers",
  title: "作業者一覧",
  counter: "人",
  filter,
  row: workerLine,
  key: "worker_id",
  whole: true,
  fields: [
    { name: "q", label: "氏名・カナ・グループ", kind: "text" },
    { name: "all", label: "無効も表示", kind: "check" },
  ],
  columns: [
    {
      name: "name",
      label: WORKER_LABEL.name,
      kind: "link",
      sort: true,
      link: (row) => `/setting/worker/${row.worker_id}`,
    },
    { name: "worker_id", label: WORKER_LABEL.worker_id, kind: "count", sheet: true },
    { name: "kana", label: WORKER_LABEL.kana, kind: "text", sort: true },
    { name: "group_name", label: WORKER_LABEL.group_name, kind: "text", sort: true, fact: 1 },
    { name: "duties", label: WORKER_LABEL.group_ids, kind: "text" },
    {
      name: "minutes_today",
      label: "今日の実働",
      kind: "text",
      sort: true,
      text: (row) => (row.minutes_today > 0 ? minutesText(row.minutes_today) : null),
      fact: 2,
    },
    {
      name: "has_pin",
      label: WORKER_LABEL.pin,
      kind: "text",
      text: (row) => (row.has_pin ? "あり" : "なし"),
    },
    { name: "user_name", label: WORKER_LABEL.username, kind: "text" },
    {
      name: "colour",
      label: WORKER_LABEL.colour,
      kind: "text",
      text: (row) => (row.colour ? COLOUR_LABEL[row.colour] : null),
    },
    { name: "sort", label: WORKER_LABEL.sort, kind: "count", sort: true },
    {
      name: "badge",
      label: "QR",
      kind: "text",
      acts: (row) =>
        row.is_active
          ? [{ label: "名札", href: `/task/status_code/print?kind=worker&paper=badge&ids=${row.worker_id}` }]
          : [],
    },
    {
      name: "is_active",
      label: WORKER_LABEL.is_active,
      kind: "state",
      text: (row) => (row.is_active ? "有効" : "無効"),
      tone: (row) => (row.is_active ? "good" : "muted"),
    },
  ],
  empty: {
    none: {
      text: "作業者はまだ登録されていません。",
      action: { label: "作業者を追加", href: "/setting/worker/new" },
    },
    unmatched: "条件に一致する作業者はいません。",
  },
});

/** Those whose name, kana or group holds what was typed. */
export function matching(workers: WorkerRow[], q: string | undefined): WorkerRow[] {
  const key = q ? searchKey(q) : "";
  return workers.filter((row) =>
    searchKey([row.name, row.kana, row.group_name].filter(Boolean).join(" ")).includes(key),
  );
}

/** The same people with one of them moved by so many places. */
export function stepped(ids: number[], id: number, by: number): number[] {
  const at = ids.indexOf(id);
  const rest = ids.filter((one) => one !== id);
  return at < 0 ? ids : [...rest.slice(0, Math.max(0, at + by)), id, ...rest.slice(Math.max(0, at + by))];
}
