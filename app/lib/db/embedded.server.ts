import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { say, sayError } from "~/lib/telemetry/logger.server";
import { type Binaries, findPlace } from "./embedded.binary.server";
import { ensureRunning, freePort, shutDown } from "./embedded.cluster.server";
import { initialise, ownerName } from "./embedded.initialise.server";
import { beside, databaseName, takeLock, url } from "./embedded.lock.server";
import { isAlive, type Postmaster, readPostmaster } from "./embedded.postmaster.server";

export type Embedded = {
  owner_url: string;
  app_url: string;
  /** The folder that holds the database's files and secrets. */
  home: string;
  stop(): Promise<void>;
};

const appRole = "koba_app";

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "80",
  shared_buffers: "256MB",
  max_wal_size: "512MB",
  synchronous_commit: "on",
  fsync: "on",
  wal_compression: "on",
  jit: "off",
  max_parallel_workers_per_gather: "0",
  random_page_cost: "1.1",
  effective_cache_size: "1GB",
  timezone: "UTC",
  log_timezone: "UTC",
  password_encryption: "scram-sha-256",
  logging_collector: "on",
  log_directory: "log",
  log_filename: "postgresql-%a.log",
  log_rotation_age: "1d",
  log_truncate_on_rotation: "on",
};

/** A secret kept in a 0600 file: made once, whole, by whichever process comes first. */
export async function keptSecret(file: string): Promise<string> {
  const read = () =>
    readFile(file, "utf8").then(
      (text) => text.trim(),
      () => "",
    );
  const kept = await read();
  if (kept) return kept;
  const draft = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return read();
}

async function furnish(owner_url: string, appPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: beside(owner_url) });
  await client.connect();
  try {
    const found = await client.query<{ role: boolean; base: boolean }>(
      "select exists(select from pg_roles where rolname = $1) as role, exists(select from pg_database where datname = $2) as base",
      [appRole, databaseName],
    );
    const plain = "login nosuperuser nobypassrls nocreatedb nocreaterole";
    if (!found.rows[0]?.role)
      await client.query(`create role ${appRole} ${plain} password ${pg.escapeLiteral(appPassword)}`);
    if (!found.rows[0]?.base) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

const inUse = (dir: string) =>
  `このデータベースは別のプロセスが使用中です。先にそちらを停止してください。(${dir} is already open in another process)`;

/** Opens the database in `dir`: makes, starts, adopts or recovers it, and keeps it running until `stop`. */
export async function startEmbedded(dir: string): Promise<Embedded> {
  const place = await findPlace(path.resolve(dir));
  return openCluster(place, dir, settings);
}

export async function openCluster(
  place: Binaries,
  dir: string,
  conf: Record<string, string>,
): Promise<Embedded> {
  const password = await keptSecret(path.join(place.home, "owner.password"));
  const appPassword = await keptSecret(path.join(place.home, "app.password"));
  await initialise(place, password, conf);
  let at: Pick<Postmaster, "port" | "socket"> = { port: await freePort(), socket: "" };
  let lock: pg.Client | null = null;
  let stopping = false;
  let recovering = Promise.resolve();

  const hold = async (): Promise<boolean> => {
    at = await ensureRunning(place, at.port);
    lock = await takeLock(url(ownerName, password, at), () => {
      lock = null;
      if (!stopping) recovering = recover();
    });
    return lock !== null;
  };

  // PostgreSQL went away under us (killed, out of memory): bring it back on the same port, so that pools
  // reconnect by themselves.
  const recover = async (): Promise<void> => {
    for (let wait = 50; !stopping; wait = Math.min(wait * 2, 1_000)) {
      const before = at;
      try {
        const held = await hold();
        if (held && at.port === before.port && at.socket === before.socket) return;
        say("error", "database_lost", {
          message: held ? "データベースのポートが変わりました。(database port changed)" : inUse(dir),
        });
        process.kill(process.pid, "SIGTERM");
        return;
      } catch (error) {
        if (!stopping)
          sayError("database_restart", error, {
            message: "データベースを再開できません。もう一度試します。(database restart failed)",
          });
      }
      await sleep(wait);
    }
  };

  if (!(await hold())) throw new Error(inUse(dir));
  const owner_url = url(ownerName, password, at);
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await recovering;
    // Without the lock it is another process's to stop.
    const held = lock;
    if (!held) return;
    await shutDown(place);
    await held.end().catch(() => {});
  };
  try {
    await furnish(owner_url, appPassword);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    owner_url,
    app_url: url(appRole, appPassword, at),
    home: place.home,
    stop,
  };
}

/**
 * Connection strings of a database that an app process has open just now, for commands that run beside it;
 * null when it is closed.
 */
export async function runningEmbedded(
  dir: string,
): Promise<Pick<Embedded, "owner_url" | "app_url" | "home"> | null> {
  const place = await findPlace(path.resolve(dir));
  const found = readPostmaster(place);
  if (!found || found.status !== "ready" || !isAlive(found.pid)) return null;
  const password = await keptSecret(path.join(place.home, "owner.password"));
  const appPassword = await keptSecret(path.join(place.home, "app.password"));
  return {
    owner_url: url(ownerName, password, found),
    app_url: url(appRole, appPassword, found),
    home: place.home,
  };
}
