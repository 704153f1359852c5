import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Binaries, give } from "./embedded.binary.server";

/**
 * What a socket's name may have at most, with the NUL (macOS allows 104), and the longest name PostgreSQL
 * gives one.
 */
const MOST = 103;
const NAME = ".s.PGSQL.65535";

const fits = (folder: string) => Buffer.byteLength(path.join(folder, NAME)) <= MOST;

/** A folder that only the database's user and root can enter; null where it is somebody else's. */
async function takeOwnership(folder: string, { as }: Binaries): Promise<string | null> {
  await mkdir(folder, { mode: 0o700, recursive: true });
  await give(folder, as);
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== (as?.uid ?? process.getuid?.())) return null;
  await chmod(folder, 0o700);
  return folder;
}

async function tidy(folder: string, isAlive: (pid: number) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".lock")) continue;
    const pid = Number((await readFile(path.join(folder, name), "utf8").catch(() => "")).split("\n")[0]);
    if (!(pid > 0) || isAlive(pid)) continue;
    for (const left of [name, name.slice(0, -".lock".length)])
      await rm(path.join(folder, left), { force: true });
  }
}

/**
 * A round trip through a socket costs a third of one through the loopback. Empty where there is none to be
 * had (Windows, a path too long, a folder that is not ours): then the port alone.
 */
export async function socketFolder(place: Binaries, isAlive: (pid: number) => boolean): Promise<string> {
  if (process.platform === "win32") return "";
  const short = path.join(
    tmpdir(),
    `koba-${createHash("sha256").update(place.home).digest("hex").slice(0, 16)}`,
  );
  const wanted = [path.join(place.home, "socket"), short].find(fits);
  // A comma would part two folders.
  if (!wanted || wanted.includes(",")) return "";
  const folder = await takeOwnership(wanted, place).catch(() => null);
  if (folder) await tidy(folder, isAlive);
  return folder ?? "";
}
