import { type Column, list } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import { limitsText, valueText } from "~/lib/measurement/measure";
import { HOW_LABEL, JUDGEMENT_LABEL } from "~/lib/vocabulary/measurement";
import { STEPS } from "./period";
import {
  NO_REVISION,
  type Quality,
  type QualityRow,
  qualityFilter,
  qualityRow,
  type Strand,
} from "./quality.schema";
import { STAT, STEP_LABEL, statHref } from "./stat.list";

export const QUALITY = "/bi/quality";

export const qualityHref = (asked: Record<string, unknown>): string =>
  statHref({}, asked).replace(STAT, QUALITY);

type Values = Pick<QualityRow, "digits" | "unit"> & { value: string | null; choice: string | null };
const said = ({ value, choice, digits, unit }: Values) =>
  value === null ? (choice ?? "未記録") : valueText(value, digits, unit);

/** 再測定（初回 10.08mm） */
function changedText(row: QualityRow): string | null {
  if (row.how !== "retest" && row.how !== "corrected") return null;
  const first = said({ ...row, value: row.first_value, choice: row.first_choice });
  return `${HOW_LABEL[row.how]}（初回 ${first}）`;
}

const inner: Column<QualityRow>[] = [
  { name: "worker", label: "作業者", kind: "text" },
  { name: "note", label: "備考", kind: "text" },
];

const columns: Column<QualityRow>[] = [
  {
    name: "at",
    label: "日時",
    kind: "datetime",
    sort: true,
    link: ({ card_key }) => `/task/${card_key}`,
  },
  { name: "card_id", label: "カード番号", kind: "code" },
  { name: "product_code", label: "商品番号", kind: "code", sheet: true },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  { name: "status", label: "工程", kind: "text" },
  { name: "label", label: "記録項目", kind: "text" },
  {
    name: "value",
    label: "値",
    kind: "text",
    text: said,
    tone: (row) => (row.judgement === "ng" ? "bad" : undefined),
    fact: 2,
  },
  { name: "number", label: "数値", kind: "quantity", sheet: true, text: ({ value }) => value },
  { name: "unit", label: "単位", kind: "text", sheet: true },
  { name: "lower_limit", label: "下限", kind: "quantity", sheet: true },
  { name: "upper_limit", label: "上限", kind: "quantity", sheet: true },
  { name: "limits", label: "規格", kind: "text", text: limitsText },
  {
    name: "judgement",
    label: "判定",
    kind: "state",
    text: ({ judgement }) => (judgement ? JUDGEMENT_LABEL[judgement] : "未記録"),
    tone: ({ judgement }) => (judgement === "ng" ? "bad" : judgement === "ok" ? "good" : "warn"),
  },
  {
    name: "num_photos",
    label: "写真",
    kind: "count",
    text: ({ num_photos }) => (num_photos > 0 ? `${num_photos}枚` : null),
  },
  { name: "how", label: "再測定・訂正", kind: "text", text: changedText },
];

const paper: Column<QualityRow> = {
  name: "paper",
  label: "書類",
  kind: "text",
  acts: ({ card_key }) => [{ label: "成績書", href: `/task/${card_key}/certificate` }],
};

type QualityChoices = Record<"products" | "processes" | "items" | "workers" | "revisions", Option[]>;
export const NO_CHOICES: QualityChoices = {
  products: [],
  processes: [],
  items: [],
  workers: [],
  revisions: [],
};

export const revisionText = (revision: string) => (revision === NO_REVISION ? "版なし" : `版 ${revision}`);

/** Without a script and from the address alike: what is narrowed to one strand. */
export const strandHref = (href: (more: Record<string, unknown>) => string, one: Strand): string =>
  href({
    item_id: one.item_id,
    product_id: one.product_id,
    group_id: one.group_id,
    revision: one.revision,
  });

export const choicesOf = (
  data: Pick<Quality, "products" | "processes" | "items" | "revisions">,
  workers: Option[],
): QualityChoices => {
  const options = (of: { id: number; label: string }[]) =>
    of.map(({ id, label }) => ({ value: String(id), label }));
  return {
    products: options(data.products),
    processes: options(data.processes),
    items: options(data.items),
    revisions: data.revisions.map((value) => ({ value, label: revisionText(value) })),
    workers,
  };
};

export const qualityList = (choices: QualityChoices, isSeller: boolean) => {
  const select = (name: string, label: string, options: Option[]) => ({
    name,
    label,
    kind: "select" as const,
    options,
  });
  return list({
    path: QUALITY,
    api: QUALITY,
    title: "記録データ",
    counter: "件",
    filter: qualityFilter,
    order: "-at",
    fields: [
      { name: "from", label: "期間（から）", kind: "date", always: true },
      { name: "to", label: "期間（まで）", kind: "date", always: true },
      select("product_id", "商品", choices.products),
      select("item_id", "記録項目", choices.items),
      { ...select("group_id", "工程", choices.processes), more: true },
      { ...select("revision", "図面の版", choices.revisions), more: true },
      {
        ...select("judgement", "判定", [
          { value: "ng", label: "NG" },
          { value: "ok", label: "OK" },
          { value: "none", label: "未記録" },
        ]),
        more: true,
      },
      ...(isSeller ? [{ ...select("worker_id", "作業者", choices.workers), more: true as const }] : []),
      {
        ...select("step", "刻み", [
          { value: "auto", label: "自動" },
          ...STEPS.map((value) => ({ value, label: STEP_LABEL[value] })),
        ]),
        more: true,
        always: true,
        fixed: true,
      },
    ],
    row: qualityRow,
    columns: [...columns, ...(isSeller ? inner : []), paper],
    empty: {
      none: {
        text: isSeller
          ? "この期間の記録はありません。メタ情報の記録項目を決めると、完了のときに入力できます。"
          : "この期間の記録はありません。依頼先が見せるものが、ここに並びます。",
      },
      unmatched: "条件に一致する記録はありません。",
    },
  });
};
