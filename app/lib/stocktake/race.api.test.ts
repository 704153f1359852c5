import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let admin: Person, keiri: Person;
let last: number;
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [admin, keiri] = await t.people("admin@yamada", "keiri@yamada");
  await owner.query(
    "update member set permissions = '{accounting,inventory,bi}' where username = 'keiri@yamada.example'",
  );
  const { rows } = await owner.query(
    "select group_id from process where company_id = 'yamada' and is_active and role in ('work', 'inspect') order by sort desc limit 1",
  );
  last = rows[0].group_id;
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

async function product(code: string): Promise<number> {
  const basics = { code, name: `在庫品 ${code}`, order_unit: "piece", unit: "piece" };
  const made = await admin.post("/products", { ...basics, buyer_id: "shohin-zaiko", is_stock: true });
  expect(made.status).toBe(201);
  return made.body.product_id;
}
async function card(product_id: number, num_items: string): Promise<{ key: number; version: number }> {
  const made = await admin.post("/cards", {
    buyer_id: "shohin-zaiko",
    product_id,
    num_items,
    delivery_date: DAY,
    group_id: last,
  });
  expect(made.status).toBe(201);
  return made.body;
}
const stockOf = async (id: number) => (await admin.get(`/inventory/${id}`)).body;
const move = (id: number, kind: "in" | "out", num: string) =>
  admin.post(`/inventory/${id}/moves`, { kind, num, effective_date: DAY });
const statuses = (all: Answer[]) => all.map(({ status }) => status).sort();

test("a reversal pressed five times at once takes back once; so does a card shipped by two", async () => {
  const id = await product("R-1");
  const { action } = (await move(id, "in", "10")).body;
  const all = await Promise.all(
    [admin, keiri, admin, keiri, admin].map((one) => one.post(`/inventory/moves/${action}/reverse`)),
  );
  expect(statuses(all)).toEqual([201, 409, 409, 409, 409]);
  expect((await stockOf(id)).num).toBe("0");
  const { key, version } = await card(id, "7");
  const shipment = { version, num_good: "7", uncounted: true };
  const shipped = await Promise.all([admin, keiri].map((one) => one.post(`/cards/${key}/ship`, shipment)));
  expect(statuses(shipped)).toEqual([201, 409]);
  expect((await stockOf(id)).num).toBe("7");
});

test("a sheet is confirmed by one of two, while moves come in that stay beside it", async () => {
  const id = await product("R-2");
  await owner.query("update product set shelf = 'R-2' where product_id = $1", [id]);
  await move(id, "in", "10");
  await owner.query(
    "update stock_move set occurred_time = occurred_time - interval '9 minutes' where product_id = $1",
    [id],
  );
  const sheet = await admin.post("/inventory/stocktakes", { name: "競合", count_date: DAY, shelf: "R-2" });
  const path = `/inventory/stocktakes/${sheet.body.key}`;
  const device_time = new Date(Date.now() - 180_000).toISOString();
  const item = { client_id: "race", act: "stock_count", stocktake: sheet.body.key, product_id: id, num: "8" };
  await admin.post("/inventory/scans", { items: [{ ...item, queued: true, device_time }] });
  const { seen } = (await admin.get(`${path}/differences`)).body;
  const [first, second, ...moved] = await Promise.all([
    admin.post(`${path}/confirm`, { seen }),
    keiri.post(`${path}/confirm`, { seen }),
    ...Array.from({ length: 12 }, () => move(id, "in", "1")),
  ]);
  expect(statuses([first!, second!])).toEqual([201, 409]);
  expect(new Set(statuses(moved))).toEqual(new Set([201]));
  expect((await stockOf(id)).num).toBe("20");
});

test("the same number of a device, sent by two requests at once, is taken once and told as taken", async () => {
  const id = await product("R-7");
  await move(id, "in", "10");
  const sheet = (await admin.post("/inventory/stocktakes/chosen", { ids: [id] })).body.key;
  const count = { act: "stock_count", stocktake: sheet, product_id: id, num: "9", seen: 0 };
  const out = { act: "stock_out", product_id: id, num: "10" };
  const twice = async (item: object) => {
    const all = await Promise.all([0, 1].map(() => admin.post("/inventory/scans", { items: [item] })));
    return all.map(({ body }) => body.items[0].result).sort();
  };
  for (const queued of [false, true]) {
    const made = `${queued}`;
    expect(await twice({ ...count, queued, client_id: `twice.count.${made}` })).toEqual(["again", "done"]);
    expect(await twice({ ...out, queued, client_id: `twice.out.${made}` })).toEqual(["again", "done"]);
    await move(id, "in", "10");
    count.seen = (await admin.get(`/inventory/stocktakes/${sheet}/rows`)).body.items[0].last_count;
  }
  expect((await stockOf(id)).num).toBe("10");
  const known = { ...count, seen: 0, client_id: "twice.count.true" };
  const again = (await admin.post("/inventory/scans", { items: [known] })).body.items[0];
  expect(again).toMatchObject({ result: "again", row: { counted: "9", last_count: count.seen } });
});

test("cards that use the same parts are finished, and given back, by many at once without waiting for ever", async () => {
  const [parent, other, one, two] = await Promise.all(["R-3", "R-4", "R-5", "R-6"].map(product));
  const list = (id: number, parts: number[]) =>
    admin.put(`/products/${id}/parts`, {
      version: 1,
      parts: parts.map((part_id) => ({ part_id, per_parent: "2" })),
    });
  expect((await list(parent!, [one!, two!])).status).toBe(200);
  expect((await list(other!, [two!, one!])).status).toBe(200);
  const cards = await Promise.all(
    Array.from({ length: 12 }, (_, at) => card(at % 2 === 0 ? parent! : other!, "5")),
  );
  const finish = { num_good: "5", next: "stay" };
  const all = await Promise.all(
    cards.map(({ key, version }) => admin.post(`/cards/${key}/finish`, { version, ...finish })),
  );
  expect(new Set(statuses(all))).toEqual(new Set([201]));
  expect([(await stockOf(one!)).num, (await stockOf(two!)).num]).toEqual(["-120", "-120"]);
  const undone = await Promise.all(
    all.map(({ body }) => admin.post(`/cards/${body.key}/undo`, { version: body.version })),
  );
  expect(new Set(statuses(undone))).toEqual(new Set([201]));
  expect([(await stockOf(one!)).num, (await stockOf(two!)).num]).toEqual(["0", "0"]);
});
