import path from "node:path";
import { backUp } from "~/lib/db/backup.server";
import type { Env } from "~/lib/db/open.server";
import type { Storage } from "~/lib/file/storage.server";
import { backupName, DRAFT, outdated } from "./backup";
import { type Checked, checkDump, fileNamesIn } from "./check.server";
import type { BackupPlace } from "./place.server";

type From = { env: Env; owner_url: string; secret: string; own: boolean; storage: Storage };
export type Made = Checked & { name: string; made_ms: number; copied: number; removed: number };

/**
 * Copies what is not there yet. A file's bytes never change and are never taken away once a row names them,
 * so that one copy serves all dumps.
 */
async function copyFiles({ owner_url, storage }: From, place: BackupPlace): Promise<number> {
  const there = await place.fileSizes();
  const missing = (await fileNamesIn(owner_url)).filter((name) => !there.has(name));
  for (const name of missing) {
    const bytes = await storage.get(name);
    if (!bytes)
      throw new Error(`図面・写真 ${name} が置き場所にありません。(the bytes of ${name} are missing)`);
    await place.files.put(name, bytes, "application/octet-stream");
  }
  return missing.length;
}

/**
 * A dump and every file, checked by restoring it before an older one is taken away. What fails the check
 * stays to be looked at.
 */
export async function makeBackup(from: From, place: BackupPlace, keep: number): Promise<Made> {
  const began = Date.now();
  const name = backupName(new Date().toISOString());
  const draft = path.join(place.draft, `${DRAFT}${process.pid}-${name}`);
  await backUp(from.owner_url, from.secret, from.own, draft);
  // After the dump: each file that it names has been stored by now.
  const copied = await copyFiles(from, place);
  await place.keep(draft, name);
  const made_ms = Date.now() - began;
  const { file, release } = await place.fetch(name);
  const checked = await checkDump(from.env, from.secret, file, await place.fileSizes()).finally(release);
  const old = checked.problems.length === 0 ? outdated(await place.dumps(), keep) : [];
  for (const one of old) await place.remove(one);
  return { ...checked, name, made_ms, copied, removed: old.length };
}
