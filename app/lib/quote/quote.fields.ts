import { DESTINATION_MAX, itemFields } from "~/lib/fields/card.fields";
import { integer, optionalDecimal, quantity, unitPrice, yen } from "~/lib/money/number.schema";
import { checkbox, choice, code, key, labelsOf, lines, text } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { DECLINE_REASONS, PASS_REASONS, TOOLING_OWNERS } from "~/lib/vocabulary/quote";

export const MAX_QUANTITIES = 5;
export const MAX_SELLERS = 30;
export const MAX_BATCH = 50;

export const quoteFields = {
  ...itemFields,
  number: code("見積番号", 40),
  seller_id: text("依頼先", 40),
  buyer_id: text("依頼元", 40),
  product_id: key("商品"),
  material: text("材質", 100),
  surface: text("表面処理", 100),
  dimensions: text("寸法", 100),
  quantity: optionalDecimal("数量", { min: "0.001" }),
  num_items: quantity("依頼する数量", { min: "0.001" }),
  destination: text("納入場所", DESTINATION_MAX),
  payment_terms: text("支払条件", 200),
  wish_date: date("希望納期", "coming"),
  deadline: date("回答期限", "coming"),
  is_sealed: checkbox("締切まで回答を開かない"),
  tells_count: checkbox("依頼先の社数を知らせる"),
  person: text("担当者", 40),
  memo: lines("検討用メモ", 1000),
  target_price: unitPrice("目標単価"),
  lead_days: integer("納期", 0, 730),
  shipping: yen("送料"),
  tooling: yen("型・治具代"),
  tooling_owner: choice("型・治具の所有者", TOOLING_OWNERS),
  other: yen("そのほか"),
  valid_until: date("有効期限", "coming"),
  comment: lines("コメント", 1000),
  words: text("相手への言葉", 300),
  declined_reason: choice("辞退の理由", DECLINE_REASONS),
  passed_reason: choice("見送りの理由", PASS_REASONS),
};
export const QUOTE_LABEL = labelsOf(quoteFields);
