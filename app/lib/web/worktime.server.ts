import { worktimeChoices } from "~/lib/bi/worktime.schema";
import type { List } from "~/lib/list/list.schema";
import { isDate } from "~/lib/time/date";
import { appliedOf, loadList } from "./list.server";
import { type Args, enter } from "./visit.server";
import { periodMeant } from "./worktime.period";

export async function enterWorktime(args: Args) {
  const visitor = await enter(args);
  if (visitor.who.company_type !== "seller") throw new Response(null, { status: 403 });
  return visitor;
}

/** What is asked for in the address, and the days that are meant. */
export function worktimeAsked(list: List, request: Request) {
  const { after: _, before: __, sort: ___, size: ____, ...asked } = appliedOf(list, request);
  return { asked, period: periodMeant(asked) };
}

/** The same of a period that is never too long. */
function shorter({ url, headers }: Request): Request {
  const to = new URL(url);
  for (const name of ["from", "to", "after", "before"]) to.searchParams.delete(name);
  to.searchParams.set("period", "quarter");
  return new Request(to, { headers });
}

/** A period that is too long says so, with a shorter one in its place. */
async function loadShown<L extends List>(args: Args, list: L) {
  try {
    return { refused: "", ...(await loadList(args, list)), ...worktimeAsked(list, args.request) };
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 422) throw error;
    const request = shorter(args.request);
    const data = await loadList({ ...args, request }, list);
    const refused = `${await error.text()}3か月の分を表示しています。`;
    return { refused, ...data, ...worktimeAsked(list, request) };
  }
}

export async function loadWorktime<L extends List>(args: Args, list: L) {
  const { api } = await enterWorktime(args);
  const [data, choices] = await Promise.all([
    loadShown(args, list),
    api.get(worktimeChoices, "/bi/worktime/choices"),
  ]);
  return { ...data, choices };
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
