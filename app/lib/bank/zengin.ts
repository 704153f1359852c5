import type { ISODate } from "~/lib/time/date";
import { MAX_ROWS, type Statement, type StatementRow, Unreadable } from "./statement";
import type { CellsLine } from "./statement.row";
import { cellsKind, recordLines } from "./zengin.csv";
import { accountOf, payerOf } from "./zengin.fields";
import { noticeAccount, noticeProblem, noticeRow, withCancelled } from "./zengin.notice";
import { type Fields, fieldsOf, recordsOf, type ZenginKind, zenginKind } from "./zengin.record";

const CORRECTION = "19";

/** What a kind of file says of its account, its rows and its sums. */
type Reader = {
  account(head: Fields): Statement["account"];
  row(line: Fields, near: ISODate): StatementRow & { unsure: boolean };
  problem(tail: Fields, rows: StatementRow[], head: Fields): string | null;
};

const balanceOf = (line: Fields, sign: number, from: number) =>
  line.number("残高", from, 14) * (line.raw(sign, 1) === "2" ? -1 : 1);

function statementRow(line: Fields, near: ISODate) {
  const direction = line.raw(22, 1);
  if (direction !== "1" && direction !== "2") throw line.wrong("入払区分", direction);
  const { date, unsure } = line.date("勘定日", 10, near);
  const tx_kind = line.raw(23, 2);
  const isIn = direction === "1";
  return {
    line_no: line.at,
    date,
    direction: isIn ? ("in" as const) : ("out" as const),
    amount: line.number("取引金額", 25, 12),
    ...(isIn ? payerOf(line, 72, 82) : { payer_raw: null, payer_kana: null, payer_code: null }),
    edi: line.text(180, 20),
    summary: line.text(160, 20),
    tx_kind,
    number: line.text(2, 8),
    balance: null,
    doubt: tx_kind === CORRECTION ? ("correction" as const) : null,
    unsure,
  };
}

const sum = (rows: StatementRow[], direction: "in" | "out") =>
  rows.filter((row) => row.direction === direction).reduce((total, row) => total + row.amount, 0);
const count = (rows: StatementRow[], direction: "in" | "out") =>
  rows.filter((row) => row.direction === direction).length;

/** Of a file with 訂正 nobody knows what its totals count. */
function statementProblem(tail: Fields, rows: StatementRow[], head: Fields): string | null {
  if (rows.some((row) => row.doubt === "correction")) return null;
  const facts: [name: string, said: number, found: number][] = [
    ["入金件数", tail.number("入金件数", 2, 6), count(rows, "in")],
    ["入金額合計", tail.number("入金額合計", 8, 13), sum(rows, "in")],
    ["出金件数", tail.number("出金件数", 21, 6), count(rows, "out")],
    ["出金額合計", tail.number("出金額合計", 27, 13), sum(rows, "out")],
    ["データ件数", tail.number("データ件数", 55, 7), rows.length],
    ["取引後残高", balanceOf(tail, 40, 41), balanceOf(head, 114, 116) + sum(rows, "in") - sum(rows, "out")],
  ];
  const wrong = facts.find(([, said, found]) => said !== found);
  return wrong
    ? `${wrong[0]}が明細と合いません（ファイルでは${wrong[1].toLocaleString("en-US")}、明細では${wrong[2].toLocaleString("en-US")}）。`
    : null;
}

const READERS: { [kind: string]: Reader } = {
  "03": {
    account: (head) => accountOf(head, 63, [64, 10], 74),
    row: statementRow,
    problem: statementProblem,
  },
  "01": { account: noticeAccount, row: noticeRow, problem: noticeProblem },
};

function withBalances(rows: StatementRow[], opening: number): StatementRow[] {
  if (rows.some((row) => row.doubt === "correction")) return rows;
  let balance = opening;
  return rows.map((row) => {
    balance += row.direction === "in" ? row.amount : -row.amount;
    return { ...row, balance };
  });
}

function statementOf(
  kind: ZenginKind,
  head: Fields,
  lines: Fields[],
  tail: Fields,
  today: ISODate,
): Statement {
  const made = head.date("作成日", 5, today);
  const [from, to] = [head.date("勘定日自", 11, made.date), head.date("勘定日至", 17, made.date)];
  const read = READERS[kind]!;
  const found = lines.map((line) => read.row(line, made.date));
  const outside = found.find(({ date }) => date < from.date || date > to.date);
  if (outside)
    throw new Unreadable(`${outside.line_no}件目のレコードの勘定日が、ファイルの期間の外にあります。`);
  const unsure_dates = made.unsure || found.some(({ unsure }) => unsure);
  const rows = found.map(({ unsure: _, ...row }) => row);
  const problem = read.problem(tail, rows, head);
  if (problem) throw new Unreadable(`${problem}銀行から受け取ったままのファイルを選んでください。`);
  const account = read.account(head);
  const common = { format: `zengin-${kind}`, account, from: from.date, to: to.date, unsure_dates };
  if (kind === "01") return { ...common, opening: null, closing: null, rows: withCancelled(rows) };
  const [opening, closing] = [balanceOf(head, 114, 116), balanceOf(tail, 40, 41)];
  return { ...common, rows: withBalances(rows, opening), opening, closing };
}

const CUT_OFF = "ファイルが途中で切れています。もう一度銀行から受け取ってください。";

/** One statement for each account of the file (全銀 入出金取引明細 03, 振込入金通知 01). */
export function readZengin(bytes: Uint8Array, today: ISODate): Statement[] | null {
  const kind = zenginKind(bytes);
  return kind && readRecords(kind, recordsOf(bytes).map(fieldsOf), today);
}

/** The same records as lines of a CSV; null where they are none. */
export function readZenginCsv(lines: CellsLine[], today: ISODate): Statement[] | null {
  const kind = cellsKind(lines);
  return kind && readRecords(kind, recordLines(kind, lines), today);
}

function readRecords(kind: ZenginKind, records: Fields[], today: ISODate): Statement[] {
  const statements: Statement[] = [];
  let [head, lines, num_rows]: [Fields | null, Fields[], number] = [null, [], 0];
  for (const line of records) {
    if (line.type === "1" && head === null) {
      if (line.raw(2, 2) !== kind) throw line.wrong("種別コード", line.raw(2, 2));
      if (line.raw(4, 1) === "1") throw new Unreadable("コード区分が1（EBCDIC）のファイルは取り込めません。");
      [head, lines] = [line, []];
    } else if (line.type === "2" && head) {
      lines.push(line);
      num_rows += 1;
    } else if (line.type === "8" && head) {
      if (num_rows > MAX_ROWS)
        throw new Unreadable(`一度に取り込めるのは${MAX_ROWS.toLocaleString("en-US")}行までです。`);
      statements.push(statementOf(kind, head, lines, line, today));
      head = null;
    } else if (line.type === "9" && head === null && line === records.at(-1)) {
      return checkedAccounts(kind, line, statements);
    } else throw line.wrong("データ区分", line.type);
  }
  throw new Unreadable(CUT_OFF);
}

function checkedAccounts(kind: ZenginKind, end: Fields, statements: Statement[]): Statement[] {
  if (statements.length === 0) throw new Unreadable(CUT_OFF);
  const said = kind === "03" ? end.number("口座数", 12, 5) : 0;
  if (said > 0 && said !== statements.length)
    throw new Unreadable(
      `口座数が合いません（ファイルでは${said}、明細では${statements.length}）。銀行から受け取ったままのファイルを選んでください。`,
    );
  return statements;
}
