import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchSpace } from "~/lib/db/space.server";
import { purgeKeys } from "./idempotency.server";
import { type TestApp, testApp } from "./testing.server";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());

test("GET /users/self tells who is signed in, with the rights as they stand", async () => {
  const keiri = await t.as("keiri@yamada.example");
  const { status, body } = await keiri.get("/users/self");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: "山本 経子",
    company_id: "yamada",
    company_type: "seller",
    is_admin: false,
    permissions: ["accounting"],
    isInternal: false,
  });
});

test("a call without a token, or with a made-up one, is answered 401 with the revision header", async () => {
  const bare = await fetch(`${t.base}/users/self`);
  expect((await bare.json()).detail).toBe("User needs to be authenticated to call this API.");
  for (const headers of [{ "X-Auth": "made.up.token" }] as Record<string, string>[]) {
    const response = await fetch(`${t.base}/users/self`, { headers });
    expect(response.status).toBe(401);
    expect((await response.json()).detail).toMatch(/サインイン/);
    expect(Number(response.headers.get("X-Revision"))).not.toBeNaN();
  }
});

test("the OpenAPI document names every call and its refusals", async () => {
  const document = await (await fetch(`${t.base}/openapi.json`)).json();
  expect(document.openapi).toBe("3.1.0");
  expect(document.paths["/users/self"].get.responses["401"]).toBeDefined();
  const keys = Object.values(
    document.paths as Record<string, { post?: { parameters: { name: string; required: boolean }[] } }>,
  ).flatMap(({ post }) => post?.parameters.filter(({ name }) => name === "Idempotency-Key") ?? []);
  expect([keys.length > 50, keys.some(({ required }) => required)]).toEqual([true, false]);
});

test("a body too deep, or of too many values, is refused before anything is made of it, and what is wrong in many places is told in few words", async () => {
  const yamada = await t.as("admin@yamada.example");
  const headers = { "X-Auth": yamada.token, "Content-Type": "application/json" };
  for (const body of [
    "[".repeat(500_000),
    `{"ids":[${"1,".repeat(200_000)}1]}`,
    `{"ids":${"[".repeat(20)}${"]".repeat(20)}}`,
  ]) {
    const response = await fetch(`${t.base}/deliveries/preview`, {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
      body,
    });
    expect([response.status, (await response.json()).detail]).toEqual([
      413,
      "送信された項目が多すぎます。件数を減らして、もう一度お試しください。",
    ]);
  }
  const lines = Array.from({ length: 5_000 }, () => ({}));
  const wrong = await yamada.post("/deliveries/preview", { buyer_id: "tanaka", lines });
  expect([wrong.status, JSON.stringify(wrong.body).length < 60_000]).toEqual([422, true]);
});

test("an X-Origin that can't be read is none, and never a fault", async () => {
  const { token } = await t.as("admin@yamada.example");
  for (const [headers, status] of [
    [{ "X-Origin": "%" }, 401],
    [{ "X-Origin": "%", "X-Auth": token }, 200],
  ] as [Record<string, string>, number][]) {
    expect((await fetch(`${t.base}/users/self`, { headers })).status).toBe(status);
  }
});

test("a post without an Idempotency-Key simply runs, each time; one with a key that is too long does not", async () => {
  const { token } = await t.as("admin@yamada.example");
  const place = (key?: string) =>
    fetch(`${t.base}/factories/tanaka/destinations`, {
      method: "POST",
      headers: {
        "X-Auth": token,
        "Content-Type": "application/json",
        ...(key && { "Idempotency-Key": key }),
      },
      body: JSON.stringify({ name: "第二工場" }),
    });
  const [first, second] = [await place(), await place()];
  expect([first.status, second.status]).toEqual([201, second.status]);
  expect(second.headers.get("Idempotent-Replayed")).toBeNull();
  expect((await place("x".repeat(201))).status).toBe(400);
});

test("the key of a post is known for a week, then nothing of its answer is kept", async () => {
  const owner = await t.owner();
  await owner.query(`insert into idempotency (company_id, username, key, request_hash, created_time)
    values ('yamada', 'x', 'old', '', now() - interval '9 days'), ('yamada', 'x', 'young', '', now() - interval '7 days')`);
  await purgeKeys(t.db);
  expect((await owner.query("select key from idempotency where key in ('old', 'young')")).rows).toEqual([
    { key: "young" },
  ]);
});

test("a path that is no call is answered 404 in Japanese", async () => {
  const yamada = await t.as("admin@yamada.example");
  const { status, body } = await yamada.get("/nothing/here");
  expect(status).toBe(404);
  expect(body.detail).toBe("この操作はありません。");
});

test("staff of the provider belong to no company", async () => {
  const staff = await t.as("staff@ops.example");
  expect((await staff.get("/users/self")).body).toMatchObject({
    isInternal: true,
    internalWrite: false,
    company_id: null,
    company_type: null,
  });
});

test("while the disk is full writing is refused in plain words and reading goes on; with room again it goes through", async () => {
  const yamada = await t.as("admin@yamada.example");
  const write = () =>
    yamada.post(
      "/cards",
      { buyer_id: "tanaka", name: "満杯", num_items: "1", order_unit: "piece", unit: "piece" },
      "full",
    );
  watchSpace(t.db, tmpdir(), Number.MAX_SAFE_INTEGER);
  expect(await write()).toMatchObject({
    status: 507,
    body: { detail: expect.stringContaining("保存する場所の空きがなくなったため") },
  });
  expect((await yamada.get("/cards")).body.items).toEqual([]);
  watchSpace(t.db, tmpdir(), 0);
  expect((await write()).status).toBe(201);
});
