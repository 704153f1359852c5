import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import { compare, mergeLine, textsOf } from "~/lib/import/import.compare";
import { type Checked, intake, refuseNonFactoryAdmin } from "~/lib/import/import.intake.server";
import { searchKey } from "~/lib/text/fold";
import { recordImport } from "./meta.import";
import type { BoardMeta } from "./meta.schema";
import { boardMetaOf, changeRecordItems } from "./meta.server";
import { recordProblems } from "./record";
import { type RecordInput, type RecordItem } from "./record.schema";

const MOST = 100;
const ALL = "すべて";
const STANDING = ["lower_limit", "upper_limit", "unit", "choices", "ng_choices", "digits"] as const;

const asInput = (row: RecordItem): RecordInput => ({
  ...row,
  group_id: row.group_id ?? undefined,
  unit: row.unit ?? undefined,
  lower_limit: row.lower_limit ?? undefined,
  upper_limit: row.upper_limit ?? undefined,
  choices: row.choices.join("、") || undefined,
  ng_choices: row.ng_choices.join("、") || undefined,
  digits: row.digits ?? undefined,
});

function meant(
  line: z.output<typeof recordImport.row>,
  group_id: number | undefined,
  row: RecordItem | undefined,
  fields: Set<string>,
): RecordInput {
  const kept = row && asInput(row);
  return {
    ...mergeLine(line, kept, STANDING, fields),
    item_id: row?.item_id,
    group_id,
    is_required: line.is_required ? line.is_required === "on" : (kept?.is_required ?? false),
  };
}

const cellsOf = (one: RecordInput, processes: BoardMeta["processes"]): Record<string, string> => ({
  ...textsOf(recordImport, ["label", "kind", ...STANDING], one),
  group_id: processes.find((row) => row.group_id === one.group_id)?.label ?? ALL,
  is_required: one.is_required ? "必須" : "任意",
});

const UNKNOWN = { group_id: ["工程名が見つかりません。メタ情報の工程名を入力してください"] };

function processNamed(text: string | undefined, processes: BoardMeta["processes"]) {
  const named = text && text !== ALL ? searchKey(text) : undefined;
  return { named, group_id: processes.find((one) => searchKey(one.label) === named)?.group_id };
}

export const recordIntake = intake<typeof recordImport.row, RecordInput>({
  of: recordImport,
  refuse: refuseNonFactoryAdmin,

  async check(db, who, rows, fields) {
    const { processes, record_items } = await boardMetaOf(db, who);
    return rows.map(({ value: line }): Checked => {
      const { named, group_id } = processNamed(line.group_id, processes);
      const mark = `${searchKey(line.label)} ${group_id ?? ""}`;
      if (named && group_id === undefined) return { errors: UNKNOWN, mark };
      const row = record_items.find(
        (one) => searchKey(one.label) === searchKey(line.label) && (one.group_id ?? undefined) === group_id,
      );
      const value = meant(line, group_id, row, fields);
      const errors = recordProblems(
        [value],
        processes.map((one) => one.group_id),
      );
      if (Object.keys(errors).length > 0) {
        return {
          errors: Object.fromEntries(
            Object.entries(errors).map(([name, said]) => [name.replace("items[0].", ""), said]),
          ),
          mark,
        };
      }
      const shown = cellsOf(value, processes);
      return compare({ value, mark, shown }, row && cellsOf(asInput(row), processes));
    });
  },

  async look(db, who, rows) {
    const { processes } = await boardMetaOf(db, who);
    return rows.map(({ value }) => {
      const { named, group_id } = processNamed(value.group_id, processes);
      return named && group_id === undefined ? UNKNOWN : {};
    });
  },

  async save(db, who, rows) {
    const { version, record_items } = await boardMetaOf(db, who);
    const kept = record_items.map(
      (one) => rows.find(({ value }) => value.item_id === one.item_id)?.value ?? asInput(one),
    );
    const items = [...kept, ...rows.map(({ value }) => value).filter((value) => value.item_id === undefined)];
    refuseIf(items.length > MOST ? `記録項目は${MOST}までです。行を減らしてください。` : null);
    await changeRecordItems(db, who, { version, items });
  },
});
