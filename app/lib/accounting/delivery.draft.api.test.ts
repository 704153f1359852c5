import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { order, shipped } from "./testing.server";

let t: TestApp;
let yamada: Person, boss: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, boss, tanaka, sato] = await t.people("keiri@yamada", "admin@yamada", "admin@tanaka", "admin@sato");
});
afterAll(() => t.stop());

const fields = [
  ["lines[0].on", "on"],
  ["lines[0].card_key", "7"],
  ["lines[0].num_items", "１２,x"],
  ["note", "  至急 "],
];
const draft = { buyer_id: "tanaka", step: "terms", fields };

test("a 下書き holds what was typed as it was typed, is the company's own, and tells of another clerk's change", async () => {
  const made = await yamada.post("/deliveries/drafts", draft);
  expect(made).toMatchObject({ status: 201, body: { version: 1 } });
  const { key } = made.body;
  const path = `/deliveries/drafts/${key}`;
  expect((await boss.get(path)).body).toMatchObject({ ...draft, num_cards: 1, name: "山本 経子" });
  expect((await boss.get("/deliveries/drafts")).body.items).toMatchObject([
    { key, buyer_name: "田中産業機械株式会社", num_cards: 1, step: "terms" },
  ]);
  expect((await sato.get("/deliveries/drafts")).body.items).toEqual([]);
  for (const answer of [
    await sato.get(path),
    await sato.post(`${path}/delete`),
    await sato.post("/deliveries/drafts", { ...draft, key, version: 1 }),
    await sato.post("/deliveries/drafts", { ...draft, buyer_id: "suzuki" }),
  ])
    expect(answer.status).toBe(404);
  expect((await tanaka.get("/deliveries/drafts")).status).toBe(403);

  expect(
    (await boss.post("/deliveries/drafts", { ...draft, key, version: 1, step: "check" })).body.version,
  ).toBe(2);
  const late = await yamada.post("/deliveries/drafts", { ...draft, key, version: 1 });
  expect(late).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^山田 太郎さんが.*変更しました/) },
  });
  expect((await yamada.post(`${path}/delete`, { version: 1 })).status).toBe(409);
  expect((await yamada.post(`${path}/delete`, { version: 2 })).status).toBe(201);
  expect((await boss.post("/deliveries/drafts", { ...draft, key, version: 2 })).body.detail).toContain(
    "発行したか削除しました",
  );
});

test("what can't be kept is refused, not cut", async () => {
  const bad = [[["note", "x".repeat(4001)]], [["__proto__.x y", "1"]], [["note", "a\u0000b"]]];
  const answers = [];
  for (const one of bad)
    answers.push((await yamada.post("/deliveries/drafts", { ...draft, fields: one })).status);
  expect(answers).toEqual([422, 422, 409]);
  expect((await yamada.get("/deliveries/drafts")).body.items).toEqual([]);
});

test("issued from a 下書き, it is gone, and a colleague who had it open issues nothing twice", async () => {
  const { key } = (await yamada.post("/deliveries/drafts", draft)).body;
  const extras = [{ name: "送料", num_units: "1", unit_price: "800" }];
  const body = { ...order([], { delivery_date: today(), extras }), draft_key: key, draft_version: 1 };
  const preview = await yamada.post("/deliveries/preview", body);
  expect((await yamada.get("/deliveries/drafts")).body.items).toHaveLength(1);
  expect((await yamada.post("/deliveries", { ...body, seen: preview.body.seen })).status).toBe(201);
  expect((await yamada.get("/deliveries/drafts")).body.items).toEqual([]);
  const again = await boss.post("/deliveries", { ...body, seen: preview.body.seen });
  expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining("発行していません") } });
  expect((await yamada.get("/deliveries")).body.total).toBe(1);

  const card = await shipped(t);
  const other = (await yamada.post("/deliveries/drafts", draft)).body.key;
  await boss.post("/deliveries/drafts", { ...draft, key: other, version: 1 });
  const stale = await yamada.post("/deliveries", {
    ...order([card], { delivery_date: today() }),
    draft_key: other,
    draft_version: 1,
  });
  expect(stale).toMatchObject({ status: 409, body: { detail: expect.stringContaining("変更しました") } });
  expect((await yamada.get("/deliveries/drafts")).body.items).toHaveLength(1);
});
