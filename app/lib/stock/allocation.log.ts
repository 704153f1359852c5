import { addDecimal, formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { CardAllocation, CardStock } from "./allocation.schema";

export const ALLOCATION_LABEL: Record<CardAllocation["state"], string> = {
  open: "引当",
  shipped: "在庫から出荷",
  released: "引当の解除",
};

type Event = { id: string; who: string; when: string; what: string; num: string; note: string | null };

/** What was split since was allocated once. */
export function allocationEvents({ stock, allocations }: Pick<CardStock, "stock" | "allocations">) {
  const events = new Map<string, Event>();
  const add = (what: string, when: string, who: string, num: string, note: string | null) => {
    const id = [what, when, who].join();
    const before = events.get(id);
    events.set(id, {
      id,
      who,
      when,
      what,
      num: addDecimal(before?.num ?? "0", num),
      note: before?.note ?? note,
    });
  };
  for (const { state, num, allocated_time, allocated_by, ended_time, ended_by, reason } of allocations) {
    add(ALLOCATION_LABEL.open, allocated_time, allocated_by, num, ended_time ? null : reason);
    if (ended_time) add(ALLOCATION_LABEL[state], ended_time, ended_by ?? "", num, reason);
  }
  const unit = stock ? UNIT_LABEL[stock.order_unit] : "";
  return [...events.values()].map(({ num, note, ...event }) => ({
    ...event,
    note: [`${formatNumber(num)}${unit}`, note].filter(Boolean).join("・"),
  }));
}
