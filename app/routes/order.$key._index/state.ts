import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { factText } from "~/lib/order/order.change";
import { causeLabel } from "~/lib/order/order.now";
import type { Order } from "~/lib/order/order.row.schema";
import { pressing } from "~/lib/task/due";
import { formatDate, formatDateTime, today } from "~/lib/time/date";
import { ANSWER_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

export type Line = Order["lines"][number];
/** Its card may be shipped while the rest of the line is on another one. */
export function standing({ card, progress, is_cost }: Pick<Line, "card" | "progress" | "is_cost">): {
  text: string;
  tone: "good" | "warn" | "bad" | "accent" | "muted";
} {
  if (is_cost) return { text: "費用", tone: "muted" };
  if (card.answer === "declined") return { text: ANSWER_LABEL.declined, tone: "bad" };
  if (card.cancelled_time) return { text: "取消", tone: "muted" };
  const shipped = card.shipped_time !== null || compareDecimal(progress.shipped, "0") > 0;
  if (shipped && compareDecimal(progress.shipped, progress.ordered) < 0)
    return { text: "一部出荷", tone: "accent" };
  if (card.shipped_time) return { text: "出荷済", tone: "good" };
  if (card.answer === "proposed") return { text: ANSWER_LABEL.proposed, tone: "accent" };
  if (card.answer === "waiting") return { text: ANSWER_LABEL.waiting, tone: "accent" };
  return { text: card.status, tone: "accent" };
}
export function answered({ card }: Line): string | null {
  if (card.answer === "proposed" && card.proposed_delivery_date)
    return `${formatDate(card.proposed_delivery_date)} を確認`;
  return card.answer === "declined" ? card.answer_reason : null;
}
export const quantity = (line: Line) =>
  factText(line, "num_items") + (line.now.is_off && !line.is_off ? ` → 0${UNIT_LABEL[line.order_unit]}` : "");
const yen = (value: number | null) => (value === null ? null : formatNumber(value));
/** The amount, and what it was; nothing is due of a line that is off. */
export const amount = ({ price, now }: Line) =>
  now.price === price ? yen(price) : `${yen(price) ?? "未定"} → ${yen(now.price) ?? "未定"}`;
export const causes = ({ now }: Line) => {
  const said = now.changes.flatMap(({ kind, at }) =>
    kind && at ? [`${causeLabel(kind)} ${formatDateTime(at)}`] : [],
  );
  return [...new Set(said)].join("、");
};
/** Late, 今日 or 明日, of what has not come. */
export const dueTone = ({ now, card }: Line) =>
  now.is_off || card.shipped_time !== null ? undefined : pressing(now.delivery_dates[0]!, today())?.tone;
/** Of a cost nothing comes. */
export const begun = (line: Line) =>
  !line.is_cost && (line.num_delivered !== "0" || line.card.shipped_time !== null);
