import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { operator, tenant } from "~/lib/db/connection.server";
import { TEST_SECRET } from "~/lib/db/testing.server";
import { COMMANDS, performHere } from "./operate.list.server";
import { operate } from "./operate.server";
import { type Answered, askServer, openSocket, socketPath } from "./operate.socket.server";
import { type TestApp, testApp } from "./testing.server";

let t: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), "koba-socket-"));
const TARO = "taro@yamada.example";

beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  await t.stop();
  rmSync(folder, { recursive: true });
});

const run = (line: string): Promise<Answered> =>
  performHere({ db: t.db, secret: TEST_SECRET, env: process.env, by: "root" }, line.split(" "));
const rows = async (query: ReturnType<typeof sql>) => (await operator(t.db, (tx) => tx.execute(query))).rows;
const passwordIn = ({ text }: Answered) => /仮パスワード: (\S{12,})/.exec(text)?.[1];

test("an account is made, stopped, taken up again and given a new password, and each stands in both logs", async () => {
  const made = await run(`user make --company yamada --email ${TARO} --person 太郎 --accounting`);
  expect([made.code, passwordIn(made)]).toEqual([0, expect.any(String)]);
  expect(
    await rows(sql`select company_id, is_admin, permissions, is_invited from member where email = ${TARO}`),
  ).toEqual([{ company_id: "yamada", is_admin: false, permissions: ["accounting"], is_invited: true }]);
  const codes = [];
  for (const act of ["stop", "stop", "resume", "resume"])
    codes.push((await run(`user ${act} --email ${TARO}`)).code);
  expect(codes).toEqual([0, 1, 0, 1]);
  const renewed = await run(`user password --email ${TARO}`);
  expect(passwordIn(renewed)).not.toBe(passwordIn(made));
  const answer = await t.app.provider.signIn(TARO, passwordIn(renewed)!);
  expect(answer.kind).not.toBe("tokens");
  expect(
    await rows(
      sql`select reason, actor_name, company_id, username from security_event where event = 'operated' order by key`,
    ),
  ).toEqual(
    ["user make", "user stop", "user resume", "user password"].map((reason) => ({
      reason,
      actor_name: "運営（コマンド、root）",
      company_id: "yamada",
      username: TARO,
    })),
  );
  const kinds = await tenant(t.db, { company_id: "yamada", username: "" }, (tx) =>
    tx.execute(sql`select a.kind, a.actor_name from activity a join member m on m.id = a.subject_key
      where a.subject = 'member' and m.email = ${TARO} order by a.key`),
  );
  expect(kinds.rows).toEqual(
    ["invited", "stopped", "resumed", "password_reset"].map((kind) => ({ kind, actor_name: "運営" })),
  );
});

test("what is refused is a sentence and changes nothing: the last administrator, an address that is taken, nobody", async () => {
  const before = await rows(sql`select count(*) from security_event`);
  const answers = [
    await run("user stop --email admin@sato.example"),
    await run("user make --company yamada --email keiri@yamada.example --person x"),
    await run("user stop --email nobody@yamada.example"),
    await run("user make --company nowhere --email x@x.example --person x"),
    await run(`user reset --email ${TARO}`),
    await run("mail --to x@x.example"),
  ];
  expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(answers.map(({ text }) => text)).toEqual([
    expect.stringContaining("最後の管理者です"),
    expect.stringContaining("何も作っていません"),
    expect.stringContaining("アカウントがありません"),
    expect.stringContaining("会社「nowhere」がありません"),
    expect.stringContaining("SMTP_URL"),
    expect.stringContaining("SMTP_URL"),
  ]);
  expect(await rows(sql`select count(*) from security_event`)).toEqual(before);
});

test("staff are stopped too, and their browsers are out", async () => {
  await run("staff --email ops@new.example --person 運営");
  const signed = await t.app.provider.signIn("admin@tanaka.example", "koba-demo-2026");
  if (signed.kind !== "tokens") throw new Error("no tokens");
  await t.app.sessions.begin("ops@new.example", signed.tokens);
  expect((await run("user stop --email ops@new.example")).code).toBe(0);
  expect(await rows(sql`select is_active from member where email = 'ops@new.example'`)).toEqual([
    { is_active: false },
  ]);
  expect(await rows(sql`select from session where username = 'ops@new.example'`)).toEqual([]);
});

test("somebody's browsers are listed and ended, one or all", async () => {
  const keiri = "keiri@yamada.example";
  const signed = await t.app.provider.signIn(keiri, "koba-demo-2026");
  if (signed.kind !== "tokens") throw new Error("no tokens");
  for (const agent of ["Firefox", "Chrome", "Safari"])
    await t.app.sessions.begin(keiri, signed.tokens, { ip: "192.0.2.7", user_agent: agent });
  const listed = await run(`sessions --email ${keiri}`);
  expect(listed.text).toMatch(/番号[\s\S]*192\.0\.2\.7[\s\S]*(Firefox|Chrome|Safari)/);
  const key = /^ *(\d+) .*Chrome/m.exec(listed.text)![1];
  expect(await run(`sessions end --email ${keiri} --key ${key}`)).toMatchObject({
    code: 0,
    text: "1台をログアウトさせました。",
  });
  expect((await run(`sessions end --email ${keiri} --key ${key}`)).code).toBe(1);
  expect((await run(`sessions end --email ${keiri}`)).code).toBe(2);
  expect((await run(`sessions end --email ${keiri} --all`)).text).toBe("2台をログアウトさせました。");
  expect((await run(`sessions --email ${keiri}`)).text).toBe("ログインしている端末はありません。");
});

test("companies are listed with what they hold, also for a spreadsheet", async () => {
  const { code, text } = await run("companies");
  expect(code).toBe(0);
  expect(text).toMatch(/^ID +会社 +種類/);
  const csv = (await run("companies --csv")).text.split("\r\n").map((line) => line.split(","));
  const yamada = csv.find(([id]) => id === "yamada")!;
  const [counted] = await rows(
    sql`select count(*)::text as num from member where company_id = 'yamada' and is_active`,
  );
  expect(yamada.slice(0, 5)).toEqual([
    "yamada",
    expect.stringContaining("山田"),
    "受注・発注",
    "有効",
    counted!.num,
  ]);
  expect(
    await rows(
      sql`select set_config('app.operator', 'off', true), (select count(*)::int from company_sizes()) as num`,
    ),
  ).toEqual([expect.objectContaining({ num: 0 })]);
});

test("the data's promises are looked at on demand, and one that is broken makes the command fail", async () => {
  expect(await run("invariants")).toEqual({ code: 0, text: "崩れているところはありません。" });
});

test("a new signing key joins, and what the one before has signed stays good", async () => {
  const before = await t.app.provider.signIn("admin@tanaka.example", "koba-demo-2026");
  if (before.kind !== "tokens") throw new Error("no tokens");
  const kids = async () => (await rows(sql`select kid from pool.signing_keys order by created_at`)).length;
  const num = await kids();
  expect((await run("keys rotate")).code).toBe(0);
  expect(await kids()).toBe(num + 1);
  const answer = await t.app.backend.fetch(
    new Request("http://x/users/self", { headers: { "X-Auth": before.tokens.id_token } }),
  );
  expect(answer.status).toBe(200);
});

test("each command tells how it is used, and what is not understood begins nothing", async () => {
  const said: string[] = [];
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text: string) => void said.push(text)),
  );
  // Opening this folder would fail: nothing is opened.
  const env = { KOBA_DATA: "/proc/nowhere" } as never;
  const codes = [];
  for (const { words } of COMMANDS) codes.push(await operate(env, [...words.split(" "), "--help"]));
  expect(codes).toEqual(COMMANDS.map(() => 0));
  expect(said).toEqual(COMMANDS.map(({ usage }) => usage));
  expect(await operate(env, ["user", "fly"])).toBe(2);
  expect(said.at(-1)).toContain("user stop");
  expect(await operate(env, ["sessions", "--colour", "red"])).toBe(2);
  for (const spy of spies) spy.mockRestore();
  for (const { usage } of COMMANDS) expect(usage).toMatch(/^npm run operator -- /);
});

test("help is told of what makes a backup too, and no option is taken for the name of its file", async () => {
  const said: string[] = [];
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text: string) => void said.push(text)),
  );
  const env = { KOBA_DATA: "/proc/nowhere" } as never;
  const codes = async (...lines: string[]) => {
    const found = [];
    for (const line of lines) found.push(await operate(env, line.split(" ")));
    return found;
  };
  expect(
    await codes("backup --help", "restore -h", "pool --help", "version --help", "keys --help", "user --help"),
  ).toEqual([0, 0, 0, 0, 0, 0]);
  expect(said[0]).toContain("npm run backup -- FILE");
  expect(said[5]).toMatch(/user make[\s\S]*user password/);
  expect(await codes("backup", "restore", "backup --keep", "restore newest -x", "backup a.gz b.gz")).toEqual([
    2, 2, 2, 2, 2,
  ]);
  for (const spy of spies) spy.mockRestore();
});

test("the socket is for its owner alone, and one that a killed server has left is taken over", async () => {
  const env = { OPERATOR_SOCKET: path.join(folder, "a.sock") } as never;
  expect(await askServer(env, { words: ["companies"], by: "x" })).toBeNull();
  writeFileSync(path.join(folder, "a.sock"), "");
  expect(await askServer(env, { words: ["companies"], by: "x" })).toBeNull();
  const heard: unknown[] = [];
  await openSocket(env, async (question) => {
    heard.push(question);
    return { code: 1, text: "聞きました。\n二行目" };
  });
  expect(statSync(path.join(folder, "a.sock")).mode & 0o777).toBe(0o600);
  const asked = { words: ["mail", "--to", "x@x.example"], by: "hanako" };
  expect(await askServer(env, asked)).toEqual({ code: 1, text: "聞きました。\n二行目" });
  expect(heard).toEqual([asked]);
});

test("a file of somebody's own is not taken for a socket that was left: it stays", async () => {
  const file = path.join(folder, "settings.env");
  writeFileSync(file, "APP_SECRET=x\n");
  const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await openSocket({ OPERATOR_SOCKET: file } as never, async () => ({ code: 0, text: "" }));
  said.mockRestore();
  expect(readFileSync(file, "utf8")).toBe("APP_SECRET=x\n");
});

test("the socket stands beside the embedded database, and with another's only where it is asked for", () => {
  expect(socketPath({ KOBA_DATA: "/srv/koba" } as never)).toBe("/srv/koba/operator.sock");
  expect(socketPath({ DATABASE_URL: "postgres://x" } as never)).toBeNull();
  expect(socketPath({ DATABASE_URL: "postgres://x", OPERATOR_SOCKET: "/run/koba.sock" } as never)).toBe(
    "/run/koba.sock",
  );
});
