import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { orderOf } from "./order.testing";

let t: TestApp;
let tanaka: Person, yamada: Person, floor: Person;
let product_id: number;
beforeAll(async () => {
  t = await testApp();
  [tanaka, yamada, floor] = await t.people("admin@tanaka", "admin@yamada", "genba@yamada");
  const made = await yamada.post("/products", {
    code: "R-1",
    name: "段階単価品",
    order_unit: "piece",
    unit: "piece",
    buyer_id: "tanaka",
  });
  product_id = made.body.product_id;
  const { version } = (await yamada.get(`/products/${product_id}`)).body.product;
  const tiers = [
    { min_quantity: "0", unit_price: "200" },
    { min_quantity: "150", unit_price: "180" },
  ];
  const listed = await yamada.post(`/products/${product_id}/prices`, {
    version,
    effective_from: addDays(today(), -5),
    agreed_on: addDays(today(), -5),
    tiers,
  });
  expect([listed.status, listed.body.errors]).toEqual([201, undefined]);
});
afterAll(async () => {
  expect((await (await t.owner()).query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

const read = async (key: number) => (await tanaka.get(`/orders/${key}`)).body;
async function ordered(of: object = { product_id }) {
  const made = await tanaka.post(
    "/orders",
    orderOf([{ name: "段階単価品", num_items: "100", unit_price: "200", ...of }]),
  );
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.key as number;
}
const more = [{ line_no: 1, num_items: "160" }];
const send = (key: number, body: object) =>
  tanaka.post(`/orders/${key}/amendments`, { lines: more, words: "追加", ...body });
async function answer(key: number, of: number, reprice: boolean, person = yamada) {
  const { seen } = (await person.get(`/orders/${key}/amendments/${of}`)).body;
  return person.post(`/orders/${key}/amendments/${of}/answer`, {
    answers: [{ item_no: 1, answer: "agreed", reprice }],
    seen,
  });
}
const stands = async (key: number) => {
  const [line] = (await read(key)).lines;
  return [line.now.num_items, line.now.unit_price, line.now.price];
};

test("単価も見直す on both sides: what is not delivered has the price of so many", async () => {
  const key = await ordered();
  const made = await send(key, { reprice: true, price_cut: true });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const [item] = (await yamada.get(`/orders/${key}/amendments/${made.body.key}`)).body.items;
  expect([item.unit_price, item.list_price]).toEqual(["200", "180"]);
  expect((await answer(key, made.body.key, true)).status).toBe(201);
  expect(await stands(key)).toEqual(["160", "180", 28800]);
  const [after] = (await tanaka.get(`/orders/${key}/amendments/${made.body.key}`)).body.items;
  expect(after.takes_price).toBe(true);
  expect((await read(key)).lines[0].unit_price).toBe("180");
});

test("on one side only: the quantity changes and the price does not", async () => {
  const key = await ordered();
  const made = await send(key, { reprice: true, price_cut: true });
  expect((await answer(key, made.body.key, false)).status).toBe(201);
  expect(await stands(key)).toEqual(["160", "200", 32000]);
  const plain = await ordered();
  const silent = await send(plain, {});
  expect((await answer(plain, silent.body.key, true)).status).toBe(201);
  expect(await stands(plain)).toEqual(["160", "200", 32000]);
});

test("単価も見直す asks nothing where the list has the same price, none, or a price was typed", async () => {
  const key = await ordered();
  const same = await send(key, { lines: [{ line_no: 1, num_items: "120" }], reprice: true });
  expect([same.status, same.body.errors.reprice[0]]).toEqual([422, expect.stringContaining("今と同じ200円")]);
  const typed = await send(key, {
    lines: [{ ...more[0], unit_price: "190" }],
    reprice: true,
    price_cut: true,
  });
  expect(typed.body.errors.reprice[0]).toContain("単価を入れずに数量を増やす行");
  const loose = await ordered({ product_id: undefined });
  expect((await send(loose, { reprice: true })).body.errors.reprice[0]).toContain("商品マスタにありません");
  const fewer = await send(key, { lines: [{ line_no: 1, num_items: "80" }], reprice: true });
  expect(fewer.status).toBe(422);
});

test("a lower price asks that it is no 減額 (R2-10); without 会計 nobody sees it or agrees to it", async () => {
  const key = await ordered();
  expect((await send(key, { reprice: true, cautioned: true })).body.errors).toHaveProperty("price_cut");
  const { version } = (await yamada.get("/factories/collaborators/tanaka")).body.buyer;
  const judged = { version, side: "buyer", toriteki: "covered" };
  expect((await yamada.put("/factories/collaborators/tanaka/toriteki", judged)).status).toBe(200);
  expect((await send(key, { reprice: true })).body.errors).toHaveProperty("price_cut");
  const blind = await floor.post(`/orders/${key}/amendments`, { lines: more, words: "追加", reprice: true });
  expect(blind.body.errors).toEqual({ reprice: ["金額を決めるには、会計の権限が必要です"] });
  const made = await send(key, { reprice: true, price_cut: true });
  expect(made.status).toBe(201);
  const [seen] = (await floor.get(`/orders/${key}/amendments/${made.body.key}`)).body.items;
  expect([seen.unit_price, seen.list_price]).toEqual([null, null]);
  const cautions = async (person: Person) =>
    (await person.get(`/orders/${key}/amendments/${made.body.key}`)).body.cautions;
  expect([await cautions(yamada), await cautions(floor)]).toEqual([[expect.stringContaining("減額")], []]);
  expect((await answer(key, made.body.key, true, floor)).status).toBe(403);
  expect((await answer(key, made.body.key, false, floor)).status).toBe(201);
  expect(await stands(key)).toEqual(["160", "200", 32000]);
});
