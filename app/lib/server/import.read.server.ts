import { and, asc, desc, eq, gt, isNotNull, lt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { ImportHead, ImportPageData, ImportRow, importRowFilter } from "~/lib/import/import.schema";
import { coverCells } from "~/lib/import/import.secret.server";
import { type ImportLine, import_row, imports } from "~/lib/tables/import.table.server";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { importHeadOf, importOf, intakeOf } from "./import.server";

const PREVIEW = 20;
const FAULTS = 100;
const PART = 1000;

/** The file may be of a colleague with more rights: who may not see prices gets the rows without them. */
function rowsFor(who: Who, staged: ImportLine, rows: (typeof import_row.$inferSelect)[]): ImportRow[] {
  const { columns } = staged;
  const { of } = intakeOf(who, staged.noun);
  const unseen = seesAmounts(who) ? [] : of.columns.filter((one) => one.amount).map((one) => one.field);
  const without = (told: Record<string, string>) =>
    Object.fromEntries(Object.entries(told).filter(([field]) => !unseen.includes(field)));
  return rows.map(({ line, state, shown, before, errors, note, cells }) => ({
    line,
    state: state!,
    shown: without(shown ?? {}),
    before: before && without(before),
    errors,
    note,
    cells: coverCells(of, staged, cells).map((cell, index) =>
      unseen.includes(columns[index]?.field ?? "") ? "" : cell,
    ),
  }));
}

/** Rows of an import after a line. */
export async function importRowsOf(
  db: Tx,
  who: Who,
  key: number,
  { state, after }: z.output<typeof importRowFilter>,
): Promise<ImportRow[]> {
  const of = await importOf(db, who, key);
  const rows = await db
    .select()
    .from(import_row)
    .where(
      and(
        eq(import_row.import_key, key),
        gt(import_row.line, after),
        state ? eq(import_row.state, state) : isNotNull(import_row.state),
      ),
    )
    .orderBy(asc(import_row.line))
    .limit(PART);
  return rowsFor(who, of, rows);
}

export async function importPageOf(db: Tx, who: Who, key: number): Promise<ImportPageData> {
  const row = await importOf(db, who, key);
  const some = (condition: ReturnType<typeof sql>, most: number) =>
    db
      .select()
      .from(import_row)
      .where(and(eq(import_row.import_key, key), condition))
      .orderBy(asc(import_row.line))
      .limit(most);
  const ready = ["checked", "saving", "saved", "failed"].includes(row.state);
  const rows = ready ? await some(sql`${import_row.state} <> 'wrong'`, PREVIEW) : [];
  const wrong = ready ? await some(sql`${import_row.state} = 'wrong'`, FAULTS) : [];
  const noted = ready
    ? await db.$count(import_row, and(eq(import_row.import_key, key), isNotNull(import_row.note)))
    : 0;
  const [before] = await db
    .select({ time: imports.update_time })
    .from(imports)
    .where(
      and(
        eq(imports.company_id, who.company_id),
        eq(imports.noun, row.noun),
        eq(imports.file_hash, row.file_hash),
        eq(imports.state, "saved"),
        ne(imports.key, key),
        lt(imports.key, key),
      ),
    )
    .orderBy(desc(imports.key))
    .limit(1);
  return {
    ...importHeadOf(row),
    rows: rowsFor(who, row, rows),
    wrong: rowsFor(who, row, wrong),
    noted,
    before: before?.time ?? null,
  };
}

export async function importsOf(db: Tx, who: Who, noun: string): Promise<ImportHead[]> {
  intakeOf(who, noun);
  const rows = await db
    .select()
    .from(imports)
    .where(and(eq(imports.company_id, who.company_id), eq(imports.noun, noun), ne(imports.state, "reading")))
    .orderBy(desc(imports.key))
    .limit(10);
  return rows.map(importHeadOf);
}
