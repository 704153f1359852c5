import { execFile, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Binaries, give, program } from "./embedded.binary.server";
import { socketFolder } from "./embedded.socket.server";

const run = promisify(execFile);

const dataDir = (place: Binaries) => path.join(place.home, "data");
export const ownerName = "koba_owner";

/**
 * What a running PostgreSQL says about itself in `postmaster.pid`; `socket`: the folder of its socket, or
 * empty.
 */
export type Postmaster = { pid: number; port: number; socket: string; status: string };

export function readPostmaster(place: Binaries): Postmaster | null {
  try {
    const lines = readFileSync(path.join(dataDir(place), "postmaster.pid"), "utf8")
      .split("\n")
      .map((line) => line.trim());
    const pid = Number(lines[0]);
    return pid > 0
      ? { pid, port: Number(lines[3] ?? 0), socket: lines[4] ?? "", status: lines[7] ?? "starting" }
      : null;
  } catch {
    return null;
  }
}

/**
 * Whether the process is there and, where the system tells, is PostgreSQL: process ids are reused, in
 * containers at once.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8");
    return fields.includes("(postgres)") && !/\) Z /.test(fields);
  } catch {
    return process.platform !== "linux";
  }
}

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

/** Makes the files of a new cluster, whole or not at all; `settings` are lines of postgresql.conf. */
export async function initialise(
  place: Binaries,
  password: string,
  settings: Record<string, string>,
): Promise<void> {
  const data = dataDir(place);
  if (
    await stat(path.join(data, "PG_VERSION")).then(
      () => true,
      () => false,
    )
  )
    return;
  for (const name of await readdir(place.home)) {
    const half = /^data\.new-(\d+)$/.exec(name);
    if (half && !isNode(Number(half[1])))
      await rm(path.join(place.home, name), { recursive: true, force: true });
  }
  const fresh = `${data}.new-${process.pid}`;
  const secret = `${fresh}.pw`;
  await mkdir(fresh, { mode: 0o700 });
  await give(fresh, place.as);
  await writeFile(secret, password, { mode: 0o600 });
  await give(secret, place.as);
  // Japanese needs a UTF-8 LC_CTYPE beside ICU: under "C", pg_trgm finds no letters in it.
  const ctype =
    process.platform === "linux" ? "C.UTF-8" : process.platform === "darwin" ? "en_US.UTF-8" : "C";
  const flags = [
    "--encoding=UTF8",
    "--locale-provider=icu",
    "--icu-locale=ja-JP",
    "--locale=C",
    `--lc-ctype=${ctype}`,
  ];
  const set = Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  if (settings.fsync === "off") flags.push("--no-sync");
  try {
    const options = { ...place.as, cwd: place.home, env: plainEnvironment() };
    const common = [
      `--pgdata=${fresh}`,
      `--username=${ownerName}`,
      `--pwfile=${secret}`,
      "--auth=scram-sha-256",
    ];
    await run(program(place.native, "initdb"), [...common, ...flags, ...set], options);
    // Fails when another process was quicker; its cluster has the same password.
    await rename(fresh, data).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(secret, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

const isNode = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/**
 * A stale pid file that names somebody else's process: PostgreSQL overlooks a file naming its own parent, and
 * still checks for orphans.
 */
function disown(place: Binaries, pid: number): void {
  const file = path.join(dataDir(place), "postmaster.pid");
  const text = readFileSync(file, "utf8");
  if (text.startsWith(`${pid}\n`)) writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
}

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

/**
 * Starts PostgreSQL, or finds it running, and answers once it takes connections. `port` is used when it has
 * to be started.
 */
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

const NEEDED = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TMP",
  "TEMP",
  "TZ",
  "LANG",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "SystemRoot",
  "SYSTEMROOT",
];
/**
 * What PostgreSQL is started with: none of our keys and passwords, which everything that it runs could read.
 */
function plainEnvironment(): NodeJS.ProcessEnv {
  const known = NEEDED.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return { ...Object.fromEntries(known), LC_ALL: "C" };
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
