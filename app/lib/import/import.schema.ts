import { z } from "zod";
import { labelOf, text } from "~/lib/text/text.schema";
import { encoding, fileColumn, importState, type RowState, rowState } from "~/lib/vocabulary/import";

export type ImportColumn = {
  field: string;
  header: string;
  synonyms?: string[];
  required?: true;
  choices?: Record<string, string>;
  /** A date may come with its weekday or a time of 0:00, as Excel writes it. */
  kind?: "date";
  /** Money: blank to people without the accounting permission. */
  amount?: true;
  /** Sealed while the file is kept, and shown to nobody (decision 081). */
  secret?: true;
  example?: string;
  help?: string;
};

export type Import<R extends z.ZodType = z.ZodType> = {
  noun: string;
  path: string;
  list: string;
  title: string;
  counter: string;
  columns: ImportColumn[];
  row: R;
  note?: string;
};

type FileWords = Omit<ImportColumn, "field" | "header">;
export const fileWords = z.registry<FileWords>();

export const wordsOf = (labels: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([value, label]) => [label, value]));

type Importing<R extends z.ZodType> = Omit<Import<R>, "columns"> & {
  columns?: (FileWords & { field: string; header?: string })[];
};

/** Infers the row. Columns are its fields; what a column doesn't say of itself, its field does. */
export function importOf<R extends z.ZodObject>({ columns, ...value }: Importing<R>): Import<R> {
  const fields: Record<string, z.ZodType> = value.row.shape;
  const named: Importing<R>["columns"] = columns ?? Object.keys(fields).map((field) => ({ field }));
  return {
    ...value,
    columns: named.map((column) => {
      const field = fields[column.field]!;
      return { ...fileWords.get(field), ...column, header: column.header ?? labelOf(field) };
    }),
  };
}

export const ROW_STATE_LABEL: Record<RowState, string> = {
  new: "新規",
  changed: "変更",
  same: "変更なし",
  wrong: "誤り",
};

const MAX_COLUMNS = 200;
export const MAX_CELL = 4000;
const cells = z.array(z.string().max(MAX_CELL)).max(MAX_COLUMNS);

export const importBegun = z.object({
  noun: text("種類", 40),
  file_name: text("ファイル名", 200),
  file_hash: z.string().regex(/^[\w-]{20,64}$/),
  encoding,
  headers: cells.min(1),
});
export const importRows = z.object({
  rows: z
    .array(z.object({ line: z.number().int().min(1).max(10_000_000), cells }))
    .min(1)
    .max(1000),
});
export const importCounted = z.object({ num_rows: z.number().int().min(0).max(1_000_000) });
export const importSaved = z.object({
  only_good: z.preprocess((value) => value === true || value === "on", z.boolean()),
});

const importRow = z.object({
  line: z.number(),
  state: rowState,
  shown: z.record(z.string(), z.string()),
  before: z.record(z.string(), z.string()).nullable(),
  errors: z.record(z.string(), z.array(z.string())).nullable(),
  note: z.string().nullable(),
  cells: z.array(z.string()),
});
export type ImportRow = z.infer<typeof importRow>;

export const importHead = z.object({
  key: z.number(),
  noun: z.string(),
  file_name: z.string(),
  encoding,
  columns: z.array(fileColumn),
  state: importState,
  num_rows: z.number(),
  num_done: z.number(),
  num_new: z.number(),
  num_changed: z.number(),
  num_same: z.number(),
  num_wrong: z.number(),
  only_good: z.boolean(),
  problem: z.string().nullable(),
  person: z.string(),
  created_time: z.string(),
  update_time: z.string(),
});
export type ImportHead = z.infer<typeof importHead>;

export const importPage = importHead.extend({
  rows: z.array(importRow),
  wrong: z.array(importRow),
  noted: z.number(),
  before: z.string().nullable(),
});
export type ImportPageData = z.infer<typeof importPage>;

export const importFilter = z.object({ noun: z.string().max(40) });
export const importList = z.object({ items: z.array(importHead) });
export const importRowFilter = z.object({
  state: rowState.optional(),
  after: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export const importRowList = z.object({ items: z.array(importRow) });
