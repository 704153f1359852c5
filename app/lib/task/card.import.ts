import { z } from "zod";
import { importOf } from "~/lib/import/import.schema";
import { optionalDecimal, quantity } from "~/lib/money/number.schema";
import { optionalCode, optionalLines, optionalText, text } from "~/lib/text/text.schema";
import { optionalDate, time } from "~/lib/time/date.schema";
import { UNIT_WORDS, UNITS } from "~/lib/vocabulary/card.schema";

const unit = (label: string) => z.enum(UNITS, { error: `${label}を選択してください` }).optional();
const blank = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);

export const cardImport = importOf({
  noun: "card",
  path: "/task/import",
  list: "/task/list",
  title: "カードのCSV取込",
  counter: "枚",
  note: "電話・FAX・メールで受けた注文を、まとめてカードにします。商品番号を入れると、品名・単位・単価は商品マスタのものになります。",
  columns: [
    {
      field: "buyer",
      header: "依頼元",
      synonyms: ["依頼元名", "得意先", "得意先名", "客先", "取引先", "会社名", "buyer_name"],
      required: true,
      example: "田中産業機械",
      help: "会社名か会社のID。株式会社などは省けます。",
    },
    {
      field: "order_id",
      header: "注文番号",
      synonyms: ["注番", "注文書番号", "オーダー番号", "発注番号", "発注No", "注文No"],
      example: "H2611-0001",
    },
    {
      field: "product_code",
      header: "商品番号",
      synonyms: ["品番", "商品コード", "品目コード", "部品番号", "図番"],
      example: "YM-1001",
      help: "商品マスタの番号。",
    },
    {
      field: "name",
      header: "品名",
      synonyms: ["商品名", "製品名", "名称", "品目名"],
      example: "ブラケットA",
      help: "商品番号がないときは必要です。",
    },
    {
      field: "num_items",
      header: "数量",
      synonyms: ["注文数", "注文数量", "発注数", "個数", "数"],
      required: true,
      example: "100",
    },
    {
      field: "order_unit",
      header: "注文単位",
      synonyms: ["数量単位"],
      choices: UNIT_WORDS,
      example: "個",
      help: "空欄は商品マスタのもの。商品番号もなければ個。",
    },
    {
      field: "unit",
      header: "単位",
      synonyms: ["単価の単位", "単価単位"],
      choices: UNIT_WORDS,
      example: "個",
      help: "空欄は注文単位と同じ。",
    },
    {
      field: "unit_weight",
      header: "単重",
      synonyms: ["単位重量", "1個の重さ"],
      example: "0.742",
      help: "kg/個。個とkgを換えるときに使います。",
    },
    {
      field: "unit_price",
      header: "単価",
      synonyms: ["価格"],
      amount: true,
      example: "128.4",
      help: "空欄は商品マスタの単価。会計の権限が必要です。",
    },
    {
      field: "delivery_date",
      header: "納期",
      synonyms: ["納入日", "納入期日", "希望納期", "納品日"],
      kind: "date",
      example: "2026/11/30",
    },
    {
      field: "delivery_time",
      header: "納入時刻",
      synonyms: ["時刻", "納入時間", "納期時刻"],
      example: "13:30",
    },
    {
      field: "destination",
      header: "納入先",
      synonyms: ["納品先", "届け先", "納入場所"],
      example: "本社工場",
    },
    {
      field: "process",
      header: "工程",
      synonyms: ["開始工程", "status"],
      example: "切断",
      help: "空欄は最初の工程。",
    },
    { field: "note", header: "備考", synonyms: ["メモ", "摘要"] },
    { field: "inner_note", header: "社内メモ", help: "依頼元には見えません。" },
    {
      field: "is_urgent",
      header: "至急",
      choices: {
        至急: "true",
        はい: "true",
        "○": "true",
        "1": "true",
        いいえ: "false",
        通常: "false",
        "0": "false",
      },
    },
    {
      field: "is_billing_target",
      header: "請求対象",
      synonyms: ["請求"],
      choices: {
        対象: "true",
        する: "true",
        "○": "true",
        "1": "true",
        対象外: "false",
        しない: "false",
        "×": "false",
        "0": "false",
      },
      example: "対象",
    },
  ],
  row: z.object({
    buyer: text("依頼元", 120),
    order_id: optionalCode("注文番号", 40),
    product_code: optionalCode("商品番号", 60),
    name: optionalText("品名", 120),
    num_items: quantity("数量", { min: "0.001" }),
    order_unit: blank(unit("注文単位")),
    unit: blank(unit("単位")),
    unit_weight: optionalDecimal("単重", { min: "0.001" }),
    unit_price: optionalDecimal("単価", { min: "0" }),
    delivery_date: optionalDate("納期", "coming"),
    delivery_time: time("納入時刻"),
    destination: optionalText("納入先", 200),
    process: optionalText("工程", 40),
    note: optionalLines("備考", 400),
    inner_note: optionalLines("社内メモ", 400),
    is_urgent: blank(z.enum(["true", "false"]).optional()),
    is_billing_target: blank(z.enum(["true", "false"]).optional()),
  }),
});
export type CardLine = z.output<typeof cardImport.row>;
