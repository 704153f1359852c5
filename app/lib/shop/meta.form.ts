import { z } from "zod";
import type { Column } from "~/lib/list/list.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { optionalText } from "~/lib/text/text.schema";
import { ROLE_LABEL } from "~/lib/vocabulary/card.schema";
import { COLOUR_LABEL } from "~/lib/vocabulary/colour";
import { REASON_KIND_LABEL, type ReasonKind, TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { RECORD_KIND_LABEL } from "~/lib/vocabulary/record";
import { type BoardMeta, processesInput, reasonsInput, recordItemsInput } from "./meta.schema";
import { type ReasonRow } from "./reason.schema";
import { type RecordItem } from "./record.schema";

/** メタ情報's tabs: 工程, one for each list of reasons, 記録項目, numbers, the days. */
export const TABS = {
  process: "工程",
  ...REASON_KIND_LABEL,
  record: "記録項目",
  unit: "単位",
  number: "番号規則",
  days: "停滞日数・警告日数",
} as const;
export type Tab = keyof typeof TABS;
export const tabOf = (asked: string | null): Tab =>
  asked !== null && asked in TABS ? (asked as Tab) : "process";
export const isReasons = (tab: Tab): tab is ReasonKind => tab in REASON_KIND_LABEL;

/** 順: rows are put in its order, those without one at the end. */
const positionField = optionalInteger("順", 1, 99_999);
const listed = (value: unknown) => value ?? [];
const processElement = processesInput.shape.processes.element
  .omit({ lanes: true })
  .extend({ at: positionField, lanes: optionalText("枝", 1000) });
const reasonElement = reasonsInput.shape.reasons.element.extend({ at: positionField });
export const processesForm = processesInput.omit({ processes: true }).extend({
  processes: z.preprocess(
    listed,
    z
      .array(processElement)
      .min(1, { error: "工程を入力してください" })
      .max(60, { error: "工程は60までです" }),
  ),
});
export const reasonsForm = reasonsInput.omit({ reasons: true }).extend({
  reasons: z.preprocess(listed, z.array(reasonElement).max(60, { error: "60までです" })),
});
export const recordsForm = recordItemsInput.omit({ items: true }).extend({
  items: z.preprocess(
    listed,
    z
      .array(recordItemsInput.shape.items.element.extend({ at: positionField }))
      .max(100, { error: "記録項目は100までです" }),
  ),
});

/** The rows in the order of their 順, and where each of them stood in the form. */
export function sortByPosition<T extends { at?: number }>(
  rows: T[],
): { rows: Omit<T, "at">[]; stood: number[] } {
  const stood = rows
    .map((_, index) => index)
    .sort((a, b) => (rows[a]!.at ?? 1e9) - (rows[b]!.at ?? 1e9) || a - b);
  return {
    stood,
    rows: stood.map((index) => {
      const { at: _, ...row } = rows[index]!;
      return row;
    }),
  };
}

/** A row made with 複製 carries the number of the row it was made from: only the first keeps it. */
export function numberedOnce<
  K extends "group_id" | "reason_id" | "item_id",
  T extends { [name in K]?: number },
>(rows: T[], name: K): T[] {
  return rows.map((row, index) =>
    row[name] !== undefined && rows.findIndex((one) => one[name] === row[name]) < index
      ? { ...row, [name]: undefined }
      : row,
  );
}

/**
 * The API counts the rows as they are ordered, the form as they were typed; a lane's error belongs to the
 * cell of all lanes.
 */
export function errorsAt(errors: Record<string, string[]>, stood: number[]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, sentences]) => [
      name
        .replace(/\[(\d+)\]/, (_, index: string) => `[${stood[Number(index)] ?? index}]`)
        .replace(/\.lanes\[.*$/, ".lanes"),
      sentences,
    ]),
  );
}

/** "1号機、2号機" as lanes: a known name keeps its number, and so does one that was renamed in its place. */
export function lanesOf(
  text: string | undefined,
  known: { subgroup_id: number; label: string }[],
): { subgroup_id?: number; label: string }[] {
  const labels = [
    ...new Set(
      (text ?? "")
        .split(/[、,，]/)
        .map((label) => label.trim())
        .filter(Boolean),
    ),
  ];
  return labels.map((label, index) => {
    const same = known.find((lane) => lane.label === label);
    const renamed =
      labels.length === known.length && !labels.includes(known[index]!.label) ? known[index] : undefined;
    return same ?? (renamed ? { ...renamed, label } : { label });
  });
}

/** "曲げ 12枚、検査 3枚": the processes that can't be removed now. */
export const standingText = (processes: BoardMeta["processes"]): string =>
  processes
    .filter((one) => one.num_cards > 0)
    .map((one) => `${one.label} ${one.num_cards}枚`)
    .join("、");

type ProcessRow = BoardMeta["processes"][number];
export const lanesText = ({ lanes }: Pick<ProcessRow, "lanes">) => lanes.map((lane) => lane.label).join("、");

/** 工程一覧 on paper and in CSV, with the partners that may be usual. */
export const processColumns = (partners: { id: string; name: string }[]): Column<ProcessRow>[] => [
  { name: "sort", label: "順", kind: "count" },
  { name: "label", label: "工程名", kind: "text" },
  { name: "role", label: "役割", kind: "text", text: (row) => ROLE_LABEL[row.role] },
  {
    name: "colour",
    label: "色",
    kind: "text",
    text: (row) => (row.colour ? COLOUR_LABEL[row.colour] : null),
  },
  { name: "lanes", label: "枝", kind: "text", text: lanesText },
  { name: "is_hidden", label: "盤に表示", kind: "text", text: (row) => (row.is_hidden ? "しない" : "する") },
  { name: "standard_days", label: "標準滞留日", kind: "count" },
  {
    name: "default_collab_id",
    label: "外注先の既定",
    kind: "text",
    text: (row) => partners.find((one) => one.id === row.default_collab_id)?.name,
  },
  { name: "num_cards", label: "カード", kind: "count" },
];

const means: Column<ReasonRow> = {
  name: "means",
  label: "扱い",
  kind: "text",
  text: (row) => (row.means ? TREATMENT_LABEL[row.means] : null),
};
/** All lists of reasons in one CSV, as they come in again. */
export const reasonsCsv: Column<ReasonRow>[] = [
  { name: "kind", label: "種類", kind: "text", text: (row) => REASON_KIND_LABEL[row.kind] },
  { name: "label", label: "名称", kind: "text" },
  means,
];
/** A list of reasons on paper. */
export const reasonColumns = (kind: ReasonKind): Column<ReasonRow>[] => [
  { name: "label", label: "名称", kind: "text" },
  ...(kind === "treatment" ? [means] : []),
];

/** 記録項目 on paper and in CSV. */
export const recordColumns = (processes: BoardMeta["processes"]): Column<RecordItem>[] => [
  { name: "label", label: "項目名", kind: "text" },
  { name: "kind", label: "型", kind: "text", text: (row) => RECORD_KIND_LABEL[row.kind] },
  {
    name: "group_id",
    label: "工程",
    kind: "text",
    text: (row) => processes.find((one) => one.group_id === row.group_id)?.label ?? "すべて",
  },
  { name: "lower_limit", label: "下限", kind: "quantity" },
  { name: "upper_limit", label: "上限", kind: "quantity" },
  { name: "unit", label: "単位", kind: "text" },
  { name: "choices", label: "選択肢", kind: "text", text: (row) => row.choices.join("、") || null },
  { name: "is_required", label: "入力", kind: "text", text: (row) => (row.is_required ? "必須" : "任意") },
];
