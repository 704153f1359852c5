import { z } from "zod";
import { fileWords, importOf, wordsOf } from "~/lib/import/import.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { optional, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { ROLE_LABEL } from "~/lib/vocabulary/card.schema";
import {
  PROCESS_LABEL,
  processFields,
  REASON_LABEL,
  RECORD_LABEL,
  reasonFields,
  recordFields,
} from "./meta.fields";

const STAYS = "ファイルにないものは、そのまま残ります。";

export const processImport = importOf({
  noun: "process",
  path: "/setting/meta/process/import",
  list: "/setting/meta?tab=process",
  title: "工程のCSV取込",
  counter: "工程",
  note: `工程名が同じ行は、その工程の変更になります。新しい工程は「順」の所に加わり、順のないものは最後になります。${STAYS}`,
  row: z.object({
    sort: optionalInteger(PROCESS_LABEL.sort, 1, 99_999).register(fileWords, {
      synonyms: ["順序", "並び順", "番号"],
      example: "3",
    }),
    label: processFields.label,
    role: optional(processFields.role).register(fileWords, {
      choices: wordsOf(ROLE_LABEL),
      example: "加工",
      help: "新しい工程には入れてください。",
    }),
    colour: processFields.colour,
    lanes: optionalText(PROCESS_LABEL.lanes, 1000).register(fileWords, {
      synonyms: ["枝", "レーン", "機械", "ライン"],
      example: "1号機、2号機",
      help: "「、」で区切ります。",
    }),
    is_hidden: optionalChoice(PROCESS_LABEL.is_visible, ["show", "hide"]).register(fileWords, {
      synonyms: ["盤に表示"],
      choices: { する: "show", しない: "hide", "○": "show", "×": "hide" },
      example: "する",
    }),
    standard_days: processFields.standard_days,
    hourly_rate: processFields.hourly_rate,
    default_collab_id: optionalText(PROCESS_LABEL.default_collab_id, 80).register(fileWords, {
      synonyms: ["外注先", "協力会社"],
      example: "佐藤鈑金工業株式会社",
      help: "協力会社の会社名。",
    }),
    runs_unmanned: optionalChoice(PROCESS_LABEL.runs_unmanned, ["on", "off"]).register(fileWords, {
      choices: { あり: "on", なし: "off", "○": "on", "×": "off" },
      example: "あり",
      help: "人がつかずに機械だけで動かす工程。",
    }),
  }),
});

export const reasonImport = importOf({
  noun: "reason",
  path: "/setting/meta/reason/import",
  list: "/setting/meta?tab=defect",
  title: "理由・処置のCSV取込",
  counter: "件",
  note: `不良理由・中断理由・間接作業・処置・中止理由を、ひとつのファイルで取り込めます。新しい名称は、それぞれの一覧の最後に加わります。${STAYS}`,
  row: z.object({
    ...reasonFields,
    is_break: optionalChoice(REASON_LABEL.is_break, ["on", "off"]).register(fileWords, {
      choices: { "○": "on", 休憩: "on", "×": "off" },
      example: "○",
      help: "間接作業だけに使います。",
    }),
  }),
});

const { label, kind, lower_limit, upper_limit, unit, choices, ng_choices, digits } = recordFields;
export const recordImport = importOf({
  noun: "record",
  path: "/setting/meta/record/import",
  list: "/setting/meta?tab=record",
  title: "記録項目のCSV取込",
  counter: "項目",
  note: `項目名と工程が同じ行は、その項目の変更になります。新しい項目は最後に加わります。${STAYS}`,
  row: z.object({
    label,
    kind,
    group_id: optionalText(RECORD_LABEL.group_id, 40).register(fileWords, {
      synonyms: ["工程名"],
      example: "研磨",
      help: "空欄と「すべて」は、すべての工程です。",
    }),
    lower_limit,
    upper_limit,
    unit,
    choices,
    ng_choices,
    digits,
    is_required: optionalChoice(RECORD_LABEL.entry, ["on", "off"]).register(fileWords, {
      choices: { 必須: "on", "○": "on", 任意: "off", "×": "off" },
      example: "必須",
    }),
  }),
});
