// Unpacks what was packed in an empty folder far from here, and runs it there as an ordinary user: start,
// company, sign-in, backup, stop, restore.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { step } from "./ready.mjs";

const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
const as = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** What no import of the server's start asks for: each is used once, by what the product does with it. */
const LATE = `
  const png = await (await import("sharp")).default({ create: { width: 8, height: 8, channels: 3, background: "red" } }).png().toBuffer();
  const { mime } = await (await import("file-type")).fileTypeFromBuffer(png);
  const { S3Client, ListBucketsCommand } = await import("@aws-sdk/client-s3");
  const s3 = new S3Client({ region: "ap-northeast-1", endpoint: "http://127.0.0.1:9" });
  const refused = await s3.send(new ListBucketsCommand({})).catch((error) => error.name);
  const { verify, hash } = await import("@node-rs/argon2");
  console.log(mime, refused, await verify(await hash("x"), "x"));`;

async function timed(what, run) {
  const from = Date.now();
  const result = await run();
  console.log(`  ${what}  ${((Date.now() - from) / 1000).toFixed(1)} s`);
  return result;
}

function expected(truth, what) {
  if (!truth) throw new Error(`release: ${what}`);
}

const statusOf = (url) =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  );

async function untilHealthy(origin, child) {
  for (const until = Date.now() + 120_000; (await statusOf(`${origin}/health`)) !== 200; await sleep(50))
    expected(child.exitCode === null && Date.now() < until, "the server did not start");
}

async function signInPage(origin) {
  const page = await (await fetch(`${origin}/login`)).text();
  expected(page.includes("ログイン"), "/login is not the sign-in page");
  const parts = [...new Set(page.match(/\/build\/[\w/.-]+\.(?:js|css)/g))];
  expected(parts.length > 0, "/login names no script");
  for (const part of parts) expected((await statusOf(origin + part)) === 200, `${part} is missing`);
}

async function firstSignIn(origin, username, password) {
  const answer = await fetch(`${origin}/login`, {
    method: "POST",
    headers: { Origin: origin },
    body: new URLSearchParams({ username, password }),
    redirect: "manual",
  });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
  const next = new URL(answer.headers.get("Location") ?? "/", origin);
  const page = await fetch(next, { headers: { Cookie: cookies.join("; ") } });
  expected((await page.text()).includes("新しいパスワード"), "the first sign-in asks for no new password");
}

/** What is asked of the unpacked product in `at`; `home` is a folder that its user may write. */
async function tryOut(at, home, started) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOME: home,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    KOBA_DATA: join(home, "data"),
    AWS_EC2_METADATA_DISABLED: "true",
  };
  const run = (words, more = {}) =>
    execFileSync(process.execPath, words, { ...as, cwd: at, env: { ...env, ...more }, encoding: "utf8" });
  const operator = (words, more) => run(["bin/operator.mjs", ...words], more);

  const server = spawn(process.execPath, ["bin/start.mjs"], { ...as, cwd: at, env, stdio: "inherit" });
  started(server);
  const ended = new Promise((done) => server.once("exit", done));
  await timed("start, GET /health", () => untilHealthy(origin, server));
  await timed("GET /login", () => signInPage(origin));
  const company = ["company", "--id", "yamada", "--name", "山田精機", "--type", "seller", "--person", "山田"];
  const made = await timed("operator company", () => operator([...company, "--email", "a@yamada.example"]));
  const password = /仮パスワード: (\S+)/.exec(made)?.[1];
  expected(password, "operator company told no password");
  await timed("POST /login", () => firstSignIn(origin, "a@yamada.example", password));
  const copy = join(home, "copy.gz");
  await timed("backup, while it runs", () => operator(["backup", copy]));
  const late = await timed("sharp, file-type, S3, argon2", () => run(["--input-type=module", "-e", LATE]));
  expected(late.trim() === "image/png CredentialsProviderError true", `imported late: ${late}`);
  server.kill("SIGTERM");
  expected((await timed("SIGTERM", () => ended)) === 0, "it did not stop by SIGTERM");
  expected(!existsSync(join(env.KOBA_DATA, "data", "postmaster.pid")), "PostgreSQL was left running");
  const again = { KOBA_DATA: join(home, "again") };
  await timed("restore", () => operator(["restore", copy], again));
  const secrets = [env, again].map(({ KOBA_DATA }) => readFileSync(join(KOBA_DATA, "app.secret"), "utf8"));
  expected(secrets[0] === secrets[1], "restore brought another secret");
  await timed("verify", () => operator(["verify"], again));
}

/** Throws where something is not as it should be; prints what was tried, and how long it took. */
export async function check(file, folder) {
  step("空のフォルダーで試しています… / trying it in an empty folder");
  const ground = mkdtempSync(join(tmpdir(), "koba-release-"));
  chmodSync(ground, 0o755);
  const home = join(ground, "home");
  mkdirSync(home);
  if (asRoot) chownSync(home, NOBODY, NOBODY);
  let server;
  try {
    execFileSync("tar", ["-xzf", resolve(file), "-C", ground]);
    await tryOut(join(ground, folder), home, (child) => {
      server = child;
    });
  } finally {
    if (server?.exitCode === null) {
      server.kill("SIGTERM");
      await Promise.race([new Promise((done) => server.once("exit", done)), sleep(20_000)]);
    }
    rmSync(ground, { recursive: true, force: true });
  }
  console.log("1 passed, 0 failed");
}
