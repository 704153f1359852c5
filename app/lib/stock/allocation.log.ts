import { addDecimal, formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { CardAllocation, CardStock } from "./allocation.schema";

export const ALLOCATION_LABEL: Record<CardAllocation["state"], string> = {
  open: "引当",
  shipped: "在庫から出荷",
  released: "引当の解除",
};

/** What is given to another card is no more free than before. */
const GIVEN = "引当を譲る";
const isGiven = (reason: string | null) => reason?.endsWith("へ譲渡");

type Event = { id: string; who: string; when: string; what: string; num: string; note: string | null };

/** What was split since was allocated once. */
function allocationEvents({ stock, allocations }: Pick<CardStock, "stock" | "allocations">) {
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
    const what = state === "released" && isGiven(reason) ? GIVEN : ALLOCATION_LABEL[state];
    if (ended_time) add(what, ended_time, ended_by ?? "", num, reason);
  }
  const unit = stock ? UNIT_LABEL[stock.order_unit] : "";
  return [...events.values()].map((event) => ({ ...event, num: `${formatNumber(event.num)}${unit}` }));
}

export const allocationNotes = (held: Parameters<typeof allocationEvents>[0]) =>
  allocationEvents(held).map(({ num, note, ...event }) => ({
    ...event,
    note: [num, note].filter(Boolean).join("・"),
  }));

/** As rows of the card's log in a file. */
export const allocationLines = (held: Parameters<typeof allocationEvents>[0]) =>
  allocationEvents(held).map(({ when, who, what, num, note }) => ({
    at: when,
    who,
    kind: what,
    label: "引当",
    from: "",
    to: num,
    origin: "",
    note: note ?? "",
  }));
