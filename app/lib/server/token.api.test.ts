import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { startFront } from "~/lib/web/front.testing.server";

const USER = "admin@yamada.example";
let front: Awaited<ReturnType<typeof startFront>>;
beforeAll(async () => {
  front = await startFront();
}, 120_000);
afterAll(() => front.stop());

async function ask(body: unknown, headers: Record<string, string> = {}) {
  const answer = await front.ask("/api/tokens", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return {
    ...answer,
    json: answer.headers["content-type"]?.includes("json") ? JSON.parse(answer.text) : null,
  };
}
const self = (token: string) => front.ask("/api/users/self", { headers: { "X-Auth": token } });

test("a program gets a token by name and password, uses it, and gets the next by the refresh token", async () => {
  const first = await ask({ username: USER, password: SAMPLE_PASSWORD });
  expect([first.status, first.headers["set-cookie"], first.headers["cache-control"]]).toEqual([
    201,
    undefined,
    "no-store",
  ]);
  expect(Object.keys(first.json).sort()).toEqual(["expires_in", "id_token", "refresh_token"]);
  expect(JSON.parse((await self(first.json.id_token)).text)).toMatchObject({ company_id: "yamada" });
  const next = await ask({ username: USER, refresh_token: first.json.refresh_token });
  expect(next.status).toBe(201);
  expect((await self(next.json.id_token)).status).toBe(200);
});

test("who was stopped is out at once, not within the hour of a token; and once resumed signs in anew", async () => {
  const name = "genba@yamada.example";
  const tokenOf = async (username: string) =>
    (await ask({ username, password: SAMPLE_PASSWORD })).json.id_token;
  const [boss, token] = [await tokenOf(USER), await tokenOf(name)];
  const asBoss = (path: string, body?: object) =>
    front.ask(`/api${path}`, {
      method: body ? "POST" : "GET",
      headers: { "X-Auth": boss, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
  const found = async () =>
    JSON.parse((await asBoss("/users?size=100")).text).items.find(
      (one: { email: string }) => one.email === name,
    );
  expect((await self(token)).status).toBe(200);
  const { id } = await found();
  expect((await asBoss("/users/stop", { ids: [id] })).status).toBe(201);
  expect((await self(token)).status).toBe(401);
  expect((await asBoss(`/users/${id}/resume`, { version: (await found()).version })).status).toBe(201);
  expect((await self(token)).status).toBe(401);
  expect((await self(await tokenOf(name))).status).toBe(200);
});

test("a wrong password, a wrong refresh token and what can't be read are told in words, and give no token", async () => {
  const wrong = await ask({ username: USER, password: "wrong-password" });
  expect([wrong.status, wrong.json]).toEqual([
    401,
    { detail: "ユーザー名またはパスワードが正しくありません。" },
  ]);
  expect((await ask({ username: USER, refresh_token: "x".repeat(64) })).status).toBe(401);
  expect((await ask("{")).status).toBe(400);
  expect((await ask({ username: USER })).status).toBe(422);
  expect((await ask([[[1]]])).status).toBe(400);
});

test("a page of another site, or a request with a session's cookie, is refused", async () => {
  const body = { username: USER, password: SAMPLE_PASSWORD };
  expect((await ask(body, { Origin: "https://evil.example" })).status).toBe(403);
  expect((await ask(body, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
  expect((await ask(body, { Cookie: "koba-session=x" })).status).toBe(403);
});

test("guesses are counted as at the sign-in page, until nobody may try that name for a while", async () => {
  const guess = () => ask({ username: "kobai@tanaka.example", password: "a guess" });
  let last = await guess();
  for (let tries = 0; last.status === 401 && tries < 40; tries++) last = await guess();
  expect([last.status, last.json.detail]).toEqual([
    expect.toBeOneOf([401, 429]),
    expect.stringContaining("回数が多すぎます"),
  ]);
});

test("a refresh token under another's name gives no token, and forgives no guesses at that name", async () => {
  const victim = "admin@suzuki.example";
  const own = (await ask({ username: USER, password: SAMPLE_PASSWORD })).json.refresh_token;
  expect((await ask({ username: victim, password: "a guess" })).status).toBe(401);
  const counted = async () =>
    (
      await front.db.$client.query(
        "select sum(points)::int as num from pool.limits where key like 'signin.name:%'",
      )
    ).rows[0].num;
  const before = await counted();
  const borrowed = await ask({ username: victim, refresh_token: own });
  expect([borrowed.status, borrowed.json.refresh_token, await counted()]).toEqual([
    401,
    undefined,
    before + 1,
  ]);
});

test("the document says how, and the example of the documents does it as it is written", async () => {
  const document = JSON.parse((await front.ask("/api/openapi.json")).text);
  expect(document.paths["/tokens"].post).toMatchObject({ security: [] });
  expect(document.info.description).toContain("X-Auth");
  const env = {
    ...process.env,
    KOBA: `http://127.0.0.1:${front.port}`,
    KOBA_USER: USER,
    KOBA_PASSWORD: SAMPLE_PASSWORD,
  };
  const run = promisify(execFile);
  const { stderr } = await run(process.execPath, ["docs/examples/cards.mjs"], { env });
  expect(stderr).toMatch(/^山田精機.*: \d+枚/);
  await expect(
    run(process.execPath, ["docs/examples/cards.mjs"], { env: { ...env, KOBA_PASSWORD: "x" } }),
  ).rejects.toThrow("401");
}, 60_000);
