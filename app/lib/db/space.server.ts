import { statfs } from "node:fs/promises";
import type { Database } from "./connection.server";

/**
 * Free bytes below which people's writes are refused: a few segments of PostgreSQL's log. Without them it
 * would stop, and reading with it.
 */
const LEAST = 96 * 1024 * 1024;
const LOOK_MS = 1_000;

type Watch = { folder: string; least: number; at: number; full: Promise<boolean> };
const watched = new WeakMap<Database, Watch>();

export function watchSpace(db: Database, folder: string, least = LEAST): void {
  watched.set(db, { folder, least, at: 0, full: Promise.resolve(false) });
}

async function hasSpace({ folder, least }: Watch): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize < least;
}

/** Room where the embedded database is kept; null where it is another's. */
export async function freeBytes(db: Database): Promise<number | null> {
  const watch = watched.get(db);
  if (!watch) return null;
  const { bavail, bsize } = await statfs(watch.folder);
  return bavail * bsize;
}

/**
 * Whether the database's disk is as good as full; looked at once a second, so that it is over by itself when
 * there is room again.
 */
export async function isFull(db: Database): Promise<boolean> {
  const watch = watched.get(db);
  if (!watch) return false;
  if (Date.now() - watch.at >= LOOK_MS) Object.assign(watch, { at: Date.now(), full: hasSpace(watch) });
  return watch.full;
}
