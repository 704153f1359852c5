import type { ScanResult } from "~/lib/scan/scan.schema";
import { drain, live, type QueueListeners, resolveLive } from "./scan.drain";
import { addScan, dropScans, queuedScans, type Waiting, waitingOf } from "./scan.store";

/** Milliseconds until the scan counts as stored and the next one may come. */
const HURRY_MS = 3_000;

let running: Promise<void> | undefined;
let draining = false;

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
