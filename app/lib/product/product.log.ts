import type { ActivityRow } from "~/lib/log/activity.schema";
import { changesOf } from "~/lib/log/changes";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { tiersText } from "./product";
import { PRODUCT_LABEL } from "./product.fields";

const KINDS: Record<string, string> = {
  created: "商品を追加",
  edited: "商品の変更",
  stopped: "無効化",
  restored: "有効に戻す",
  route: "標準工程の変更",
  parts: "部品構成の変更",
  priced: "単価の追加",
  unpriced: "単価の取消",
};
const FIELDS: Record<string, string> = {
  code: PRODUCT_LABEL.code,
  name: PRODUCT_LABEL.name,
  category: PRODUCT_LABEL.category,
  drawing_no: PRODUCT_LABEL.drawing_no,
  drawing_revision: PRODUCT_LABEL.drawing_revision,
  order_unit: PRODUCT_LABEL.order_unit,
  unit: PRODUCT_LABEL.unit,
  unit_weight: PRODUCT_LABEL.unit_weight,
  weighed: "量ったもの",
  pieces_per_set: PRODUCT_LABEL.pieces_per_set,
  is_stock: PRODUCT_LABEL.is_stock,
  num_threshold: PRODUCT_LABEL.num_threshold,
  note: "備考・メモ",
  is_active: "有効",
  steps: "標準工程",
  items: "記録項目",
  parts: "部品",
  tiers: PRODUCT_LABEL.unit_price,
  effective_from: PRODUCT_LABEL.effective_from,
  agreed_on: PRODUCT_LABEL.agreed_on,
  valid_until: "見積の有効期限",
  num_target: "目標在庫",
  lead_days: "調達日数（営業日）",
  moq: "最小発注数",
  lot: "ロット",
  supplier_id: "仕入先",
  ownership: "評価",
  shelf: "置場",
  standard_price: "標準単価",
};
const DAYS = ["effective_from", "agreed_on", "valid_until"];

function valueText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  if (name === "ownership") return "支給品";
  if (name === "tiers") return tiersText(JSON.parse(String(value)));
  if (DAYS.includes(name)) return formatDate(String(value));
  if (name === "order_unit" || name === "unit") return UNIT_LABEL[value as keyof typeof UNIT_LABEL];
  return /^\d+(\.\d+)?$/.test(String(value)) && name !== "code" && name !== "name"
    ? formatNumber(String(value))
    : String(value);
}

export const productLog = (log: ActivityRow[]) =>
  [...log].reverse().map(({ key, kind, at, actor_name, origin, before, after }) => ({
    id: key,
    who: actor_name,
    when: at,
    what: `${KINDS[kind] ?? kind}${origin === "CSV" ? "（CSV取込）" : ""}`,
    changes: changesOf(FIELDS, valueText, { before, after }),
  }));
