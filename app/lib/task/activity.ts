import { CARD_LABEL } from "~/lib/fields/card.fields";
import { ACTIVITY_LABEL } from "~/lib/log/activity.schema";
import { withoutAmounts } from "~/lib/log/money";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate, isDate } from "~/lib/time/date";
import { formatDateTime, formatTime } from "~/lib/time/datetime";
import { ANSWER_LABEL, type Answer, UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";

type Logged = {
  kind: string;
  at: string;
  actor_name: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

export const CHANGE_LABEL: Record<string, string> = {
  status: "工程",
  answer: "回答",
  delivery_date: CARD_LABEL.delivery_date,
  delivery_time: CARD_LABEL.delivery_time,
  proposed_delivery_date: "提案納期",
  name: CARD_LABEL.name,
  num_items: CARD_LABEL.num_items,
  num_good: "良品数",
  num_defective: "不良数",
  num_partial: "途中数",
  unit_price: CARD_LABEL.unit_price,
  price: "金額",
  destination: CARD_LABEL.destination,
  note: CARD_LABEL.note,
  is_urgent: CARD_LABEL.is_urgent,
  is_billing_target: CARD_LABEL.is_billing_target,
  worker: "作業者",
  collab_name: "協力会社",
  inner_note: CARD_LABEL.inner_note,
  revision: "版",
  is_latest: "最新",
  is_inner: "社内のみ",
  order_id: CARD_LABEL.order_id,
  unit: CARD_LABEL.unit,
  unit_weight: CARD_LABEL.unit_weight,
  pieces_per_set: CARD_LABEL.pieces_per_set,
  drawing_no: CARD_LABEL.drawing_no,
  drawing_revision: CARD_LABEL.drawing_revision,
  "work.work_start": "着手",
  "work.work_end": "終了",
  "work.num_good": "実績の良品数",
  "work.num_defective": "実績の不良数",
  "work.num_partial": "実績の途中数",
  "work.is_void": "実績の取消",
  "work.is_unmanned": "無人運転",
  "work.workers": "作業者",
  "work.measured": "記録",
};

const INSTANT = /^\d{4}-\d\d-\d\dT/;

export function valueText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  if (name === "answer") return ANSWER_LABEL[value as Answer];
  if (name === "unit") return UNIT_LABEL[value as Unit];
  if (isDate(value)) return formatDate(value);
  if (typeof value === "string" && INSTANT.test(value)) return formatDateTime(value);
  if (/^(work\.num_|num_|unit_price|unit_weight|pieces|price)/.test(name))
    return formatNumber(value as string | number);
  return String(value);
}

export function changesOf({
  before,
  after,
}: Pick<Logged, "before" | "after">): { label: string; from?: string; to?: string }[] {
  return Object.keys(CHANGE_LABEL)
    .filter((name) => name in before && before[name] !== after[name])
    .map((name) => ({
      label: CHANGE_LABEL[name]!,
      from: valueText(name, before[name]),
      to: valueText(name, after[name]),
    }));
}

export function noteOf({
  reason,
  at,
  after,
}: {
  reason: string | null;
  at: string;
  after: Record<string, unknown>;
}): string | undefined {
  const warned = after["work.warnings"] ? `確認したこと：${after["work.warnings"]}` : null;
  // The entry stands where it was written; when the card is said to have come is a field of it (decision
  // 022).
  const told =
    typeof after.group_update_time === "string" && new Date(after.group_update_time) < new Date(at);
  const moved = [
    told ? `移動日時：${formatDateTime(after.group_update_time as string)}` : null,
    after["work.mover"] ? `移動した人：${after["work.mover"]}` : null,
  ];
  return [reason ?? after["work.reason"], warned, ...moved].filter(Boolean).join("\n") || undefined;
}

export function staleText(since: Logged[], what = "カード", labels = ACTIVITY_LABEL): string {
  const last = since[since.length - 1];
  const then = `最新の${what}を確認してから、もう一度操作してください。`;
  if (!last) return `${what}の版が合いません。${then}`;
  const told = changesOf({ before: withoutAmounts(last.before), after: withoutAmounts(last.after) })
    .map((change) => `${change.label}：${change.from ?? "なし"} → ${change.to ?? "なし"}`)
    .join("、");
  const others = since.length > 1 ? `ほかにも${since.length - 1}件の更新があります。` : "";
  return `他の人が更新しました。${last.actor_name}が${formatTime(last.at)}に「${labels[last.kind] ?? "更新"}」をしました${told && `（${told}）`}。${others}${then}`;
}
