import type { ActivityRow } from "~/lib/log/activity.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { tiersText } from "./product";

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
  code: "商品番号",
  name: "品名",
  drawing_no: "図番",
  drawing_revision: "図面の版",
  order_unit: "注文単位",
  unit: "単位",
  unit_weight: "単重",
  pieces_per_set: "1セットの個数",
  is_stock: "在庫管理",
  num_threshold: "しきい値",
  note: "備考・メモ",
  is_active: "有効",
  steps: "標準工程",
  items: "記録項目",
  parts: "部品",
  tiers: "単価",
  effective_from: "適用開始日",
  agreed_on: "合意日",
};

function valueText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  if (name === "tiers") return tiersText(JSON.parse(String(value)));
  if (name === "effective_from" || name === "agreed_on") return formatDate(String(value));
  if (name === "order_unit" || name === "unit") return UNIT_LABEL[value as keyof typeof UNIT_LABEL];
  return /^\d+(\.\d+)?$/.test(String(value)) && name !== "code" && name !== "name"
    ? formatNumber(String(value))
    : String(value);
}

/** A product's log as its timeline shows it, newest first. */
export const productLog = (log: ActivityRow[]) =>
  [...log].reverse().map(({ key, kind, at, actor_name, origin, before, after }) => ({
    id: key,
    who: actor_name,
    when: at,
    what: `${KINDS[kind] ?? kind}${origin === "CSV" ? "（CSV取込）" : ""}`,
    changes: Object.keys(FIELDS)
      .filter((name) => name in after)
      .map((name) => ({
        label: FIELDS[name]!,
        from: valueText(name, before[name]),
        to: valueText(name, after[name]),
      })),
  }));
