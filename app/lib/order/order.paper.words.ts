import { type DayText, dayOn } from "~/lib/company/paper.party";
import { formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { cashDay, meansLabel } from "~/lib/vocabulary/maturity";
import { PART_DELIVERY_LABEL } from "~/lib/vocabulary/part.delivery";
import { isTolerant, lineTolerance, toleranceLabel } from "~/lib/vocabulary/tolerance";
import { LINE_LABEL, SUPPLY_TERMS_LABEL } from "./order.fields";
import type { Order } from "./order.row.schema";
import { supplyText } from "./order.supply";

type Line = Order["lines"][number];

function shared(lines: Line[], of: (line: Line) => string | null): string | null {
  const first = lines[0] ? of(lines[0]) : null;
  return lines.every((line) => of(line) === first) ? first : null;
}

export const dated = (day: string | null, text: DayText) => (day ? text(day) : null);
const inParts = ({ part_delivery }: Line) => part_delivery && PART_DELIVERY_LABEL[part_delivery];
/** The days of a line, as who orders writes them. */
const daysOf = ({ buyer }: Order) => {
  const date = (day: string | null) => dated(day, dayOn(buyer));
  const due = (line: Line) => date(line.payment_due);
  const inspected = (line: Line) => date(line.inspection_due);
  return { date, due, inspected };
};

const billed = ({ num_units, unit, order_unit }: Line) =>
  unit === order_unit ? null : `請求数量 ${formatNumber(num_units)}${UNIT_LABEL[unit]}`;

/** What is taken back needs no day, and no place. */
const ordered = ({ lines }: Order): Line[] => {
  const live = lines.filter((line) => !line.is_off);
  return live.length > 0 ? live : lines;
};

export function remarks(line: Line, order: Order): string {
  const [lines, { amounts }] = [ordered(order), order];
  const { date, due, inspected } = daysOf(order);
  const said = [
    billed(line),
    shared(lines, (one) => one.destination) === null && line.destination && `納入先: ${line.destination}`,
    shared(lines, inParts) === null && inParts(line) && `分納 ${inParts(line)}`,
    shared(lines, inspected) === null && `検査完了 ${inspected(line)}`,
    shared(lines, due) === null && `支払 ${due(line)}`,
    line.undetermined_reason &&
      `単価未定: ${line.undetermined_reason}（${date(line.planned_fix_date)}までに決定）`,
    supplyText(line, amounts, dayOn(order.buyer)),
    lineTolerance(line) && `許容差: ${lineTolerance(line)}`,
    line.note,
  ];
  return said.filter(Boolean).join("\n");
}

/** R2-2 items 9 and 10. */
function means(order: Order): string | null {
  if (order.payment_method === "transfer") return null;
  const { date } = daysOf(order);
  const cash = (line: Line) => line.payment_due && date(cashDay(line.payment_due, order));
  const lines = ordered(order);
  const day = shared(lines, cash) ?? [...new Set(lines.map(cash))].join("、");
  return `${meansLabel(order)}　満期 ${day}　${order.payment_detail ?? "代金の全額"}`;
}

/** Only as it was agreed that day: a paper says the same for ever. */
const agreedTolerance = ({ tolerance: { is_frozen, ...agreed } }: Order): string | null =>
  is_frozen && isTolerant(agreed) ? toleranceLabel(agreed) : null;

/** R2-2 items 5, 6, 8 to 11, and 分納 (R5-3). */
export function facts(order: Order) {
  const lines = ordered(order);
  const { due, inspected } = daysOf(order);
  const all = [
    ["納入場所", shared(lines, (line) => line.destination) ?? "明細の備考に記載"],
    ["検査完了期日", `${shared(lines, inspected) ?? "明細の備考に記載"}　受領後${order.inspection_days}日`],
    ["支払期日", `${shared(lines, due) ?? "明細の備考に記載"}　${order.payment_terms}`],
    ["支払方法", means(order)],
    [LINE_LABEL.part_delivery, lines.some(inParts) ? (shared(lines, inParts) ?? "明細の備考に記載") : null],
    ["納品数の許容差", agreedTolerance(order)],
    [SUPPLY_TERMS_LABEL, order.supply_terms],
  ];
  return all.flatMap(([label, text]) => (label && text ? [{ label, text }] : []));
}
