import { z } from "zod";
import { fileWords, importOf } from "~/lib/import/import.schema";
import { list } from "~/lib/list/list.schema";
import { rowFields } from "~/lib/text/field.book";
import { checkbox, key, optionalChoice, optionalText, version } from "~/lib/text/text.schema";
import { minutesText } from "~/lib/time/minutes";
import { COLOUR_LABEL } from "~/lib/vocabulary/colour";
import { chosen, WORKER_LABEL, workerFields } from "./worker.fields";

const { worker_id, is_active, ...entered } = workerFields;
export const workerInput = z.object(entered);
export const workerChange = workerInput.extend({ version, is_active });

const { pin, clear_pin: _, ...columns } = entered;
export const workerColumns = columns;

/** The PIN itself is never told, only whether there is one. */
export const workerRow = z.object({
  ...rowFields(workerColumns),
  worker_id: z.number(),
  sort: z.number(),
  has_pin: z.boolean(),
  is_active: z.boolean(),
  version: z.number(),
});
export type WorkerRow = z.infer<typeof workerRow>;
/** `minutes_today` are those at work since midnight in Tokyo. */
const workerLine = workerRow.extend({
  duties: z.string(),
  user_name: z.string().nullable(),
  minutes_today: z.number(),
});
export type WorkerLine = z.infer<typeof workerLine>;
export const workers = z.object({ items: z.array(workerLine) });

const worker_ids = z.preprocess(
  chosen,
  z.array(key("作業者")).min(1, { error: "作業者を選択してください" }).max(1000),
);
export const workerOrder = z.object({ ids: worker_ids });
export const workerState = z.object({ ids: worker_ids, is_active: checkbox() });
export const workersChanged = z.object({ num: z.number() });

const BADGES = "/task/status_code/print?kind=worker&paper=badge";
export const badgesHref = (ids: number[]) => [BADGES, ...ids.map((id) => `ids=${id}`)].join("&");

export const workerList = list({
  path: "/setting/worker",
  api: "/workers",
  title: "作業者一覧",
  counter: "人",
  filter: z.object({ q: optionalText("検索", 40), all: checkbox() }),
  row: workerLine,
  key: "worker_id",
  whole: true,
  searched: (row) => [row.name, row.kana, row.group_name],
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
      acts: (row) => (row.is_active ? [{ label: "名札", href: badgesHref([row.worker_id]) }] : []),
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

export const workerMaster = {
  noun: "作業者",
  list: workerList,
  input: workerInput,
  change: workerChange,
};

const { name, kana, group_name, group_ids: __, username: ___, ...rest } = columns;
export const workerImport = importOf({
  noun: "worker",
  path: "/setting/worker/import",
  list: "/setting/worker",
  title: "作業者のCSV取込",
  counter: "人",
  note: "作業者番号（なければ氏名）が同じ人は、その人の変更になります。ファイルにない列と、空欄の暗証番号はそのままです。",
  row: z.object({
    worker_id,
    name,
    kana,
    group_name,
    duties: optionalText(WORKER_LABEL.group_ids, 400).register(fileWords, {
      synonyms: ["担当", "工程"],
      example: "切断・曲げ",
      help: "・ で区切ります。",
    }),
    ...rest,
    pin: z
      .preprocess((value) => (value === "あり" || value === "なし" ? undefined : value), pin)
      .meta({ title: WORKER_LABEL.pin })
      .register(fileWords, {
        synonyms: ["PIN", "暗証"],
        example: "1234",
        help: "4〜8桁の数字。「あり」「なし」は読み飛ばします。",
      }),
    is_active: optionalChoice(WORKER_LABEL.is_active, ["true", "false"]).register(fileWords, {
      synonyms: ["有効"],
      choices: { 有効: "true", "○": "true", "1": "true", 無効: "false", "×": "false", "0": "false" },
      example: "有効",
    }),
  }),
});
