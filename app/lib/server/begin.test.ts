import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "~/lib/config/config.server";
import { environmentProblems } from "./environment.server";
import { operate, USAGE } from "./operate.server";
import { LOST_SECRET, startSentence } from "./start.sentence.server";

const config = (env: Record<string, string>) => () => readConfig(env as never);

test.each([
  ["PORT", "abc"],
  ["PORT", "99999"],
  ["PUBLIC_ORIGIN", "koba.example.com"],
  ["PUBLIC_ORIGIN", "ftp://koba.example.com"],
  ["TRUSTED_PROXY", "10.0.0.0/99"],
  ["TRUSTED_PROXY", "10.0.0.0/x"],
  ["TRUSTED_PROXY", "nginx"],
  ["WEB_PROCESSES", "many"],
])("%s=%s is refused by a sentence that names it and what it should be", (name, value) => {
  expect(config({ [name]: value })).toThrow(new RegExp(`^${name}.*[ぁ-ん].*\\(${name}`));
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: "mysql://koba@localhost/koba" }],
  ["SMTP_URL", { SMTP_URL: "foo" }],
  ["APP_SECRET", { APP_SECRET: "short" }],
  ["COGNITO_CLIENT_ID", { COGNITO_USER_POOL_ID: "ap-northeast-1_abc" }],
  ["COGNITO_USER_POOL_ID", { COGNITO_CLIENT_ID: "abc" }],
  ["COGNITO_USER_POOL_ID", { COGNITO_CLIENT_ID: "abc", COGNITO_USER_POOL_ID: "pool" }],
  ["S3_SECRET_ACCESS_KEY", { S3_BUCKET: "b", S3_ACCESS_KEY_ID: "k" }],
  ["S3_ENDPOINT", { S3_BUCKET: "b", S3_ENDPOINT: "minio" }],
  ["S3_BUCKET", { S3_ENDPOINT: "https://minio.example" }],
])("%s is named where it does not fit", (name, env) => {
  expect(environmentProblems(env as never)).toEqual([
    expect.stringMatching(new RegExp(`${name}.*[ぁ-ん].*\\(`)),
  ]);
});

test("a folder that can't be written is told before anything is started", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "koba-files-"));
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  expect(environmentProblems({ FILES_DIR: path.join(file, "under") } as never)).toEqual([
    expect.stringContaining("FILES_DIR"),
  ]);
  expect(environmentProblems({ FILES_DIR: path.join(folder, "files") } as never)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("empty settings are no settings; processes are the cores but one, and never none", () => {
  expect(readConfig({ PORT: "", PUBLIC_ORIGIN: "" } as never)).toMatchObject({
    port: 3000,
    origins: ["http://localhost:3000", "http://127.0.0.1:3000"],
  });
  const auto = Math.min(8, Math.max(1, availableParallelism() - 1));
  expect([
    ...[{}, { WEB_PROCESSES: "auto" }, { WEB_PROCESSES: "3" }].map(
      (env) => readConfig(env as never).processes,
    ),
  ]).toEqual([auto, auto, 3]);
});

test("what stops a start is told in a sentence, and what nobody foresaw with its stack", () => {
  const busy = Object.assign(new Error("listen EADDRINUSE"), {
    code: "EADDRINUSE",
    port: 3000,
    syscall: "listen",
  });
  const closed = Object.assign(new Error("EACCES"), { code: "EACCES", path: "/srv/koba", syscall: "mkdir" });
  expect(startSentence(busy)).toMatch(/ポート 3000 .*PORT/);
  expect(startSentence(closed)).toMatch(/\/srv\/koba[\s\S]*KOBA_DATA/);
  expect(startSentence(new Error("Failed query", { cause: new Error(LOST_SECRET) }))).toContain("APP_SECRET");
  expect(startSentence(new TypeError("x is not a function"))).toBeNull();
  process.env.DATABASE_URL = "postgres://koba@db/koba";
  expect(
    startSentence(new Error("Failed query", { cause: Object.assign(new Error("no"), { code: "28P01" }) })),
  ).toContain("DATABASE_URL");
  delete process.env.DATABASE_URL;
});

test.runIf(process.platform !== "win32")(
  "who is run by npm's shell is told to end when that shell is",
  async () => {
    const script =
      "process.on('SIGTERM', () => { console.log('told'); process.exit(); });" +
      " import('./bin/parent.mjs').then((m) => { m.endWithParent(); console.log('up'); }); setInterval(() => {}, 1000); setTimeout(() => process.exit(), 20000)";
    const shell = spawn("sh", ["-c", `"${process.execPath}" -e "${script}"; true`], {
      env: { ...process.env, npm_lifecycle_event: "start" },
    });
    let said = "";
    const over = new Promise((done) => shell.stdout.on("end", done));
    shell.stdout.on("data", (part) => {
      said += part;
      if (String(part).includes("up")) shell.kill("SIGTERM");
    });
    await over;
    expect(said).toBe("up\ntold\n");
  },
  30_000,
);

test("usage and mistakes of the command line need no database and print no stack", async () => {
  const said: string[] = [];
  const spies = (["log", "error"] as const).map((name) => {
    const before = console[name];
    console[name] = (text: string) => void said.push(String(text));
    return () => void (console[name] = before);
  });
  // Opening this folder would fail: nothing is opened.
  const env = { KOBA_DATA: "/proc/nowhere" } as never;
  const codes = [];
  for (const words of [
    ["--help"],
    ["help"],
    ["fly"],
    ["company", "--id", "Yamada 1"],
    ["company", "--colour", "red"],
    ["staff", "--email", "x"],
    ["pair"],
    ["factor"],
    ["factor", "--email", "ops@x.example", "later"],
  ]) {
    codes.push(await operate(env, words));
  }
  spies.forEach((restore) => restore());
  expect(codes).toEqual([0, 0, 2, 2, 2, 2, 2, 2, 2]);
  expect(said[0]).toBe(USAGE);
  expect(said.join("\n")).not.toMatch(/ at .*\.(ts|js):|ZodError|invalid_type/);
  expect(said.at(-1)).toContain("「later」");
  expect(said[3]).toMatch(/会社のID[\s\S]*--name[\s\S]*--type[\s\S]*--email[\s\S]*--person/);
});

test("after npm ci nothing is installed again; after another lock file, without development packages or with half of them it is", async () => {
  const { isInstalled } = (await import(path.resolve("bin/installed.mjs"))) as {
    isInstalled: (locked: string, found: string, on?: object) => boolean;
  };
  const file = (packages: object) => JSON.stringify({ packages });
  const a = { version: "1.0.0", integrity: "sha512-a" };
  const binary = (os: string) => ({
    version: "2.0.0",
    integrity: `sha512-${os}`,
    optional: true,
    os: [os],
    cpu: ["x64"],
  });
  const [linux, mac] = [binary("linux"), binary("darwin")];
  const locked = file({ "": {}, a, dev: { ...a, dev: true }, linux, mac });
  const on = { platform: "linux", arch: "x64" };
  expect(isInstalled(locked, file({ a, dev: a, linux }), on)).toBe(true);
  expect(isInstalled(locked, file({ a, dev: a, linux, more: a }), on)).toBe(true);
  for (const found of [
    { a, linux },
    { a, dev: a },
    { a, dev: a, mac },
    { a: { ...a, version: "1.0.1" }, dev: a, linux },
    { a: { ...a, integrity: "sha512-b" }, dev: a, linux },
  ]) {
    expect(isInstalled(locked, file(found), on)).toBe(false);
  }
  expect(isInstalled(locked, "", on)).toBe(false);
});
