import { parseList } from "~/lib/task/worker.pick";
import type { Args } from "./visit.server";

/** The workers who were last chosen on this device (decision 14); of any company: who looks keeps to those it knows. */
export async function lastWorkers({ request, context: { app } }: Args): Promise<number[]> {
  return parseList(await app.cookies.worker.parse(request.headers.get("Cookie")));
}

/** The same answer, with the device remembering these workers until the shift is over. Nobody named changes nothing. */
export async function rememberWorkers({ context: { app } }: Args, ids: number[], answer: Response): Promise<Response> {
  if (ids.length > 0) answer.headers.append("Set-Cookie", await app.cookies.worker.serialize(ids.join()));
  return answer;
}
