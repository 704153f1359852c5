import { type Column, list } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import { TASK_TYPE_LABEL, UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { NO_REASON, TREATMENT_LABEL, TREATMENTS } from "~/lib/vocabulary/reason";
import {
  type DefectiveRow,
  defectiveFilter,
  defectivePaging,
  defectiveRow,
  MEASURE_LABEL,
  MEASURES,
  SIDE_LABEL,
  STATE_LABEL,
  STATES,
} from "./defective.schema";
import { numText, reasonText, summedText } from "./defective.words";
import { STEPS } from "./period";
import { PERIOD_LABEL, STEP_LABEL } from "./stat.list";

export const DEFECTIVE = "/bi/defective";

type Asked = Record<string, unknown>;
export function defectiveHref(asked: Asked, more: Asked): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...asked, ...more }))
    if (value !== undefined && value !== null && value !== "" && name !== "after" && name !== "before")
      query.set(name, String(value));
  return `${DEFECTIVE}?${query}`;
}

export const defectiveTabs = ({ from: _, to: __, ...asked }: Asked) =>
  PERIOD_LABEL.map(([period, label]) => ({ label, href: defectiveHref(asked, { period }) }));

const cardHref = ({ card_key }: DefectiveRow) => `/task/${card_key}?tab=parts`;

const TONE = { open: "bad", doing: "warn", done: "muted" } as const;
const columns: Column<DefectiveRow>[] = [
  { name: "at", label: "発生日時", kind: "datetime", sort: true, link: cardHref },
  {
    name: "state",
    label: "状態",
    kind: "state",
    text: ({ state }) => STATE_LABEL[state],
    tone: ({ state }) => TONE[state],
  },
  {
    name: "card_id",
    label: "カード番号",
    kind: "link",
    link: cardHref,
  },
  {
    name: "parent_id",
    label: "親カード",
    kind: "link",
    link: ({ parent_key }) => (parent_key === null ? null : `/task/${parent_key}`),
  },
  { name: "product_code", label: "商品番号", kind: "code" },
  {
    name: "name",
    label: "品名",
    kind: "text",
    fact: 1,
    below: (row) => [row.card_id, row.status, reasonText(row)].join("・"),
  },
  { name: "buyer_name", label: "依頼元", kind: "text" },
  { name: "status", label: "工程", kind: "text" },
  {
    name: "num_defective",
    label: "不良数",
    kind: "quantity",
    fact: 2,
    text: numText,
    csv: ({ num_defective }) => num_defective,
    unit: ({ order_unit }) => UNIT_LABEL[order_unit],
    sum: summedText,
  },
  { name: "num_total", label: "総数", kind: "quantity" },
  { name: "defect_rate", label: "不良率", kind: "quantity", unit: () => "%" },
  { name: "reason", label: "理由", kind: "text", text: reasonText },
  {
    name: "treatment",
    label: "処置",
    kind: "text",
    text: ({ treatment, treatment_label }) => treatment && (treatment_label ?? TREATMENT_LABEL[treatment]),
  },
  {
    name: "child_id",
    label: "手直し・再製作",
    kind: "link",
    link: ({ child_key }) => (child_key === null ? null : `/task/${child_key}`),
  },
  { name: "loss", label: "損失金額", kind: "yen", amount: true },
  { name: "worker", label: "作業者", kind: "text", text: ({ worker, partner }) => worker ?? partner },
  {
    name: "photos",
    label: "写真",
    kind: "text",
    text: ({ photos }) => (photos === 0 ? null : `${photos}枚`),
    csv: ({ photos }) => photos,
    image: ({ photo }) => (photo ? `/file/${photo}/thumb` : null),
    link: ({ photo }) => (photo ? `/file/${photo}` : null),
  },
  { name: "note", label: "メモ", kind: "text" },
];

/** Not on paper, nor in CSV. */
const acts: Column<DefectiveRow> = {
  name: "acts",
  label: "操作",
  kind: "text",
  acts: ({ tick, state, treatment }) => {
    const label = treatment !== null && state !== "open" ? "処置の取消" : "処置";
    return [{ label, href: `/task/treat?rows=${tick}` }];
  },
};

type Choices = Record<
  "group_id" | "reason_id" | "product_id" | "buyer_id" | "worker_id" | "partner_id",
  Option[]
>;
const NONE: Choices = {
  group_id: [],
  reason_id: [],
  product_id: [],
  buyer_id: [],
  worker_id: [],
  partner_id: [],
};
const options = <Name extends string>(names: readonly Name[], label: Record<Name, string>) =>
  names.map((value) => ({ value, label: label[value] }));
const without = (label: string, rest: Option[]) => [{ value: "0", label }, ...rest];

/** What none of the rows has is no column. */
const SELDOM = ["parent_id", "product_code", "child_id", "photos", "note"] as const;

export function defectiveList(
  choices = NONE,
  units: Unit[] = [],
  amounts = false,
  rows: DefectiveRow[] | null = null,
) {
  const empty = rows && rows.length > 0 ? SELDOM.filter((name) => !rows.some((row) => row[name])) : [];
  const select = (name: string, label: string, of: Option[], more?: true) =>
    of.length === 0 ? [] : [{ name, label, kind: "select" as const, options: of, ...(more ? { more } : {}) }];
  return list({
    path: DEFECTIVE,
    api: DEFECTIVE,
    title: "不良明細",
    counter: "件",
    filter: defectivePaging,
    order: "-at",
    off: ["product_code", "num_total", "defect_rate", "child_id", "loss"],
    key: "tick",
    summed: true,
    row: defectiveRow,
    columns: (rows ? [...columns, acts] : columns).filter(({ name }) => !(empty as string[]).includes(name)),
    fields: [
      { name: "from", label: "期間（から）", kind: "date", always: true },
      { name: "to", label: "期間（まで）", kind: "date", always: true },
      ...select("reason_id", "理由", without(NO_REASON, choices.reason_id)),
      ...select("treatment", "処置", [
        { value: "none", label: "未処置" },
        ...options(TREATMENTS, TREATMENT_LABEL),
      ]),
      ...select("state", "状態", options(STATES, STATE_LABEL)),
      ...select("group_id", "工程", choices.group_id, true),
      ...select("product_id", "商品", choices.product_id, true),
      ...select("buyer_id", "依頼元", choices.buyer_id, true),
      ...select("worker_id", "作業者", without("作業者なし", choices.worker_id), true),
      ...select("partner_id", "協力会社", choices.partner_id, true),
      ...select("side", "社内・外注", options(["inside", "outside"], SIDE_LABEL), true),
      ...select(
        "task_type",
        "種別",
        [
          { value: "none", label: "通常" },
          ...Object.entries(TASK_TYPE_LABEL).map(([value, label]) => ({ value, label })),
        ],
        true,
      ),
      ...(units.length > 1 ? select("unit", "単位", options(units, UNIT_LABEL), true) : []),
      {
        name: "by",
        label: "パレートの基準",
        kind: "select",
        always: true,
        more: true,
        options: options(
          MEASURES.filter((one) => one !== "loss" || amounts),
          MEASURE_LABEL,
        ),
      },
      {
        name: "step",
        label: "刻み",
        kind: "select",
        always: true,
        fixed: true,
        more: true,
        options: [{ value: "auto", label: "自動" }, ...options(STEPS, STEP_LABEL)],
      },
    ],
    empty: { none: { text: "この期間の不良はありません。" } },
  });
}

/** What 加工実績 and its rows know as well. */
export const asStat = (asked: Asked): Asked =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([name]) =>
        name in defectiveFilter.shape && !["side", "reason_id", "treatment", "state", "by"].includes(name),
    ),
  );
