import { formatNumber } from "~/lib/money/decimal";
import { formatDate, isDate } from "~/lib/time/date";
import { formatTime } from "~/lib/time/datetime";
import { ACTIVITY_LABEL, type Changed } from "./activity.schema";
import { ANSWER_LABEL, type Answer } from "./card.schema";

type Logged = { kind: string; at: string; actor_name: string; before: Record<string, unknown>; after: Record<string, unknown> };

/** The fields of a card whose change is told to people, in this order; the others follow from them. */
export const CHANGE_LABEL: Record<string, string> = {
  status: "工程", answer: "回答", delivery_date: "納期", delivery_time: "納入時刻", proposed_delivery_date: "提案納期", name: "品名", num_items: "数量",
  num_good: "良品数", num_defective: "不良数", num_partial: "途中数", unit_price: "単価", price: "金額", destination: "納入先", note: "備考",
  is_urgent: "至急", is_billing_target: "請求対象", worker: "作業者", collab_name: "協力会社", inner_note: "社内メモ",
};
/** Needs the accounting permission. */
export const AMOUNTS = ["unit_price", "price"];

function shown(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "boolean") return value ? "はい" : "いいえ";
  if (name === "answer") return ANSWER_LABEL[value as Answer];
  if (isDate(value)) return formatDate(value);
  if (/^(num_|unit_price|price)/.test(name)) return formatNumber(value as string | number);
  return String(value);
}

/** What an entry changed, from and to, as people read it. */
export function changesOf({ before, after }: Pick<Logged, "before" | "after">): { label: string; from?: string; to?: string }[] {
  return Object.keys(CHANGE_LABEL).filter((name) => name in before && before[name] !== after[name])
    .map((name) => ({ label: CHANGE_LABEL[name]!, from: shown(name, before[name]), to: shown(name, after[name]) }));
}

/** The same entry without money, for those without the accounting permission. */
export function withoutAmounts(changed: Changed | Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changed).filter(([name]) => !AMOUNTS.includes(name)));
}

/** "他の人が更新しました。山口 現さんが14:05に「移動」しました（工程：切断 → 曲げ）。…" for what others did since the page was opened. */
export function staleText(since: Logged[]): string {
  const last = since[since.length - 1];
  const then = "最新のカードを確認してから、もう一度操作してください。";
  if (!last) return `カードの版が合いません。${then}`;
  const told = changesOf({ before: withoutAmounts(last.before), after: withoutAmounts(last.after) })
    .map((change) => `${change.label}：${change.from ?? "なし"} → ${change.to ?? "なし"}`).join("、");
  const others = since.length > 1 ? `ほかにも${since.length - 1}件の更新があります。` : "";
  return `他の人が更新しました。${last.actor_name}が${formatTime(last.at)}に「${ACTIVITY_LABEL[last.kind] ?? "更新"}」をしました${told && `（${told}）`}。${others}${then}`;
}
