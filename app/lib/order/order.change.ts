import { formatNumber } from "~/lib/money/decimal";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { CHANGED_LABEL, type ChangedField, causeLabel } from "./order.now";
import type { Order } from "./order.row.schema";

type Line = Order["lines"][number];
type Facts = Pick<Line["now"], "num_items" | "order_unit" | "unit_price" | "unit">;

const quantity = ({ num_items, order_unit }: Facts) => `${formatNumber(num_items)}${UNIT_LABEL[order_unit]}`;
const unitPrice = ({ unit_price, unit }: Facts) =>
  unit_price === null ? "未定" : `${formatNumber(unit_price)}円/${UNIT_LABEL[unit]}`;

export type Version = "now" | "sent";
export const VERSION_LABEL: [Version, string][] = [
  ["now", "最新"],
  ["sent", "依頼時（v1）"],
];
export const versionOf = (query: URLSearchParams): Version =>
  query.get("version") === "sent" ? "sent" : "now";

const FACTS: Record<ChangedField, (line: Line) => [before: string, after: string]> = {
  delivery_date: ({ delivery_date, now }) => [
    formatDate(delivery_date),
    now.delivery_dates.map(formatDate).join("、"),
  ],
  num_items: (line) => [quantity(line), quantity(line.now)],
  unit_price: (line) => [unitPrice(line), unitPrice(line.now)],
};

export const isFieldChanged = ({ now }: Line, field: ChangedField): boolean =>
  now.changes.some((one) => one.field === field);

export function factText(line: Line, field: ChangedField): string {
  const [before, after] = FACTS[field](line);
  return isFieldChanged(line, field) ? `${before} → ${after}` : before;
}

export const isChanged = (order: Order): boolean =>
  order.cancelled_time === null && order.lines.some(({ now }) => now.is_off || now.changes.length > 0);

/** "数量 20セット → 25セット（合意 2026/11/22 14:05）"; a price is hidden from those who may not see it. */
export function changeTexts(line: Line, amounts: boolean): string[] {
  if (line.now.is_off) return [line.card.answer === "declined" ? "辞退されました" : "取り消されました"];
  return line.now.changes.map(({ field, kind, at }) => {
    const shown = field === "unit_price" && !amounts ? "変更あり" : factText(line, field);
    return `${CHANGED_LABEL[field]} ${shown}${kind && at ? `（${causeLabel(kind)} ${formatDateTime(at)}）` : ""}`;
  });
}

export const sinceSent = (order: Order): string =>
  "依頼したときの内容です。変更あり・最新は " +
  order.lines
    .flatMap((line) => changeTexts(line, order.amounts).map((text) => `${line.line_no}. ${text}`))
    .join("、");
