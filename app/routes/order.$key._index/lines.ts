import { cell } from "~/lib/list/cell";
import { visibleColumns, type Column } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import type { Order } from "~/lib/order/order.row.schema";
import { ANSWER_LABEL, UNIT_LABEL } from "~/lib/task/card.schema";
import { formatDate } from "~/lib/time/date";

export type Line = Order["lines"][number];

function standing({ card }: Line): { text: string; tone: "good" | "warn" | "bad" | "accent" | "muted" } {
  if (card.answer === "declined") return { text: ANSWER_LABEL.declined, tone: "bad" };
  if (card.cancelled_time) return { text: "取消", tone: "muted" };
  if (card.shipped_time) return { text: "出荷済", tone: "good" };
  if (card.answer === "proposed") return { text: ANSWER_LABEL.proposed, tone: "warn" };
  if (card.answer === "waiting") return { text: ANSWER_LABEL.waiting, tone: "accent" };
  return { text: card.status, tone: "accent" };
}

/** What the factory answered: the date it offers, or why it declined. */
function answered({ card }: Line): string | null {
  if (card.answer === "proposed" && card.proposed_delivery_date) return `${formatDate(card.proposed_delivery_date)} を確認`;
  return card.answer === "declined" ? card.answer_reason : null;
}

function agreed({ card, delivery_date }: Line): string {
  return card.delivery_date && card.delivery_date !== delivery_date ? `${formatDate(card.delivery_date)}（変更後）` : formatDate(delivery_date);
}

/** Whether something of a line has gone out, so that there is a rest to tell of. */
const begun = (line: Line) => line.num_delivered !== "0" || line.card.shipped_time !== null;

/** Only the columns in which some line says something. */
export function columnsFor(lines: Line[], amounts: boolean): Column<Line>[] {
  const says = (column: Column<Line>) => lines.some((line) => Boolean(cell(column, line)));
  const places = new Set(lines.map((line) => line.destination));
  return visibleColumns(ALL, amounts).filter((column) => says(column) && (column.name !== "destination" || places.size > 1));
}

/** The lines as sent, with where each card stands now. */
const ALL: Column<Line>[] = [
  { name: "name", label: "品名", kind: "text", text: (line) => `${line.line_no}. ${line.name}`, link: (line) => `/task/${line.card.key}` },
  { name: "state", label: "状態", kind: "state", text: (line) => standing(line).text, tone: (line) => standing(line).tone },
  {
    name: "answer", label: "依頼先の回答", kind: "text", fact: 1, text: answered,
    link: (line) => (line.card.answer === "proposed" ? `/task/${line.card.key}/agree` : null),
    tone: (line) => (line.card.answer === "declined" ? "bad" : undefined),
  },
  { name: "delivery_date", label: "納期", kind: "text", fact: 2, text: (line) => [agreed(line), line.delivery_time].filter(Boolean).join(" ") },
  { name: "num_items", label: "数量", kind: "quantity", unit: (line) => UNIT_LABEL[line.order_unit] },
  {
    name: "num_units", label: "請求数量", kind: "quantity", amount: true,
    text: (line) => (line.unit === line.order_unit ? null : formatNumber(line.num_units)),
    unit: (line) => (line.unit === line.order_unit ? null : UNIT_LABEL[line.unit]),
  },
  { name: "num_good", label: "良品", kind: "quantity", text: (line) => (line.card.num_good === "0" ? null : formatNumber(line.card.num_good)) },
  { name: "num_delivered", label: "納入数", kind: "quantity", text: (line) => (begun(line) ? formatNumber(line.num_delivered) : null) },
  { name: "num_rest", label: "注文残", kind: "quantity", text: (line) => (begun(line) ? formatNumber(line.num_rest) : null) },
  { name: "num_closed", label: "打切", kind: "quantity", text: (line) => (line.num_closed === "0" ? null : formatNumber(line.num_closed)) },
  { name: "id", label: "カード番号", kind: "code", text: (line) => line.card.id },
  { name: "drawing_no", label: "図番", kind: "code", text: (line) => [line.drawing_no, line.drawing_revision].filter(Boolean).join(" ") },
  {
    name: "unit_price", label: "単価", kind: "quantity", amount: true,
    unit: (line) => (line.unit_price === null ? null : `円/${UNIT_LABEL[line.unit]}`),
  },
  { name: "price", label: "金額（税抜）", kind: "yen", amount: true },
  { name: "payment_due", label: "支払期日", kind: "date" },
  { name: "destination", label: "納入先", kind: "text" },
  { name: "note", label: "備考", kind: "text" },
];
