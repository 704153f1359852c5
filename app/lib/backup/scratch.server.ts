import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findPlace } from "~/lib/db/embedded.binary.server";
import { shutDown } from "~/lib/db/embedded.cluster.server";
import { isNode } from "~/lib/db/embedded.postmaster.server";
import { openCluster } from "~/lib/db/embedded.server";
import type { Env } from "~/lib/db/open.server";

// Gone in a minute: nothing of it must outlive a loss of power, and little of it is read twice.
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "20",
  shared_buffers: "128MB",
  maintenance_work_mem: "128MB",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  max_wal_size: "1GB",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
};

const PREFIX = "koba-scratch-";

async function remove(dir: string, { home }: { home: string }): Promise<void> {
  await rm(home, { recursive: true, force: true });
  await rm(dir, { recursive: true, force: true });
}

/** What a process left behind that was killed while it checked. */
async function clearLeft(ground: string): Promise<void> {
  for (const name of await readdir(ground)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isNode(pid)) continue;
    const dir = path.join(ground, name);
    const place = await findPlace(dir);
    await shutDown(place);
    await remove(dir, place);
  }
}

/** A PostgreSQL of its own, whatever the product's is: it needs no right there, and puts no load on it. */
export async function openScratch(env: Env): Promise<{ owner_url: string; close(): Promise<void> }> {
  const ground = env.BACKUP_SCRATCH || tmpdir();
  await clearLeft(ground);
  const dir = await mkdtemp(path.join(ground, `${PREFIX}${process.pid}-`));
  await chmod(dir, 0o755);
  const place = await findPlace(dir);
  try {
    const { owner_url, stop } = await openCluster(place, dir, settings);
    return { owner_url, close: () => stop().then(() => remove(dir, place)) };
  } catch (error) {
    await remove(dir, place);
    throw error;
  }
}
