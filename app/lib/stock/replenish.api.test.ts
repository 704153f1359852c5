import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, sato: Person;
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, sato] = (await t.people("admin@yamada", "admin@sato")) as [Person, Person];
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

async function product(code: string, terms: object): Promise<number> {
  const given = { code, name: `補充品 ${code}`, order_unit: "piece", unit: "piece", is_stock: true };
  const { body } = await yamada.post("/products", { ...given, buyer_id: "buhin-zaiko" });
  expect((await yamada.put(`/inventory/${body.product_id}`, terms)).status).toBe(200);
  return body.product_id;
}
const move = async (id: number, kind: string, num: string, effective_date = DAY) =>
  expect((await yamada.post(`/inventory/${id}/moves`, { kind, num, effective_date })).status).toBe(201);
async function listed(id: number) {
  const { body } = await yamada.get("/inventory/suggestions");
  const has = (rows: { product_id: number }[]) => rows.some((row) => row.product_id === id);
  return has(body.items) ? "suggested" : has(body.dismissed) ? "dismissed" : "none";
}
const turn = async (id: number, act: string, person = yamada) =>
  (await person.post(`/inventory/suggestions/${id}/${act}`, {})).status;

test("見送る: not suggested again until it has been above its threshold, or is asked back", async () => {
  const id = await product("R-1", { num_threshold: "10" });
  await move(id, "in", "8");
  expect(await listed(id)).toBe("suggested");
  expect(await turn(id, "dismiss", sato)).toBe(404);
  expect(await turn(id, "dismiss")).toBe(201);
  await move(id, "out", "1");
  expect(await listed(id)).toBe("dismissed");
  expect(await turn(id, "restore")).toBe(201);
  expect(await listed(id)).toBe("suggested");
  expect(await turn(id, "dismiss")).toBe(201);
  await move(id, "in", "5");
  expect(await listed(id)).toBe("none");
  expect(await turn(id, "dismiss")).toBe(409);
  await move(id, "out", "4");
  expect(await listed(id)).toBe("suggested");
});

test("仕入先に発注する: the card waits in a 外注 process, and the supplier has an order for it", async () => {
  const id = await product("R-2", { num_threshold: "10", supplier_id: "sato", lot: "20", lead_days: 7 });
  await move(id, "in", "3");
  const { body, status } = await yamada.post("/inventory/replenish", {
    items: [{ product_id: id, order: true }],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const [made] = body.items;
  expect(made.supplier_name).toContain("佐藤");
  const { rows } = await owner.query(
    "select l.partner_id, l.num_items::float8 as num, c.name, c.order_id is not null as ordered from card_link l join card c on c.key = l.partner_key where l.card_key = $1",
    [made.key],
  );
  expect(rows).toEqual([
    { partner_id: "sato", num: Number(made.num), name: "R-2 補充品 R-2", ordered: true },
  ]);
  expect((await yamada.get(`/inventory/${id}`)).body).toMatchObject({ num_arriving: made.num });
  const own = await product("R-3", { num_threshold: "10" });
  const refused = await yamada.post("/inventory/replenish", { items: [{ product_id: own, order: true }] });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["items[0].order"]]);
  expect((await yamada.get(`/inventory/${own}`)).body).toMatchObject({ num_arriving: "0" });
});

const outsourced = new Map<string, { key: number; product_id: number; partner_key: number }>();

test("what another company made comes in at its order's price; own production at its 標準単価", async () => {
  const made = async (code: string, terms: object, unit_price: string) => {
    const id = await product(code, terms);
    const given = { product_id: id, buyer_id: "buhin-zaiko", num_items: "50", delivery_date: "2030-02-01" };
    const { body: own } = await yamada.post("/cards", given);
    const done = async (person: Person, key: number, what: string, body: object = {}) => {
      const { version } = (await person.get(`/cards/${key}`)).body.card;
      const answer = await person.post(`/cards/${key}/${what}`, { version, ...body });
      expect([what, answer.status, answer.body.detail]).toEqual([what, 201, undefined]);
    };
    const order = { group_id: 6, rest: "all", partner_id: "sato", delivery_date: "2030-01-05" };
    const price = unit_price
      ? { unit_price }
      : { undetermined_reason: "未定", planned_fix_date: "2030-01-05" };
    await done(yamada, own.key, "outsource", { ...order, ...price });
    const [link] = (await yamada.get(`/cards/${own.key}/work`)).body.links;
    await done(sato, link.partner_key, "accept");
    await done(sato, link.partner_key, "ship", { num_good: "50", uncounted: true });
    await done(yamada, own.key, "receive", { num_good: "50" });
    await done(yamada, own.key, "ship", { num_good: "50", uncounted: true });
    const [first] = (await yamada.get(`/inventory/${id}/moves`)).body.items;
    const value = (await yamada.get(`/inventory/${id}`)).body.stock_value;
    return { ...first, value, product_id: id, partner_key: link.partner_key };
  };
  const bought = { supplier_id: "sato", standard_price: "100" };
  expect(await made("R-20", bought, "120.5")).toMatchObject({
    kind: "in",
    unit_price: "120.5",
    is_provisional: false,
    value: 6025,
  });
  const open = await made("R-21", bought, "");
  outsourced.set("R-21", open);
  expect(open).toMatchObject({ unit_price: "100", is_provisional: true, value: 5000 });
  expect(await made("R-22", {}, "80")).toMatchObject({ unit_price: "80", value: 4000 });
  expect(await made("R-23", { standard_price: "300" }, "80")).toMatchObject({
    unit_price: "300",
    value: 15000,
  });
});

test("what came in 仮 has the order's price once that is agreed upon, and what is worth it is told", async () => {
  const open = outsourced.get("R-21")!;
  const { order_key } = (await sato.get(`/cards/${open.partner_key}`)).body.card;
  const at = `/orders/${order_key}/amendments`;
  const asked = await sato.post(at, { lines: [{ line_no: 1, unit_price: "130" }], words: "単価の決定" });
  expect([asked.status, asked.body.errors]).toEqual([201, undefined]);
  const { seen } = (await yamada.get(`${at}/${asked.body.key}`)).body;
  const answers = [{ item_no: 1, answer: "agreed" }];
  const said = await yamada.post(`${at}/${asked.body.key}/answer`, { answers, seen });
  expect([said.status, said.body.detail]).toEqual([201, undefined]);
  const receipt = (await yamada.get(`/inventory/receipts/${open.key}`)).body;
  expect(receipt).toMatchObject({ unit_price: "130", is_provisional: false });
  expect(receipt.prices).toMatchObject([
    { unit_price: "100", is_provisional: true },
    { unit_price: "130", is_provisional: false, words: "外注の単価の決定" },
  ]);
  expect((await yamada.get(`/inventory/${open.product_id}`)).body.stock_value).toBe(6500);
});

test("more are low than are listed: those that were chosen are still suggested, those that are not low are not", async () => {
  const low = await product("R-9", { num_threshold: "10" });
  const full = await product("R-99", { num_threshold: "10" });
  await move(full, "in", "10");
  await owner.query(
    `insert into product (seller_id, buyer_id, code, name, order_unit, unit, is_stock, num_threshold)
     select seller_id, buyer_id, 'R-0' || n, name, order_unit, unit, true, 10
     from product, generate_series(1001, 1200) n where product_id = $1`,
    [low],
  );
  expect(await listed(low)).toBe("none");
  const { body } = await yamada.get(`/inventory/suggestions?ids=${low}&ids=${full}`);
  expect(body.items).toMatchObject([{ product_id: low, suggest: "11", position: "0" }]);
  expect(body.dismissed).toEqual([]);
  const page = await yamada.get(`/inventory/suggestions?ids=${full}`);
  expect(page.body).toEqual({ items: [], dismissed: [] });
});

test("しきい値の目安 comes from what went out on at least three days", async () => {
  const id = await product("R-4", { lead_days: 10 });
  await move(id, "in", "2000", addDays(DAY, -40));
  await move(id, "out", "1000", addDays(DAY, -30));
  await move(id, "out", "200", addDays(DAY, -20));
  const use = async () => (await yamada.get(`/inventory/${id}/use`)).body;
  expect(await use()).toMatchObject({ used: "1200", out_days: 2, threshold: null });
  await move(id, "out", "40");
  expect(await use()).toMatchObject({ used: "1240", daily: "20", review_days: 5, threshold: "300" });
});
