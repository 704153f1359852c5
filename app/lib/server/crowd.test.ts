import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";

let t: TestApp;
let yamada: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, sato] = await t.people("admin@yamada", "admin@sato");
});
afterAll(async () => {
  const owner = await t.owner();
  for (const check of ["check_invariants()", "check_stock()"])
    expect((await owner.query(`select * from ${check}`)).rows).toEqual([]);
  await t.stop();
});

/** More than there are connections. */
const CROWD = 50;
async function product(code: string): Promise<number> {
  const more = { order_unit: "piece", unit: "piece", buyer_id: "shohin-zaiko", is_stock: true };
  const made = await yamada.post("/products", { code, name: `品 ${code}`, ...more });
  return made.body.product_id;
}
async function card(): Promise<{ key: number; id: string; version: number }> {
  const made = await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "試作ステー",
    num_items: "100",
    order_unit: "piece",
    unit: "piece",
    delivery_date: addDays(today(), 20),
    destination: "本社",
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body;
}
const item = (more: object) => ({
  client_id: crypto.randomUUID(),
  device_time: new Date().toISOString(),
  ...more,
});

/** All ask while somebody holds the row; whoever wants something else is answered meanwhile. */
async function crowded(rows: string, keys: number[], ask: () => Promise<Answer>): Promise<Answer[]> {
  const owner = await t.owner();
  await owner.query("begin");
  expect((await owner.query(rows, keys)).rowCount).toBe(1);
  const all = Promise.all(Array.from({ length: CROWD }, ask));
  // Until as many wait at the row as ever will.
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while (((await owner.query(waiting)).rowCount ?? 0) < 2) await new Promise(setImmediate);
  const meanwhile = await sato.get("/notices");
  await owner.query("commit");
  const answers = await all;
  expect(meanwhile.status).toBe(200);
  return answers;
}
const statuses = (all: Answer[]) => all.map(({ status }) => status).sort();
const one = (first: number) => [first, ...Array<number>(CROWD - 1).fill(409)].sort();

test("of fifty who divide or begin one card at once, one does, the others read 409, and nobody else waits", async () => {
  const { items } = (await yamada.get("/workers")).body;
  const deeds: [string, object][] = [
    ["divide", { parts: [{ num_items: "50" }, { num_items: "50" }] }],
    ["start", { worker_ids: [items[0].worker_id] }],
  ];
  for (const [deed, body] of deeds) {
    const { key, version } = await card();
    const all = await crowded("select 1 from card where key = $1 for update", [key], () =>
      yamada.post(`/cards/${key}/${deed}`, { version, ...body }),
    );
    expect([deed, statuses(all)]).toEqual([deed, one(201)]);
  }
});

test("fifty scans of one card at once are all taken or answered, and nobody else waits", async () => {
  const { key, id } = await card();
  const all = await crowded("select 1 from card where key = $1 for update", [key], () =>
    yamada.post("/scans", { items: [item({ act: "start", card: id })] }),
  );
  expect(new Set(statuses(all))).toEqual(new Set([201]));
  expect(all.map(({ body }) => body.items.length)).toEqual(all.map(() => 1));
});

test("fifty who save one row of a 棚卸 at once are all answered, and nobody else waits", async () => {
  const id = await product("K-1");
  const owner = await t.owner();
  await owner.query("update product set shelf = 'K-1' where product_id = $1", [id]);
  const made = await yamada.post("/inventory/stocktakes", {
    name: "期末",
    count_date: today(),
    shelf: "K-1",
  });
  const stocktake = made.body.key as number;
  await yamada.post(`/inventory/stocktakes/${stocktake}/start`);
  const row = "select 1 from stocktake_row where stocktake_key = $1 and product_id = $2 for update";
  const all = await crowded(row, [stocktake, id], () =>
    yamada.post("/inventory/scans", {
      items: [item({ act: "stock_count", stocktake, product_id: id, num: "8" })],
    }),
  );
  expect(new Set(statuses(all))).toEqual(new Set([201]));
  const [saved] = (await yamada.get(`/inventory/stocktakes/${stocktake}/rows`)).body.items;
  expect(saved.num_counted ?? saved.counted).toBe("8");
});

test("fifty who move the stock of one product at once are all taken, and nobody else waits", async () => {
  const id = await product("K-2");
  const all = await crowded("select 1 from stock where product_id = $1 for update", [id], () =>
    yamada.post("/inventory/scans", { items: [item({ act: "stock_in", card: "K-2", num: "1" })] }),
  );
  expect(new Set(statuses(all))).toEqual(new Set([201]));
  expect((await yamada.get(`/inventory/${id}`)).body.num).toBe(String(CROWD));
});
