import { type ISODate, isDate, isoDate } from "~/lib/time/date";
import { edgesOf, MAX_ROWS, type Statement, type StatementRow, Unreadable } from "./statement";
import { type CellsLine, csvRow } from "./statement.row";

const HEAD_WITHIN = 32;
const AT = { date: 0, direction: 1, amount: 2, payer: 3, mark: 4 };
type Day = { month: number; day: number };

const plain = (cell = "") => cell.normalize("NFKC").trim();

/** 「…_202504から20260430まで.api」 holds the years that its rows leave out. */
function periodInName(file_name: string): { from: ISODate; to: ISODate } | null {
  const found = /(\d{4})(\d\d)(\d\d)?から(\d{4})(\d\d)(\d\d)?/.exec(file_name.normalize("NFKC"));
  if (!found) return null;
  const [, fromYear, fromMonth, fromDay = "01", toYear, toMonth, toDay = "31"] = found;
  const period = { from: `${fromYear}-${fromMonth}-${fromDay}`, to: `${toYear}-${toMonth}-${toDay}` };
  return period.from <= period.to ? period : null;
}

const order = ({ month, day }: Day) => month * 100 + day;

/** Which way the days run, and in which of the rows a new year has begun since the first. */
function turns(days: Day[]): { newestFirst: boolean; years: number[] } {
  const steps = days.slice(1).map((day, at) => order(day) - order(days[at]!));
  const newestFirst = steps.filter((step) => step < 0).length > steps.filter((step) => step > 0).length;
  const ordered = newestFirst ? [...days].reverse() : days;
  let year = 0;
  const years = ordered.map((day, at) => {
    if (at > 0 && order(day) < order(ordered[at - 1]!)) year += 1;
    return year;
  });
  return { newestFirst, years };
}

/** The year of the last row: the latest in which it lies in the period, or not after today. */
function lastYear({ month, day }: Day, until: ISODate): number {
  const year = Number(until.slice(0, 4));
  return isoDate(year, month, day) <= until ? year : year - 1;
}

function columnsOf(head: string[]) {
  const names = head.map(plain);
  const at = (...words: RegExp[]) =>
    words.map((word) => names.findIndex((name) => word.test(name))).find((found) => found >= 0) ?? -1;
  return {
    month: at(/^月$/, /勘定日.*月|月$/),
    day: at(/^日$/, /勘定日.*日|日$/),
    amount: at(/^(取引)?金額/),
    summary: at(/^摘要/),
    mark: at(/^明細区分/),
    bank: at(/^金融機関名/),
    branch: at(/^支店名/),
    kind: at(/^預金科目/, /^科目/),
    number: at(/^口座番号/),
  };
}

const DIRECTION = /^(入金|出金)$/;

/** The word 入金 or 出金 stands under a heading that differs: the column is known by what is in it. */
const directionColumn = (rows: CellsLine[]) =>
  rows[0]!.cells.findIndex((_, at) => rows.every(({ cells }) => DIRECTION.test(plain(cells[at]))));

/** みずほ .api: lines of tabs, headed 項目名, 属性 and 長さ, with days that have no year and no balances. */
export function readMizuhoApi(lines: CellsLine[], file_name: string, today: ISODate): Statement | null {
  const head = lines.slice(0, HEAD_WITHIN).find(({ cells }) => plain(cells[0]) === "項目名");
  if (!head) return null;
  const rows = lines.filter(({ cells }) => plain(cells[0]) === "明細");
  if (rows.length === 0)
    throw new Unreadable("明細の行がありません。期間を確かめて、もう一度受け取ってください。");
  if (rows.length > MAX_ROWS)
    throw new Unreadable(`一度に取り込めるのは${MAX_ROWS.toLocaleString("en-US")}行までです。`);
  const columns = columnsOf(head.cells);
  const direction = directionColumn(rows);
  if ([columns.month, columns.day, columns.amount, direction].includes(-1))
    throw new Unreadable(
      "みずほ銀行の明細（.api）として読み取れません。銀行から受け取ったままのファイルを選んでください。",
    );
  const days = rows.map(({ line, cells }) => {
    const [month, day] = [Number(plain(cells[columns.month])), Number(plain(cells[columns.day]))];
    if (!isDate(isoDate(2024, month, day)))
      throw new Unreadable(`${line}行目の日付が読み取れません（${month}月${day}日）。`);
    return { month, day };
  });
  const { newestFirst, years } = turns(days);
  const [ordered, orderedDays] = newestFirst ? [[...rows].reverse(), [...days].reverse()] : [rows, days];
  const period = periodInName(file_name);
  const first = lastYear(orderedDays.at(-1)!, period?.to ?? today) - years.at(-1)!;
  const read = ordered.flatMap(({ line, cells }, at): StatementRow[] => {
    const { month, day } = orderedDays[at]!;
    const cell = (column: number) => (column < 0 ? "" : (cells[column] ?? "").trim());
    const date = isoDate(first + years[at]!, month, day).replaceAll("-", "/");
    const made = [
      date,
      plain(cells[direction]),
      cell(columns.amount),
      cell(columns.summary),
      cell(columns.mark),
    ];
    const found = csvRow({ line, cells: made }, AT, today);
    return found ? [found.row] : [];
  });
  const named = (column: number) => (column < 0 ? "" : (rows[0]!.cells[column] ?? "").trim());
  const edges = edgesOf(read);
  return {
    format: "mizuho-api",
    account: {
      bank_code: "",
      bank_name: named(columns.bank),
      branch_code: "",
      branch_name: named(columns.branch),
      kind: named(columns.kind),
      number: named(columns.number).replace(/^0+(?=\d)/, ""),
      holder: "",
    },
    rows: read,
    ...edges,
    unsure_dates: period === null || edges.from! < period.from,
  };
}
