import type { ScanResult } from "~/lib/scan/scan.schema";
import { add, all, drop, type Waiting } from "./scan.store";

/** Scans of one post: few enough that one finishes within the time it is given on a slow line. */
const BATCH = 25;
const PATIENCE_MS = 15_000;

export type Line = "online" | "offline" | "signed out";
export type Told = { line: (line: Line, left: number, others: number) => void; result: (result: ScanResult, waiting: Waiting) => void };

/** Scans that somebody is waiting for right now: a refusal is theirs to answer, and not kept as a conflict. */
const live = new Set<string>();
let running: Promise<void> | undefined;

/** A post that the front door knows as a form's; null where no answer of ours came. */
export async function post(path: string, fields: Record<string, string>, acting: string | undefined) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const body = new URLSearchParams({ ...fields, ...(acting && { acting_for: acting }) });
    const answer = await fetch(path, { method: "POST", body, headers: { Accept: "application/json" }, redirect: "error",
      signal: stop.signal });
    return { status: answer.status, body: (await answer.json().catch(() => null)) as Record<string, unknown> | null };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps a scan on the device, then sends it with all that wait: what is kept is never lost, whatever happens to the line or the page. */
export function send(waiting: Waiting, company: string, acting: string | undefined,
  told: Told): { kept: Promise<unknown>; sent: Promise<void> } {
  live.add(waiting.item.client_id);
  const kept = add(waiting);
  return { kept, sent: kept.then(() => flush(company, acting, told)) };
}

/** Sends what waits, oldest first. One at a time in all tabs of the device. */
export function flush(company: string, acting: string | undefined, told: Told): Promise<void> {
  const once = () => drain(company, acting, told);
  const run = async () => { await (navigator.locks ? navigator.locks.request("koba-scan", once) : once()); };
  const next = (running ?? Promise.resolve()).then(run).catch(() => {});
  running = next;
  return next;
}

async function drain(company: string, acting: string | undefined, told: Told): Promise<void> {
  for (;;) {
    const waiting = await all();
    const mine = waiting.filter((one) => one.company === company);
    const others = waiting.length - mine.length;
    const some = mine.slice(0, BATCH);
    if (some.length === 0) return told.line(navigator.onLine ? "online" : "offline", 0, others);
    const items = some.map(({ item }) => (live.has(item.client_id) ? item : { ...item, queued: true }));
    const answer = navigator.onLine ? await post("/s/scans", { body: JSON.stringify({ device_now: new Date().toISOString(), items }) },
      acting) : null;
    // From now on it counts as kept: whoever waited has been told so.
    for (const { item } of some) live.delete(item.client_id);
    const results = answer?.status === 200 ? (answer.body?.items as ScanResult[] | undefined) : undefined;
    if (!results) return told.line(answer?.status === 401 || answer?.status === 403 ? "signed out" : "offline", mine.length, others);
    await drop(some.map((one) => one.seq!));
    some.forEach((one, index) => told.result(results[index]!, one));
    told.line("online", mine.length - some.length, others);
  }
}
