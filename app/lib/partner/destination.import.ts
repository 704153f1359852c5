import { z } from "zod";
import { type ImportColumn, importOf } from "~/lib/import/import.schema";
import { text } from "~/lib/text/text.schema";
import { DESTINATION_LABEL } from "./destination.fields";
import { destinationInput } from "./destination.schema";

const columns: ImportColumn[] = [
  {
    field: "name",
    header: DESTINATION_LABEL.name,
    synonyms: ["納入先", "納品先", "名称", "納入場所", "届け先"],
    required: true,
    example: "第二工場",
  },
  { field: "postal_code", header: DESTINATION_LABEL.postal_code, synonyms: ["〒"], example: "577-0012" },
  {
    field: "address",
    header: DESTINATION_LABEL.address,
    synonyms: ["所在地"],
    example: "大阪府東大阪市長田東2-1-1",
  },
  { field: "person", header: DESTINATION_LABEL.person, synonyms: ["担当", "担当者名"], example: "田中 一郎" },
  { field: "tel", header: DESTINATION_LABEL.tel, synonyms: ["電話番号", "電話"], example: "06-6745-1234" },
  {
    field: "hours",
    header: DESTINATION_LABEL.hours,
    synonyms: ["納入時間", "受付時間"],
    example: "8:30〜16:30",
  },
  { field: "note", header: DESTINATION_LABEL.note, synonyms: ["備考", "メモ"] },
  {
    field: "is_default",
    header: DESTINATION_LABEL.is_default,
    synonyms: ["既定の納入先"],
    choices: {
      既定: "true",
      はい: "true",
      "○": "true",
      "1": "true",
      いいえ: "false",
      "×": "false",
      "0": "false",
    },
    example: "既定",
    help: "会社ごとに一つです。",
  },
];
const row = destinationInput.extend({
  is_default: z.preprocess(
    (value) => (value === "" ? undefined : value),
    z.enum(["true", "false"]).optional(),
  ),
});
const NOTE =
  "名前が同じ納入先は、その納入先の変更になります。ファイルにない列はそのままです。納入先のCSVを直して、そのまま取り込めます。";

/** The own company's 納入先. */
export const destinationImport = importOf({
  noun: "destination",
  path: "/setting/destination/import",
  list: "/setting/destination",
  title: "納入先のCSV取込",
  counter: "件",
  note: NOTE,
  columns,
  row,
});

/** What a factory notes of its customers' places, all of them in one file. */
export const placeImport = importOf({
  noun: "place",
  path: "/setting/collaborator/destination/import",
  list: "/setting/collaborator",
  title: "依頼元の納入先のCSV取込",
  counter: "件",
  note: `自社の控えになり、お相手には見えません。${NOTE}`,
  columns: [
    {
      field: "buyer",
      header: "依頼元",
      synonyms: ["依頼元名", "得意先", "得意先名", "客先", "取引先", "会社名"],
      required: true,
      example: "田中産業機械",
      help: "会社名か会社のID。株式会社などは省けます。",
    },
    ...columns,
  ],
  row: row.extend({ buyer: text("依頼元", 120) }),
});
