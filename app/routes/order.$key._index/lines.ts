import { cell } from "~/lib/list/cell";
import { type Column, visibleColumns } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { factText } from "~/lib/order/order.change";
import { LINE_LABEL } from "~/lib/order/order.fields";
import type { Order } from "~/lib/order/order.row.schema";
import { supplyText } from "~/lib/order/order.supply";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { PART_DELIVERY_LABEL } from "~/lib/vocabulary/part.delivery";
import { lineTolerance } from "~/lib/vocabulary/tolerance";
import { RESTS } from "./rests";
import { amount, answered, causes, dueTone, type Line, quantity, standing } from "./state";

/** Beneath the amounts, where all of them are known. */
export const orderSums = ({ price }: Pick<Order, "price">): Record<string, number> | undefined =>
  price === null ? undefined : { price };

/** Who makes it answers on the cards; the buyer in the line. */
export function columnsFor(lines: Line[], amounts: boolean, isBuyer = true): Column<Line>[] {
  const says = (column: Column<Line>) => lines.some((line) => Boolean(cell(column, line)));
  const places = new Set(lines.map((line) => line.destination));
  return visibleColumns(ALL, amounts).filter(
    (column) =>
      says(column) &&
      (column.name !== "destination" || places.size > 1) &&
      (isBuyer || column.name !== "answer"),
  );
}

const ALL: Column<Line>[] = [
  {
    name: "name",
    label: LINE_LABEL.name,
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
    label: LINE_LABEL.delivery_date,
    kind: "text",
    fact: 2,
    tone: dueTone,
    text: (line) => [factText(line, "delivery_date"), line.delivery_time].filter(Boolean).join(" "),
  },
  {
    name: "num_items",
    label: LINE_LABEL.num_items,
    kind: "quantity",
    text: quantity,
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
  ...RESTS,
  { name: "id", label: "カード番号", kind: "code", text: (line) => line.card.id },
  {
    name: "drawing_no",
    label: LINE_LABEL.drawing_no,
    kind: "code",
    tone: (line) => (line.is_undrawn ? "warn" : undefined),
    text: (line) => [line.drawing_no, line.drawing_revision].filter(Boolean).join(" "),
  },
  { name: "process_name", label: LINE_LABEL.process_name, kind: "text" },
  {
    name: "part_delivery",
    label: LINE_LABEL.part_delivery,
    kind: "text",
    text: (line) =>
      line.part_delivery && line.part_delivery !== "allowed" ? PART_DELIVERY_LABEL[line.part_delivery] : null,
    tone: (line) => (line.part_delivery === "refused" ? "warn" : undefined),
  },
  {
    name: "unit_price",
    label: LINE_LABEL.unit_price,
    kind: "quantity",
    amount: true,
    text: (line) => factText(line, "unit_price"),
  },
  {
    name: "price",
    label: "金額（税抜）",
    kind: "yen",
    amount: true,
    text: amount,
  },
  { name: "change", label: "変更", kind: "text", text: causes },
  { name: "payment_due", label: "支払期日", kind: "date" },
  { name: "destination", label: LINE_LABEL.destination, kind: "text", brief: true },
  { name: "supply", label: LINE_LABEL.supply, kind: "text", text: (line) => supplyText(line) },
  { name: "tolerance", label: "許容差", kind: "text", text: lineTolerance },
  { name: "note", label: LINE_LABEL.note, kind: "text" },
];
