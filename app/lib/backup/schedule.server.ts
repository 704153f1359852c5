import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import type { Database } from "~/lib/db/connection.server";
import { say, sayError } from "~/lib/telemetry/logger.server";
import { backupSettings, dueDay } from "./backup";
import { claimDay, endRun } from "./run.server";

const LOOK_MS = 60_000;
const FIRST_MS = 2_000;
/** Letters that are kept of what the process says. */
const MOST = 2_000;

/** In a process of its own, behind the server's: packing and checking cost pages nothing. */
async function makeInChild(env: NodeJS.ProcessEnv, key: number): Promise<string | null> {
  const child = spawn(process.execPath, ["build/index.js", "backup", "--run", String(key)], {
    env: { ...env, NODE_ENV: env.NODE_ENV ?? "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where it may not be lowered it runs like any other.
  }
  const began = Date.now();
  const told = { out: "", err: "" };
  child.stdout!.on("data", (part) => (told.out = (told.out + String(part)).slice(-MOST)));
  child.stderr!.on("data", (part) => (told.err = (told.err + String(part)).slice(-MOST)));
  const [code] = (await once(child, "close")) as [number | null];
  const ms = Date.now() - began;
  if (code === 0) {
    say("info", "backup", { message: told.out.trim(), ms });
    return null;
  }
  const problem = told.err.trim() || `控えのプロセスが途中で終わりました。(${code})`;
  say("error", "backup_failed", { message: problem, ms });
  return problem;
}

/** Makes the day's backup where it is due and nobody has taken it. */
async function makeDue(db: Database, env: NodeJS.ProcessEnv, now: string): Promise<void> {
  const { at, folder, bucket } = backupSettings(env);
  const day = at === null ? null : dueDay(at, now);
  const key = day && (await claimDay(db, day, folder ?? `s3://${bucket}`, now));
  if (!key) return;
  const problem = await makeInChild(env, key);
  // Where it has told how it ended itself, that stands.
  if (problem !== null) await endRun(db, key, { problem });
}

/** Looks every minute whether today's is due, until it is told to stop. */
export function startBackups(db: Database, env: NodeJS.ProcessEnv): () => void {
  if (backupSettings(env).at === null) return () => {};
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    await makeDue(db, env, new Date().toISOString()).catch((error) => sayError("backup_failed", error));
    busy = false;
  };
  const timers = [setTimeout(look, FIRST_MS), setInterval(look, LOOK_MS)];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}
