import { redirect } from "@remix-run/node";
import { dayPath } from "~/lib/bi/day.schema";
import { pinAnswer } from "~/lib/scan/scan.schema";
import { type Memory, memoryCookie, withWorker } from "~/lib/scan/station";
import { isDate } from "~/lib/time/date";
import type { Api } from "./api.server";
import { flash } from "./flash.server";
import type { Args } from "./visit.server";

/** Known to the tablet from now on; back to the day that asked for it. */
export async function takePin(
  args: Args,
  api: Api,
  given: Record<string, string>,
  memory: Memory,
): Promise<Response> {
  const { worker_id, pin } = given;
  const { pass, detail } = await api.post(pinAnswer, "/scans/pin", { worker_id, pin }, crypto.randomUUID());
  const at = Number(worker_id);
  const day = isDate(given.day) ? given.day : null;
  if (!pass) return flash(args, `/s/?worker=${at}${day ? `&day=${day}` : ""}`, detail!, "error");
  const cookie = memoryCookie(withWorker(memory, at, pass, Date.now()), args.context.app.config.secure);
  return redirect(day ? dayPath(at, day) : "/s/", { status: 303, headers: { "Set-Cookie": cookie } });
}
