import { eq } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { wrong } from "~/lib/receivable/settle.server";
import { bank_account } from "~/lib/tables/bank.table.server";
import { tokyoDate } from "~/lib/time/date";
import { accountBy, accountRows, addAccount, lockBank, ownAccounts, refuseOther } from "./account.server";
import { columnNumber, likelyHead, NO_HEAD, readCsv } from "./bank.csv";
import type { BankFileRead, BankSetup } from "./bank.schema";
import { fileRow, waitingFile } from "./files.server";
import { type FileLine, readOrRefuse, refused, storeStatement } from "./intake.server";
import { type Columns, columnsProblem, guessColumns } from "./layout";
import { type FileAccount, NO_ACCOUNT, type Statement, Unreadable } from "./statement";
import type { CellsLine } from "./statement.row";

const SHOWN_LINES = 32;

type Asked = { statement: Statement | null; lines: CellsLine[] };

async function askedOf(
  db: Tx,
  who: Who,
  { file, content }: { file: FileLine; content: Buffer },
  chosen?: number,
): Promise<Asked> {
  const { read } = await readOrRefuse(db, who, { content, file_name: file.file_name }, chosen);
  if ("lines" in read) return { statement: null, lines: read.lines };
  return { statement: read.statements[file.part - 1] ?? null, lines: [] };
}

/** What is to be said of a file before its rows come in. */
export async function readSetup(db: Tx, who: Who, key: number): Promise<BankSetup> {
  const found = await waitingFile(db, who, key);
  const { file } = found;
  const { statement, lines } = await askedOf(db, who, found);
  const head = lines.length > 0 ? likelyHead(lines, tokyoDate(who.now)) : 0;
  const isWaiting = file.state === "waiting";
  return {
    file: await fileRow(db, file),
    asks_account: isWaiting,
    asks_columns: isWaiting && statement === null,
    asks_dates: isWaiting && statement?.unsure_dates === true,
    from_date: statement?.from ?? null,
    to_date: statement?.to ?? null,
    account: { ...NO_ACCOUNT, ...statement?.account },
    lines: lines.slice(0, SHOWN_LINES).map(({ line, cells }) => ({ line, cells: cells.slice(0, 40) })),
    head_line: head + 1,
    columns: lines[head] ? guessColumns(lines[head].cells) : {},
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
  const hasNumber = number !== undefined && /\d/.test(number);
  if (!bank_name || !hasNumber)
    throw wrong({
      ...(!bank_name && { bank_name: ["銀行名を入力するか、口座を選択してください"] }),
      ...(!hasNumber && { number: ["口座番号を入力してください"] }),
    });
  return addAccount(db, who, { ...NO_ACCOUNT, ...named, bank_name, branch_name, kind, number });
}

function columnsOf({ date, in: credit, out, amount, direction, balance, payer }: BankFileRead): Columns {
  const said = { date, in: credit, out, amount, direction, balance, payer };
  return Object.fromEntries(Object.entries(said).filter(([, heading]) => heading !== undefined));
}

/** A column is named by its heading, or where there is none by its number. */
function headedColumns(lines: CellsLine[], head: number, columns: Columns) {
  const isHeaded = head !== NO_HEAD;
  const line = lines[isHeaded ? head : 0];
  if (!line) throw refused("見出しの行がありません", "head_line");
  const cells = line.cells.map((cell, at) => (isHeaded ? cell.trim() : columnNumber(at)));
  const named = Object.entries(columns).map(([field, said]) => {
    const at = line.cells.findIndex((_, index) => columnNumber(index) === said);
    const heading = cells.includes(said) ? said : isHeaded ? cells[at] : undefined;
    if (heading) return [field, heading];
    throw refused(
      isHeaded
        ? `見出しの行に「${said}」がありません`
        : `見出しのないファイルでは、「${said}」ではなく列の番号で選んでください`,
      "head_line",
    );
  });
  return { cells, named: Object.fromEntries(named) as Columns };
}

function byColumns(lines: CellsLine[], input: BankFileRead, today: string) {
  const columns = columnsOf(input);
  const problem = columnsProblem(columns);
  if (problem) throw refused(problem, columns.date === undefined ? "date" : "in");
  const head = input.head_line === undefined ? likelyHead(lines, today) : input.head_line - 1;
  const { cells, named } = headedColumns(lines, head, columns);
  try {
    const statement = readCsv(lines, { layout: { format: "profile", columns: named }, head }, today);
    const profile = {
      columns: named,
      ...(head === NO_HEAD ? { head: [], width: cells.length } : { head: cells }),
    };
    return { statement, profile };
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
