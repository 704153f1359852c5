import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { headerProblem, readHeaders, sizeProblem } from "~/lib/import/import";
import type { Intake } from "~/lib/import/import.intake.server";
import type { ImportHead, importBegun, importRows } from "~/lib/import/import.schema";
import { sealCells } from "~/lib/import/import.secret.server";
import { type ImportLine, import_row, imports } from "~/lib/tables/import.table.server";
import { intakes } from "./intakes.server";

const KEPT_MS = 7 * 86_400_000;
export function intakeOf(who: Who, noun: string): Intake {
  const found = intakes.find((one) => one.of.noun === noun);
  if (!found || !who.company_id) throw notFound("取込");
  const no = found.refuse(who);
  if (no) throw new Refusal(403, no);
  return found;
}

export async function importOf(db: Tx, who: Who, key: number): Promise<ImportLine> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.key, key), eq(imports.company_id, who.company_id)));
  if (!row) throw notFound("取込");
  intakeOf(who, row.noun);
  return row;
}

async function change(
  db: Tx,
  who: Who,
  key: number,
  from: ImportLine["state"][],
  to: Partial<ImportLine>,
): Promise<ImportLine> {
  const [row] = await db
    .update(imports)
    .set({ ...to, update_time: who.now })
    .where(and(eq(imports.key, key), inArray(imports.state, from)))
    .returning();
  if (!row)
    throw new Refusal(409, "この取込は、すでに次の段階に進んでいます。画面を読み込み直してください。");
  return row;
}

export const importHeadOf = ({
  who,
  company_id: _,
  username: __,
  file_hash: ___,
  expires_time: ____,
  ...row
}: ImportLine): ImportHead => ({ ...row, person: who.name });

export async function beginImport(
  db: Tx,
  who: Who,
  { headers, ...file }: z.output<typeof importBegun>,
): Promise<ImportHead> {
  const { of } = intakeOf(who, file.noun);
  const columns = readHeaders(of, headers);
  const problem = headerProblem(of, columns);
  if (problem) throw new Refusal(422, problem);
  const expires_time = new Date(Date.parse(who.now) + KEPT_MS).toISOString();
  const [row] = await db
    .insert(imports)
    .values({
      ...file,
      columns,
      company_id: who.company_id,
      username: who.username,
      who,
      created_time: who.now,
      update_time: who.now,
      expires_time,
    })
    .returning();
  return importHeadOf(row!);
}

// jsonb holds neither; the row's schema then refuses what stands in their place.
const storable = (text: string) =>
  text.replace(/\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

export async function stageRows(
  db: Tx,
  who: Who,
  key: number,
  { rows }: z.output<typeof importRows>,
): Promise<{ num: number }> {
  const row = await importOf(db, who, key);
  refuseIf(
    row.state === "reading"
      ? null
      : "この取込は、すでに次の段階に進んでいます。画面を読み込み直してください。",
  );
  const { of } = intakeOf(who, row.noun);
  const staged = JSON.stringify(
    rows.map(({ line, cells }) => ({ line, cells: sealCells(of, row, cells.map(storable)) })),
  );
  await db.execute(sql`insert into import_row (import_key, line, company_id, cells)
    select ${key}, r.line, ${who.company_id}, r.cells from jsonb_to_recordset(${staged}::jsonb) r(line integer, cells jsonb)
    on conflict (import_key, line) do nothing`);
  return { num: rows.length };
}

/** Too many of them and nothing is kept (D22). */
export async function finishReading(db: Tx, who: Who, key: number, num_rows: number): Promise<ImportHead> {
  await importOf(db, who, key);
  const problem = sizeProblem(num_rows) ?? (num_rows === 0 ? "見出しの下に、取り込む行がありません。" : null);
  if (problem) {
    await db.delete(import_row).where(eq(import_row.import_key, key));
    return importHeadOf(await change(db, who, key, ["reading"], { state: "failed", problem }));
  }
  return importHeadOf(await change(db, who, key, ["reading"], { state: "checking", num_rows, num_done: 0 }));
}

/** 全部登録, or 正しい行だけ登録: its rows wait to be saved. */
export async function saveImport(db: Tx, who: Who, key: number, only_good: boolean): Promise<ImportHead> {
  const row = await importOf(db, who, key);
  refuseIf(
    row.state === "checked" && row.num_wrong > 0 && !only_good
      ? `誤りのある行が${row.num_wrong}行あります。直すか、「正しい行だけ登録」を押してください。`
      : null,
  );
  refuseIf(
    row.state === "checked" && row.num_new + row.num_changed === 0 ? "登録する行がありません。" : null,
  );
  return importHeadOf(
    await change(db, who, key, ["checked"], {
      state: "saving",
      only_good,
      num_done: 0,
      who: { ...who, origin: "CSV" },
    }),
  );
}

/** Lets go of an import; while it is being saved everything goes back. Saved is saved. */
export async function stopImport(db: Tx, who: Who, key: number): Promise<ImportHead> {
  await importOf(db, who, key);
  return importHeadOf(
    await change(db, who, key, ["reading", "checking", "checked", "saving", "failed"], { state: "stopped" }),
  );
}
