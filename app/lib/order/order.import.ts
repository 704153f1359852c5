import { readCells } from "~/lib/import/import";
import { importOf } from "~/lib/import/import.schema";
import { productFields } from "~/lib/product/product.fields";
import type { ProductRow } from "~/lib/product/product.schema";
import { unpriced } from "~/lib/text/counted";
import { searchKey } from "~/lib/text/fold";
import { optional, optionalText } from "~/lib/text/text.schema";
import { UNIT_WORDS } from "~/lib/vocabulary/card.schema";
import { type FileColumn } from "~/lib/vocabulary/import";
import { SUPPLY_LABEL } from "~/lib/vocabulary/supply";
import { type Cells, FURTHER, filled, productOption, type Typed } from "./order.draft";
import { LINE_LABEL } from "./order.fields";
import { MAX_LINES, orderLineInput } from "./order.schema";

const supplies = {
  ...Object.fromEntries(Object.entries(SUPPLY_LABEL).map(([value, label]) => [label, value])),
  無償: "free",
  有償: "paid",
};

const PARTS = { 可: "allowed", 不可: "refused", 分納可: "allowed", 分納不可: "refused" };

/** The form is the preview: nothing is stored before the order is sent. */
export const orderLineImport = importOf({
  noun: "order_line",
  path: "/order/lines",
  list: "/order/new",
  title: "依頼の明細",
  counter: "行",
  columns: [
    {
      field: "product_code",
      synonyms: ["品番", "商品コード", "品目コード", "部品番号"],
      example: "YM-1001",
    },
    {
      field: "name",
      synonyms: ["商品名", "製品名", "名称", "品目名"],
      example: "ブラケットA",
    },
    { field: "drawing_no", synonyms: ["図面番号", "図面"], example: "D-1001" },
    { field: "drawing_revision", synonyms: ["版", "図面の版", "改訂番号"], example: "B" },
    {
      field: "num_items",
      synonyms: ["注文数", "注文数量", "発注数", "依頼数", "個数", "数"],
      required: true,
      example: "100",
    },
    { field: "order_unit", synonyms: ["数量単位"], choices: UNIT_WORDS, example: "個" },
    { field: "unit_price", synonyms: ["価格"], example: "128.4" },
    {
      field: "unit",
      synonyms: ["単価の単位", "単価単位"],
      choices: UNIT_WORDS,
      example: "個",
    },
    {
      field: "delivery_date",
      synonyms: ["納入日", "納入期日", "希望納期", "納品日"],
      kind: "date",
      example: "2026/11/30",
    },
    {
      field: "delivery_time",
      synonyms: ["納入時間", "納期時刻", "時刻"],
      example: "13:30",
    },
    {
      field: "destination_id",
      synonyms: ["納品先", "届け先", "納入場所"],
      example: "本社工場",
    },
    { field: "supply", synonyms: ["支給区分"], choices: supplies, example: "無償支給" },
    { field: "supplied_material", synonyms: ["支給品", "支給材料"] },
    { field: "supply_quantity", synonyms: ["支給数量"] },
    { field: "supply_unit", synonyms: ["支給単位"] },
    { field: "supply_price", synonyms: ["支給の単価", "支給材単価"] },
    { field: "supply_date", synonyms: ["支給日", "支給予定日"], kind: "date" },
    { field: "over_pct", synonyms: ["超過許容", "過納", "超過の許容差(%)"] },
    { field: "under_pct", synonyms: ["不足許容", "不足の許容差(%)"] },
    { field: "process_name", synonyms: ["工程名", "加工", "加工内容", "作業"] },
    { field: "part_delivery", synonyms: ["分納可否", "分納区分"], choices: PARTS },
    { field: "undetermined_reason", synonyms: ["未定の理由"] },
    { field: "planned_fix_date", synonyms: ["決定予定日"], kind: "date" },
    { field: "note", synonyms: ["メモ", "摘要", "行備考"] },
  ],
  row: orderLineInput.omit({ product_id: true }).extend({
    product_code: optional(productFields.code),
    destination_id: optionalText(LINE_LABEL.destination_id, 80),
  }),
});

type LineKnown = {
  productOf: (code: string) => ProductRow | undefined;
  places: { destination_id: number; name: string }[];
};

export function productCode(columns: FileColumn[], cells: string[]): string | undefined {
  return orderLineImport.row.shape.product_code.safeParse(
    readCells(orderLineImport, columns, cells).record.product_code,
  ).data;
}

/** What cannot be read stays as it was typed; `errors` by cell. */
export function readLine(
  columns: FileColumn[],
  cells: string[],
  { productOf, places }: LineKnown,
): { line: Cells; errors: Record<string, string[]> } {
  const { record, errors } = readCells(orderLineImport, columns, cells);
  for (const field of ["over_pct", "under_pct"])
    if (record[field]) record[field] = record[field].replace(/\s*[%％]$/, "");
  for (const field of ["unit_price", "supply_price"])
    if (record[field]) record[field] = unpriced(record[field]);
  const line: Cells = {};
  for (const [field, schema] of Object.entries(orderLineImport.row.shape)) {
    if (errors[field]) continue;
    const read = schema.safeParse(record[field]);
    line[field] = read.success ? String(read.data ?? "") : (record[field] ?? "");
    if (!read.success) errors[field] = read.error.issues.map(({ message }) => message);
  }
  const { product_code, destination_id: place, ...rest } = line;
  const { product_code: unread, ...wrong } = errors;
  const product = product_code ? productOf(product_code) : undefined;
  const destination = place ? places.find((one) => searchKey(one.name) === searchKey(place)) : undefined;
  const found: Cells = { ...rest, destination_id: destination && String(destination.destination_id) };
  if (unread) wrong.product_id = unread;
  else if (product_code && !product)
    wrong.product_id = [
      `商品番号「${product_code}」はこの依頼先の商品にありません。一覧から選択してください`,
    ];
  if (!product_code && !rest.name) wrong.name = ["商品を選択するか、品名を入力してください"];
  if (place && !destination)
    wrong.destination_id = [`「${place.slice(0, 40)}」は納入先一覧にありません。一覧から選択してください`];
  if (!product) return { line: found, errors: wrong };
  const { value, label, fill } = productOption(product);
  const own = Object.fromEntries(Object.entries(found).filter(([, text]) => text));
  return { line: { ...fill, ...own, product_id: value, product_id_label: label }, errors: wrong };
}

export function linesProblem(num_typed: number, num_file: number): string | null {
  if (num_typed + num_file <= MAX_LINES) return null;
  const typed =
    num_typed > 0 ? `入力済みの${num_typed}行と合わせて${num_typed + num_file}行になります。` : "";
  return `明細は${MAX_LINES}行までです。このファイルは${num_file.toLocaleString("en-US")}行あります。${typed}行を減らすか、依頼を分けてください。`;
}

export function withLines(
  typed: Typed,
  read: { line: Cells; errors: Record<string, string[]> }[],
): { values: Typed; errors: Record<string, string[]> } {
  const kept = (typed.lines ?? []).filter(filled);
  const entries = read.flatMap(({ errors }, index) =>
    Object.entries(errors).map(([name, said]) => [`lines[${kept.length + index}].${name}`, said] as const),
  );
  const further = read.some(({ line, errors }) =>
    FURTHER.some((name) => errors[name] || (line[name] && !(line.product_id && /^drawing/.test(name)))),
  );
  const columns = further ? "all" : typed.columns;
  return {
    values: { ...typed, columns, lines: [...kept, ...read.map(({ line }) => line)] },
    errors: Object.fromEntries(entries),
  };
}
