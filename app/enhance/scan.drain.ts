import type { ScanResult } from "~/lib/scan/scan.schema";
import { post } from "./scan.post";
import { dropScans, queuedScans, type Waiting } from "./scan.store";

/** Few enough that one post finishes in time on a slow line. */
const BATCH = 25;
export type Line = "online" | "offline" | "signed out";
export type QueueListeners = {
  line: (line: Line, left: number, others: number) => void;
  result: (result: ScanResult, still: Waiting[]) => void;
};

/** Somebody waits for these: a refusal is theirs to answer, not a conflict. */
export const live = new Map<string, (result: ScanResult | null) => void>();

export function resolveLive(client_id: string, result: ScanResult | null) {
  live.get(client_id)?.(result);
  live.delete(client_id);
}

export async function drain(
  company: string,
  acting: string | undefined,
  told: QueueListeners,
): Promise<void> {
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
