import { z } from "zod";
import { importOf } from "~/lib/import/import.schema";
import { optionalText } from "~/lib/text/text.schema";
import { COLOUR_LABEL } from "~/lib/vocabulary/colour";
import { WORKER_LABEL, workerFields } from "./worker.fields";
import { workerInput } from "./worker.schema";

const colours = Object.fromEntries(Object.entries(COLOUR_LABEL).map(([value, label]) => [label, value]));

export const workerImport = importOf({
  noun: "worker",
  path: "/setting/worker/import",
  list: "/setting/worker",
  title: "作業者のCSV取込",
  counter: "人",
  note: "作業者番号（なければ氏名）が同じ人は、その人の変更になります。ファイルにない列と、空欄の暗証番号はそのままです。",
  columns: [
    {
      field: "worker_id",
      header: WORKER_LABEL.worker_id,
      example: "12",
      help: "一覧のCSVにある番号。新しい人は空欄。同じ氏名の人がいるときに、どちらかを決めます。",
    },
    {
      field: "name",
      header: WORKER_LABEL.name,
      synonyms: ["名前", "作業者", "作業者名", "担当者", "社員名"],
      required: true,
      example: "井上 一",
    },
    {
      field: "kana",
      header: WORKER_LABEL.kana,
      synonyms: ["フリガナ", "ふりがな", "氏名カナ", "よみ"],
      example: "イノウエ ハジメ",
    },
    {
      field: "group_name",
      header: WORKER_LABEL.group_name,
      synonyms: ["班", "職場", "部署", "組"],
      example: "溶接班",
    },
    {
      field: "duties",
      header: WORKER_LABEL.group_ids,
      synonyms: ["担当", "工程"],
      example: "切断・曲げ",
      help: "・ で区切ります。",
    },
    { field: "colour", header: WORKER_LABEL.colour, choices: colours, example: "青" },
    { field: "sort", header: WORKER_LABEL.sort, synonyms: ["表示順", "順番", "順"], example: "1" },
    {
      field: "pin",
      header: WORKER_LABEL.pin,
      synonyms: ["PIN", "暗証"],
      example: "1234",
      help: "4〜8桁の数字。「あり」「なし」は読み飛ばします。",
    },
    {
      field: "is_active",
      header: WORKER_LABEL.is_active,
      synonyms: ["有効"],
      choices: { 有効: "true", "○": "true", "1": "true", 無効: "false", "×": "false", "0": "false" },
      example: "有効",
    },
  ],
  row: workerInput.omit({ clear_pin: true, group_ids: true, username: true }).extend({
    worker_id: workerFields.worker_id,
    duties: optionalText(WORKER_LABEL.group_ids, 400),
    pin: z.preprocess(
      (value) => (value === "あり" || value === "なし" ? undefined : value),
      workerInput.shape.pin,
    ),
    is_active: z.preprocess(
      (value) => (value === "" ? undefined : value),
      z.enum(["true", "false"]).optional(),
    ),
  }),
});
