import { worktimeChoices } from "~/lib/bi/worktime.schema";
import type { List } from "~/lib/list/list.schema";
import { isDate } from "~/lib/time/date";
import { filterOf, loadList } from "./list.server";
import { type Args, enter } from "./visit.server";
import { periodMeant } from "./worktime.period";

export async function enterWorktime(args: Args) {
  const visitor = await enter(args);
  if (visitor.who.company_type !== "seller") throw new Response(null, { status: 403 });
  return visitor;
}

/** What is asked for in the address, and the days that are meant. */
export function worktimeAsked(list: List, request: Request) {
  const { after: _, before: __, sort: ___, size: ____, ...asked } = filterOf(list, request);
  return { asked, period: periodMeant(asked) };
}

export async function loadWorktime<L extends List>(args: Args, list: L) {
  const { api } = await enterWorktime(args);
  const [data, choices] = await Promise.all([
    loadList(args, list),
    api.get(worktimeChoices, "/bi/worktime/choices"),
  ]);
  return { ...data, choices, ...worktimeAsked(list, args.request) };
}

/** Whose days these ticks are, as far as they are this company's. */
export async function nameOfWorkers(args: Args, ticks: string) {
  const { api } = await enter(args);
  const { worker_id } = await api.get(worktimeChoices, "/bi/worktime/choices");
  const names = new Map(worker_id.map(({ value, label }) => [value, label]));
  return ticks.split(" ").flatMap((tick) => {
    const [id, day] = tick.split(":");
    const worker = names.get(id ?? "");
    return worker && isDate(day) ? [{ worker, day }] : [];
  });
}
