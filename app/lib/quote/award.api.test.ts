import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keptFields } from "~/lib/order/draft.schema";
import { type Cells, copied } from "~/lib/order/order.draft";
import type { Order } from "~/lib/order/order.row.schema";
import { tiersText } from "~/lib/product/product";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { leftOut, typedOrder } from "./award.order";
import type { AwardOrder } from "./award.row.schema";

let t: TestApp;
let owner: pg.Client;
let tanaka: Person, kobai: Person, suzuki: Person, yamada: Person;
const day = today();
const soon = addDays(day, 30);
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [tanaka, kobai, suzuki, yamada] = await t.people(
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@yamada",
  );
});
afterAll(() => t.stop());

const broken = async () => (await owner.query("select rule, detail from check_invariants()")).rows;

async function awarded(more: object = {}, said: object = {}) {
  const asked = { name: "型物", order_unit: "piece", quantities: ["10", "50"], seller_ids: ["yamada"] };
  const { key } = (await tanaka.post("/quotes", { ...asked, deadline: addDays(day, 7), ...more })).body;
  await tanaka.post(`/quotes/${key}/send`, { version: 1 });
  const lines = [
    { quantity: "10", unit_price: "500", lead_days: "3", shipping: "1500" },
    { quantity: "50", unit_price: "400", lead_days: "5", shipping: "1500" },
  ];
  const answer = { lines, tooling: 80000, tooling_owner: "buyer", other: 3000, valid_until: soon, last: 0 };
  const { body } = await yamada.post(`/quotes/received/${key}/answers`, { ...answer, ...said });
  const { version } = (await tanaka.get(`/quotes/${key}`)).body;
  const chosen = { version, answer_key: body.key, num_items: "10" };
  return { key, award: (await tanaka.post(`/quotes/${key}/awards`, chosen)).body.key as number };
}
type Awarded = Awaited<ReturnType<typeof awarded>>;

const filled = async ({ key, award }: Awarded): Promise<AwardOrder> =>
  (await tanaka.get(`/quotes/${key}/awards/${award}`)).body;
const orderOf = (lines: unknown, more: object = {}) => ({
  seller_id: "yamada",
  order_date: day,
  delivery_date: soon,
  destination: "本社",
  inspection_days: 7,
  lines,
  ...more,
});
const lineNames = (award: AwardOrder) => typedOrder(award).lines!.map((line) => line!.name);

test("型・治具代 of a 採用 is in one order: the next draft leaves it out and says so, until that order is cancelled (2.2)", async () => {
  const made = await awarded();
  const first = await filled(made);
  const { lines } = typedOrder(first);
  expect([lineNames(first), leftOut(first)]).toEqual([["型物", "型物 型・治具代"], []]);
  expect(typedOrder(first).note).toMatch(/送料 ¥1,500、そのほか ¥3,000/);

  const both = await Promise.all([
    tanaka.post("/orders", orderOf(lines)),
    kobai.post("/orders", orderOf(lines)),
  ]);
  expect(both.map((one) => one.status).sort()).toEqual([201, 422]);
  const { key, order_id } = both.find((one) => one.status === 201)!.body;
  const beside = {
    "lines[1].name": [`この型・治具代は、依頼 ${order_id} で依頼しています。この行を削除してください`],
  };
  expect(both.find((one) => one.status === 422)!.body.errors).toEqual(beside);
  expect((await kobai.post("/orders/check", orderOf(lines))).body.errors).toEqual(beside);

  const second = await filled(made);
  expect(lineNames(second)).toEqual(["型物"]);
  expect(leftOut(second)).toEqual([
    `型・治具代 ¥80,000 は、依頼 ${order_id} で依頼しているため、入れていません。`,
    `そのほか ¥3,000 は、依頼 ${order_id} の備考に入れたため、入れていません。`,
  ]);
  expect(typedOrder(second).note).not.toMatch(/そのほか/);
  expect((await tanaka.post("/orders", orderOf(typedOrder(second).lines))).status).toBe(201);
  expect((await tanaka.get(`/quotes/${made.key}`)).body.awards).toMatchObject([
    { tooling_order: { key, order_id } },
  ]);
  const sent = (await tanaka.get(`/orders/${key}`)).body as Order;
  expect(sent.lines.map((line) => line.is_tooling)).toEqual([false, true]);
  expect(copied(sent).lines!.map((line) => line!.name)).toEqual(["型物"]);

  expect((await tanaka.post(`/orders/${key}/cancel`, { version: 1, reason: "やり直し" })).status).toBe(201);
  expect(lineNames(await filled(made))).toEqual(["型物", "型物 型・治具代"]);
  expect((await tanaka.post("/orders", orderOf(lines))).status).toBe(201);
  expect(await broken()).toEqual([]);
});

test("型・治具代 that the factory declined is free again; ordered alone, it keeps the 採用 from being undone", async () => {
  const made = await awarded();
  const tooling = typedOrder(await filled(made)).lines!.slice(1);
  const alone = await tanaka.post("/orders", orderOf(tooling));
  expect(alone.status).toBe(201);
  const undo = async () => {
    const { version } = (await tanaka.get(`/quotes/${made.key}`)).body;
    return tanaka.post(`/quotes/${made.key}/awards/${made.award}/undo`, { version });
  };
  expect((await undo()).body.detail).toMatch(/外注依頼 .* を送っています。先に/);
  const { card } = (await tanaka.get(`/orders/${alone.body.key}`)).body.lines[0];
  const { version } = (await yamada.get(`/cards/${card.key}`)).body.card;
  expect((await yamada.post(`/cards/${card.key}/decline`, { version, reason: "型が作れない" })).status).toBe(
    201,
  );
  expect(lineNames(await filled(made))).toHaveLength(2);
  expect((await undo()).status).toBe(201);
  const late = await tanaka.post("/orders/check", orderOf(tooling));
  expect(late.body.errors["lines[0].name"][0]).toMatch(/採用が取り消されました。この行を削除/);
  expect(await broken()).toEqual([]);
});

test("a copied line, another company's 採用 and a ひな形 have no 型・治具代 of it", async () => {
  const made = await awarded();
  const [line, tooling] = typedOrder(await filled(made)).lines as [Cells, Cells];
  const twice = await tanaka.post("/orders/check", orderOf([line, tooling, tooling]));
  expect(twice.body.errors).toEqual({
    "lines[2].name": ["同じ型・治具代の行が二つあります。一つを削除してください"],
  });
  const theirs = await suzuki.post("/orders/check", orderOf([{ ...tooling, files: undefined }]));
  expect(theirs.body.errors["lines[0].name"][0]).toMatch(/採用されていない/);
  const fields: [string, string][] = [line, tooling].flatMap((cells, at) =>
    Object.entries(cells).map(([name, value]): [string, string] => [`lines[${at}].${name}`, value ?? ""]),
  );
  expect(keptFields(fields, true).filter(([name]) => name.startsWith("lines[1]"))).toEqual([]);
  expect(keptFields(fields, false)).toHaveLength(fields.length);
  // An emptied line is none, whatever 採用 it was of.
  const emptied = await tanaka.post(
    "/orders/check",
    orderOf([line, { tooling_award: tooling.tooling_award }]),
  );
  expect(emptied).toMatchObject({ status: 201, body: { lines: [{ name: "型物" }] } });
});

test("a 品名 that leaves no room for 型・治具代 is kept whole, in the note", async () => {
  const name = "長".repeat(120);
  const award = await filled(await awarded({ name }));
  const [, tooling] = typedOrder(award).lines as [Cells, Cells];
  expect(tooling.name).toBe("型・治具代");
  expect(tooling.note).toBe(`見積 ${award.number}・${name}・所有は発注側`);
  expect((await tanaka.post("/orders", orderOf(typedOrder(award).lines))).status).toBe(201);
});

test("a quoted price list says from which quantity it holds, and is repriced and imported as any other", async () => {
  const { product_id } = await filled(await awarded());
  const listed = async () => (await yamada.get(`/products/${product_id}`)).body;
  const { product, prices } = await listed();
  expect(tiersText(prices[0].tiers)).toBe("要相談（10から500、50から400）");
  const again = { ids: [product_id], rate: "10", places: "yen", effective_from: soon, agreed_on: day };
  const planned = await yamada.post("/products/reprice/plan", again);
  expect(planned.body.items).toMatchObject([{ after: "要相談（10から550、50から440）", problem: null }]);
  expect((await yamada.post("/products/reprice", again)).status).toBe(201);
  expect(tiersText((await listed()).prices[0].tiers)).toBe("要相談（10から550、50から440）");
  const rows = (await yamada.get(`/products/master?q=${product.code}`)).body.items;
  expect(rows[0].price_text).toBe("要相談（10から500、50から400）");
});
