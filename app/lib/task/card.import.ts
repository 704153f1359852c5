import { z } from "zod";
import { CARD_LABEL, cardFields } from "~/lib/fields/card.fields";
import { importOf } from "~/lib/import/import.schema";
import { productFields } from "~/lib/product/product.fields";
import { optional, optionalChoice, optionalText, text } from "~/lib/text/text.schema";
import { UNIT_WORDS } from "~/lib/vocabulary/card.schema";

const flag = (label: string) => optionalChoice(label, ["true", "false"]);

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
      synonyms: ["依頼元名", "得意先", "得意先名", "客先", "取引先", "会社名", "buyer_name"],
      required: true,
      example: "田中産業機械",
      help: "会社名か会社のID。株式会社などは省けます。",
    },
    {
      field: "order_id",
      synonyms: ["注番", "注文書番号", "オーダー番号", "発注番号", "発注No", "注文No"],
      example: "H2611-0001",
    },
    {
      field: "product_code",
      synonyms: ["品番", "商品コード", "品目コード", "部品番号", "図番"],
      example: "YM-1001",
      help: "商品マスタの番号。",
    },
    {
      field: "name",
      synonyms: ["商品名", "製品名", "名称", "品目名"],
      example: "ブラケットA",
      help: "商品番号がないときは必要です。",
    },
    {
      field: "num_items",
      synonyms: ["注文数", "注文数量", "発注数", "個数", "数"],
      required: true,
      example: "100",
    },
    {
      field: "order_unit",
      synonyms: ["数量単位"],
      choices: UNIT_WORDS,
      example: "個",
      help: "空欄は商品マスタのもの。商品番号もなければ個。",
    },
    {
      field: "unit",
      synonyms: ["単価の単位", "単価単位"],
      choices: UNIT_WORDS,
      example: "個",
      help: "空欄は注文単位と同じ。",
    },
    {
      field: "unit_weight",
      synonyms: ["単位重量", "1個の重さ"],
      example: "0.742",
      help: "kg/個。個とkgを換えるときに使います。",
    },
    {
      field: "unit_price",
      synonyms: ["価格"],
      amount: true,
      example: "128.4",
      help: "空欄は商品マスタの単価。会計の権限が必要です。",
    },
    {
      field: "delivery_date",
      synonyms: ["納入日", "納入期日", "希望納期", "納品日"],
      kind: "date",
      example: "2026/11/30",
    },
    {
      field: "delivery_time",
      synonyms: ["時刻", "納入時間", "納期時刻"],
      example: "13:30",
    },
    {
      field: "destination",
      synonyms: ["納品先", "届け先", "納入場所"],
      example: "本社工場",
    },
    {
      field: "process",
      synonyms: ["開始工程", "status"],
      example: "切断",
      help: "空欄は最初の工程。",
    },
    { field: "note", synonyms: ["メモ", "摘要"] },
    { field: "inner_note", help: "依頼元には見えません。" },
    {
      field: "is_urgent",
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
    order_id: optional(cardFields.order_id),
    product_code: optional(productFields.code),
    name: optional(cardFields.name),
    num_items: cardFields.num_items,
    order_unit: optional(cardFields.order_unit),
    unit: optional(cardFields.unit),
    unit_weight: optional(cardFields.unit_weight),
    unit_price: optional(cardFields.unit_price),
    delivery_date: optional(cardFields.delivery_date),
    delivery_time: cardFields.delivery_time,
    destination: optional(cardFields.destination),
    process: optionalText(CARD_LABEL.group_id, 40),
    note: optional(cardFields.note),
    inner_note: optional(cardFields.inner_note),
    is_urgent: flag(CARD_LABEL.is_urgent),
    is_billing_target: flag(CARD_LABEL.is_billing_target),
  }),
});
export type CardLine = z.output<typeof cardImport.row>;
