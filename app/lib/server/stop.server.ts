import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Opened } from "~/lib/db/open.server";
import { say } from "~/lib/telemetry/logger.server";
import type { App } from "~/lib/web/app";

/**
 * Half a minute is what compose and most others wait before they kill: an upload on its way may end by then.
 */
const FINISH_MS = 20_000;
let stopping = false;

export const isStopping = (): boolean => stopping;

const QUIET_MS = 1;
const PATIENCE_MS = 2_000;

// Who waits to be accepted when the door is shut is cut off, and what was posted is not sent again. A turn of
// the loop that answers requests goes on long after it last accepted: the door is shut after one that did
// next to nothing.
async function quietTurn(): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    const from = performance.now();
    await new Promise(setImmediate);
    if (performance.now() - from < QUIET_MS) return;
  }
}

/** At SIGTERM and SIGINT no more is taken in, what is under way is answered, and then the process ends. */
export function stopAtSignal(server: Server, app: App, opened: Opened): void {
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) return;
    stopping = true;
    const from = Date.now();
    say("info", "stopping", { signal, pid: process.pid });
    // Whoever shares out the work sees 503 at /health, and open connections end with their answers.
    if (signal === "SIGTERM") await sleep(Number(process.env.DRAIN_MS ?? 1_000));
    await quietTurn();
    server.close();
    void app.hub().stop();
    setTimeout(() => server.closeAllConnections(), FINISH_MS).unref();
    server.closeIdleConnections();
    await new Promise((done) => server.once("close", done)).then(app.security.flush);
    await opened.stop();
    say("info", "stopped", { pid: process.pid, ms: Date.now() - from });
    process.exit(0);
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
}
