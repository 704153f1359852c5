import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import type { Database } from "~/lib/db/connection.server";
import { backupSettings, dueDay } from "./backup";
import { claimDay, endRun } from "./run.server";

const LOOK_MS = 60_000;
const FIRST_MS = 2_000;

/** In a process of its own, behind the server's: packing and checking cost pages nothing. */
async function makeInChild(env: NodeJS.ProcessEnv, key: number): Promise<string | null> {
  const child = spawn(process.execPath, ["build/index.js", "backup", "--run", String(key)], {
    env: { ...env, NODE_ENV: env.NODE_ENV ?? "production" },
    stdio: ["ignore", "inherit", "pipe"],
  });
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where it may not be lowered it runs like any other.
  }
  let said = "";
  child.stderr!.on("data", (part) => (said = (said + String(part)).slice(-2_000)));
  const [code] = (await once(child, "close")) as [number | null];
  if (code === 0) return null;
  console.error(`控えに失敗しました。(backup failed)\n${said}`);
  return said.trim() || `控えのプロセスが途中で終わりました。(${code})`;
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

/** Looks every minute whether today's is due. */
export function startBackups(db: Database, env: NodeJS.ProcessEnv): void {
  if (backupSettings(env).at === null) return;
  let busy = false;
  const look = async () => {
    if (busy) return;
    busy = true;
    await makeDue(db, env, new Date().toISOString()).catch((error: Error) =>
      console.error(`控え: ${error.message}`),
    );
    busy = false;
  };
  setTimeout(look, FIRST_MS).unref();
  setInterval(look, LOOK_MS).unref();
}
