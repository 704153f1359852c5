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

/** At SIGTERM and SIGINT no more is taken in, what is under way is answered, and then the process ends. */
export function stopAtSignal(server: Server, app: App, opened: Opened): void {
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) return;
    stopping = true;
    const from = Date.now();
    say("info", "stopping", { signal, pid: process.pid });
    // Whoever shares out the work sees 503 at /health, and open connections end with their answers.
    if (signal === "SIGTERM") await sleep(Number(process.env.DRAIN_MS ?? 1_000));
    // Right after all that has come was taken in: who still waits to be accepted is cut off.
    await new Promise(setImmediate);
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
