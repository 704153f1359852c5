import { and, count, desc, eq } from "drizzle-orm";
import { notFound, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { bank_account, bank_content, bank_file } from "~/lib/tables/bank.table.server";
import { tokyoDate } from "~/lib/time/date";
import { accountBy, accountRows, addAccount, lockBank, ownAccounts, refuseOther } from "./account.server";
import { likelyHead, readCsv } from "./bank.csv";
import type { BankFileRead, BankSetup } from "./bank.schema";
import { type FileLine, readOrRefuse, refused, storeStatement } from "./intake.server";
import { type Columns, columnsProblem, FORMAT_LABEL, guessColumns } from "./layout";
import { accountLabel } from "./own.account";
import { type FileAccount, type Statement, Unreadable } from "./statement";
import type { CellsLine } from "./statement.row";

const RECENT = 12;
const SHOWN_LINES = 32;

const toFileRow = (file: FileLine, account: typeof bank_account.$inferSelect | null) => ({
  ...file,
  account: account && accountLabel(account),
  format: file.format && (FORMAT_LABEL[file.format] ?? file.format),
});

export async function listFiles(db: Tx, who: Who) {
  const rows = await db
    .select({ file: bank_file, account: bank_account })
    .from(bank_file)
    .leftJoin(bank_account, eq(bank_account.key, bank_file.account_key))
    .where(eq(bank_file.company_id, who.company_id))
    .orderBy(desc(bank_file.uploaded_time), desc(bank_file.key))
    .limit(RECENT);
  return {
    items: rows.map(({ file, account }) => toFileRow(file, account)),
    accounts: accountRows(await ownAccounts(db, who)),
  };
}

async function waitingFile(db: Tx, who: Who, key: number) {
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

type Asked = { statement: Statement | null; lines: CellsLine[] };

async function askedOf(
  db: Tx,
  who: Who,
  { file, content }: { file: FileLine; content: Buffer },
  chosen?: number,
): Promise<Asked> {
  const { read } = await readOrRefuse(db, who, content, chosen);
  if ("lines" in read) return { statement: null, lines: read.lines };
  return { statement: read.statements[file.part - 1] ?? null, lines: [] };
}

const UNKNOWN: FileAccount = {
  bank_code: "",
  bank_name: "",
  branch_code: "",
  branch_name: "",
  kind: "",
  number: "",
  holder: "",
};

/** What is to be said of a file before its rows come in. */
export async function readSetup(db: Tx, who: Who, key: number): Promise<BankSetup> {
  const found = await waitingFile(db, who, key);
  const { file } = found;
  const { statement, lines } = await askedOf(db, who, found);
  const head = lines.length > 0 ? likelyHead(lines) : 0;
  const isWaiting = file.state === "waiting";
  return {
    file: toFileRow(file, file.account_key === null ? null : await accountBy(db, who, file.account_key)),
    asks_account: isWaiting,
    asks_columns: isWaiting && statement === null,
    asks_dates: isWaiting && statement?.unsure_dates === true,
    from_date: statement?.from ?? null,
    to_date: statement?.to ?? null,
    account: { ...UNKNOWN, ...statement?.account },
    lines: lines.slice(0, SHOWN_LINES).map(({ line, cells }) => ({ line, cells: cells.slice(0, 40) })),
    head_line: head + 1,
    columns: lines.length > 0 ? guessColumns(lines[head]!.cells) : {},
    accounts: accountRows(await ownAccounts(db, who)),
  };
}

async function chosenAccount(db: Tx, who: Who, input: BankFileRead, named: FileAccount | null) {
  if (input.account_key !== undefined) {
    const account = await accountBy(db, who, input.account_key);
    refuseOther(account, named);
    return account;
  }
  const { bank_name, branch_name = "", kind = "", number } = input;
  if (!bank_name) throw refused("銀行名を入力するか、口座を選択してください", "bank_name");
  if (!number || !/\d/.test(number)) throw refused("口座番号を入力してください", "number");
  return addAccount(db, who, { ...UNKNOWN, ...named, bank_name, branch_name, kind, number });
}

function columnsOf({ date, in: credit, out, amount, direction, balance, payer }: BankFileRead): Columns {
  const said = { date, in: credit, out, amount, direction, balance, payer };
  return Object.fromEntries(Object.entries(said).filter(([, heading]) => heading !== undefined));
}

function byColumns(lines: CellsLine[], input: BankFileRead, today: string) {
  const columns = columnsOf(input);
  const problem = columnsProblem(columns);
  if (problem) throw refused(problem, columns.date === undefined ? "date" : "in");
  const head = (input.head_line ?? likelyHead(lines) + 1) - 1;
  if (!lines[head]) throw refused("見出しの行がありません", "head_line");
  const cells = lines[head].cells.map((cell) => cell.trim());
  const missing = Object.values(columns).find((heading) => !cells.includes(heading));
  if (missing) throw refused(`見出しの行に「${missing}」がありません`, "head_line");
  try {
    const statement = readCsv(lines, { layout: { format: "profile", columns }, head }, today);
    return { statement, profile: { head: cells, columns } };
  } catch (error) {
    if (error instanceof Unreadable) throw refused(error.message, "head_line");
    throw error;
  }
}

/** The answers to what was asked: its rows come in, and the columns are remembered with the account. */
export async function readWaiting(db: Tx, who: Who, key: number, input: BankFileRead) {
  await lockBank(db, who.company_id);
  const found = await waitingFile(db, who, key);
  const { file } = found;
  refuseIf(file.state === "read" ? "このファイルは取り込み済みです。" : null);
  const { statement, lines } = await askedOf(db, who, found, input.account_key);
  if (statement?.unsure_dates && !input.dates_right)
    throw refused("期間を確かめて、正しければチェックしてください", "dates_right");
  const account = await chosenAccount(db, who, input, statement?.account ?? null);
  if (statement) return storeStatement(db, file, account.key, statement);
  const named = byColumns(lines, input, tokyoDate(who.now));
  await db.update(bank_account).set({ profile: named.profile }).where(eq(bank_account.key, account.key));
  return storeStatement(db, file, account.key, named.statement);
}

/** Of a file that was never read nothing is kept. */
export async function discardFile(db: Tx, who: Who, key: number) {
  await lockBank(db, who.company_id);
  const { file } = await waitingFile(db, who, key);
  refuseIf(file.state === "read" ? "取り込み済みのファイルは取り消せません。" : null);
  await db.delete(bank_file).where(eq(bank_file.key, key));
  const same = and(eq(bank_file.company_id, who.company_id), eq(bank_file.sha256, file.sha256));
  const [left] = await db.select({ num: count() }).from(bank_file).where(same);
  if (left!.num === 0)
    await db
      .delete(bank_content)
      .where(and(eq(bank_content.company_id, who.company_id), eq(bank_content.sha256, file.sha256)));
  return {};
}
