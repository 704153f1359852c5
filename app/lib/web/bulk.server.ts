import { json } from "@remix-run/node";
import { type BulkAnswer, bulkProblem } from "~/lib/list/bulk.schema";
import { type List } from "~/lib/list/list.schema";
import type { Api } from "./api.server";
import { callFilter, filterOf, readPage } from "./list.server";
import { type Args, enter, formOf } from "./visit.server";

/** One more than `most`, read by the list's own call, so only what this person sees. */
async function ticksOf(
  api: Api,
  list: List,
  filter: Record<string, string>,
  most: number,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null | undefined;
  do {
    const query = { ...callFilter(list, filter), after, size: Math.min(1000, most + 1) };
    const page = await readPage(api, list, query);
    ids.push(...page.items.map((row) => String((row as Record<string, unknown>)[list.key ?? "id"])));
    after = page.next;
  } while (after && ids.length <= most);
  return ids;
}

/** LP4, 条件に合う全n件: asks first, naming how many; the answer posts the ticks. Null: rows were ticked by hand. */
export async function askAll(
  args: Args,
  list: List,
  acts: Record<string, string>,
  most: number,
  all?: (api: Api, filter: Record<string, string>) => Promise<string[]>,
): Promise<Response | null> {
  const { api } = await enter(args);
  const form = await formOf(args);
  const [name, value] = [...form].find(([field]) => field === "act" || field === "go") ?? [];
  const label = acts[String(value)];
  if (!name || !label) return null;
  const asked = form.get("all") === "on";
  const { after: _, before: __, ...filter } = filterOf(list, args.request);
  const ids = asked
    ? await (all ? all(api, filter) : ticksOf(api, list, filter, most))
    : form.getAll("ids").map(String);
  const problem = bulkProblem(ids.length, most, list.counter);
  if (problem) return json<BulkAnswer>({ problem }, { status: 422 });
  const text = `条件に合う全${ids.length.toLocaleString("en-US")}${list.counter}が対象です。「${label}」を行いますか。`;
  return asked ? json<BulkAnswer>({ ask: { ids, name, value: String(value), label, text } }) : null;
}
