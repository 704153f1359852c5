import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { backUp } from "~/lib/db/backup.server";
import { keptSecret } from "~/lib/db/embedded.server";
import type { Env } from "~/lib/db/open.server";
import { headOf, restore } from "~/lib/db/restore.server";
import { openStorage } from "~/lib/file/storage.open.server";
import { backupSettings } from "./backup";
import { fileNamesIn } from "./check.server";
import { type Made, makeBackup } from "./make.server";
import { ownedBy, secretFile } from "./owner.server";
import { NO_PLACE, openPlace } from "./place.open.server";
import { recordRun } from "./run.server";

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
const NEWEST = "newest";

/** Writes down how it ended, whatever way it did. */
async function recorded<M extends { name: string }>(
  owner_url: string,
  key: number | null,
  place: string,
  run: () => Promise<M>,
): Promise<M> {
  const began = new Date().toISOString();
  try {
    const made = await run();
    await recordRun(owner_url, key, place, began, { made });
    return made;
  } catch (error) {
    await recordRun(owner_url, key, place, began, { problem: sentence(error) }).catch(() => {});
    throw error;
  }
}

async function saveFile(env: Env, file: string): Promise<void> {
  const began = Date.now();
  const { owner_url, home, stop } = await ownedBy(env, true);
  try {
    const secret = env.APP_SECRET || (home ? await keptSecret(secretFile(home)) : "");
    const own = !env.APP_SECRET && home !== null;
    const at = path.resolve(file);
    const { tables } = await recorded(owner_url, null, path.dirname(at), async () => ({
      tables: await backUp(owner_url, secret, own, file),
      name: path.basename(at),
      bytes: (await stat(file)).size,
      made_ms: Date.now() - began,
    }));
    console.log(`${tables}個の表を ${file} に保存しました。(saved in ${seconds(Date.now() - began)} s)`);
  } finally {
    await stop();
  }
}

const summaryOf = (made: Made, place: string) =>
  [
    `${place} に ${made.name} を保存し、戻して確かめました。`,
    `${made.rows.toLocaleString("ja-JP")}行、図面・写真 ${made.files}件（新しく写したファイルは ${made.copied}個）。`,
    `保存 ${seconds(made.made_ms)} 秒、確認 ${seconds(made.checked_ms)} 秒。古い控え ${made.removed}個を消しました。`,
  ].join("\n");

/** A dump and every file into the place of BACKUP_…, checked. `key`: of the run that a server claimed. */
async function saveWhole(env: Env, key: number | null): Promise<void> {
  const place = await openPlace(env);
  const { owner_url, home, stop } = await ownedBy(env, true);
  try {
    const secret = env.APP_SECRET || (home ? await keptSecret(secretFile(home)) : "");
    const own = !env.APP_SECRET && home !== null;
    const from = { env, owner_url, secret, own, storage: openStorage(env) };
    const made = await recorded(owner_url, key, place.name, () =>
      makeBackup(from, place, backupSettings(env).keep),
    );
    if (made.problems.length > 0)
      throw new Error(`控え ${made.name} に問題があります。\n${made.problems.join("\n")}`);
    console.log(summaryOf(made, place.name));
  } finally {
    await stop();
    await place.close();
  }
}

/** Into the product's own place for files, what a restored database names and is not there. */
async function bringFiles(env: Env, owner_url: string): Promise<number> {
  const place = await openPlace(env);
  const storage = openStorage(env);
  let num = 0;
  try {
    for (const name of await fileNamesIn(owner_url)) {
      if (await storage.get(name)) continue;
      const bytes = await place.files.get(name);
      if (!bytes) throw new Error(`図面・写真 ${name} が控えにありません。(${name} is not in the backup)`);
      await storage.put(name, bytes, "application/octet-stream");
      num += 1;
    }
  } finally {
    await place.close();
  }
  return num;
}

async function bringBack(env: Env, file: string): Promise<void> {
  const head = await headOf(file);
  const { owner_url, home, stop } = await ownedBy(env, false);
  const began = Date.now();
  try {
    const own = !env.APP_SECRET && home !== null;
    const secret = env.APP_SECRET || head.secret || "";
    const tables = await restore(owner_url, secret, file);
    if (own) await writeFile(secretFile(home), `${secret}\n`, { mode: 0o600, flush: true });
    console.log(`${file} から${tables}個の表を戻しました。(restored in ${seconds(Date.now() - began)} s)`);
  } finally {
    await stop();
  }
}

/** The newest of the place, files and all. */
async function bringNewest(env: Env): Promise<void> {
  const place = await openPlace(env);
  try {
    const name = (await place.dumps()).sort().at(-1);
    if (!name) throw new Error(`${place.name} に控えがありません。(no backup there)`);
    const { file, release } = await place.fetch(name);
    await bringBack(env, file).finally(release);
  } finally {
    await place.close();
  }
  const { owner_url, stop } = await ownedBy(env, false);
  const num = await bringFiles(env, owner_url).finally(stop);
  console.log(`図面・写真 ${num}個のファイルを戻しました。`);
}

/**
 * `backup [FILE]`: also while the app runs on the embedded database. `restore FILE` or `restore newest`: into
 * an empty one.
 */
export async function safekeep(env: Env, [task, file, run]: string[]): Promise<boolean> {
  if (task !== "backup" && task !== "restore") return false;
  const { folder, bucket } = backupSettings(env);
  const has_place = folder !== null || bucket !== null;
  if (task === "backup" && file === "--run") await saveWhole(env, Number(run));
  else if (!file && (task === "restore" || !has_place))
    throw new Error(`npm run ${task} -- ファイル名 (name a file)${task === "backup" ? `\n${NO_PLACE}` : ""}`);
  else if (task === "backup") await (file ? saveFile(env, file) : saveWhole(env, null));
  else await (file === NEWEST ? bringNewest(env) : bringBack(env, file!));
  return true;
}
