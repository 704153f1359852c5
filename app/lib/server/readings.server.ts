import { sql } from "drizzle-orm";
import { operator } from "~/lib/db/connection.server";
import { freeBytes } from "~/lib/db/space.server";
import { type Reading, serveMetrics, startCounting } from "~/lib/telemetry/metrics.server";
import type { App } from "~/lib/web/app";
import { streamReading } from "./access.server";
import { outageReadings } from "./outage.server";
import { packageVersion } from "./version.server";

const gauge = (name: string, help: string, value: number): Reading => ({ name, help, values: [[{}, value]] });

function poolReading({ db: { $client } }: App): Reading {
  const { totalCount, idleCount, waitingCount } = $client;
  return {
    name: "koba_pool_connections",
    help: "Connections to the database: in use, idle, and requests that wait for one",
    values: [
      [{ state: "busy" }, totalCount - idleCount],
      [{ state: "idle" }, idleCount],
      [{ state: "waiting" }, waitingCount],
    ],
  };
}

/** What the database knows of queues and size; looked at once a scrape. */
async function databaseReadings({ db }: App): Promise<Reading[]> {
  type Row = Record<
    "size" | "waiting" | "failing" | "oldest" | "carriages" | "imports" | "sessions" | "alerts",
    string
  >;
  const { rows } = await operator(
    db,
    (tx) =>
      tx.execute<Row>(sql`select pg_database_size(current_database()) as size,
        (select count(*) from pool.outbox where tries = 0) as waiting,
        (select count(*) from pool.outbox where tries > 0) as failing,
        (select coalesce(extract(epoch from now() - min(created_time)), 0) from pool.outbox) as oldest,
        (select count(*) from carriage where due_time <= now()) as carriages,
        (select count(*) from import where state in ('checking', 'saving')) as imports,
        (select count(*) from session where expires_time > now()) as sessions,
        (select count(*) from operator_alert) as alerts`),
    "read",
  );
  const found = rows[0]!;
  const queues: Reading["values"] = [
    [{ queue: "mail" }, Number(found.waiting)],
    [{ queue: "mail_failing" }, Number(found.failing)],
    [{ queue: "notices" }, Number(found.carriages)],
    [{ queue: "imports" }, Number(found.imports)],
  ];
  return [
    gauge("koba_database_size_bytes", "Size of the database", Number(found.size)),
    gauge("koba_mail_oldest_seconds", "Age of the oldest mail that waits", Number(found.oldest)),
    gauge("koba_sessions", "Browsers signed in", Number(found.sessions)),
    gauge("koba_alerts", "Matters the operator was told of that are not over", Number(found.alerts)),
    { name: "koba_queue", help: "What waits to be done", values: queues },
  ];
}

async function sharedReadings(app: App): Promise<Reading[]> {
  const up = await databaseReadings(app).catch(() => null);
  const free = await freeBytes(app.db);
  return [
    { name: "koba_build_info", help: "Version", values: [[{ version: packageVersion() }, 1]] },
    gauge("koba_database_up", "Whether the database answers", up ? 1 : 0),
    ...(free === null ? [] : [gauge("koba_disk_free_bytes", "Room where the database is kept", free)]),
    ...(up ?? []),
  ];
}

/** The first process answers /metrics, for itself or for those it has begun. */
export async function openMetrics(app: App): Promise<void> {
  const { metrics_port, metrics_host } = app.config;
  if (metrics_port !== null) await serveMetrics(metrics_host, metrics_port, () => sharedReadings(app));
}

export async function countHere(app: App): Promise<void> {
  if (app.config.metrics_port === null) return;
  await startCounting(() => [poolReading(app), streamReading(), ...outageReadings()]);
}
