import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { readCells, readHeaders } from "~/lib/import/import";
import { headOf, Unfit, unlessBlank } from "~/lib/import/import.file.server";
import type { ImportColumn } from "~/lib/import/import.schema";
import { normalizeNumber } from "~/lib/money/decimal";
import { CsvProblem, csvLines } from "~/lib/text/csv.stream.server";
import { optionalDate } from "~/lib/time/date.schema";
import { agreeing, compareBilling, type TheirRow } from "./reconcile";
import { openLines } from "./reconcile.server";
import { lineNameOf } from "./single.schema";

const columns: ImportColumn[] = [
  {
    field: "delivery_number",
    header: "納品書番号",
    synonyms: ["納品番号", "伝票番号", "納品書No", "納品No"],
  },
  { field: "order_id", header: "注文番号", synonyms: ["発注番号", "注文No", "発注No", "オーダー番号"] },
  { field: "date", header: "納品日", synonyms: ["日付", "検収日", "納入日", "伝票日付"], kind: "date" },
  { field: "num_units", header: "数量", synonyms: ["納品数", "検収数", "納入数"] },
  { field: "unit_price", header: "単価" },
  { field: "price", header: "金額", synonyms: ["税抜金額", "支払予定額", "支払金額", "支払額"] },
];
const MOST = 5000;
const wrong = (sentence: string) => new Refusal(422, "入力内容を確認してください。", { csv: [sentence] });

function toRow(row: number, record: Record<string, string>): TheirRow {
  const number = (name: string) => {
    const text = record[name];
    const value = text ? normalizeNumber(text) : undefined;
    if (value === null) throw wrong(`${row}行目の「${text}」は数値として読み取れません`);
    return value;
  };
  const date = record.date ? optionalDate("納品日").safeParse(record.date) : undefined;
  if (date && !date.success) throw wrong(`${row}行目の日付「${record.date}」が読み取れません`);
  const [price, num_units] = [number("price"), number("num_units")];
  if (price === undefined && num_units === undefined)
    throw wrong(`${row}行目に数量も金額もありません。入力するか、行を削除してください`);
  return {
    row,
    delivery_number: record.delivery_number || undefined,
    order_id: record.order_id || undefined,
    date: date?.data,
    num_units,
    unit_price: number("unit_price"),
    price: price === undefined ? undefined : Math.trunc(Number(price)),
  };
}

async function rowsOf(csv: string): Promise<TheirRow[]> {
  try {
    const file = new Blob([csv]);
    const lines = unlessBlank(csvLines(file, { encoding: "utf-8", label: "utf-8" }));
    const found = readHeaders({ columns }, await headOf({ columns }, lines, file));
    const fields = new Set(found.flatMap(({ field }) => field ?? []));
    if (!fields.has("price") && !fields.has("num_units"))
      throw wrong("「数量」か「金額」の列がありません。1行目に見出しを入れてください");
    const rows: TheirRow[] = [];
    for await (const { line, cells } of lines) {
      rows.push(toRow(line, readCells({ columns }, found, cells).record));
      if (rows.length > MOST) throw wrong(`一度に照合できるのは${MOST.toLocaleString("en-US")}行までです`);
    }
    return rows;
  } catch (error) {
    if (error instanceof Unfit || error instanceof CsvProblem) throw wrong(error.message);
    throw error;
  }
}

/** Nothing is stored. */
export async function compareCsv(
  db: Tx,
  who: Who,
  { csv, ...asked }: { partner: string; ym: number; received: boolean; csv: string },
) {
  const rows = await rowsOf(csv);
  const { pair } = await openLines(db, who, asked);
  const items = compareBilling(pair!.items, rows);
  const agreed = agreeing(pair!.items, items);
  return {
    num_rows: rows.length,
    items,
    agreed: agreed.map(lineNameOf),
    agreed_price: agreed.reduce((sum, line) => sum + line.price, 0),
  };
}
