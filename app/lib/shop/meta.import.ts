import { z } from "zod";
import { importOf, wordsOf } from "~/lib/import/import.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { choice, optionalChoice, optionalText, text } from "~/lib/text/text.schema";
import { ROLE_LABEL, type Role, role } from "~/lib/vocabulary/card.schema";
import { COLOUR_LABEL, optionalColour } from "~/lib/vocabulary/colour";
import {
  REASON_KIND_LABEL,
  type ReasonKind,
  reasonKind,
  TREATMENT_LABEL,
  TREATMENTS,
} from "~/lib/vocabulary/reason";
import { RECORD_KIND_LABEL } from "~/lib/vocabulary/record";
import { recordInput } from "./record.schema";

const STAYS = "ファイルにないものは、そのまま残ります。";

export const processImport = importOf({
  noun: "process",
  path: "/setting/meta/process/import",
  list: "/setting/meta?tab=process",
  title: "工程のCSV取込",
  counter: "工程",
  note: `工程名が同じ行は、その工程の変更になります。新しい工程は「順」の所に加わり、順のないものは最後になります。${STAYS}`,
  columns: [
    { field: "sort", header: "順", synonyms: ["順序", "並び順", "番号"], example: "3" },
    { field: "label", header: "工程名", synonyms: ["工程", "名称", "名前"], required: true, example: "曲げ" },
    {
      field: "role",
      header: "役割",
      choices: wordsOf(ROLE_LABEL),
      example: "加工",
      help: "新しい工程には入れてください。",
    },
    { field: "colour", header: "色", choices: wordsOf(COLOUR_LABEL), example: "青" },
    {
      field: "lanes",
      header: "枝",
      synonyms: ["機械", "ライン"],
      example: "1号機、2号機",
      help: "「、」で区切ります。",
    },
    {
      field: "is_hidden",
      header: "盤に表示",
      choices: { する: "show", しない: "hide", "○": "show", "×": "hide" },
      example: "する",
    },
    { field: "standard_days", header: "標準滞留日", synonyms: ["標準日数"], example: "2", help: "営業日。" },
    {
      field: "default_collab_id",
      header: "外注先の既定",
      synonyms: ["外注先", "協力会社"],
      example: "佐藤鈑金工業株式会社",
      help: "協力会社の会社名。",
    },
  ],
  row: z.object({
    sort: optionalInteger("順", 1, 99_999),
    label: text("工程名", 40),
    role: optionalChoice("役割", role.options as [Role, ...Role[]]),
    colour: optionalColour("色"),
    lanes: optionalText("枝", 1000),
    is_hidden: optionalChoice("盤に表示", ["show", "hide"]),
    standard_days: optionalInteger("標準滞留日", 0, 365),
    default_collab_id: optionalText("外注先の既定", 80),
  }),
});

export const reasonImport = importOf({
  noun: "reason",
  path: "/setting/meta/reason/import",
  list: "/setting/meta?tab=defect",
  title: "理由・処置のCSV取込",
  counter: "件",
  note: `不良理由・中断理由・間接作業・処置・中止理由を、ひとつのファイルで取り込めます。新しい名称は、それぞれの一覧の最後に加わります。${STAYS}`,
  columns: [
    {
      field: "kind",
      header: "種類",
      synonyms: ["区分", "一覧"],
      required: true,
      choices: wordsOf(REASON_KIND_LABEL),
      example: "不良理由",
    },
    { field: "label", header: "名称", synonyms: ["理由", "名前"], required: true, example: "寸法不良" },
    {
      field: "means",
      header: "扱い",
      choices: wordsOf(TREATMENT_LABEL),
      example: "手直し",
      help: "処置だけに使います。",
    },
  ],
  row: z.object({
    kind: choice("種類", reasonKind.options as [ReasonKind, ...ReasonKind[]]),
    label: text("名称", 40),
    means: optionalChoice("扱い", TREATMENTS),
  }),
});

export const recordImport = importOf({
  noun: "record",
  path: "/setting/meta/record/import",
  list: "/setting/meta?tab=record",
  title: "記録項目のCSV取込",
  counter: "項目",
  note: `項目名と工程が同じ行は、その項目の変更になります。新しい項目は最後に加わります。${STAYS}`,
  columns: [
    { field: "label", header: "項目名", synonyms: ["項目", "名称"], required: true, example: "外径" },
    {
      field: "kind",
      header: "型",
      synonyms: ["種類"],
      required: true,
      choices: wordsOf(RECORD_KIND_LABEL),
      example: "数値",
    },
    {
      field: "group_id",
      header: "工程",
      synonyms: ["工程名"],
      example: "研磨",
      help: "空欄と「すべて」は、すべての工程です。",
    },
    { field: "lower_limit", header: "下限", example: "9.95" },
    { field: "upper_limit", header: "上限", example: "10.05" },
    { field: "unit", header: "単位", example: "mm" },
    { field: "choices", header: "選択肢", example: "良、可、不可", help: "「、」で区切ります。" },
    {
      field: "is_required",
      header: "入力",
      choices: { 必須: "on", "○": "on", 任意: "off", "×": "off" },
      example: "必須",
    },
  ],
  row: recordInput.omit({ item_id: true, is_required: true }).extend({
    group_id: optionalText("工程", 40),
    is_required: optionalChoice("必須", ["on", "off"]),
  }),
});
