import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import { type Database, operator, type Tenant, type Tx, tenant } from "~/lib/db/connection.server";
import { CHUNK, checkChunk } from "~/lib/import/import.check.server";
import type { Intake } from "~/lib/import/import.intake.server";
import type { ImportLine } from "~/lib/tables/import.table.server";
import { import_row, imports } from "~/lib/tables/import.table.server";
import { sayError } from "~/lib/telemetry/logger.server";
import { intakes } from "./intakes.server";

const ROUND_MS = 400;
const LOCK = 1915;
const FAILED = "登録に失敗しました。何も登録されていません。もう一度お試しください。";

class Stopped extends Error {}

/** Whether this process has the import to itself until the transaction ends. */
async function claim(db: Tx, key: number): Promise<ImportLine | null> {
  const { rows } = await db.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCK}::int, (${key} % 2147483647)::int) as mine`,
  );
  if (!rows[0]!.mine) return null;
  return (await db.select().from(imports).where(eq(imports.key, key)))[0] ?? null;
}

const intakeFor = (row: ImportLine): Intake => intakes.find((one) => one.of.noun === row.noun)!;

async function check(db: Database, as: Tenant, key: number): Promise<void> {
  while (
    await tenant(db, as, async (tx) => {
      const row = await claim(tx, key);
      return row?.state === "checking" && checkChunk(tx, intakeFor(row), row);
    })
  );
}

async function save(db: Database, as: Tenant, row: ImportLine): Promise<void> {
  const intake = intakeFor(row);
  const reserved =
    intake.reserve && row.num_new > 0
      ? await tenant(db, as, (tx) => intake.reserve!(tx, row.who, row.num_new))
      : 0;
  await tenant(db, as, async (tx) => {
    if ((await claim(tx, row.key))?.state !== "saving") return;
    let [after, num_done, made] = [0, 0, 0];
    for (;;) {
      const part = await tx
        .select({ line: import_row.line, state: import_row.state, value: import_row.value })
        .from(import_row)
        .where(
          and(
            eq(import_row.import_key, row.key),
            inArray(import_row.state, ["new", "changed"]),
            gt(import_row.line, after),
          ),
        )
        .orderBy(asc(import_row.line))
        .limit(CHUNK);
      if (part.length === 0) break;
      await intake.save(tx, row.who, part as never, reserved + made);
      after = part.at(-1)!.line;
      num_done += part.length;
      made += part.filter((one) => one.state === "new").length;
      await tenant(db, as, (own) => own.update(imports).set({ num_done }).where(eq(imports.key, row.key)));
      const [now] = await tx.select({ state: imports.state }).from(imports).where(eq(imports.key, row.key));
      if (now?.state !== "saving") throw new Stopped();
    }
    const done = await tx
      .update(imports)
      .set({ state: "saved", num_done, update_time: new Date().toISOString() })
      .where(and(eq(imports.key, row.key), eq(imports.state, "saving")))
      .returning({ key: imports.key });
    if (done.length === 0) throw new Stopped();
  });
}

/** One import a step further. What is refused on the way is told on its page; nothing is half saved. */
async function advance(db: Database, row: ImportLine): Promise<void> {
  const as = { company_id: row.company_id, username: row.username };
  try {
    await (row.state === "checking" ? check(db, as, row.key) : save(db, as, row));
  } catch (error) {
    if (error instanceof Stopped) return;
    if (!(error instanceof Refusal)) sayError("import_failed", error, { company: row.company_id });
    const sentences =
      error instanceof Refusal
        ? Object.values(error.errors ?? {})
            .flat()
            .concat(error.errors ? [] : error.detail)
        : [FAILED];
    await tenant(db, as, (tx) =>
      tx
        .update(imports)
        .set({ state: "failed", problem: sentences.join("、") })
        .where(and(eq(imports.key, row.key), inArray(imports.state, ["checking", "saving"]))),
    );
  }
}

export async function runImports(db: Database): Promise<number> {
  const waiting = await operator(
    db,
    (tx) =>
      tx
        .select()
        .from(imports)
        .where(inArray(imports.state, ["checking", "saving"]))
        .orderBy(asc(imports.key))
        .limit(20),
    "read",
  );
  for (const row of waiting) await advance(db, row);
  return waiting.length;
}

export async function sweepImports(db: Database): Promise<void> {
  await operator(db, (tx) => tx.delete(imports).where(lt(imports.expires_time, new Date().toISOString())));
}

/** Looks for imports that wait, until stopped. */
export function startImporter(db: Database): () => void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    await runImports(db).catch(() => undefined);
    busy = false;
  }, ROUND_MS);
  timer.unref();
  return () => clearInterval(timer);
}
