// Where tests keep what nobody needs after them: in memory, where there is enough. A test's database is a copy
// of 700 files, which takes a disk ten times as long.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const GB = 2 ** 30;
const SHARED = "/dev/shm";

function fits() {
  if (process.platform !== "linux" || !existsSync(SHARED)) return false;
  const { bavail, bsize } = statfsSync(SHARED);
  // Some tests start a program from a copy of it; containers forbid that here.
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === SHARED);
  const forbids = !mount || /\b(noexec|ro)\b/.test(mount.split(" ")[3]);
  return !forbids && bavail * bsize > 3 * GB && freemem() > 4 * GB;
}

/** For this process and those it starts; gone with it. */
export function inMemory() {
  if (process.env.TMPDIR || !fits()) return;
  const folder = mkdtempSync(`${SHARED}/koba-tests-`);
  // PostgreSQL's own user, where this runs as root, makes its sockets here.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}
