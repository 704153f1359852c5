import { z } from "zod";
import { importOf } from "~/lib/import/import.schema";
import { optionalDecimal } from "~/lib/money/number.schema";
import { optionalText, text } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { INVENTORY } from "./stock.list";
import { stockTerms } from "./terms.schema";

const CODE = {
  field: "code",
  synonyms: ["品番", "商品コード", "品目コード", "部品番号"],
  required: true as const,
  example: "YM-S001",
};
const code = text("商品番号", 40);

export const termsImport = importOf({
  noun: "stock",
  path: `${INVENTORY}/import`,
  list: INVENTORY,
  title: "在庫の設定のCSV取込",
  counter: "件",
  note: "在庫一覧のCSVを直して、そのまま取り込めます。ファイルにない列はそのままで、ある列の空欄は空欄になります。数は変わりません（数は棚卸か期首在庫の取込で入れます）。",
  columns: [
    CODE,
    { field: "num_threshold", synonyms: ["発注点", "下限数"], example: "200" },
    { field: "num_target", synonyms: ["目標数", "上限数"], example: "400", help: "補充するときに戻す数。" },
    { field: "moq", synonyms: ["最小ロット", "MOQ"], example: "100" },
    { field: "lot", synonyms: ["発注ロット", "まるめ数"], example: "50" },
    { field: "lead_days", synonyms: ["リードタイム", "納入日数"], example: "5", help: "営業日。" },
    { field: "shelf", synonyms: ["棚番", "保管場所", "ロケーション"], example: "A-1" },
    {
      field: "supplier",
      synonyms: ["購入先", "発注先"],
      example: "佐藤精密",
      help: "空欄は自社で作る商品。",
    },
    { field: "standard_price", synonyms: ["標準原価"], amount: true, example: "28" },
  ],
  row: z.object({
    ...stockTerms.omit({ version: true, cleared: true, supplier_id: true }).shape,
    code,
    supplier: optionalText("仕入先", 120),
  }),
});

export const openingImport = importOf({
  noun: "opening",
  path: `${INVENTORY}/opening/import`,
  list: INVENTORY,
  title: "期首在庫のCSV取込",
  counter: "件",
  note: "使い始めるときの在庫を入れます。1つの商品に1回だけです。期首在庫のCSVを出して数量を入れ、そのまま取り込めます。数量が空欄の行はそのままです。入れた数は、入庫履歴で取り消せます。",
  columns: [
    CODE,
    { field: "effective_date", synonyms: ["基準日", "期首日"], kind: "date" as const, example: "2026/4/1" },
    { field: "num", synonyms: ["在庫数", "期首数量", "現在庫"], example: "420" },
    { field: "unit_price", synonyms: ["評価単価"], amount: true, example: "28", help: "空欄は標準単価。" },
    { field: "words", synonyms: ["備考"], example: "倉庫Bから" },
  ],
  row: z.object({
    code,
    effective_date: optionalDate("日付"),
    num: optionalDecimal("数量", { min: "0" }),
    unit_price: optionalDecimal("単価", { min: "0" }),
    words: optionalText("メモ", 200),
  }),
});
