import {
  edgesOf,
  inOrder,
  MAX_ROWS,
  quoted,
  type Statement,
  type StatementRow,
  Unreadable,
} from "./statement";
import { type CellsLine, csvRow } from "./statement.row";

const AT = { date: 1, tx_kind: 2, payer: 3, out: 4, in: 5, balance: 6 };
const isAllDetails = ({ cells }: CellsLine) => cells[0] === "1" && cells.includes("全明細");

const CUT_OFF = "ファイルが途中で切れています。もう一度銀行から受け取ってください。";

/** 三菱UFJ BizSTATION 全明細 has no head: records 1, 2, 8 and 9 as the 全銀 format has. */
export function readAllDetails(lines: CellsLine[]): Statement | null {
  const [head, ...rest] = lines;
  if (!head || !isAllDetails(head)) return null;
  const rows: StatementRow[] = [];
  let end: CellsLine | null = null;
  for (const line of rest) {
    const [type] = line.cells;
    if (end) throw new Unreadable(`${line.line}行目: 終わりの行の後に明細があります。`);
    if (type === "9") end = line;
    if (type !== "2") continue;
    const read = csvRow(line, AT, "");
    if (read) rows.push(read.row);
  }
  if (!end) throw new Unreadable(CUT_OFF);
  if (rows.length > MAX_ROWS) throw new Unreadable("明細が多すぎます。期間を分けて受け取ってください。");
  const ordered = inOrder(rows);
  const problem = sumsProblem(end.cells, ordered);
  if (problem) throw new Unreadable(problem);
  const [, branch_code = "", branch_name = "", , , kind = "", number = "", holder = ""] = head.cells;
  const account = {
    bank_code: "0005",
    bank_name: "三菱UFJ銀行",
    branch_code,
    branch_name,
    kind,
    number: number.replace(/^0+(?=\d)/, ""),
    holder,
  };
  return { format: "mufg-bizstation-all", account, rows: ordered, ...edgesOf(ordered), unsure_dates: false };
}

function sumsProblem([, outs, ins, , out, in_]: string[], rows: StatementRow[]): string | null {
  const found = (direction: "in" | "out") => rows.filter((row) => row.direction === direction);
  const sum = (list: StatementRow[]) => list.reduce((total, { amount }) => total + amount, 0);
  const facts: [name: string, said: string | undefined, value: number][] = [
    ["出金件数", outs, found("out").length],
    ["入金件数", ins, found("in").length],
    ["出金額合計", out, sum(found("out"))],
    ["入金額合計", in_, sum(found("in"))],
  ];
  const wrong = facts.find(([, said, value]) => Number(said) !== value);
  return wrong
    ? `${wrong[0]}が明細と合いません（ファイルでは${quoted(wrong[1] ?? "")}、明細では${wrong[2]}）。銀行から受け取ったままのファイルを選んでください。`
    : null;
}
