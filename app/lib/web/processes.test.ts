import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "./port.testing.server";

const folder = mkdtempSync(path.join(tmpdir(), "koba-processes-"));
let parent: ChildProcess;
let base: string;
let log = "";

const health = () => fetch(`${base}/health`, { headers: { Connection: "close" } }).then((answer) => answer.status, () => 0);
const children = () => readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
/** Empty for one that has just ended. */
const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};
const webs = () => children().filter((pid) => commandOf(pid).includes("index.js"));

async function soon(run: () => Promise<boolean> | boolean): Promise<void> {
  for (const until = Date.now() + 100_000; !(await run());) {
    if (Date.now() > until || parent.exitCode !== null) throw new Error(`it never came to be: ${log}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", KOBA_DATA: folder, WEB_PROCESSES: "2", DATABASE_URL: "" };
  parent = spawn(process.execPath, ["build/index.js"], { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [parent.stdout, parent.stderr]) stream!.on("data", (part) => { log += part; });
  await soon(async () => (await health()) === 200);
}, 120_000);
afterAll(() => {
  parent.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

test.runIf(process.platform === "linux")("two processes serve; one that is killed is followed by another, and the end is the end of all", async () => {
  await soon(() => webs().length === 2);
  const [first, second] = webs();
  process.kill(first!, "SIGKILL");
  await soon(() => webs().length === 2 && !webs().includes(first!));
  expect(webs()).toContain(second);
  for (let n = 0; n < 6; n++) await soon(async () => (await health()) === 200);
  const all = webs();
  const over = new Promise((done) => parent.once("exit", done));
  parent.kill("SIGTERM");
  expect(await over).toBe(0);
  for (const pid of all) expect(() => process.kill(pid, 0)).toThrow();
  expect(() => readFileSync(path.join(folder, "data", "postmaster.pid"))).toThrow();
}, 180_000);
