import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "~/lib/web/port.testing.server";

const folder = mkdtempSync(path.join(tmpdir(), "koba-processes-"));
let parent: ChildProcess;
let env: NodeJS.ProcessEnv;
let port: number;
let base: string;
let log = "";

const health = () =>
  fetch(`${base}/health`, { headers: { Connection: "close" }, signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.status,
    () => 0,
  );
const children = () =>
  readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
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
  for (const until = Date.now() + 100_000; !(await run()); ) {
    if (Date.now() > until || parent.exitCode !== null) throw new Error(`it never came to be: ${log}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  port = await freePort();
  base = `http://127.0.0.1:${port}`;
  env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    KOBA_DATA: folder,
    WEB_PROCESSES: "2",
    DATABASE_URL: "",
  };
  parent = spawn(process.execPath, ["build/index.js"], { env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [parent.stdout, parent.stderr])
    stream!.on("data", (part) => {
      log += part;
    });
  await soon(async () => (await health()) === 200);
}, 120_000);
afterAll(() => {
  parent.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** The command line beside the server: its exit code and all it says. */
const operate = (words: string[], more: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string }>((done) => {
    execFile(
      process.execPath,
      ["build/index.js", ...words],
      { env: { ...env, ...more }, timeout: 60_000 },
      (error, out, err) => done({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });
const FIRST = [
  "company",
  "--id",
  "kimura",
  "--name",
  "木村製作所",
  "--type",
  "seller",
  "--person",
  "木村 一",
];

test("while the server runs companies, their administrators and staff are made beside it, each whole or not at all", async () => {
  expect(statSync(path.join(folder, "operator.sock")).mode & 0o777).toBe(0o600);
  const made = await operate([...FIRST, "--email", "boss@kimura.example"]);
  expect([made.code, made.said]).toEqual([
    0,
    expect.stringMatching(/木村製作所と最初の管理者を作りました。[\s\S]*仮パスワード: \S{12,}/),
  ]);
  const [again, taken, reserved, early] = await Promise.all([
    operate([...FIRST, "--email", "other@kimura.example"]),
    operate([
      "company",
      "--id",
      "hara",
      "--name",
      "原",
      "--type",
      "buyer",
      "--person",
      "原",
      "--email",
      "boss@kimura.example",
    ]),
    operate([
      "company",
      "--id",
      "internal",
      "--name",
      "x",
      "--type",
      "buyer",
      "--person",
      "x",
      "--email",
      "x@x.example",
    ]),
    operate(["new-keys"]),
  ]);
  expect([again.code, again.said]).toEqual([1, expect.stringContaining("すでに使われています")]);
  expect([taken.code, taken.said]).toEqual([1, expect.stringContaining("何も作っていません")]);
  expect([reserved.code, reserved.said]).toEqual([1, expect.stringContaining("使えません")]);
  expect(early.said).toContain("サーバーを止めて");
  const [buyer, staff] = await Promise.all([
    operate([
      "company",
      "--id",
      "hara",
      "--name",
      "原",
      "--type",
      "buyer",
      "--person",
      "原",
      "--email",
      "boss@hara.example",
    ]),
    operate(["staff", "--email", "ops@ops.example", "--person", "運営 花子"]),
  ]);
  const pair = await operate(["pair", "--seller", "kimura", "--buyer", "hara"]);
  const twice = await operate(["pair", "--seller", "kimura", "--buyer", "hara"]);
  expect([buyer.code, pair.code, twice.code, twice.said]).toEqual([
    0,
    0,
    1,
    expect.stringContaining("すでに取引先です"),
  ]);
  const password = /仮パスワード: (\S+)/.exec(staff.said)![1]!;
  const headers = { Origin: base, "Content-Type": "application/x-www-form-urlencoded" };
  const first = await fetch(`${base}/login`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams({ username: "ops@ops.example", password }),
  });
  expect([first.status, first.headers.get("Location")]).toEqual([
    303,
    expect.stringContaining("new_password"),
  ]);
  const factor = await Promise.all(
    [" ops@ops.example ", "nobody@ops.example"].map((address) => operate(["factor", "--email", address])),
  );
  expect(factor.map(({ code }) => code)).toEqual([1, 1]);
  expect(factor.map(({ said }) => said.trim())).toEqual([
    "ops@ops.example は、二段階認証を使っていません。",
    "nobody@ops.example のアカウントがありません。",
  ]);
  expect(await health()).toBe(200);
}, 120_000);

test("a port in use is told in a sentence, with the port", async () => {
  const other = await operate([], {
    KOBA_DATA: path.join(folder, "other"),
    PORT: String(port),
    WEB_PROCESSES: "1",
  });
  expect([other.code, other.said]).toEqual([1, expect.stringContaining(`ポート ${port}`)]);
  expect(other.said).not.toMatch(/ at .*\.js:/);
}, 60_000);

test.runIf(process.platform === "linux")(
  "two processes serve; one that is killed is followed by another, and the end is the end of all",
  async () => {
    await soon(() => webs().length === 2);
    const [first, second] = webs();
    process.kill(first!, "SIGKILL");
    await soon(() => webs().length === 2 && !webs().includes(first!));
    expect(webs()).toContain(second);
    for (let n = 0; n < 6; n++) await soon(async () => (await health()) === 200);
    expect(log).toContain(`ポート ${port}`);
    const all = webs();
    const over = new Promise((done) => parent.once("exit", done));
    parent.kill("SIGTERM");
    await soon(async () => (await health()) === 503);
    expect(await over).toBe(0);
    for (const pid of all) expect(() => process.kill(pid, 0)).toThrow();
    expect(() => readFileSync(path.join(folder, "data", "postmaster.pid"))).toThrow();
  },
  180_000,
);

test("a lost APP_SECRET is named, and no other is written beside the data; new keys let it start again", async () => {
  renameSync(path.join(folder, "app.secret"), path.join(folder, "kept.secret"));
  const lost = await operate([]);
  expect([lost.code, lost.said]).toEqual([1, expect.stringMatching(/APP_SECRET.*app\.secret.*new-keys/)]);
  expect(existsSync(path.join(folder, "app.secret"))).toBe(false);
  const other = await operate([], { APP_SECRET: "another secret of thirty-two letters" });
  expect([other.code, other.said]).toEqual([1, expect.stringMatching(/APP_SECRET.*new-keys/)]);
  const made = await operate(["new-keys"]);
  expect([made.code, made.said]).toEqual([0, expect.stringContaining("全員がもう一度ログインします")]);
  parent = spawn(process.execPath, ["build/index.js"], {
    env: { ...env, WEB_PROCESSES: "1" },
    stdio: "ignore",
  });
  await soon(async () => (await health()) === 200);
  const over = new Promise((done) => parent.once("exit", done));
  parent.kill("SIGTERM");
  expect(await over).toBe(0);
}, 120_000);
