import { z } from "zod";
import { type ImportColumn, importOf } from "~/lib/import/import.schema";
import { optionalDecimal, quantity, unitPrice } from "~/lib/money/number.schema";
import { code, optionalCode, optionalLines, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { UNIT_WORDS, UNITS } from "~/lib/vocabulary/card.schema";

const yes = {
  する: "true",
  はい: "true",
  "○": "true",
  "1": "true",
  しない: "false",
  いいえ: "false",
  "×": "false",
  "0": "false",
};
const blank = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);
const unit = (label: string) => blank(z.enum(UNITS, { error: `${label}を選択してください` }).optional());
const flag = blank(z.enum(["true", "false"]).optional());

const CODE: ImportColumn = {
  field: "code",
  header: "商品番号",
  synonyms: ["品番", "商品コード", "品目コード", "部品番号"],
  required: true,
  example: "YM-1001",
};
const PRICED: ImportColumn[] = [
  {
    field: "effective_from",
    header: "適用日",
    synonyms: ["適用開始日", "開始日", "改定日"],
    kind: "date",
    example: "2026/12/1",
    help: "空欄は今日。",
  },
  {
    field: "agreed_on",
    header: "合意日",
    synonyms: ["単価合意日", "決定日"],
    kind: "date",
    example: "2026/11/20",
    help: "空欄は今日。値下げは合意日より前にさかのぼれません。",
  },
];

/** 商品マスタ: known codes are changed, and what the file has no column for stays. */
export const productImport = importOf({
  noun: "product",
  path: "/setting/product/import",
  list: "/setting/product",
  title: "商品のCSV取込",
  counter: "件",
  note: "商品番号が同じ商品は、その商品の変更になります。ファイルにない列はそのままです。商品マスタ一覧のCSVを直して、そのまま取り込めます。",
  columns: [
    CODE,
    {
      field: "name",
      header: "品名",
      synonyms: ["商品名", "製品名", "名称"],
      example: "ブラケットA",
      help: "新しい商品には必要です。",
    },
    {
      field: "buyer",
      header: "依頼元",
      synonyms: ["得意先", "客先", "会社名", "取引先"],
      example: "田中産業機械",
      help: "新しい商品には必要です。あとから変えられません。",
    },
    { field: "drawing_no", header: "図番", synonyms: ["図面番号"], example: "TNK-2201" },
    {
      field: "drawing_revision",
      header: "図面の版",
      synonyms: ["図面版", "版", "改訂", "リビジョン"],
      example: "B",
    },
    {
      field: "order_unit",
      header: "注文単位",
      synonyms: ["数量単位"],
      choices: UNIT_WORDS,
      example: "個",
      help: "空欄は個。",
    },
    {
      field: "unit",
      header: "単位",
      synonyms: ["単価の単位"],
      choices: UNIT_WORDS,
      example: "個",
      help: "空欄は注文単位と同じ。",
    },
    { field: "unit_weight", header: "単重", synonyms: ["単位重量"], example: "0.742", help: "kg/個。" },
    { field: "pieces_per_set", header: "1セットの個数", synonyms: ["セット個数", "入数"], example: "4" },
    {
      field: "unit_price",
      header: "単価",
      synonyms: ["価格"],
      amount: true,
      example: "128.4",
      help: "いまの単価と違うときだけ、新しい版になります。会計の権限が必要です。",
    },
    {
      field: "tiers",
      header: "数量段階",
      synonyms: ["数量別単価"],
      amount: true,
      example: "128.4（100から120）",
      help: "空欄はそのまま。最初は単価と同じ値です。",
    },
    ...PRICED,
    {
      field: "steps",
      header: "標準工程",
      synonyms: ["工程", "工程順"],
      example: "切断 → 曲げ → 検査",
      help: "→ で区切ります。空欄はそのまま。",
    },
    {
      field: "minutes",
      header: "標準時間",
      synonyms: ["加工時間"],
      example: "0.4 → 1.2 → なし",
      help: "1単位あたりの分を、標準工程の順に → で区切ります。空欄はそのまま。",
    },
    {
      field: "setup",
      header: "段取時間",
      synonyms: ["段取"],
      example: "15 → 20 → なし",
      help: "分。標準時間と同じ書き方です。",
    },
    { field: "is_stock", header: "在庫管理", choices: yes, example: "する" },
    { field: "num_threshold", header: "しきい値", synonyms: ["発注点", "下限数"], example: "100" },
    { field: "note", header: "備考", synonyms: ["メモ", "摘要"] },
    {
      field: "is_active",
      header: "状態",
      choices: { 有効: "true", "1": "true", 無効: "false", "0": "false" },
      example: "有効",
    },
  ],
  row: z.object({
    code: code("商品番号", 60),
    name: optionalText("品名", 120),
    buyer: optionalText("依頼元", 120),
    drawing_no: optionalCode("図番", 60),
    drawing_revision: optionalCode("図面の版", 20),
    order_unit: unit("注文単位"),
    unit: unit("単位"),
    unit_weight: optionalDecimal("単重", { min: "0.001" }),
    pieces_per_set: optionalDecimal("1セットの個数", { min: "0.001" }),
    unit_price: optionalDecimal("単価", { min: "0" }),
    tiers: optionalText("数量段階", 800),
    minutes: optionalText("標準時間", 400),
    setup: optionalText("段取時間", 400),
    effective_from: optionalDate("適用日", "coming"),
    agreed_on: optionalDate("合意日"),
    steps: optionalText("標準工程", 400),
    is_stock: flag,
    num_threshold: optionalDecimal("しきい値", { min: "0" }),
    note: optionalLines("備考", 400),
    is_active: flag,
  }),
});

/** 単価一括改定 by file: each line a quantity break; lines of one code and day make one 版. */
export const priceImport = importOf({
  noun: "price",
  path: "/setting/product/price/import",
  list: "/setting/product",
  title: "単価のCSV取込",
  counter: "行",
  note: "商品番号・適用日・合意日が同じ行は、数量段階としてひとつの版になります。「単価のCSV」を直して、そのまま取り込めます。",
  columns: [
    CODE,
    {
      field: "min_quantity",
      header: "数量",
      synonyms: ["数量段階", "数量から", "以上"],
      example: "0",
      help: "この数量から。空欄は0（すべて）。0の行がない版は、それまでの単価に重ねます。",
    },
    {
      field: "unit_price",
      header: "単価",
      synonyms: ["新単価", "改定単価", "価格"],
      required: true,
      example: "132.5",
    },
    ...PRICED,
    { field: "note", header: "メモ", synonyms: ["備考", "理由", "摘要"], example: "材料値上げ" },
  ],
  row: z.object({
    code: code("商品番号", 60),
    min_quantity: z.preprocess(
      (value) => (value === "" || value === undefined ? "0" : value),
      quantity("数量"),
    ),
    unit_price: unitPrice("単価"),
    effective_from: optionalDate("適用日", "coming"),
    agreed_on: optionalDate("合意日"),
    note: optionalText("メモ", 200),
  }),
});
