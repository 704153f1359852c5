import { Table } from "~/components/list/Table";
import type { Column } from "~/lib/list/list.schema";
import { unpaged } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { LINE_LABEL } from "~/lib/order/order.fields";
import type { Order } from "~/lib/order/order.row.schema";

type Line = Order["lines"][number];

const count = (value: (line: Line) => string) => (line: Line) => formatNumber(value(line));
const COLUMNS: Column<Line>[] = [
  { name: "name", label: LINE_LABEL.name, kind: "text", text: (line) => `${line.line_no}. ${line.name}` },
  {
    name: "ordered",
    label: "注文数",
    kind: "quantity",
    fact: 1,
    text: count((line) => line.progress.ordered),
  },
  { name: "delivered", label: "納品済", kind: "quantity", text: count((line) => line.progress.delivered) },
  { name: "shipped", label: "出荷済", kind: "quantity", text: count((line) => line.progress.shipped) },
  { name: "made", label: "良品（出荷前）", kind: "quantity", text: count((line) => line.progress.made) },
  { name: "wip", label: "作業中", kind: "quantity", text: count((line) => line.progress.wip) },
];

/** How far each line is: what a smaller quantity would cut into. */
export function ProgressTable({ lines }: { lines: Line[] }) {
  const open = lines.filter((line) => !line.is_off);
  return (
    <>
      <h2>いまの進み具合</h2>
      <Table columns={COLUMNS} page={unpaged(open)} title="いまの進み具合" />
    </>
  );
}
