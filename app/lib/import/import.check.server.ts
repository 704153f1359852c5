import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "~/lib/db/connection.server";
import type { ImportLine } from "~/lib/tables/import.table.server";
import { import_row, imports } from "~/lib/tables/import.table.server";
import { readCells, shownValue } from "./import";
import type { Checked, CheckedRow, Intake, PartialRow } from "./import.intake.server";
import { unsealCells } from "./import.secret.server";

export const CHUNK = 500;

type Words = Record<string, string>;
type Result = {
  line: number;
  state: string;
  value?: unknown;
  shown?: Words;
  before?: Words;
  errors?: Record<string, string[]>;
  note?: string;
  mark?: string;
};

export async function checkChunk(db: Tx, intake: Intake, row: ImportLine): Promise<boolean> {
  const { of } = intake;
  const staged = await db
    .select({ line: import_row.line, cells: import_row.cells })
    .from(import_row)
    .where(and(eq(import_row.import_key, row.key), isNull(import_row.state)))
    .orderBy(asc(import_row.line))
    .limit(CHUNK);
  if (staged.length === 0) {
    await db
      .update(imports)
      .set({ state: "checked" })
      .where(and(eq(imports.key, row.key), eq(imports.state, "checking")));
    return false;
  }
  const results = new Map<number, Result>();
  const given: CheckedRow<unknown>[] = [];
  const halves: PartialRow<Record<string, unknown>>[] = [];
  for (const { line, cells } of staged) {
    const { record, errors } = readCells(of, row.columns, unsealCells(of, row, cells));
    const read = of.row.safeParse(record);
    for (const issue of read.error?.issues ?? []) {
      const field = String(issue.path[0] ?? "");
      if (!errors[field]?.includes(issue.message)) (errors[field] ??= []).push(issue.message);
    }
    if (Object.keys(errors).length > 0) {
      results.set(line, { line, state: "wrong", errors });
      halves.push({ line, value: readable(of.row, record, errors), wrong: new Set(Object.keys(errors)) });
    } else given.push({ line, value: read.data });
  }
  const fields = new Set(row.columns.flatMap(({ field }) => field ?? []));
  const looked = halves.length > 0 && intake.look ? await intake.look(db, row.who, halves, fields) : [];
  for (const [index, more] of looked.entries()) {
    const result = results.get(halves[index]!.line)!;
    result.errors = { ...more, ...result.errors };
  }
  const answers = given.length > 0 ? await intake.check(db, row.who, given, fields) : [];
  for (const [index, { line, value }] of given.entries())
    results.set(line, resultOf(intake, line, value, answers[index]!));
  await twice(db, row.key, results);
  await store(db, row.key, [...results.values()]);
  return true;
}

function readable(
  schema: z.ZodType,
  record: Words,
  errors: Record<string, unknown>,
): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return {};
  return Object.fromEntries(
    Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([field, of]) => {
      const read = field in errors ? undefined : of.safeParse(record[field]);
      return read?.success ? [[field, read.data]] : [];
    }),
  );
}

function resultOf({ of }: Intake, line: number, value: unknown, answer: Checked): Result {
  if ("errors" in answer) return { line, state: "wrong", errors: answer.errors, mark: answer.mark };
  const cells = value as Record<string, unknown>;
  const shown = {
    ...Object.fromEntries(
      of.columns.map((column) => [column.field, shownValue(column, cells[column.field])]),
    ),
    ...answer.shown,
  };
  return { ...answer, line, shown };
}

async function twice(db: Tx, import_key: number, results: Map<number, Result>): Promise<void> {
  const marks = [...results.values()].flatMap(({ mark }) => mark ?? []);
  if (marks.length === 0) return;
  const known = new Map<string, number>();
  const rows = await db
    .select({ mark: import_row.mark, line: sql<number>`min(${import_row.line})` })
    .from(import_row)
    .where(and(eq(import_row.import_key, import_key), inArray(import_row.mark, marks)))
    .groupBy(import_row.mark);
  for (const { mark, line } of rows) known.set(mark!, line);
  for (const result of [...results.values()].sort((a, b) => a.line - b.line)) {
    if (result.mark === undefined) continue;
    const first = known.get(result.mark);
    if (first === undefined) known.set(result.mark, result.line);
    else
      results.set(result.line, {
        line: result.line,
        state: "wrong",
        errors: { "": [`${first}行目と同じものです。どちらかを消してください`] },
      });
  }
}

async function store(db: Tx, key: number, results: Result[]): Promise<void> {
  await db.execute(sql`update import_row i
    set state = r.state, value = r.value, shown = r.shown, before = r.before, errors = r.errors, note = r.note, mark = r.mark
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      r(line integer, state text, value jsonb, shown jsonb, before jsonb, errors jsonb, note text, mark text)
    where i.import_key = ${key} and i.line = r.line`);
  const num = (state: string) => results.filter((one) => one.state === state).length;
  await db
    .update(imports)
    .set({
      num_done: sql`${imports.num_done} + ${results.length}`,
      num_new: sql`${imports.num_new} + ${num("new")}`,
      num_wrong: sql`${imports.num_wrong} + ${num("wrong")}`,
      num_changed: sql`${imports.num_changed} + ${num("changed")}`,
      num_same: sql`${imports.num_same} + ${num("same")}`,
    })
    .where(eq(imports.key, key));
}
