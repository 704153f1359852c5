import { rangeOf } from "~/lib/bi/stat.range";
import { SUMS, sumsAsked } from "~/lib/bi/worktime.schema";
import { sumsList } from "~/lib/bi/worktime.sums";
import { today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";

const typed = (text?: string | null) => (text ? (parseDateInput(text, today()) ?? undefined) : undefined);

/** The days that an address means: those typed, or a period, or this month. */
export function periodMeant({ period, from, to }: { period?: string; from?: string; to?: string }) {
  const days = { from: typed(from), to: typed(to) };
  const kind = sumsAsked.shape.period.safeParse(period).data ?? "month";
  return rangeOf({ period: days.from || days.to ? "custom" : kind, ...days }, today());
}

export function sumsSheet(query: URLSearchParams) {
  const get = (name: string) => query.get(name) ?? undefined;
  const by = SUMS.find((one) => one === get("by"));
  return sumsList(periodMeant({ period: get("period"), from: get("from"), to: get("to") }), by);
}
