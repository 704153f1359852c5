import type { DayText } from "~/lib/company/paper.party";
import { tokyoDate } from "~/lib/time/date";
import type { Order } from "./order.row.schema";

export function latest(order: Order): Order {
  return {
    ...order,
    lines: order.lines.map((line) => {
      const { is_off, changes, delivery_dates, inspection_due, payment_due, ...current } = line.now;
      if (!is_off && changes.length === 0) return line;
      const moved = changes.some(({ field }) => field === "delivery_date");
      const dates = moved ? { delivery_date: delivery_dates[0]!, inspection_due, payment_due } : {};
      return { ...line, ...current, ...dates, is_off };
    }),
  };
}

export function changedOn(order: Order, day: DayText) {
  const at = order.lines
    .flatMap(({ now }) => now.changes.flatMap((one) => one.at ?? []))
    .sort()
    .at(-1);
  return at ? [{ label: "変更日", text: day(tokyoDate(at)) }] : [];
}

/** Every line of an older version is one of the last, too. */
export function asOf(order: Order, revision: number): Order {
  const of = order.revisions[revision - 1];
  if (revision === order.revision || !of) return order;
  const known = new Map(order.lines.map((line) => [line.line_no, line]));
  return { ...order, lines: of.lines.map((line) => ({ ...known.get(line.line_no)!, ...line })) };
}

export const revisedOn = ({ revisions }: Order, revision: number, day: DayText) => {
  const at = revisions[revision - 1]?.agreed_time;
  return at ? [{ label: "改訂", text: `v${revision}　${day(tokyoDate(at))}` }] : [];
};
