import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person, sato: Person;
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, tanaka, sato] = await t.people("admin@yamada", "admin@tanaka", "admin@sato");
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

async function product(code: string, more: object = {}): Promise<number> {
  const made = await yamada.post("/products", {
    code,
    name: `在庫品 ${code}`,
    order_unit: "piece",
    unit: "piece",
    buyer_id: "shohin-zaiko",
    is_stock: true,
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body.product_id;
}
const stockOf = async (id: number, person = yamada) => (await person.get(`/inventory/${id}`)).body;
const listed = async (query: string, person = yamada) =>
  (await person.get(`/inventory?${query}`)).body.items.map((row: { code: string }) => row.code);

test("a product kept in stock has a row of its own: by kind, in its owner's eyes, and 404 for others", async () => {
  const own = await product("Z-1", { num_threshold: "10" });
  const part = await product("Z-2", { buyer_id: "buhin-zaiko" });
  const theirs = await product("Z-3", { buyer_id: "tanaka" });
  expect(await stockOf(own)).toMatchObject({
    num: "0",
    effective: "0",
    short: "10",
    state: "不足",
    kind: "product",
  });
  expect(await listed("kind=part&q=Z-")).toEqual(["Z-2"]);
  expect(await listed("buyer_id=shohin-zaiko&q=Z-")).toEqual(["Z-1", "Z-3"]);
  expect(await listed("buyer_id=tanaka&q=Z-")).toEqual(["Z-3"]);
  expect(await listed("state=short&q=Z-")).toEqual(["Z-1"]);
  expect(await listed("q=Z-", tanaka)).toEqual(["Z-3"]);
  expect(await stockOf(theirs, tanaka)).toMatchObject({ num: "0", stock_value: null });
  for (const [person, id] of [
    [tanaka, own],
    [sato, theirs],
    [tanaka, part],
  ] as const)
    expect((await person.get(`/inventory/${id}`)).status).toBe(404);
});

test("a card for a stock arrives there with what it still promises, whatever becomes of it", async () => {
  const id = await product("Z-4");
  const made = await yamada.post("/cards", {
    buyer_id: "shohin-zaiko",
    product_id: id,
    num_items: "50",
    delivery_date: DAY,
  });
  expect(made.status).toBe(201);
  expect(await stockOf(id)).toMatchObject({ num_arriving: "50", effective: "50", num: "0", free: "0" });
  const { key, version } = made.body;
  const parts = [{ num_items: "20" }, { num_items: "30" }];
  expect((await yamada.post(`/cards/${key}/divide`, { version, parts })).status).toBe(201);
  expect(await stockOf(id)).toMatchObject({ num_arriving: "50" });
  const gone = await yamada.post(`/cards/${key}/stop`, { version: version + 1, reason: "やめる" });
  expect(gone.status).toBe(201);
  expect(await stockOf(id)).toMatchObject({ num_arriving: "30" });
});
