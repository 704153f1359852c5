import cluster, { type Worker } from "node:cluster";
import { startBackups } from "~/lib/backup/schedule.server";
import type { Opened } from "~/lib/db/open.server";
import { say } from "~/lib/telemetry/logger.server";
import type { App } from "~/lib/web/app";
import { startAlerts } from "./alert.server";
import { performHere } from "./operate.list.server";
import { openSocket } from "./operate.socket.server";
import { watchOutage } from "./outage.server";
import { makeReady, startRounds } from "./prepare.server";
import { countHere, openMetrics } from "./readings.server";
import { packageVersion } from "./version.server";

/** The first makes ready; where several are wanted it lets them serve, and never does itself. */
export async function lead(app: App, opened: Opened): Promise<void> {
  const { processes } = app.config;
  if (cluster.isPrimary) await makeReady(app);
  if (cluster.isPrimary) {
    await openMetrics(app);
    await openSocket(process.env, ({ words, by }) =>
      performHere({ db: app.db, secret: opened.secret, env: process.env, by }, words),
    );
    startAlerts(app, process.env);
    startBackups(app.db, process.env);
  }
  if (cluster.isPrimary && processes > 1) await serveBy(processes, opened, (port) => sayServes(app, port));
  await countHere(app);
  watchOutage(app.db);
  await startRounds(app);
}

export const sayServes = ({ config: { product_name, origins, processes } }: App, port: number) =>
  say("info", "start", {
    message: `${product_name}: ${origins[0]}（ポート ${port} で待ち受け / listening on port ${port}）`,
    version: packageVersion(),
    port,
    processes,
    pid: process.pid,
  });

const AGAIN_MS = 1_000;

async function serveBy(processes: number, opened: Opened, ready: (port: number) => void): Promise<never> {
  // Migrated and known to be the right one: to the others it is a database that was given.
  const env = {
    DATABASE_URL: opened.app_url,
    DATABASE_OWNER_URL: "",
    APP_SECRET: opened.secret,
    KOBA_HOME: opened.home ?? "",
  };
  const living = new Set<Worker>();
  const served = new Set<Worker>();
  let stopping = false;
  let failed = false;
  let last = () => {};

  const stop = () => {
    stopping = true;
    for (const one of living) one.process.kill("SIGTERM");
    if (living.size === 0) last();
  };
  const start = () => living.add(cluster.fork(env));
  const over = new Promise<void>((done) => {
    last = done;
    cluster.on("exit", (one, _code, signal) => {
      living.delete(one);
      if (!stopping) say("error", "process_lost", { pid: one.process.pid, signal });
      // Where none has ever come to serve, it has said why, and another would fare no better; one that was
      // killed has said nothing.
      if (!stopping && served.size === 0 && !signal) failed = true;
      if (failed && !stopping) stop();
      if (!stopping) setTimeout(() => !stopping && start(), served.has(one) ? 0 : AGAIN_MS);
      if (stopping && living.size === 0) done();
    });
  });
  cluster.once("listening", (_one, { port }) => ready(port));
  cluster.on("listening", (one) => served.add(one));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  for (let n = 0; n < processes; n++) start();
  await over;
  await opened.stop();
  process.exit(failed ? 1 : 0);
}
