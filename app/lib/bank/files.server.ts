import { and, count, desc, eq, sql } from "drizzle-orm";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { bank_account, bank_content, bank_file, bank_mark, bank_row } from "~/lib/tables/bank.table.server";
import { accountRows, lockBank, ownAccounts } from "./account.server";
import { type Edges, gapBefore, gapText, type Uses, undoProblem } from "./gap";
import type { FileLine } from "./intake.server";
import { FORMAT_LABEL } from "./layout";
import { accountLabel } from "./own.account";

const RECENT = 12;

async function gapOf(db: Tx, file: FileLine): Promise<string | null> {
  if (file.account_key === null) return null;
  const files: Edges[] = await db.select().from(bank_file).where(eq(bank_file.account_key, file.account_key));
  const gap = gapBefore(file, files);
  return gap && gapText(gap);
}

/** What stands in the way of taking its rows out again. */
async function usesOf(db: Tx, file: FileLine) {
  const { rows } = await db.execute<Uses>(sql`
    select count(*) filter (where l.live)::int as num_registered,
      count(*) filter (where not l.live)::int as num_undone,
      (select f.file_name from bank_file f where f.account_key = ${file.account_key} and f.key <> ${file.key}
        and f.row_keys && array(select r.key from bank_row r where r.file_key = ${file.key})
        order by f.key desc limit 1) as sharing
    from bank_row r cross join lateral (
      select bool_or(p.cancelled_time is null) as live from bank_link l join payment p on p.key = l.payment_key
      where l.row_key = r.key having count(*) > 0) l
    where r.file_key = ${file.key}`);
  return rows[0]!;
}

export async function fileRow(db: Tx, file: FileLine) {
  const [account] = await db
    .select()
    .from(bank_account)
    .where(sql`${bank_account.key} = ${file.account_key}`);
  return {
    ...file,
    account: account ? accountLabel(account) : null,
    format: file.format && (FORMAT_LABEL[file.format] ?? file.format),
    gap: await gapOf(db, file),
    cannot_undo: file.state === "read" ? undoProblem(await usesOf(db, file)) : null,
  };
}

export async function listFiles(db: Tx, who: Who) {
  const files = await db
    .select()
    .from(bank_file)
    .where(eq(bank_file.company_id, who.company_id))
    .orderBy(desc(bank_file.uploaded_time), desc(bank_file.key))
    .limit(RECENT);
  const items: Awaited<ReturnType<typeof fileRow>>[] = [];
  for (const file of files) items.push(await fileRow(db, file));
  return { items, accounts: accountRows(await ownAccounts(db, who)) };
}

export async function waitingFile(db: Tx, who: Who, key: number) {
  const [found] = await db
    .select({ file: bank_file, content: bank_content.content })
    .from(bank_file)
    .innerJoin(
      bank_content,
      and(eq(bank_content.company_id, bank_file.company_id), eq(bank_content.sha256, bank_file.sha256)),
    )
    .where(and(eq(bank_file.company_id, who.company_id), eq(bank_file.key, key)));
  if (!found) throw notFound("ファイル");
  return found;
}

/** Of a file that was never read nothing is kept; of one that was, its rows go while none is registered. */
export async function discardFile(db: Tx, who: Who, key: number) {
  await lockBank(db, who.company_id);
  const { file } = await waitingFile(db, who, key);
  let num_rows = 0;
  if (file.state === "read") {
    refuseIf(undoProblem(await usesOf(db, file)));
    const ours = sql`(select r.key from bank_row r where r.file_key = ${key})`;
    await db.delete(bank_mark).where(sql`${bank_mark.row_key} in ${ours}`);
    const gone = await db.delete(bank_row).where(eq(bank_row.file_key, key)).returning({ key: bank_row.key });
    num_rows = gone.length;
  }
  await db.delete(bank_file).where(eq(bank_file.key, key));
  const same = and(eq(bank_file.company_id, who.company_id), eq(bank_file.sha256, file.sha256));
  const [left] = await db.select({ num: count() }).from(bank_file).where(same);
  if (left!.num === 0)
    await db
      .delete(bank_content)
      .where(and(eq(bank_content.company_id, who.company_id), eq(bank_content.sha256, file.sha256)));
  return { num_rows };
}
