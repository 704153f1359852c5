import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, genba: Person, sato: Person;
const DAY = today();
/** The last day of the month before, and of the one before that. */
const LAST = addDays(`${DAY.slice(0, 7)}-01`, -1);
const EARLIER = addDays(`${LAST.slice(0, 7)}-01`, -1);
const [M1, M2] = [EARLIER.slice(0, 7), LAST.slice(0, 7)];
const FIRST = `${DAY.slice(0, 7)}-01`;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, genba, sato] = (await t.people("admin@yamada", "genba@yamada", "admin@sato")) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

async function product(code: string, more: object = {}): Promise<number> {
  const given = { code, name: `月締め ${code}`, order_unit: "piece", unit: "piece", is_stock: true };
  const made = await yamada.post("/products", { ...given, buyer_id: "shohin-zaiko" });
  const id = made.body.product_id;
  if (Object.keys(more).length > 0) expect((await yamada.put(`/inventory/${id}`, more)).status).toBe(200);
  return id;
}
async function move(id: number, effective_date: string, kind: string, num: string, more: object = {}) {
  const made = await yamada.post(`/inventory/${id}/moves`, { effective_date, kind, num, ...more });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.action as string;
}
async function close(month: string) {
  const { body } = await yamada.get(`/inventory/closings/preview?month=${month}`);
  const made = await yamada.post("/inventory/closings", { month, seen: body.seen });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.key as number;
}
const rowOf = async (key: number, id: number) =>
  (await yamada.get(`/inventory/closings/${key}/rows?size=1000`)).body.items.find(
    (row: { product_id: number }) => row.product_id === id,
  );
const correctionsOf = async (key: number, id: number) =>
  (await yamada.get(`/inventory/closings/${key}/corrections`)).body.items
    .filter((row: { product_id: number }) => row.product_id === id)
    .map(({ effective_date, num, value, cost }: Record<string, unknown>) => [
      effective_date,
      num,
      value,
      cost,
    ]);
const clean = async () => expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);

let first = 0;
let main = 0;

test("R12-1 a month is closed as it was seen, one after the other; it holds what came, what went and what was left", async () => {
  main = await product("M-1");
  const still = await product("M-2");
  await move(main, addDays(EARLIER, -9), "in", "100", { unit_price: "50" });
  await move(main, addDays(EARLIER, -3), "out", "40");
  await move(still, addDays(EARLIER, -3), "in", "7", { unit_price: "11" });
  await move(main, addDays(LAST, -3), "out", "10");
  const { body } = await yamada.get(`/inventory/closings/preview?month=${M1}`);
  expect(body).toMatchObject({ end_date: EARLIER, valuation: "average" });
  await move(still, addDays(EARLIER, -2), "in", "1", { unit_price: "11" });
  expect((await yamada.post("/inventory/closings", { month: M1, seen: body.seen })).status).toBe(409);
  first = await close(M1);
  expect(await rowOf(first, main)).toMatchObject({
    ...{ num_in: "100", value_in: 5000, num_out: "40", value_out: 2000, num: "60", stock_value: 3000 },
    ...{ start_num: "0", variance: 0, num_corrected: "0" },
  });
  expect((await yamada.post("/inventory/closings", { month: M1, seen: "x" })).status).toBe(422);
  expect((await yamada.post("/inventory/closings", { month: DAY.slice(0, 7), seen: "x" })).status).toBe(422);
  for (const person of [genba]) expect((await person.get("/inventory/closings")).status).toBe(403);
  expect((await sato.get(`/inventory/closings/${first}`)).status).toBe(404);
  expect((await sato.post(`/inventory/closings/${first}/undo`, {})).status).toBe(404);
  await clean();
});

test("R12-2 a receipt dated back into it stays, and what it changes is one row on the first open day", async () => {
  await move(main, addDays(EARLIER, -5), "in", "100", { unit_price: "80" });
  // The issue of 40 would be 2,600 instead of 2,000.
  expect(await correctionsOf(first, main)).toEqual([[addDays(EARLIER, 1), "100", 7400, 600]]);
  expect(await rowOf(first, main)).toMatchObject({ num: "60", stock_value: 3000, value_out: 2000 });
  expect((await yamada.get(`/inventory/closings/${first}`)).body).toMatchObject({
    num_corrected: 1,
    value_corrected: 7400,
  });
  await clean();
  const second = await close(M2);
  expect(await rowOf(second, main)).toMatchObject({
    ...{ start_num: "60", start_value: 3000, num_corrected: "100", value_corrected: 7400 },
    ...{ num_out: "10", value_out: 650, num: "150", stock_value: 9750 },
  });
  await clean();
  const action = await move(main, addDays(EARLIER, -4), "out", "10");
  expect(await correctionsOf(second, main)).toEqual([[FIRST, "-10", -650, 650]]);
  expect((await yamada.post(`/inventory/moves/${action}/reverse`, {})).status).toBe(201);
  await clean();
  expect((await yamada.post(`/inventory/closings/${first}/undo`, {})).status).toBe(409);
  expect((await yamada.post(`/inventory/closings/${second}/undo`, {})).status).toBe(201);
  expect((await yamada.post(`/inventory/closings/${second}/undo`, {})).status).toBe(409);
  // What had been dated back before the month before was closed is now its own.
  expect(await correctionsOf(first, main)).toEqual([
    [addDays(EARLIER, 1), "-10", -650, 650],
    [addDays(EARLIER, 1), "100", 7400, 600],
  ]);
  await clean();
});

test("仮単価 is listed until it is said; the price is a correction of that receipt, of closed months too", async () => {
  const bought = await product("M-3", { supplier_id: "sato", standard_price: "20" });
  await move(bought, addDays(EARLIER, -1), "in", "10");
  await move(bought, addDays(LAST, -1), "out", "5");
  const listed = async () =>
    (await yamada.get("/inventory/moves?price=provisional")).body.items.map(
      (row: { code: string; unit_price: string; is_provisional: boolean }) => [row.code, row.unit_price],
    );
  expect(await listed()).toContainEqual(["M-3", "20"]);
  expect((await genba.get("/inventory/moves?price=provisional")).status).toBe(403);
  const [{ key }] = (await yamada.get(`/inventory/${bought}/moves?move=in`)).body.items;
  expect((await sato.get(`/inventory/receipts/${key}`)).status).toBe(404);
  const price = (body: object) => yamada.post(`/inventory/receipts/${key}/price`, body);
  expect((await price({ unit_price: "30", seen: "19" })).status).toBe(409);
  expect((await price({ unit_price: "30", seen: "20" })).body).toMatchObject({
    stock_value: 150,
    num_corrected: 1,
  });
  expect((await price({ unit_price: "30" })).status).toBe(422);
  expect(await listed()).not.toContainEqual(["M-3", "20"]);
  expect((await correctionsOf(first, bought))[0]).toEqual([addDays(EARLIER, 1), "0", 100, 0]);
  expect((await yamada.get(`/inventory/receipts/${key}`)).body).toMatchObject({
    unit_price: "30",
    is_provisional: false,
    prices: [{ unit_price: "20", is_provisional: true }, { unit_price: "30" }],
  });
  const out = (await yamada.get(`/inventory/${bought}/moves?move=out`)).body.items[0].key;
  expect((await yamada.get(`/inventory/receipts/${out}`)).status).toBe(404);
  await clean();
});

test("what the stock was worth on a day, with the sum that says why", async () => {
  const at = async (date: string) => {
    const { body } = await yamada.get(`/inventory/values?date=${date}&q=M-1`);
    return [body.items[0]?.num, body.items[0]?.stock_value, body.sums.stock_value];
  };
  expect(await at(addDays(EARLIER, -10))).toEqual([undefined, undefined, 0]);
  expect(await at(addDays(EARLIER, -5))).toEqual(["200", 13000, 13000]);
  expect(await at(EARLIER)).toEqual(["150", 9750, 9750]);
  expect(await at(DAY)).toEqual(["150", 9750, 9750]);
  const { items } = (await yamada.get(`/inventory/${main}/values`)).body;
  expect(items.at(-2)).toMatchObject({ formula: "(5,000 + 8,000) ÷ 200 = 65.000", stock_value: 13000 });
  expect(items.at(-1)).toMatchObject({ formula: "5,000 ÷ 100 = 50.000" });
  expect((await genba.get("/inventory/values")).status).toBe(403);
  expect((await sato.get(`/inventory/${main}/values`)).status).toBe(404);
  const free = await product("M-4");
  await move(free, DAY, "in", "3");
  const given = await product("M-5", { ownership: "supplied" });
  const unpriced = async () =>
    (await yamada.get(`/inventory/closings/preview?month=${M2}`)).body.num_unpriced as number;
  const before = await unpriced();
  await move(given, addDays(LAST, -1), "in", "4");
  expect(await unpriced()).toBe(before);
  const codes = (await yamada.get("/inventory?state=unpriced&size=1000")).body.items.map(
    (row: { code: string }) => row.code,
  );
  expect(codes).toContain("M-4");
  expect(codes).not.toContain("M-1");
});
