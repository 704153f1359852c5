import { z } from "zod";
import type { Column } from "~/lib/list/list.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { optionalText } from "~/lib/text/text.schema";
import { ROLE_LABEL } from "~/lib/vocabulary/card.schema";
import { COLOUR_LABEL } from "~/lib/vocabulary/colour";
import { REASON_KIND_LABEL, type ReasonKind, TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { RECORD_KIND_LABEL } from "~/lib/vocabulary/record";
import { PROCESS_LABEL, REASON_LABEL, RECORD_LABEL } from "./meta.fields";
import { type BoardMeta, processesInput, reasonsInput, recordItemsInput } from "./meta.schema";
import { type ReasonRow } from "./reason.schema";
import { type RecordItem } from "./record.schema";

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
export const SHIFT_PATH = "/setting/meta/shift";
export const META_LINKS = [
  ...Object.entries(TABS).map(([one, label]) => ({ label, href: `/setting/meta?tab=${one}` })),
  { label: "勤務時間", href: SHIFT_PATH },
];
export const isReasons = (tab: Tab): tab is ReasonKind => tab in REASON_KIND_LABEL;

const positionField = optionalInteger("順", 1, 99_999);
const listed = (value: unknown) => value ?? [];
const processElement = processesInput.shape.processes.element
  .omit({ lanes: true })
  .extend({ at: positionField, lanes: optionalText("機械・班", 1000) });
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

/** The API counts rows as they are ordered, the form as they were typed. */
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

export const standingText = (processes: BoardMeta["processes"]): string =>
  processes
    .filter((one) => one.num_cards > 0)
    .map((one) => `${one.label} ${one.num_cards}枚`)
    .join("、");

type ProcessRow = BoardMeta["processes"][number];
export const lanesText = ({ lanes }: Pick<ProcessRow, "lanes">) => lanes.map((lane) => lane.label).join("、");

export const processColumns = (partners: { id: string; name: string }[]): Column<ProcessRow>[] => [
  { name: "sort", label: PROCESS_LABEL.sort, kind: "count" },
  { name: "label", label: PROCESS_LABEL.label, kind: "text" },
  { name: "role", label: PROCESS_LABEL.role, kind: "text", text: (row) => ROLE_LABEL[row.role] },
  {
    name: "colour",
    label: PROCESS_LABEL.colour,
    kind: "text",
    text: (row) => (row.colour ? COLOUR_LABEL[row.colour] : null),
  },
  { name: "lanes", label: PROCESS_LABEL.lanes, kind: "text", text: lanesText },
  {
    name: "is_hidden",
    label: PROCESS_LABEL.is_visible,
    kind: "text",
    text: (row) => (row.is_hidden ? "しない" : "する"),
  },
  { name: "standard_days", label: PROCESS_LABEL.standard_days, kind: "count" },
  { name: "hourly_rate", label: PROCESS_LABEL.hourly_rate, kind: "yen" },
  {
    name: "default_collab_id",
    label: PROCESS_LABEL.default_collab_id,
    kind: "text",
    text: (row) => partners.find((one) => one.id === row.default_collab_id)?.name,
  },
  {
    name: "runs_unmanned",
    label: PROCESS_LABEL.runs_unmanned,
    kind: "text",
    text: (row) => (row.runs_unmanned ? "あり" : "なし"),
  },
  { name: "num_cards", label: "カード", kind: "count" },
];

const means: Column<ReasonRow> = {
  name: "means",
  label: REASON_LABEL.means,
  kind: "text",
  text: (row) => (row.means ? TREATMENT_LABEL[row.means] : null),
};
const rests: Column<ReasonRow> = {
  name: "is_break",
  label: REASON_LABEL.is_break,
  kind: "text",
  text: (row) => (row.is_break ? "○" : null),
};
export const reasonsCsv: Column<ReasonRow>[] = [
  { name: "kind", label: REASON_LABEL.kind, kind: "text", text: (row) => REASON_KIND_LABEL[row.kind] },
  { name: "label", label: REASON_LABEL.label, kind: "text" },
  means,
  rests,
];
export const reasonColumns = (kind: ReasonKind): Column<ReasonRow>[] => [
  { name: "label", label: REASON_LABEL.label, kind: "text" },
  ...(kind === "treatment" ? [means] : []),
  ...(kind === "indirect" ? [rests] : []),
];

export const recordColumns = (processes: BoardMeta["processes"]): Column<RecordItem>[] => [
  { name: "label", label: RECORD_LABEL.label, kind: "text" },
  { name: "kind", label: RECORD_LABEL.kind, kind: "text", text: (row) => RECORD_KIND_LABEL[row.kind] },
  {
    name: "group_id",
    label: RECORD_LABEL.group_id,
    kind: "text",
    text: (row) => processes.find((one) => one.group_id === row.group_id)?.label ?? "すべて",
  },
  { name: "lower_limit", label: RECORD_LABEL.lower_limit, kind: "quantity" },
  { name: "upper_limit", label: RECORD_LABEL.upper_limit, kind: "quantity" },
  { name: "unit", label: RECORD_LABEL.unit, kind: "text" },
  {
    name: "choices",
    label: RECORD_LABEL.choices,
    kind: "text",
    text: (row) => row.choices.join("、") || null,
  },
  {
    name: "ng_choices",
    label: RECORD_LABEL.ng_choices,
    kind: "text",
    text: (row) => row.ng_choices.join("、") || null,
  },
  { name: "digits", label: RECORD_LABEL.digits, kind: "quantity" },
  {
    name: "is_required",
    label: RECORD_LABEL.entry,
    kind: "text",
    text: (row) => (row.is_required ? "必須" : "任意"),
  },
];
