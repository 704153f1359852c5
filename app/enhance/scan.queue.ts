import type { ScanResult } from "~/lib/scan/scan.schema";
import { addScan, dropScans, queuedScans, type Waiting, waitingOf } from "./scan.store";

/** Few enough that one post finishes in time on a slow line. */
const BATCH = 25;
const PATIENCE_MS = 15_000;
/** Milliseconds until the scan counts as stored and the next one may come. */
const HURRY_MS = 3_000;

export type Line = "online" | "offline" | "signed out";
export type QueueListeners = {
  line: (line: Line, left: number, others: number) => void;
  result: (result: ScanResult, still: Waiting[]) => void;
};

/** Somebody waits for these: a refusal is theirs to answer, not a conflict. */
const live = new Map<string, (result: ScanResult | null) => void>();
let running: Promise<void> | undefined;
let draining = false;

function resolveLive(client_id: string, result: ScanResult | null) {
  live.get(client_id)?.(result);
  live.delete(client_id);
}

export async function post(path: string, fields: Record<string, string>, acting: string | undefined) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    const body = new URLSearchParams({ ...fields, ...(acting && { acting_for: acting }) });
    const answer = await fetch(path, {
      method: "POST",
      body,
      headers: { Accept: "application/json" },
      redirect: "error",
      signal: stop.signal,
    });
    return {
      status: answer.status,
      body: (await answer.json().catch(() => null)) as Record<string, unknown> | null,
    };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Stores a scan before sending it, so that none is lost. Resolves to null where it waits behind others or the
 * line is slow.
 */
export async function send(
  waiting: Waiting,
  online: boolean,
  company: string,
  acting: string | undefined,
  told: QueueListeners,
): Promise<ScanResult | null> {
  const { client_id } = waiting.item;
  const first = online && (await waitingOf(company)).length === 0;
  const answer =
    first &&
    new Promise<ScanResult | null>((done) => {
      live.set(client_id, done);
      setTimeout(() => resolveLive(client_id, null), HURRY_MS);
    });
  await addScan(waiting);
  void flush(company, acting, told);
  return answer || null;
}

const locked = <T>(run: () => Promise<T>) =>
  navigator.locks ? navigator.locks.request("koba-scan", run) : run();

/** Oldest first, in one tab of the device at a time. */
export function flush(company: string, acting: string | undefined, told: QueueListeners): Promise<void> {
  const run = async () => {
    draining = true;
    await locked(() => drain(company, acting, told));
  };
  const next = (running ?? Promise.resolve())
    .then(run)
    .catch(() => {})
    .finally(() => {
      draining = false;
    });
  running = next;
  return next;
}

export async function removeUnsent(client_id: string): Promise<boolean> {
  const out = async () => {
    const one = (await queuedScans()).find(({ item }) => item.client_id === client_id);
    if (one) await dropScans([one.seq!]);
    return one !== undefined;
  };
  if (navigator.locks)
    return navigator.locks.request("koba-scan", { ifAvailable: true }, (lock) => (lock ? out() : false));
  return !draining && out();
}

async function drain(company: string, acting: string | undefined, told: QueueListeners): Promise<void> {
  for (let waiting = await queuedScans(); ; waiting = await queuedScans()) {
    const mine = waiting.filter((one) => one.company === company);
    const others = waiting.length - mine.length;
    const some = mine.slice(0, BATCH);
    if (some.length === 0) return told.line(navigator.onLine ? "online" : "offline", 0, others);
    const items = some.map(({ item }) => (live.has(item.client_id) ? item : { ...item, queued: true }));
    const answer = navigator.onLine
      ? await post(
          "/s/scans",
          { body: JSON.stringify({ device_now: new Date().toISOString(), items }) },
          acting,
        )
      : null;
    const results = answer?.status === 200 ? (answer.body?.items as ScanResult[] | undefined) : undefined;
    if (!results) {
      for (const { item } of some) resolveLive(item.client_id, null);
      return told.line(
        answer?.status === 401 || answer?.status === 403 ? "signed out" : "offline",
        mine.length,
        others,
      );
    }
    // Refused after whoever scanned it stopped waiting: sent again as queued, it becomes a conflict and is
    // not lost.
    const unheard = new Set(
      items.flatMap((item, at) =>
        results[at]!.result === "refused" && !item.queued && !live.has(item.client_id) ? at : [],
      ),
    );
    await dropScans(some.filter((_, at) => !unheard.has(at)).map((one) => one.seq!));
    const still = await queuedScans();
    results.forEach((result, at) => {
      if (unheard.has(at)) return;
      told.result(result, still);
      resolveLive(items[at]!.client_id, result);
    });
    told.line("online", mine.length - some.length + unheard.size, others);
  }
}
