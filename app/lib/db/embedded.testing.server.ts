import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import pg from "pg";

const here = import.meta.dirname;
export const root = path.resolve(here, "../../..");
export const ground = mkdtempSync(path.join(tmpdir(), "koba-embedded-"));
export const program = path.join(root, "node_modules", `.koba-embedded-${process.pid}.mjs`);
const living = new Set<ChildProcess>();
const homes = new Set<string>();

const source = `
  import { startEmbedded } from "./embedded.server";
  const from = Date.now();
  try {
    const embedded = await startEmbedded(process.argv[2]);
    process.on("SIGTERM", () => embedded.stop().then(() => process.exit(0)));
    console.log(JSON.stringify({ ...embedded, ms: Date.now() - from }));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }`;

export async function prepare(): Promise<void> {
  chmodSync(ground, 0o755);
  await build({
    stdin: { contents: source, resolveDir: here, loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "~": path.join(root, "app") },
    outfile: program,
    logLevel: "error",
  });
}

export const postmaster = (home: string) =>
  Number(readFileSync(path.join(home, "data", "postmaster.pid"), "utf8").split("\n")[0]);

export function clearAway(): void {
  for (const child of living) child.kill("SIGKILL");
  for (const home of homes) {
    if (!existsSync(path.join(home, "data", "postmaster.pid"))) continue;
    try {
      process.kill(postmaster(home), "SIGQUIT");
    } catch {
      continue;
    }
  }
  rmSync(program, { force: true });
  rmSync(ground, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

type App = { child: ChildProcess; ms: number; home: string; owner_url: string; app_url: string };

/** A Node process that opens the database; answers once it is open, or throws what it said on leaving. */
export async function app(dir: string, use: { script?: string; uid?: number } = {}): Promise<App> {
  const child = spawn(process.execPath, [use.script ?? program, dir], {
    stdio: ["ignore", "pipe", "pipe"],
    cwd: "/",
    uid: use.uid,
    gid: use.uid,
    env: { ...process.env, KOBA_STAGING: path.join(ground, "staging") },
  });
  living.add(child);
  let said = "";
  child.stderr!.on("data", (text) => (said += String(text)));
  const line = await Promise.race([
    once(createInterface(child.stdout!), "line"),
    once(child, "close").then(() => null),
  ]);
  if (!line) throw new Error(said);
  const opened = JSON.parse(String(line[0])) as Omit<App, "child">;
  homes.add(opened.home);
  return { child, ...opened };
}

export async function end(one: App, signal: NodeJS.Signals): Promise<number | null> {
  const gone = once(one.child, "exit");
  one.child.kill(signal);
  living.delete(one.child);
  return ((await gone) as [number | null])[0];
}

export async function ask<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function eventually<T>(run: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + 40_000; ; ) {
    try {
      return await run();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
