import { expect, test } from "vitest";
import { cardImport } from "~/lib/task/card.import";
import { headerProblem, headerWeight, readCells, readHeaders, rowSentences, sizeProblem } from "./import";

const fields = (...headers: string[]) => readHeaders(cardImport, headers).map((one) => one.field);

test("headings are known by their other names, full width, in kana or with remarks", () => {
  expect(fields("得意先名", "注番", "数量（個）", "ＴＡＮＫＡ", "納期 ※必須", "", "ﾋﾝﾒｲ", "品名")).toEqual([
    "buyer",
    "order_id",
    "num_items",
    null,
    "delivery_date",
    null,
    null,
    "name",
  ]);
  expect(fields("依頼元*", "単価(円)", "備　考")).toEqual(["buyer", "unit_price", "note"]);
});

test("a file without a needed column, or with one twice, is told so", () => {
  expect(headerProblem(cardImport, readHeaders(cardImport, ["品名", "納期"]))).toBe(
    "「依頼元」、「数量」の列がありません。1行目に見出しを入れてください。",
  );
  expect(headerProblem(cardImport, readHeaders(cardImport, ["依頼元", "数量", "個数"]))).toContain(
    "「個数」にあたる列が二つ以上あります",
  );
  expect(headerProblem(cardImport, readHeaders(cardImport, ["依頼元", "数量"]))).toBeNull();
  expect([
    headerWeight(cardImport, ["注文一覧 2026年"]),
    headerWeight(cardImport, ["依頼元", "数量", "x"]),
  ]).toEqual([0, 2]);
});

test("a file of more rows than may be is refused with both numbers", () => {
  expect(sizeProblem(100_000)).toBeNull();
  expect(sizeProblem(123_456)).toBe(
    "一度に取り込めるのは100,000行までです（このファイルは123,456行あります）。ファイルを分けてください。",
  );
});

test("cells are read as clerks write them", () => {
  const columns = readHeaders(cardImport, ["依頼元", "数量", "注文単位", "納期", "請求対象"]);
  const { record, errors } = readCells(cardImport, columns, [
    "田中産業機械",
    "１，２３４",
    "ケ",
    "2026/11/30(月)",
    "○",
  ]);
  expect([record, errors]).toEqual([
    {
      buyer: "田中産業機械",
      num_items: "１，２３４",
      order_unit: "piece",
      delivery_date: "2026/11/30",
      is_billing_target: "true",
    },
    {},
  ]);
  expect(cardImport.row.parse(record)).toMatchObject({
    num_items: "1234",
    delivery_date: "2026-11-30",
    order_unit: "piece",
  });
  expect(readCells(cardImport, columns, ["田中", "1", "箱"]).errors.order_unit![0]).toContain(
    "「箱」は使えません。個・kg・セット",
  );
});

test("what is wrong names line, column and what stands there", () => {
  const columns = readHeaders(cardImport, ["依頼元", "納期"]);
  const row = {
    line: 12,
    cells: ["田中", "13/45"],
    errors: { delivery_date: ["納期は日付で入力してください（例：2026/11/21、11/21）"] },
  };
  expect(rowSentences(cardImport, columns, row)[0]!.text).toBe(
    "12行目 納期: 納期は日付で入力してください（例：2026/11/21、11/21）（「13/45」）",
  );
});
