import { z } from "zod";
import { importOf } from "~/lib/import/import.schema";
import { quantity } from "~/lib/money/number.schema";
import { optional, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { UNIT_WORDS } from "~/lib/vocabulary/card.schema";
import { PRODUCT_LABEL, productFields } from "./product.fields";

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
const TIER = "数量";
const flag = (label: string) => optionalChoice(label, ["true", "false"]);

const CODE = {
  field: "code",
  synonyms: ["品番", "商品コード", "品目コード", "部品番号"],
  required: true as const,
  example: "YM-1001",
};
const PRICED = [
  {
    field: "effective_from",
    synonyms: ["適用日", "開始日", "改定日"],
    kind: "date" as const,
    example: "2026/12/1",
    help: "空欄は今日。",
  },
  {
    field: "agreed_on",
    synonyms: ["単価合意日", "決定日"],
    kind: "date" as const,
    example: "2026/11/20",
    help: "空欄は今日。値下げは合意日より前にさかのぼれません。",
  },
];

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
      synonyms: ["商品名", "製品名", "名称"],
      example: "ブラケットA",
      help: "新しい商品には必要です。",
    },
    {
      field: "buyer",
      synonyms: ["得意先", "客先", "会社名", "取引先"],
      example: "田中産業機械",
      help: "新しい商品には必要です。あとから変えられません。",
    },
    { field: "category", synonyms: ["カテゴリ", "品目分類", "商品分類"], example: "標準部品" },
    { field: "drawing_no", synonyms: ["図面番号"], example: "TNK-2201" },
    {
      field: "drawing_revision",
      synonyms: ["図面版", "版", "リビジョン", "図面の版"],
      example: "B",
    },
    {
      field: "order_unit",
      synonyms: ["数量単位"],
      choices: UNIT_WORDS,
      example: "個",
      help: "空欄は個。",
    },
    {
      field: "unit",
      synonyms: ["単価の単位"],
      choices: UNIT_WORDS,
      example: "個",
      help: "空欄は注文単位と同じ。",
    },
    { field: "unit_weight", synonyms: ["単位重量"], example: "0.742", help: "kg/個。" },
    { field: "pieces_per_set", synonyms: ["セット個数", "入数"], example: "4" },
    {
      field: "unit_price",
      synonyms: ["価格"],
      amount: true,
      example: "128.4",
      help: "いまの単価と違うときだけ、新しい版になります。会計の権限が必要です。",
    },
    {
      field: "tiers",
      synonyms: ["数量別単価"],
      amount: true,
      example: "128.4（100から120）",
      help: "空欄はそのまま。最初は単価と同じ値です。",
    },
    ...PRICED,
    {
      field: "steps",
      synonyms: ["工程", "工程順"],
      example: "切断 → 曲げ → 検査",
      help: "→ で区切ります。空欄はそのまま。",
    },
    {
      field: "minutes",
      synonyms: ["加工時間"],
      example: "0.4 → 1.2 → なし",
      help: "1単位あたりの分を、標準工程の順に → で区切ります。空欄はそのまま。",
    },
    {
      field: "setup",
      synonyms: ["段取"],
      example: "15 → 20 → なし",
      help: "分。標準時間と同じ書き方です。",
    },
    { field: "is_stock", choices: yes, example: "する" },
    { field: "num_threshold", synonyms: ["発注点", "下限数"], example: "100" },
    { field: "note", synonyms: ["メモ", "摘要"] },
    {
      field: "is_active",
      choices: { 有効: "true", "1": "true", 無効: "false", "0": "false" },
      example: "有効",
    },
  ],
  row: z.object({
    code: productFields.code,
    name: optional(productFields.name),
    buyer: optionalText("依頼元", 120),
    category: optional(productFields.category),
    drawing_no: optional(productFields.drawing_no),
    drawing_revision: optional(productFields.drawing_revision),
    order_unit: optional(productFields.order_unit),
    unit: optional(productFields.unit),
    unit_weight: optional(productFields.unit_weight),
    pieces_per_set: optional(productFields.pieces_per_set),
    unit_price: optional(productFields.unit_price),
    tiers: optionalText("数量段階", 800),
    minutes: optionalText("標準時間", 400),
    setup: optionalText("段取時間", 400),
    effective_from: optional(productFields.effective_from),
    agreed_on: optional(productFields.agreed_on),
    steps: optionalText("標準工程", 400),
    is_stock: flag(PRODUCT_LABEL.is_stock),
    num_threshold: optional(productFields.num_threshold),
    note: optional(productFields.note),
    is_active: flag("状態"),
  }),
});

/** 単価一括改定 by file: each line a quantity break; lines of one code and day make one 版. */
export const priceImport = importOf({
  noun: "price",
  path: "/setting/product/price/import",
  list: "/setting/product",
  title: "単価のCSV取込",
  counter: "行",
  note: "商品番号・適用開始日・合意日が同じ行は、数量段階としてひとつの版になります。「単価のCSV」を直して、そのまま取り込めます。",
  columns: [
    CODE,
    {
      field: "min_quantity",
      synonyms: ["数量段階", "数量から", "以上"],
      example: "0",
      help: "この数量から。空欄は0（すべて）。0の行がない版は、それまでの単価に重ねます。",
    },
    {
      field: "unit_price",
      synonyms: ["新単価", "改定単価", "価格"],
      required: true,
      example: "132.5",
      help: "単価の決まっていない数量は「要相談」。",
    },
    ...PRICED,
    { field: "note", header: "メモ", synonyms: ["備考", "理由", "摘要"], example: "材料値上げ" },
  ],
  row: z.object({
    code: productFields.code,
    min_quantity: z
      .preprocess((value) => (value === "" || value === undefined ? "0" : value), quantity(TIER))
      .meta({ title: TIER }),
    unit_price: productFields.tier_price,
    effective_from: optional(productFields.effective_from),
    agreed_on: optional(productFields.agreed_on),
    note: optionalText("メモ", 200),
  }),
});
