import { addDecimal, compareDecimal, formatNumber } from "~/lib/money/decimal";
import { formatDateTime, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";

type Counted = { occurred_time: string; last_inventory_time: string | null };

/** What a later count has found counts the move in already. */
export function keptByCount({ occurred_time, last_inventory_time }: Counted): string | null {
  if (last_inventory_time === null || last_inventory_time < occurred_time) return null;
  return `${formatDateTime(last_inventory_time)}の棚卸より前の動きなので、取り消せません。数を直すときは「調整」を登録してください。`;
}

type Done = Counted & { reversed_by: number | null; source: string; card_id: string | null };

/** Why a move can't be taken back by hand. */
export function keptBecause({ reversed_by, source, card_id, ...move }: Done): string | null {
  if (reversed_by !== null) return "すでに取り消されています。";
  if (source === "count" || source === "late")
    return "棚卸による動きです。棚卸の画面から取り消してください。";
  if (source === "card" || source === "allocation")
    return `カード ${card_id} の出荷による動きです。カードの出荷を取り消すと、在庫も戻ります。`;
  if (source === "part")
    return `カード ${card_id} の完了による動きです。カードの完了を取り消すと、部品も戻ります。`;
  return keptByCount(move);
}

type Asked = {
  kind: "in" | "out" | "adjust";
  num: string;
  effective_date: string;
  reason?: string | undefined;
  seen?: string | undefined;
};
type Now = { num: string; order_unit: Unit; last_inventory_time: string | null; today: string };

export const signed = ({ kind, num }: Pick<Asked, "kind" | "num">): string =>
  kind !== "out" || num === "0" ? num : num.startsWith("-") ? num.slice(1) : `-${num}`;

export function negativeText(after: string, unit: Unit): string {
  return `在庫が ${formatNumber(after).replace("-", "−")}${UNIT_LABEL[unit]} になります。数え直すか、この数でよければ理由を選んで登録してください`;
}

/** What stands in the way of a move by hand, by the field that answers it. */
export function movingErrors(asked: Asked, now: Now): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const { kind, num, effective_date, reason, seen } = asked;
  if (kind === "adjust" ? compareDecimal(num, "0") === 0 : compareDecimal(num, "0") <= 0)
    errors.num = [
      kind === "adjust" ? "増減を 0 以外で入力してください" : "数量は0.001以上で入力してください",
    ];
  if (kind === "adjust" && !reason) errors.reason = ["調整の理由を選択してください"];
  if (effective_date > now.today) errors.effective_date = ["これからの日付では登録できません"];
  if (now.last_inventory_time !== null && effective_date < tokyoDate(now.last_inventory_time))
    errors.effective_date = [
      `${formatDateTime(now.last_inventory_time)}に棚卸をしています。それより前の日付では登録できません`,
    ];
  const after = addDecimal(now.num, signed(asked));
  const isBelow = compareDecimal(after, "0") < 0 && compareDecimal(after, now.num) < 0;
  if (!isBelow || errors.num) return errors;
  if (kind === "adjust")
    errors.num = [`${negativeText(after, now.order_unit).split("。")[0]}。0 より少なくする調整はできません`];
  else if (seen === undefined || compareDecimal(seen, after) !== 0)
    errors.seen = [negativeText(after, now.order_unit)];
  else if (!reason) errors.reason = ["マイナスになる理由を選択してください"];
  return errors;
}
