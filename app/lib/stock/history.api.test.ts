import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, formatDate, today } from "~/lib/time/date";
import { openedOf } from "./breakdown.list";

let t: TestApp;
let yamada: Person, tanaka: Person;
let id = 0;
const DAY = today();
const PRODUCT = {
  code: "H-1",
  name: "推移の品",
  order_unit: "piece",
  unit: "piece",
  buyer_id: "tanaka",
  is_stock: true,
};
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka] = await t.people("admin@yamada", "admin@tanaka");
  const made = await yamada.post("/products", PRODUCT);
  id = made.body.product_id;
});
afterAll(() => t.stop());

const move = async (kind: string, num: string, days: number) => {
  const body = { kind, num, effective_date: addDays(DAY, -days), reason: "other" };
  const made = await yamada.post(`/inventory/${id}/moves`, body);
  expect(made.status).toBe(201);
  return made.body.action as string;
};

test("what was there on each day, and what came and went, leaving out what was taken back", async () => {
  await move("in", "100", 100);
  await move("out", "30", 10);
  await move("in", "5", 10);
  const wrong = await move("in", "7", 3);
  expect((await yamada.post(`/inventory/moves/${wrong}/reverse`, {})).status).toBe(201);
  const { body } = await yamada.get(`/inventory/${id}/history`);
  expect(body).toMatchObject({ since: addDays(DAY, -100), num: "75", to: DAY });
  expect(body.days[0]).toEqual({ date: addDays(DAY, -10), net: "-25", num_in: "5", num_out: "30" });
  expect(body.days.slice(1).every((one: { num_in: string }) => one.num_in === "0")).toBe(true);
  expect((await tanaka.get(`/inventory/${id}/history`)).body.num).toBe("75");
  const all = `product_id=${id}`;
  const { items } = (
    await yamada.get(`/inventory/moves/days?${all}&from=${addDays(DAY, -10)}&to=${addDays(DAY, -10)}`)
  ).body;
  expect(items).toEqual([{ date: addDays(DAY, -10), order_unit: "piece", num_in: "5", num_out: "30" }]);
  const listed = (await yamada.get(`/inventory/moves?action=${wrong}`)).body.items;
  expect(listed).toHaveLength(1);
  expect(listed[0].kept_because).toContain("取り消されています");
});

test("入荷予定 and 出荷予定 open into their cards, for the factory alone", async () => {
  const card = async (buyer_id: string, num_items: string) =>
    (await yamada.post("/cards", { buyer_id, product_id: id, num_items, delivery_date: DAY })).body;
  await card("shohin-zaiko", "40");
  const { key } = await card("tanaka", "20");
  expect((await yamada.post(`/cards/${key}/allocation`, { num: "15" })).status).toBe(201);
  const arriving = (await yamada.get(`/inventory/${id}/arriving`)).body.items;
  expect(arriving).toMatchObject([
    { kind: "arriving", num: "40", delivery_date: DAY, buyer_name: "商品在庫" },
  ]);
  const shipping = (await yamada.get(`/inventory/${id}/shipping`)).body.items;
  expect(shipping).toMatchObject([{ kind: "allocation", card_key: key, num: "15", is_short: false }]);
  expect((await tanaka.get(`/inventory/${id}/arriving`)).status).toBe(403);
  const opened = (await yamada.get(`/inventory/breakdown?ids=${id}`)).body.items;
  expect(
    opened.map((row: Record<string, unknown>) => [row.kind, row.num, row.is_short, row.num_rows]),
  ).toEqual([
    ["allocation", "15", false, 1],
    ["arriving", "40", false, 1],
  ]);
  expect(opened[0]).toMatchObject({
    key: shipping[0].key,
    buyer_name: shipping[0].buyer_name,
    allocated_by: shipping[0].allocated_by,
    allocated_time: shipping[0].allocated_time,
  });
  expect(opened[1]).toMatchObject({ key: null, allocated_by: null, allocated_time: null });
  const stock = (await yamada.get(`/inventory/${id}`)).body;
  const [waiting] = openedOf(opened, stock, "shipping");
  expect(waiting!.text).toMatch(/^引当 15個 .+ .*田中産業機械.* .+が\d{4}\/\d\d\/\d\d \d\d:\d\dに引当$/);
  expect(waiting!.act).toEqual({ label: "譲る", href: `/inventory/allocation/${shipping[0].key}` });
  expect((await tanaka.get(`/inventory/breakdown?ids=${id}`)).status).toBe(403);
});

test("what is below nothing heads the list, then what is short; a move tells the balance of its day", async () => {
  const made = async (code: string, num_threshold?: string) =>
    (await yamada.post("/products", { ...PRODUCT, code, num_threshold })).body.product_id as number;
  const [fine, short, below] = [await made("ZZ-1"), await made("ZZ-2", "10"), await made("ZZ-3")];
  await yamada.post(`/inventory/${below}/moves`, {
    kind: "out",
    num: "4",
    seen: "-4",
    effective_date: DAY,
    reason: "other",
  });
  const order = async (sort = "") =>
    (await yamada.get(`/inventory?q=ZZ-${sort}`)).body.items.map(
      (row: { product_id: number }) => row.product_id,
    );
  expect(await order()).toEqual([below, short, fine]);
  expect(await order("&sort=code")).toEqual([fine, short, below]);
  for (const [num, days] of [
    ["5", 0],
    ["3", 2],
  ] as const)
    await yamada.post(`/inventory/${fine}/moves`, {
      kind: "in",
      num,
      effective_date: addDays(DAY, -days),
      past: `はじめの入出庫（${formatDate(DAY)}）より前の日付です`,
    });
  const { items } = (await yamada.get(`/inventory/${fine}/moves`)).body;
  expect(items.map((row: Record<string, string>) => [row.num, row.balance, row.num_after])).toEqual([
    ["5", "8", "5"],
    ["3", "3", "8"],
  ]);
  const asked = `/inventory/moves?product_id=${id}&card=`;
  expect((await yamada.get(`${asked}nobody`)).body.items).toEqual([]);
  expect((await tanaka.get(`${asked}nobody`)).body.items.length).toBeGreaterThan(0);
});

test("a threshold that a colleague has set meanwhile is told, and none of the others is kept", async () => {
  const set = (items: object[]) => yamada.post("/inventory/thresholds", { items });
  expect((await set([{ product_id: id, num_threshold: "50", seen: null }])).body).toMatchObject({ num: 1 });
  const late = await set([{ product_id: id, num_threshold: "60", seen: null }]);
  expect([late.status, late.body.errors[id][0]]).toEqual([409, expect.stringContaining("ほかの人が50に")]);
  expect((await set([{ product_id: id, num_threshold: "60", seen: "50" }])).body).toMatchObject({ num: 1 });
  expect((await yamada.get(`/inventory?ids=${id}`)).body.items).toMatchObject([{ num_threshold: "60" }]);
  const put = await yamada.put(`/inventory/${id}`, { supplier_id: "suzuki" });
  expect(put.status).toBe(404);
});
