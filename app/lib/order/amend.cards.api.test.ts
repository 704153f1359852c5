import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { orderOf } from "./order.testing";

let t: TestApp;
let tanaka: Person, yamada: Person;
beforeAll(async () => {
  t = await testApp();
  [tanaka, yamada] = await t.people("admin@tanaka", "admin@yamada");
});
afterAll(async () => {
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
  await t.stop();
});

const soon = addDays(today(), 21);
const line = { name: "試作ブラケット", num_items: "100", unit_price: "200" };
const read = async (key: number, person = tanaka) => (await person.get(`/orders/${key}`)).body;
const card = async (key: number) => (await yamada.get(`/cards/${key}`)).body.card;
const work = async (key: number) => (await yamada.get(`/cards/${key}/work`)).body;
async function act(key: number, deed: string, body: object = {}) {
  const done = await yamada.post(`/cards/${key}/${deed}`, { version: (await card(key)).version, ...body });
  expect([deed, done.status, done.body.detail]).toEqual([deed, 201, undefined]);
}
async function sent(lines: object[] = [line], accepts = true): Promise<{ key: number; cards: number[] }> {
  const { key } = (await tanaka.post("/orders", orderOf(lines))).body;
  const cards = (await read(key)).lines.map((one: any) => one.card.key);
  if (accepts) for (const one of cards) await act(one, "accept");
  return { key, cards };
}
const propose = async (key: number, lines: object[], more: object = {}, person = tanaka) => {
  const made = await person.post(`/orders/${key}/amendments`, { lines, words: "客先の都合", ...more });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.key as number;
};
const proposal = async (key: number, of: number, person = yamada) =>
  (await person.get(`/orders/${key}/amendments/${of}`)).body;
async function answer(key: number, of: number, said: string[], person = yamada) {
  const { seen } = await proposal(key, of, person);
  const answers = said.map((one, index) => ({ item_no: index + 1, answer: one }));
  return person.post(`/orders/${key}/amendments/${of}/answer`, { answers, seen });
}
const agreed = async (key: number, lines: object[], more: object = {}) => {
  const done = await answer(key, await propose(key, lines, more), ["agreed"]);
  expect([done.status, done.body.detail]).toEqual([201, undefined]);
};
const branchOf = async (key: number) => (await work(key)).branches.at(-1).key as number;
const live = async (keys: number[]) =>
  (await Promise.all(keys.map(card))).map((one) => (one.cancelled_time ? "取消" : one.num_items));

test("a proposal of a line that is declined ends by itself, with why; the others stay open", async () => {
  const { key, cards } = await sent([line, { ...line, name: "カバー" }], false);
  const of = await propose(key, [
    { line_no: 1, num_items: "80" },
    { line_no: 2, num_items: "90" },
  ]);
  await act(cards[0]!, "decline", { reason: "設備が故障中" });
  const { items, can_answer } = await proposal(key, of);
  expect(items.map((item: any) => item.state)).toEqual(["closed", "open"]);
  expect(items[0].words).toBe("依頼先が明細を断った（設備が故障中）ため、この変更依頼は終わりました。");
  expect([can_answer, (await read(key)).amending]).toEqual([true, [{ key: of, is_own: true, lines: [2] }]]);
  const both = await answer(key, of, ["agreed", "agreed"]);
  expect([both.status, both.body.detail]).toEqual([409, expect.stringContaining("断られて終わっています")]);
  await act(cards[1]!, "decline", { reason: "設備が故障中" });
  const ended = await proposal(key, of, tanaka);
  expect([ended.can_withdraw, (await read(key)).amending]).toEqual([false, []]);
  expect((await tanaka.post(`/orders/${key}/amendments/${of}/withdraw`)).status).toBe(409);
  expect((await yamada.get(`/cards/${cards[0]}`)).body.card.is_amending).toBe(false);
});

test("a card divided, merged or undivided while its line is being agreed keeps the line's quantity", async () => {
  const { key, cards } = await sent();
  const root = cards[0]!;
  const parts = [{ num_items: "70" }, { num_items: "30", delivery_date: addDays(soon, -2) }];
  const less = await propose(key, [{ line_no: 1, num_items: "60" }]);
  await act(root, "divide", { parts });
  expect((await answer(key, less, ["agreed"])).status).toBe(201);
  const first = await branchOf(root);
  expect(await live([root, first])).toEqual(["60", "取消"]);
  expect((await read(key)).lines[0]).toMatchObject({ num_items: "60", now: { num_items: "60" } });

  await act(root, "divide", { parts: [{ num_items: "40" }, { num_items: "20" }] });
  const second = await branchOf(root);
  const more = await propose(key, [{ line_no: 1, num_items: "90", delivery_date: addDays(soon, 5) }], {
    cause: "buyer",
  });
  await act(root, "merge", { cards: [{ key: second, version: (await card(second)).version }] });
  expect((await answer(key, more, ["agreed"])).status).toBe(201);
  expect(await live([root, second])).toEqual(["90", "取消"]);
  expect((await read(key)).lines[0].now).toMatchObject({
    num_items: "90",
    delivery_dates: [addDays(soon, 5)],
    changes: [],
  });

  await act(root, "divide", { parts: [{ num_items: "50" }, { num_items: "40" }] });
  const dear = await propose(key, [{ line_no: 1, unit_price: "250" }]);
  await act(root, "undivide");
  expect((await answer(key, dear, ["agreed"])).status).toBe(201);
  const { lines, price } = await read(key);
  expect([lines[0].now.num_items, lines[0].unit_price, price]).toEqual(["90", "250", 22500]);

  await act(root, "divide", { parts: [{ num_items: "50" }, { num_items: "40" }] });
  const all = await propose(key, [{ line_no: 1, deed: "cancel" }]);
  const [one, other] = await Promise.all([
    answer(key, all, ["agreed"]),
    yamada.post(`/cards/${root}/undivide`, { version: (await card(root)).version }),
  ]);
  expect([201, 409]).toContain(other.status);
  if (one.status === 409) expect((await answer(key, all, ["agreed"])).status).toBe(201);
  expect((await read(key)).lines[0].now).toMatchObject({ is_off: true, num_items: "0" });
});

test("a line whose first card is taken back stands by the one that lives", async () => {
  const { key, cards } = await sent();
  const root = cards[0]!;
  await act(root, "divide", { parts: [{ num_items: "90" }, { num_items: "10" }] });
  const branch = await branchOf(root);
  await act(branch, "ship", { num_good: "10", uncounted: true });
  await agreed(key, [{ line_no: 1, num_items: "10" }]);
  expect(await live([root, branch])).toEqual(["取消", "10"]);
  const { card: stands, now } = (await read(key)).lines[0];
  expect([stands.key, stands.cancelled_time, now.num_items]).toEqual([branch, null, "10"]);
});

test("parts follow the quantity that is agreed (D10); what is made of them stays, and they go with their line", async () => {
  const { key, cards } = await sent();
  const root = cards[0]!;
  await act(root, "parts", {
    parts: [
      { name: "ねじ", per_parent: "4", order_unit: "piece" },
      { name: "塗料", per_parent: "0.125", order_unit: "kg" },
    ],
  });
  await act(root, "parts", { parts: [{ name: "板", per_parent: "0.333", order_unit: "piece" }] });
  const parts = async () => (await work(root)).parts.map((one: any) => [one.name, one.num_items]);
  const first = await parts();
  expect(first[2]).toEqual(["板", "34"]);
  for (const num_items of ["7", "101", "1", "100"]) await agreed(key, [{ line_no: 1, num_items }]);
  expect(await parts()).toEqual(first);
  const keys = (await work(root)).parts.map((one: any) => one.key as number);
  await agreed(key, [{ line_no: 1, num_items: "150" }]);
  expect(await parts()).toEqual([
    ["ねじ", "600"],
    ["塗料", "18.75"],
    ["板", "50"],
  ]);
  await agreed(key, [{ line_no: 1, num_items: "81" }]);
  expect(await parts()).toEqual([
    ["ねじ", "324"],
    ["塗料", "10.125"],
    ["板", "27"],
  ]);
  await act(keys[0]!, "count", { num_good: "300", num_defective: "0", num_partial: "0" });
  await agreed(key, [{ line_no: 1, num_items: "50" }]);
  expect(await parts()).toEqual([
    ["ねじ", "300"],
    ["塗料", "6.25"],
    ["板", "17"],
  ]);
  await act(root, "divide", { parts: [{ num_items: "30" }, { num_items: "20" }] });
  await agreed(key, [{ line_no: 1, num_items: "30" }]);
  const branch = await branchOf(root);
  const below = (await work(branch)).parts.map((one: any) => one.key as number);
  expect((await live([branch, ...below])).every((one) => one === "取消")).toBe(true);
  await agreed(key, [{ line_no: 1, deed: "cancel" }]);
  expect(await live([root, keys[1]!])).toEqual(["取消", "取消"]);
  expect((await card(keys[0]!)).num_items).toBe("300");
});
