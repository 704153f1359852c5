import { expect, test } from "vitest";
import { headerProblem, readHeaders } from "~/lib/import/import";
import { byCode } from "~/lib/product/product.code";
import type { ProductRow } from "~/lib/product/product.schema";
import { linesProblem, orderLineImport, productCode, readLine, withLines } from "./order.import";

const product: ProductRow = {
  product_id: 7,
  seller_id: "yamada",
  buyer_id: "tanaka",
  code: "YM-1001",
  name: "ブラケットA",
  drawing_no: "D-1",
  drawing_revision: "B",
  order_unit: "piece",
  unit: "kg",
  unit_weight: "0.5",
  pieces_per_set: null,
  is_stock: false,
  unit_price: "128.4",
};
const known = {
  productOf: byCode([product]),
  places: [{ destination_id: 3, name: "本社工場" }],
};
const columns = readHeaders(orderLineImport, [
  "品番",
  "品名",
  "数量",
  "単位",
  "単価",
  "納期",
  "納入先",
  "図番",
]);
const read = (...cells: string[]) => readLine(columns, cells, known);

test("a price loses its 円; 円 for something, and kg after a quantity, are for a person to see", () => {
  expect(read("", "特注", "１０", "", "１００円", "", "", "")).toMatchObject({
    line: { num_items: "10", unit_price: "100" },
    errors: {},
  });
  const wrong = read("", "特注", "12kg", "", "100円/個", "", "", "");
  expect(Object.keys(wrong.errors).sort()).toEqual(["num_items", "unit_price"]);
  expect(wrong.line).toMatchObject({ num_items: "12kg", unit_price: "100円/個" });
});

test("a line of a file fills the cells: full width is read, a known product brings its own", () => {
  expect(productCode(columns, ["ＹＭ－１００１"])).toBe("YM-1001");
  const { line, errors } = read(
    "ＹＭ－１００１",
    "",
    "１，２００",
    "",
    "",
    "2030/11/30(土)",
    "本社 工場",
    "",
  );
  expect(errors).toEqual({});
  expect(line).toMatchObject({
    product_id: "7",
    name: "ブラケットA",
    num_items: "1200",
    unit: "kg",
    delivery_date: "2030-11-30",
    destination_id: "3",
    drawing_no: "D-1",
  });
  expect(read("ym-1001", "", "1", "", "", "", "", "").line).toMatchObject({ product_id: "7" });
  const two = byCode([product, { ...product, code: "ym-1001" }]);
  expect([two("Ym-1001"), two("ym-1001")?.code], "of two alike only as it is written").toEqual([
    undefined,
    "ym-1001",
  ]);
  expect(line, "the price of its quantity is the check's to find").not.toHaveProperty("unit_price");
  expect(read("YM-1001", "特注", "1", "個", "99.5", "", "", "D-9").line).toMatchObject({
    name: "特注",
    unit: "piece",
    unit_price: "99.5",
    drawing_no: "D-9",
  });
});

test("what can't be read stays as it stands, each fault at its cell", () => {
  const { line, errors } = read("YM-9", "", "たくさん", "箱", "", "13/45", "大阪", "");
  expect(line).toMatchObject({ num_items: "たくさん", delivery_date: "13/45" });
  expect(Object.keys(errors).sort()).toEqual([
    "delivery_date",
    "destination_id",
    "num_items",
    "product_id",
    "unit",
  ]);
  expect(errors.product_id).toEqual([
    "商品番号「YM-9」はこの依頼先の商品にありません。一覧から選択してください",
  ]);
  expect(read("", "", "1", "", "", "", "", "").errors).toEqual({
    name: ["商品を選択するか、品名を入力してください"],
  });
  expect(headerProblem(orderLineImport, readHeaders(orderLineImport, ["品名", "納期"]))).toContain(
    "「数量」の列がありません",
  );
});

test("typed lines stay, empty ones give way, and faults are numbered as the form's lines are", () => {
  const typed = { note: "急ぎ", columns: "", lines: [{ name: "手入力" }, null, {}, { name: "" }] };
  const { values, errors } = withLines(typed, [
    read("", "板", "5", "", "", "", "", ""),
    read("", "板", "", "", "", "", "", ""),
  ]);
  expect(values).toMatchObject({
    note: "急ぎ",
    columns: "",
    lines: [{ name: "手入力" }, { name: "板", num_items: "5" }, { name: "板" }],
  });
  expect(Object.keys(errors)).toEqual(["lines[2].num_items"]);
});

test("a file that speaks of a seldom column has it shown", () => {
  expect(withLines({ columns: "" }, [read("", "板", "5", "", "", "", "", "D-5")]).values.columns).toBe("all");
  expect(withLines({ columns: "" }, [read("YM-1001", "", "5", "", "", "", "", "")]).values.columns).toBe("");
  expect(
    withLines({ columns: "" }, [read("YM-1001", "", "5", "", "", "", "本社工場", "")]).values.columns,
  ).toBe("all");
});

test("more lines than an order has are refused with both numbers", () => {
  expect(linesProblem(40, 60)).toBeNull();
  expect(linesProblem(0, 1200)).toBe(
    "明細は300行までです。このファイルは1,200行あります。行を減らすか、依頼を分けてください。",
  );
  expect(linesProblem(3, 298)).toContain(
    "このファイルは298行あります。入力済みの3行と合わせて301行になります。",
  );
});

test("what other systems write is read: a text as a formula, an era, a percentage; a formula is no number", () => {
  const more = readHeaders(orderLineImport, [
    "品番",
    "数量",
    "納期",
    "支給",
    "支給材",
    "支給数",
    "支給数の単位",
    "超過の許容差(%)",
  ]);
  const line = readLine(
    more,
    ['="ＹＭ－１００１"', '="0120"', "令和１２年１２月１日", "有償", '="SUS ""304"""', "20", "枚", "５％"],
    known,
  );
  expect(line.errors).toEqual({});
  expect(line.line).toMatchObject({
    product_id: "7",
    num_items: "120",
    delivery_date: "2030-12-01",
    supply: "paid",
    supplied_material: 'SUS "304"',
    over_pct: "5",
  });
  const dated = (typed: string) => readLine(more, ["", "5", typed], known);
  expect(dated("46352").line.delivery_date).toBe("2026-11-26");
  expect(dated("12345").errors.delivery_date).toEqual([expect.stringContaining("日付で")]);
  for (const typed of ["=1+1", "=SUM(A1:A9)", "#REF!", "1e3", "10個", "1,0,0", '="1"&"2"'])
    expect([typed, read("", "板", typed, "", "", "", "", "")]).toMatchObject([
      typed,
      { line: { num_items: typed }, errors: { num_items: [expect.stringContaining("数値で")] } },
    ]);
});

test("a thousand columns, most of them nobody's, and cells that are missing or too many", () => {
  const heads = Array.from({ length: 1000 }, (_, at) => (at === 500 ? "品名" : at === 999 ? "数量" : ""));
  const wide = readHeaders(orderLineImport, heads);
  const cells = heads.map((head) => (head === "品名" ? "板" : head === "数量" ? "７" : "z"));
  expect(readLine(wide, [...cells, "余り"], known).line).toMatchObject({ name: "板", num_items: "7" });
  expect(Object.keys(readLine(wide, cells.slice(0, 600), known).errors)).toEqual(["num_items"]);
});
