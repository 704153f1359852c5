import type { Column } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { begun, type Line } from "./state";

export const RESTS: Column<Line>[] = [
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
    name: "num_again",
    label: "うち不合格の残り",
    kind: "quantity",
    tone: () => "warn",
    text: (line) => (line.num_again === "0" ? null : formatNumber(line.num_again)),
  },
  {
    name: "num_pending",
    label: "うち検収待ち",
    kind: "quantity",
    text: (line) => (line.num_pending === "0" ? null : formatNumber(line.num_pending)),
  },
  {
    name: "num_closed",
    label: "打切",
    kind: "quantity",
    text: (line) => (line.num_closed === "0" ? null : formatNumber(line.num_closed)),
  },
];
