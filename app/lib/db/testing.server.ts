import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { connect, type Database } from "./connection.server";
import { findPlace } from "./embedded.binary.server";
import { openCluster } from "./embedded.server";
import { migrate, migrations } from "./migrate.server";

export const TEST_SECRET = "a secret of the tests, 32 letters or more";

/** A database of a test's own, migrated and empty. */
export type TestDatabase = { db: Database; app_url: string; owner_url: string; drop(): Promise<void> };

// Speed before durability: nothing here outlives the run.
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "64MB",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  io_method: "sync",
  // Each test signs in anew, and a password that no one keeps need not be slow to guess.
  scram_iterations: "1",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  max_parallel_workers_per_gather: "0",
  checkpoint_timeout: "1h",
  max_wal_size: "4GB",
  random_page_cost: "1.1",
  effective_cache_size: "1GB",
};

const variables = {
  owner: "KOBA_TEST_OWNER_URL",
  app: "KOBA_TEST_APP_URL",
  template: "KOBA_TEST_TEMPLATE",
  cast: "KOBA_TEST_CAST",
};

type Cluster = { owner_url: string; app_url: string; stop(): Promise<void> };

/** TEST_OWNER_URL (may create databases) and TEST_APP_URL: another PostgreSQL than the embedded one. */
function otherCluster(): Cluster | null {
  const { TEST_OWNER_URL: owner_url, TEST_APP_URL: app_url } = process.env;
  return owner_url && app_url ? { owner_url, app_url, stop: async () => {} } : null;
}

async function ownCluster(): Promise<Cluster> {
  const dir = mkdtempSync(path.join(tmpdir(), "koba-test-"));
  await chmod(dir, 0o755);
  const place = await findPlace(dir);
  const watch = watchdog(place.home, dir);
  const { owner_url, app_url, stop } = await openCluster(place, dir, settings);
  return {
    owner_url,
    app_url,
    async stop() {
      await stop();
      watch?.kill();
      await rm(place.home, { recursive: true, force: true });
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export async function startTestCluster(
  furnish: (db: Database) => Promise<void>,
): Promise<() => Promise<void>> {
  const cluster = otherCluster() ?? (await ownCluster());
  const all = await migrations();
  const hash = createHash("sha256")
    .update(all.map((one) => one.name + one.checksum).join())
    .digest("hex")
    .slice(0, 12);
  const [template, cast] = [`template_${hash}`, `cast_${hash}`];
  const drop = async () => {
    for (const name of [cast, template])
      await onServer(cluster.owner_url, (client) => client.query(`drop database if exists ${name}`));
  };
  const stop = async () => {
    if (otherCluster()) await drop();
    await cluster.stop();
  };
  try {
    if (otherCluster()) await drop();
    await onServer(cluster.owner_url, (client) => client.query(`create database ${template}`));
    await migrate(withDatabase(cluster.owner_url, template));
    await onServer(cluster.owner_url, (client) =>
      client.query(`create database ${cast} template ${template} strategy file_copy`),
    );
    const db = connect(withDatabase(cluster.app_url, cast));
    await furnish(db).finally(() => db.$client.end());
  } catch (error) {
    await stop();
    throw error;
  }
  Object.assign(process.env, {
    [variables.owner]: cluster.owner_url,
    [variables.app]: cluster.app_url,
    [variables.template]: template,
    [variables.cast]: cast,
  });
  return stop;
}

function watchdog(home: string, dir: string) {
  if (process.platform === "win32") return null;
  const script =
    'read -r _; kill -QUIT "$(head -n 1 "$0/data/postmaster.pid")" 2>/dev/null; sleep 1; rm -rf "$0" "$1"';
  const child = spawn("sh", ["-c", script, home, dir], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  (child.stdin as unknown as { unref?(): void }).unref?.();
  return child;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = name;
  return changed.href;
}

async function onServer(owner_url: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(owner_url, "postgres") });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start the test cluster first (vitest.setup.ts does)`);
  return value;
}

/** A fresh clone of the migrated template; drop it after use. */
export const testDatabase = () => clone(variables.template);

export const castDatabase = () => clone(variables.cast);

export const emptyDatabase = () => clone("template0", true);

async function clone(template: string, bare = false): Promise<TestDatabase> {
  const server = given(variables.owner);
  const name = `test_${process.pid}_${randomBytes(6).toString("hex")}`;
  await onServer(server, (client) =>
    client.query(`create database ${name} template ${bare ? template : given(template)} strategy file_copy`),
  );
  const app_url = withDatabase(given(variables.app), name);
  const db = connect(app_url);
  return {
    db,
    app_url,
    owner_url: withDatabase(server, name),
    async drop() {
      if (!db.$client.ended) await db.$client.end();
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
