import { z } from "zod";
import { memberRow } from "~/lib/auth/member.schema";
import { pageOf } from "~/lib/list/list.schema";
import { factoryProcess } from "~/lib/shop/process.schema";
import { parseList } from "~/lib/task/worker.pick";
import type { Api } from "./api.server";
import type { Args } from "./visit.server";

/** D14. They may be of any company: who looks keeps to those it knows. */
export async function lastWorkers({ request, context: { app } }: Args): Promise<number[]> {
  return parseList(await app.cookies.worker.parse(request.headers.get("Cookie")));
}

export async function rememberWorkers(
  { context: { app } }: Args,
  ids: number[],
  answer: Response,
): Promise<Response> {
  if (ids.length > 0) answer.headers.append("Set-Cookie", await app.cookies.worker.serialize(ids.join()));
  return answer;
}

export async function workerChoices(api: Api) {
  const [self, people] = await Promise.all([
    api.get(z.object({ items: z.array(factoryProcess) }), "/processes"),
    api.get(pageOf(memberRow), "/users", { size: 100 }),
  ]);
  return {
    processes: self.items.map((one) => ({ value: String(one.group_id), label: one.label })),
    people: people.items.map((one) => ({ value: one.username, label: one.name })),
  };
}
