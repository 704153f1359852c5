import { cell } from "~/lib/list/cell";
import { type Column, visibleColumns } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { factText, isFieldChanged } from "~/lib/order/order.change";
import { type ChangedField, causeLabel } from "~/lib/order/order.now";
import type { Order } from "~/lib/order/order.row.schema";
import { formatDate, formatDateTime, today } from "~/lib/time/date";
import { ANSWER_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

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
  if (card.answer === "proposed" && card.proposed_delivery_date)
    return `${formatDate(card.proposed_delivery_date)} を確認`;
  return card.answer === "declined" ? card.answer_reason : null;
}

const marked = (line: Line, field: ChangedField) =>
  isFieldChanged(line, field) ? ("warn" as const) : undefined;

/** The amount, and what it was; nothing is due of a line that is off. */
const amount = ({ price, now }: Line) =>
  now.price === price ? yen(price) : `${yen(price) ?? "未定"} → ${yen(now.price) ?? "未定"}`;
const yen = (value: number | null) => (value === null ? null : formatNumber(value));

/** By whom and when its facts were changed: agreed on by both, or by the factory alone. */
const causes = ({ now }: Line) => {
  const said = now.changes.flatMap(({ kind, at }) =>
    kind && at ? [`${causeLabel(kind)} ${formatDateTime(at)}`] : [],
  );
  return [...new Set(said)].join("、");
};

const isLate = ({ now, card }: Line) =>
  !now.is_off && card.shipped_time === null && now.delivery_dates[0]! < today();

/** Whether something of a line has gone out, so that there is a rest to tell of. */
const begun = (line: Line) => line.num_delivered !== "0" || line.card.shipped_time !== null;

/** Only the columns in which some line says something. */
export function columnsFor(lines: Line[], amounts: boolean): Column<Line>[] {
  const says = (column: Column<Line>) => lines.some((line) => Boolean(cell(column, line)));
  const places = new Set(lines.map((line) => line.destination));
  return visibleColumns(ALL, amounts).filter(
    (column) => says(column) && (column.name !== "destination" || places.size > 1),
  );
}

/** The lines as sent, with where each card stands now. */
const ALL: Column<Line>[] = [
  {
    name: "name",
    label: "品名",
    kind: "text",
    text: (line) => `${line.line_no}. ${line.name}`,
    link: (line) => `/task/${line.card.key}`,
  },
  {
    name: "state",
    label: "状態",
    kind: "state",
    text: (line) => standing(line).text,
    tone: (line) => standing(line).tone,
  },
  {
    name: "answer",
    label: "依頼先の回答",
    kind: "text",
    fact: 1,
    text: answered,
    link: (line) => (line.card.answer === "proposed" ? `/task/${line.card.key}/agree` : null),
    tone: (line) => (line.card.answer === "declined" ? "bad" : undefined),
  },
  {
    name: "delivery_date",
    label: "納期",
    kind: "text",
    fact: 2,
    tone: (line) => (isLate(line) ? "bad" : marked(line, "delivery_date")),
    text: (line) => [factText(line, "delivery_date"), line.delivery_time].filter(Boolean).join(" "),
  },
  {
    name: "num_items",
    label: "数量",
    kind: "quantity",
    tone: (line) => marked(line, "num_items"),
    text: (line) => factText(line, "num_items"),
  },
  {
    name: "num_units",
    label: "請求数量",
    kind: "quantity",
    amount: true,
    text: (line) => (line.unit === line.order_unit ? null : formatNumber(line.num_units)),
    unit: (line) => (line.unit === line.order_unit ? null : UNIT_LABEL[line.unit]),
  },
  {
    name: "num_good",
    label: "良品",
    kind: "quantity",
    text: (line) => (line.card.num_good === "0" ? null : formatNumber(line.card.num_good)),
  },
  {
    name: "num_delivered",
    label: "納入数",
    kind: "quantity",
    text: (line) => (begun(line) ? formatNumber(line.num_delivered) : null),
  },
  {
    name: "num_rest",
    label: "注文残",
    kind: "quantity",
    text: (line) => (begun(line) ? formatNumber(line.num_rest) : null),
  },
  {
    name: "num_closed",
    label: "打切",
    kind: "quantity",
    text: (line) => (line.num_closed === "0" ? null : formatNumber(line.num_closed)),
  },
  { name: "id", label: "カード番号", kind: "code", text: (line) => line.card.id },
  {
    name: "drawing_no",
    label: "図番",
    kind: "code",
    tone: (line) => (line.is_undrawn ? "warn" : undefined),
    text: (line) => [line.drawing_no, line.drawing_revision].filter(Boolean).join(" "),
  },
  {
    name: "unit_price",
    label: "単価",
    kind: "quantity",
    amount: true,
    tone: (line) => marked(line, "unit_price"),
    text: (line) => factText(line, "unit_price"),
  },
  {
    name: "price",
    label: "金額（税抜）",
    kind: "yen",
    amount: true,
    text: amount,
    tone: (line) => (line.now.price === line.price ? undefined : "warn"),
  },
  { name: "change", label: "変更", kind: "text", text: causes },
  { name: "payment_due", label: "支払期日", kind: "date" },
  { name: "destination", label: "納入先", kind: "text" },
  { name: "note", label: "備考", kind: "text" },
];
