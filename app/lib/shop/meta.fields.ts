import { fileWords, wordsOf } from "~/lib/import/import.schema";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import { checkbox, choice, labelsOf, optionalChoice, optionalText, text } from "~/lib/text/text.schema";
import { type Role, role } from "~/lib/vocabulary/card.schema";
import { COLOUR_LABEL, optionalColour } from "~/lib/vocabulary/colour";
import {
  REASON_KIND_LABEL,
  type ReasonKind,
  reasonKind,
  TREATMENT_LABEL,
  TREATMENTS,
} from "~/lib/vocabulary/reason";
import { KINDS, RECORD_KIND_LABEL } from "~/lib/vocabulary/record";

export const processFields = {
  group_id: optionalInteger("工程", 1, 98),
  label: text("工程名", 40).register(fileWords, {
    synonyms: ["工程", "名称", "名前"],
    required: true,
    example: "曲げ",
  }),
  role: choice("役割", role.options as [Role, ...Role[]]),
  colour: optionalColour("色").register(fileWords, { choices: wordsOf(COLOUR_LABEL), example: "青" }),
  is_hidden: checkbox("カンバンに出さない"),
  standard_days: optionalInteger("標準滞留日", 0, 365).register(fileWords, {
    synonyms: ["標準日数"],
    example: "2",
    help: "営業日。",
  }),
  hourly_rate: optionalInteger("時間単価", 0, 999_999).register(fileWords, {
    synonyms: ["時間チャージ", "賃率", "チャージ"],
    example: "4000",
    help: "円／時。原価の見積りと実績に使います。",
  }),
  default_collab_id: optionalText("外注先の既定", 40),
  runs_unmanned: checkbox("無人運転"),
};
export const PROCESS_LABEL = {
  ...labelsOf(processFields),
  lanes: "機械・班",
  sort: "順",
  is_visible: "カンバンに表示",
};

export const reasonFields = {
  kind: choice("種類", reasonKind.options as [ReasonKind, ...ReasonKind[]]).register(fileWords, {
    synonyms: ["区分", "一覧"],
    required: true,
    choices: wordsOf(REASON_KIND_LABEL),
    example: "不良理由",
  }),
  label: text("名称", 40).register(fileWords, {
    synonyms: ["理由", "名前"],
    required: true,
    example: "寸法不良",
  }),
  means: optionalChoice("扱い", TREATMENTS).register(fileWords, {
    choices: wordsOf(TREATMENT_LABEL),
    example: "手直し",
    help: "処置だけに使います。",
  }),
  is_break: checkbox("休憩"),
};
export const REASON_LABEL = labelsOf(reasonFields);

export const recordFields = {
  label: text("項目名", 40).register(fileWords, {
    synonyms: ["項目", "名称"],
    required: true,
    example: "外径",
  }),
  kind: choice("型", KINDS).register(fileWords, {
    synonyms: ["種類"],
    required: true,
    choices: wordsOf(RECORD_KIND_LABEL),
    example: "数値",
  }),
  group_id: processFields.group_id,
  unit: optionalText("単位", 10).register(fileWords, { example: "mm" }),
  lower_limit: optionalDecimal("下限").register(fileWords, { example: "9.95" }),
  upper_limit: optionalDecimal("上限").register(fileWords, { example: "10.05" }),
  choices: optionalText("選択肢", 400).register(fileWords, {
    example: "良、可、不可",
    help: "「、」で区切ります。",
  }),
  ng_choices: optionalText("NGの選択肢", 400).register(fileWords, {
    example: "不可",
    help: "選択肢のうち、選ぶとNGになるもの。「、」で区切ります。",
  }),
  digits: optionalInteger("小数桁", 0, 3).register(fileWords, { example: "2" }),
  is_required: checkbox("必須"),
};
export const RECORD_LABEL = { ...labelsOf(recordFields), entry: "入力" };
