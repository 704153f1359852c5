import { createHash } from "node:crypto";
import { and, asc, eq, gte, lte } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { bank_content, bank_file, bank_row } from "~/lib/tables/bank.table.server";
import { tokyoDate } from "~/lib/time/date";
import {
  accountBy,
  findAccount,
  lockBank,
  type OwnAccount,
  ownAccounts,
  refuseOther,
} from "./account.server";
import { type BankFileNew, type BankFileTaken, FILE_BYTES } from "./bank.schema";
import { type BankFile, readBankFile } from "./file.server";
import { sortKnown } from "./known";
import { isSameAccount } from "./own.account";
import { type Statement, Unreadable } from "./statement";

export type FileLine = typeof bank_file.$inferSelect;

/** A file that cannot be taken, under the field of the form that holds it. */
export const refused = (sentence: string, field = "file") =>
  new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });

/** The chosen account's profile first: another account may know the same head with other columns. */
export async function readOrRefuse(
  db: Tx,
  who: Who,
  { content, file_name }: { content: Uint8Array; file_name: string },
  chosen?: number,
) {
  const accounts = (await ownAccounts(db, who))
    .filter(({ profile }) => profile !== null)
    .sort((a, b) => Number(b.key === chosen) - Number(a.key === chosen));
  const profiles = accounts.map(({ profile }) => profile!);
  try {
    const read: BankFile = await readBankFile(content, { profiles, today: tokyoDate(who.now), file_name });
    const fitting = "statements" in read ? read.profiles : [];
    return { read, profiled: fitting.length === 1 ? accounts[fitting[0]!]! : null };
  } catch (error) {
    if (error instanceof Unreadable) throw refused(error.message);
    throw error;
  }
}

const CHUNK = 500;

/** What is new of a statement comes in; the rest is known by the keys that it has already. */
export async function storeStatement(
  db: Tx,
  file: Pick<FileLine, "key" | "company_id">,
  account_key: number,
  { rows, format, ...facts }: Statement,
): Promise<{ num_rows: number; num_new: number }> {
  const { company_id, key: file_key } = file;
  const days = rows.map(({ date }) => date).sort();
  const before =
    rows.length === 0
      ? []
      : await db
          .select()
          .from(bank_row)
          .where(
            and(
              eq(bank_row.account_key, account_key),
              gte(bank_row.row_date, days[0]!),
              lte(bank_row.row_date, days.at(-1)!),
            ),
          )
          .orderBy(asc(bank_row.row_date), asc(bank_row.key));
  const marked = rows.map((row) => ({ ...row, format }));
  const sorted = sortKnown(
    marked,
    before.map(({ row_date, ...one }) => ({ ...one, date: row_date })),
  );
  const count = new Map<string, number>();
  const next = (date: string, direction: string, amount: number) => {
    const name = `${date} ${direction} ${amount}`;
    count.set(name, (count.get(name) ?? 0) + 1);
    return count.get(name)!;
  };
  for (const one of before) next(one.row_date, one.direction, one.amount);
  const fresh = sorted
    .filter(({ known }) => known === null)
    .map(({ row: { date, ...row }, doubt }) => ({
      ...row,
      company_id,
      account_key,
      file_key,
      row_date: date,
      doubt,
      sequence: next(date, row.direction, row.amount),
    }));
  const made: number[] = [];
  for (let at = 0; at < fresh.length; at += CHUNK) {
    const keys = await db
      .insert(bank_row)
      .values(fresh.slice(at, at + CHUNK))
      .returning({ key: bank_row.key });
    made.push(...keys.map(({ key }) => key));
  }
  const row_keys = sorted.map(({ known }) => known ?? made.shift()!);
  const { from, to, opening, closing } = facts;
  const counts = { num_rows: rows.length, num_new: fresh.length };
  await db
    .update(bank_file)
    .set({
      account_key,
      format,
      state: "read",
      from_date: from,
      to_date: to,
      opening,
      closing,
      row_keys,
      ...counts,
    })
    .where(eq(bank_file.key, file_key));
  return counts;
}

const partsBefore = (db: Tx, who: Who, sha256: string): Promise<FileLine[]> =>
  db
    .select()
    .from(bank_file)
    .where(and(eq(bank_file.company_id, who.company_id), eq(bank_file.sha256, sha256)))
    .orderBy(asc(bank_file.part));

function repeated(files: FileLine[]): BankFileTaken {
  return {
    waiting: files.find(({ state }) => state === "waiting")?.key ?? null,
    files: files.map(({ key }) => key),
    num_rows: files.reduce((sum, { num_rows }) => sum + num_rows, 0),
    num_new: 0,
    is_repeated: true,
  };
}

type Accounts = { chosen: number | undefined; profiled: OwnAccount | null };

/** What a person chose, what the file names, or else the only account whose files look so. */
async function accountOf(db: Tx, who: Who, { account: named }: Statement, { chosen, profiled }: Accounts) {
  if (chosen !== undefined) {
    const account = await accountBy(db, who, chosen);
    refuseOther(account, named);
    return account;
  }
  const found = await findAccount(db, who, named);
  if (found || !profiled) return found;
  return named === null || isSameAccount(profiled, named) ? profiled : null;
}

/**
 * The same file again is the same file, but for the parts of it that were put away; what cannot be told
 * from it is asked before any row comes in.
 */
export async function takeFile(db: Tx, who: Who, input: BankFileNew): Promise<BankFileTaken> {
  const content = Buffer.from(input.content, "base64");
  if (content.length === 0) throw refused("ファイルが空です");
  if (content.length > FILE_BYTES)
    throw refused("ファイルが大きすぎます（700KBまで）。期間を分けて受け取ってください");
  const sha256 = createHash("sha256").update(content).digest("hex");
  await lockBank(db, who.company_id);
  const before = await partsBefore(db, who, sha256);
  const { read, profiled } = await readOrRefuse(db, who, { ...input, content }, input.account_key);
  const known = new Set(before.map(({ part }) => part));
  const num_parts = "lines" in read ? 1 : read.statements.length;
  if (before.length > 0 && known.size >= num_parts) return repeated(before);
  await db.insert(bank_content).values({ company_id: who.company_id, sha256, content }).onConflictDoNothing();
  const add = async (part: number): Promise<FileLine> => {
    const [file] = await db
      .insert(bank_file)
      .values({
        company_id: who.company_id,
        sha256,
        part,
        file_name: input.file_name,
        state: "waiting",
        person: who.name,
        uploaded_time: who.now,
      })
      .returning();
    return file!;
  };
  const taken: BankFileTaken = { waiting: null, files: [], num_rows: 0, num_new: 0, is_repeated: false };
  if ("lines" in read) {
    const { key } = await add(1);
    return { ...taken, waiting: key, files: [key] };
  }
  for (const [index, statement] of read.statements.entries()) {
    if (known.has(index + 1)) continue;
    const account = await accountOf(db, who, statement, { chosen: input.account_key, profiled });
    const file = await add(index + 1);
    taken.files.push(file.key);
    if (account && !statement.unsure_dates) {
      const { num_rows, num_new } = await storeStatement(db, file, account.key, statement);
      taken.num_rows += num_rows;
      taken.num_new += num_new;
    } else taken.waiting ??= file.key;
  }
  return taken;
}
