import { json } from "@remix-run/node";
import { dayPath, type WorkerDay, workerDay } from "~/lib/bi/day.schema";
import { memoryIn } from "~/lib/scan/station";
import { workers } from "~/lib/shop/worker.schema";
import { isMeant } from "~/lib/time/date.schema";
import { ApiError } from "./api.server";
import { flash } from "./flash.server";
import { type Args, enter, formOf } from "./visit.server";

const whole = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

/** What the tablet knows of this worker's PIN. */
export function passOf({ request }: Args, worker_id: number): string | undefined {
  const memory = memoryIn(request.headers.get("Cookie"), Date.now());
  return (memory.worker_id === worker_id && memory.pass) || undefined;
}

type Problem = { detail: string; errors: Record<string, string[]>; given: Record<string, string> };

const asWhom = ({ worker_id = "", day = "" }: Record<string, string>) => ({ worker: worker_id, day });

/** Whose day: asked for, else of whoever the tablet knows, else of the account that is signed in. */
export async function loadDay(args: Args, problem: Problem | null = null) {
  const { api, who } = await enter(args);
  // What is refused was sent to an address that names nobody.
  const query = problem ? new URLSearchParams(asWhom(problem.given)) : new URL(args.request.url).searchParams;
  const memory = memoryIn(args.request.headers.get("Cookie"), Date.now());
  const { items } = await api.get(workers, "/workers");
  const own = items.find((one) => one.username === who.username)?.worker_id ?? null;
  // 0: somebody else's, to be chosen.
  const worker_id = (whole(query.get("worker")) ?? memory.worker_id ?? own) || null;
  const asked = query.get("day");
  const day = isMeant(asked) ? { day: asked } : {};
  const found: WorkerDay | null =
    worker_id === null ? null : await api.get(workerDay, `/days/${worker_id}`, day);
  const person = items.find((one) => one.worker_id === worker_id);
  const isKnown = who.is_admin || worker_id === memory.worker_id || worker_id === own;
  return json(
    {
      found,
      people: items.map(({ worker_id: id, name }) => ({ worker_id: id, name })),
      /** The worker is first to be told to the tablet, with their PIN. */
      asks_pin: Boolean(person?.has_pin) && !isKnown,
      problem,
      key: crypto.randomUUID(),
    },
    { status: problem ? 409 : 200 },
  );
}

const SAID: Record<string, string> = {
  gap: "記入しました。",
  open: "記入しました。",
  told: "勤務を変更しました。",
};

/** One answer; what is refused is drawn again with what was typed. */
export async function takeDay(args: Args) {
  const { api } = await enter(args);
  const given = Object.fromEntries(
    [...(await formOf(args))].filter(([, value]) => typeof value === "string" && value !== ""),
  ) as Record<string, string>;
  const { what = "", worker_id = "", idempotency_key = crypto.randomUUID(), ...asked } = given;
  const at = whole(worker_id);
  const said = SAID[what];
  if (at === null || said === undefined || !isMeant(asked.day))
    return flash(args, "/s/day", "もう一度選んでください。", "error");
  const body = { ...asked, pass: passOf(args, at) };
  try {
    await api.post(workerDay, `/days/${at}/${what}`, body, `${idempotency_key}.${what}`.slice(0, 200));
    return flash(args, dayPath(at, asked.day), said);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) throw new Response(null, { status: 404 });
    return loadDay(args, { detail: error.detail, errors: error.errors, given });
  }
}
