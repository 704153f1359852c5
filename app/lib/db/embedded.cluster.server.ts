import { execFile, spawn } from "node:child_process";
import { chmod, open, readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Binaries, program } from "./embedded.binary.server";
import { plainEnvironment } from "./embedded.initialise.server";
import {
  dataDir,
  disown,
  isAlive,
  isNode,
  type Postmaster,
  readPostmaster,
} from "./embedded.postmaster.server";
import { socketFolder } from "./embedded.socket.server";

const run = promisify(execFile);

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });

const lastWords = (place: Binaries) => readFile(path.join(place.home, "start.log"), "utf8").catch(() => "");

async function logTails(place: Binaries): Promise<string> {
  const logs = await readdir(path.join(dataDir(place), "log")).catch(() => [] as string[]);
  const files = ["start.log", ...logs.map((name) => path.join("data", "log", name))];
  const tails = await Promise.all(
    files.map((name) => readFile(path.join(place.home, name), "utf8").catch(() => "")),
  );
  return tails
    .map((text) => text.split("\n").slice(-12).join("\n"))
    .join("\n")
    .trim();
}

export async function ensureRunning(place: Binaries, port: number): Promise<Postmaster> {
  const patience = Date.now() + 20_000;
  let socket = await socketFolder(place, isAlive);
  for (;;) {
    const found = readPostmaster(place);
    if (found && isAlive(found.pid)) {
      const ready = await untilReady(place, () => isAlive(found.pid));
      if (ready) return ready;
      continue;
    }
    if (found && isNode(found.pid) && found.pid !== process.pid) disown(place, found.pid);
    const ready = await launch(place, port, socket);
    if (ready) return ready;
    const words = await lastWords(place);
    // Some file systems hold no sockets.
    if (socket && /Unix-domain socket/.test(words)) {
      socket = "";
      continue;
    }
    // Orphans of a killed postmaster need a moment to leave; another process may be starting the same
    // cluster.
    const passing = /shared memory block|lock file "postmaster\.pid"/.test(words);
    if (!passing || Date.now() > patience) {
      throw new Error(`データベースを起動できません。(PostgreSQL did not start)\n${await logTails(place)}`);
    }
    await sleep(100);
  }
}

/**
 * After a crash every file is brought to the disk first: by one call where the system has it, else one by
 * one, which takes seconds.
 */
const SYNC = process.platform === "linux" ? ["-c", "recovery_init_sync_method=syncfs"] : [];

async function launch(place: Binaries, port: number, socket: string): Promise<Postmaster | null> {
  const startLog = path.join(place.home, "start.log");
  const log = await open(startLog, "w", 0o600);
  try {
    // Detached, and with files for its output: Ctrl-C in a terminal or the death of Node must not reach it.
    const child = spawn(
      program(place.native, "postgres"),
      ["-D", dataDir(place), "-p", String(port), "-k", socket, ...SYNC],
      {
        ...place.as,
        cwd: place.home,
        env: plainEnvironment(),
        detached: true,
        windowsHide: true,
        stdio: ["ignore", log.fd, log.fd],
      },
    );
    let gone = false;
    child.once("exit", () => (gone = true)).once("error", () => (gone = true));
    child.unref();
    await chmod(startLog, 0o600);
    return await untilReady(place, () => !gone, child.pid);
  } finally {
    await log.close();
  }
}

/** Recovery after a crash may take long: waits as long as the process lives. */
async function untilReady(place: Binaries, lives: () => boolean, pid?: number): Promise<Postmaster | null> {
  while (lives()) {
    const now = readPostmaster(place);
    if (now && now.status === "ready" && (pid === undefined || now.pid === pid)) return now;
    await sleep(5);
  }
  return null;
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function shutDown(place: Binaries): Promise<void> {
  const found = readPostmaster(place);
  if (!found || !isAlive(found.pid)) return;
  if (process.platform === "win32") {
    await run(program(place.native, "pg_ctl"), ["stop", "-D", dataDir(place), "-m", "fast", "-w"]);
    return;
  }
  process.kill(found.pid, "SIGINT");
  const patience = Date.now() + 60_000;
  while (isAlive(found.pid)) {
    if (Date.now() > patience)
      throw new Error("データベースが停止しません。(PostgreSQL did not stop in 60 s)");
    await sleep(5);
  }
}
