import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { allocationLines } from "./allocation.log";
import { shareOut } from "./queue";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person;
let last: number, ready: number;
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  yamada = await t.as("admin@yamada.example");
  tanaka = await t.as("admin@tanaka.example");
  const { rows } = await owner.query(
    "select group_id, role from process where company_id = 'yamada' and is_active order by sort",
  );
  last = rows.findLast((row) => ["work", "inspect", "outsource"].includes(row.role)).group_id;
  ready = rows.find((row) => row.role === "ready").group_id;
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

async function product(code: string, num: string, more: object = {}): Promise<number> {
  const made = await yamada.post("/products", {
    code,
    name: `引当品 ${code}`,
    order_unit: "piece",
    unit: "piece",
    buyer_id: "tanaka",
    is_stock: true,
    ...more,
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const { product_id } = made.body;
  const move = { kind: "in", num, effective_date: DAY };
  if (num !== "0") expect((await yamada.post(`/inventory/${product_id}/moves`, move)).status).toBe(201);
  return product_id;
}
async function card(product_id: number, num_items: string, more: object = {}) {
  const body = { buyer_id: "tanaka", product_id, num_items, delivery_date: DAY, group_id: last, ...more };
  const made = await yamada.post("/cards", body);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body as { key: number; id: string; version: number };
}
async function request(product_id: number, num_items: string) {
  const lines = [
    {
      product_id,
      name: "引当品",
      order_unit: "piece",
      unit: "piece",
      num_items,
      unit_price: "100",
      delivery_date: DAY,
    },
  ];
  const body = { seller_id: "yamada", order_date: DAY, destination: "第三工場", inspection_days: 7, lines };
  const made = await tanaka.post("/orders", body);
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const { rows } = await owner.query(
    "select key::int, version from card where product_id = $1 order by key desc limit 1",
    [product_id],
  );
  return rows[0] as { key: number; version: number };
}
const stockOf = async (id: number) => (await yamada.get(`/inventory/${id}`)).body;
const heldBy = async (key: number) => (await yamada.get(`/cards/${key}/stock`)).body;
const lotsAt = async (id: number) =>
  (
    await owner.query(
      "select id, num_items::float, group_id from card where product_id = $1 and cancelled_time is null order by key",
      [id],
    )
  ).rows;
const noticesOf = async (path: string) =>
  (await owner.query("select text from notice where path = $1 order by key", [path])).rows.map(
    (row) => row.text as string,
  );

test("the suggestion: 納期, then 特急, then the number of the card, never more than is free", () => {
  const row = (card_id: string, lacking: string, delivery_date: string | null, is_urgent = false) => ({
    card_id,
    lacking,
    delivery_date,
    is_urgent,
    product_id: 1,
  });
  const rows = [
    row("10", "5", "2026-12-01"),
    row("9", "5", "2026-12-01"),
    row("11", "5", "2026-12-01", true),
    row("2", "50", null),
    row("3", "4", "2026-11-30"),
  ];
  const shared = shareOut(rows, new Map([[1, "11.5"]]));
  expect(shared.map((one) => [one.card_id, one.suggest])).toEqual([
    ["3", "4"],
    ["11", "5"],
    ["9", "2.5"],
    ["10", "0"],
    ["2", "0"],
  ]);
});

test("承諾 from stock: the part stands at 出荷待ち; too late, and the request stays unanswered", async () => {
  const id = await product("A-1", "30");
  const asked = await request(id, "50");
  expect(await noticesOf(`/task/${asked.key}`)).toEqual([
    expect.stringContaining("A-1 引当品 A-1 50個に、在庫が 20個足りません（引き当てできる数 30個）"),
  ]);
  expect(await noticesOf(`/task/${(await request(id, "5")).key}`)).toEqual([]);
  const late = await yamada.post(`/cards/${asked.key}/allocation/accept`, {
    version: asked.version,
    from_stock: "all",
  });
  expect([late.status, late.body.errors.num_from_stock]).toEqual([
    409,
    ["残り 30個 になりました。30個を引き当てますか"],
  ]);
  const { rows } = await owner.query("select answer, version from card where key = $1", [asked.key]);
  expect(rows).toEqual([{ answer: "waiting", version: asked.version }]);
  const done = await yamada.post(`/cards/${asked.key}/allocation/accept`, {
    version: asked.version,
    from_stock: "part",
    num_from_stock: "30",
  });
  expect(done.status).toBe(201);
  expect(await lotsAt(id)).toMatchObject([
    { num_items: 20 },
    { num_items: 5 },
    { num_items: 30, group_id: ready },
  ]);
  expect(await stockOf(id)).toMatchObject({ num: "30", num_allocated: "30", free: "0" });
  const seen = await tanaka.get(`/cards/${asked.key}`);
  expect([seen.status, JSON.stringify(seen.body.log).includes("在庫")]).toEqual([200, false]);
});

test("a card given all it needs from stock is set at 出荷待ち; part of it is set apart", async () => {
  const id = await product("A-2", "12");
  const [one, other] = [await card(id, "8"), await card(id, "8")];
  const whole = await yamada.post(`/cards/${one.key}/allocation`, { ready: true });
  expect([whole.status, whole.body]).toMatchObject([201, { num: "8", free: "4" }]);
  const part = await yamada.post(`/cards/${other.key}/allocation`, { ready: true });
  expect([part.status, part.body]).toMatchObject([201, { num: "4", free: "0" }]);
  expect(await lotsAt(id)).toMatchObject([
    { num_items: 8, group_id: ready },
    { num_items: 4, group_id: last },
    { num_items: 4, group_id: ready },
  ]);
  expect((await yamada.post(`/cards/${other.key}/allocation`, { ready: true })).status).toBe(409);
});

test("まとめて引当: shown before, told for each, taken back at once; what shipped since stays", async () => {
  const id = await product("A-3", "25");
  const cards = [await card(id, "10"), await card(id, "10", { is_urgent: true }), await card(id, "10")];
  const keys = cards.map(({ key }) => `keys=${key}`).join("&");
  const shown = (await yamada.get(`/inventory/waiting?${keys}`)).body.items;
  const suggested = (key: number) => shown.find((row: { card_key: number }) => row.card_key === key).suggest;
  expect(cards.map(({ key }) => suggested(key))).toEqual(["10", "10", "5"]);
  const asked = cards.map((one) => ({ key: one.key, version: one.version, num: "10" }));
  const all = await yamada.post("/inventory/allocations", {
    cards: [...asked, { key: 999_999_999, version: 1, num: "1" }],
  });
  expect([all.status, all.body]).toMatchObject([201, { num_done: 2, num_failed: 2 }]);
  expect(all.body.items.map((row: { detail: string | null }) => row.detail)).toEqual([
    null,
    null,
    "残り 5個 になりました。5個を引き当てますか。",
    "カードが見つかりません。",
  ]);
  const allocations = all.body.items.flatMap((row: { allocation: number | null }) => row.allocation ?? []);
  const [first] = cards;
  const { version } = (await yamada.get(`/cards/${first!.key}`)).body.card;
  const ship = { version, num_good: "10", uncounted: true };
  expect((await yamada.post(`/cards/${first!.key}/ship`, ship)).status).toBe(201);
  const back = await yamada.post("/inventory/allocations/undo", { allocations });
  expect([back.status, back.body]).toMatchObject([201, { num_done: 1, num_failed: 1 }]);
  expect(await stockOf(id)).toMatchObject({ num: "15", num_allocated: "0", free: "15" });
  expect((await heldBy(first!.key)).shipped).toBe("10");
  const listed = (await yamada.get("/shipped")).body.items;
  expect(listed.find((row: { key: number }) => row.key === first!.key).from_stock).toBe("10個");
  expect((await yamada.post("/inventory/allocations/undo", { allocations })).body.num_done).toBe(0);
});

test("元に戻す of 在庫から出す of which half has shipped gives back the rest, on whatever branch it stands", async () => {
  const id = await product("A-31", "20");
  const [one, other] = [await card(id, "10"), await card(id, "4")];
  const cards = [{ key: one.key, version: one.version, num: "10" }];
  const { allocation } = (await yamada.post("/inventory/allocations", { cards })).body.items[0];
  const ship = { version: one.version, num_good: "6", uncounted: true, shortage: "divide" };
  expect((await yamada.post(`/cards/${one.key}/ship`, ship)).status).toBe(201);
  expect(await stockOf(id)).toMatchObject({ num: "14", num_allocated: "4" });
  const undo = () => yamada.post("/inventory/allocations/undo", { allocations: [allocation] });
  const back = await undo();
  expect([back.status, back.body]).toMatchObject([
    201,
    {
      num_done: 1,
      items: [{ num: "4", detail: null, note: "出荷した 6 はそのまま、残り 4 を元に戻しました" }],
    },
  ]);
  expect(await stockOf(id)).toMatchObject({ num: "14", num_allocated: "0" });
  expect((await undo()).body.items[0].detail).toContain("出荷したため、解除できません");
  const again = await yamada.post("/inventory/allocations", {
    cards: [{ key: other.key, version: other.version, num: "4" }],
  });
  const third = await card(id, "2");
  const key = again.body.items[0].allocation;
  await yamada.post(`/inventory/allocations/${key}/yield`, { card: third.id, num: "2" });
  const rest = await yamada.post("/inventory/allocations/undo", { allocations: [key] });
  expect(rest.body.items).toMatchObject([{ num: "2", note: null }]);
  expect((await heldBy(third.key)).allocated).toBe("2");
});

test("譲る: both cards keep who gave what; a card that has enough is not offered", async () => {
  const id = await product("A-4", "10");
  const [one, other] = [await card(id, "10"), await card(id, "6")];
  await yamada.post(`/cards/${one.key}/allocation`, {});
  const [held] = (await heldBy(one.key)).allocations;
  const offered = async () =>
    (await yamada.get(`/inventory/waiting?product_id=${id}`)).body.items.map(
      (row: { card_id: string; lacking: string }) => `${row.card_id} ${row.lacking}`,
    );
  expect(await offered()).toEqual([`${other.id} 6`]);
  const given = await yamada.post(`/inventory/allocations/${held.key}/yield`, { card: other.id, num: "6" });
  expect(given.status).toBe(201);
  expect(await offered()).toEqual([`${one.id} 6`]);
  const reason = `カード ${one.id} から ${other.id} へ譲渡`;
  expect((await heldBy(one.key)).allocations).toMatchObject([
    { num: "4", state: "open", reason: null },
    { num: "6", state: "released", reason },
  ]);
  expect((await heldBy(other.key)).allocations).toMatchObject([{ num: "6", state: "open", reason }]);
  expect(allocationLines(await heldBy(one.key))).toMatchObject([
    { kind: "引当", to: "10個", note: "" },
    { kind: "引当を譲る", to: "6個", note: reason, who: expect.any(String) },
  ]);
  const { items } = (await tanaka.get("/inventory/waiting")).body;
  expect(items).toBeUndefined();
});

test("however many cards of a product were shipped before, what waits for stock is offered", async () => {
  const id = await product("A-5W", "10");
  const { key } = await card(id, "6", { delivery_date: "2025-01-06" });
  // As they are counted nowhere, they go as they came.
  const uncounted = async (text: string) => {
    await owner.query(
      `set session_replication_role = replica; ${text}; set session_replication_role = origin`,
    );
  };
  await uncounted(
    `insert into card overriding system value select (jsonb_populate_record(c, jsonb_build_object('key', 700000 + n, 'id', c.id || '-' || n,
      'search_key', 'gone' || n, 'group_id', 99, 'status', '出荷済み', 'shipped_time', now(), 'delivery_date', '2025-01-05'))).*
      from card c, generate_series(1, 301) n where c.key = ${key}`,
  );
  const waiting = await card(id, "6");
  const { items } = (await yamada.get(`/inventory/waiting?product_id=${id}`)).body;
  await uncounted("delete from card where key between 700001 and 700301");
  expect(items.map(({ card_key }: { card_key: number }) => card_key)).toEqual([key, waiting.key]);
});

async function parent(code: string, part: number, is_stock = false): Promise<number> {
  const id = await product(code, "0", { is_stock });
  const made = await yamada.put(`/products/${id}/parts`, {
    version: (await yamada.get(`/products/${id}`)).body.product.version,
    parts: [{ part_id: part, per_parent: "2" }],
  });
  expect([made.status, made.body.errors]).toEqual([200, undefined]);
  return id;
}
async function act(key: number, what: string, body: object = {}) {
  const { version } = (await yamada.get(`/cards/${key}`)).body.card;
  return yamada.post(`/cards/${key}/${what}`, { version, ...body });
}
const movesOf = async (id: number) =>
  (await yamada.get(`/inventory/${id}/moves`)).body.items
    .map((row: { kind: string; num: string; reason: string | null }) =>
      [row.kind, row.num, row.reason].filter(Boolean).join(" "),
    )
    .reverse();

test("parts: told before the work, taken though they are not there, told once; the undo takes back just these", async () => {
  const part = await product("A-5P", "15");
  const made = await card(await parent("A-5", part), "10");
  const shortages = async () => (await yamada.get(`/cards/${made.key}/shortages`)).body;
  expect(await shortages()).toMatchObject({ items: [{ needed: "20", short: "5" }], negative: [] });
  const no = await act(made.key, "finish", { num_good: "10", next: "stay", parts_used: `${part}:x` });
  expect(no.status).toBe(422);
  const finished = await act(made.key, "finish", { num_good: "10", next: "stay", parts_used: `${part}:23` });
  expect([finished.status, finished.body.detail]).toEqual([201, undefined]);
  expect(await movesOf(part)).toEqual(["in 15", "out -20", "adjust -3 over_use"]);
  expect(await shortages()).toMatchObject({ items: [], parts: [], negative: [{ num: "-8" }] });
  expect(await noticesOf(`/inventory/${part}`)).toEqual([
    expect.stringContaining(`-8個 になりました（カード ${made.id}）`),
  ]);
  expect((await act(made.key, "undo")).status).toBe(201);
  expect(await stockOf(part)).toMatchObject({ num: "15" });
  expect((await movesOf(part)).slice(3).sort()).toEqual(["reverse 20", "reverse 3"]);
  const saved = await act(made.key, "finish", { num_good: "10", next: "stay", parts_used: `${part}:14` });
  expect(saved.status).toBe(201);
  expect((await movesOf(part)).slice(-2)).toEqual(["out -20", "adjust 6 saving"]);
  const other = await card(await parent("A-6", part), "1");
  const wrong = await act(other.key, "finish", { num_good: "1", next: "stay", parts_used: "999999999:1" });
  expect([wrong.status, wrong.body.errors.parts_used]).toMatchObject([422, [expect.any(String)]]);
});

test("what comes out of stock takes no parts: they were taken when it was made for the stock", async () => {
  const part = await product("A-7P", "400");
  const id = await parent("A-7", part, true);
  const done = async (key: number, what: string, body: object = {}) => {
    const answer = await act(key, what, body);
    expect([what, answer.status, answer.body.detail]).toEqual([what, 201, undefined]);
  };
  const parts = async () => {
    const { num, num_parts } = await stockOf(part);
    return [num, num_parts];
  };
  const filled = await card(id, "100", { buyer_id: "shohin-zaiko" });
  await done(filled.key, "ship", { num_good: "100", uncounted: true });
  expect([await parts(), (await stockOf(id)).num]).toEqual([["200", "0"], "100"]);

  const kept = await card(id, "50");
  expect((await yamada.post(`/cards/${kept.key}/allocation`, { ready: true })).status).toBe(201);
  expect((await yamada.get(`/cards/${kept.key}/shortages`)).body).toMatchObject({ items: [], parts: [] });
  const ship = { num_good: "50", uncounted: true };
  await done(kept.key, "ship", ship);
  expect([await parts(), (await stockOf(id)).num]).toEqual([["200", "0"], "50"]);
  await done(kept.key, "unship");
  await done(kept.key, "ship", { num_good: "50" });
  expect((await movesOf(part)).length).toBe(2);

  const both = await card(id, "100");
  await done(both.key, "start");
  expect(await parts()).toEqual(["200", "200"]);
  expect((await yamada.post(`/cards/${both.key}/allocation`, {})).body.num).toBe("50");
  expect(await parts()).toEqual(["200", "100"]);
  const needed = (await yamada.get(`/cards/${both.key}/shortages`)).body.parts;
  expect(needed).toEqual([expect.objectContaining({ needed: "100" })]);
  await done(both.key, "finish", { num_good: "100", next: "stay" });
  expect(await parts()).toEqual(["100", "0"]);
  await done(both.key, "undo");
  expect(await parts()).toEqual(["200", "100"]);
  expect((await yamada.post(`/cards/${both.key}/allocation/release`, {})).status).toBe(201);
  expect(await parts()).toEqual(["200", "200"]);
});

const none = { num_good: "0", num_defective: "0", num_partial: "0" };
test("what stands at 出荷待ち only for its 引当 goes back when that is given up, handed over or undone", async () => {
  const id = await product("A-8", "60");
  const cardOf = async (key: number) => (await yamada.get(`/cards/${key}`)).body.card;
  const fromStock = async (much: string) => {
    const one = await card(id, much);
    expect((await yamada.post(`/cards/${one.key}/allocation`, { ready: true })).status).toBe(201);
    expect((await cardOf(one.key)).group_id).toBe(ready);
    return one;
  };
  const whole = await fromStock("10");
  const given = await yamada.post(`/cards/${whole.key}/allocation/release`, {});
  expect([given.status, typeof given.body.back]).toEqual([201, "string"]);
  expect((await cardOf(whole.key)).group_id).toBe(last);

  const [one, other] = [await fromStock("10"), await card(id, "6")];
  const [held] = (await heldBy(one.key)).allocations;
  const yielded = await yamada.post(`/inventory/allocations/${held.key}/yield`, { card: other.id });
  expect([yielded.status, yielded.body.num]).toEqual([201, "6"]);
  expect((await cardOf(one.key)).num_items).toBe("4");
  const { rows } = await owner.query("select num_items::float, group_id from card where parent_id = $1", [
    one.id,
  ]);
  expect(rows).toEqual([{ num_items: 6, group_id: last }]);

  const again = await fromStock("10");
  const ship = { num_good: "10", uncounted: true };
  for (const [what, body] of [
    ["count", { ...none, num_good: "10" }],
    ["ship", ship],
    ["unship", {}],
  ] as const)
    expect((await act(again.key, what, body)).status).toBe(201);
  expect((await yamada.post(`/cards/${again.key}/allocation/release`, {})).status).toBe(201);
  const put = await cardOf(again.key);
  expect([put.group_id === ready, put.num_good]).toEqual([false, "0"]);

  const raced = await fromStock("10");
  const { num } = await stockOf(id);
  const { version } = await cardOf(raced.key);
  const both = await Promise.all([
    yamada.post(`/cards/${raced.key}/allocation/release`, { num: "2" }),
    yamada.post(`/cards/${raced.key}/ship`, { version, ...ship }),
  ]);
  expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
  const left = both[1].status === 201 ? 10 : 0;
  expect(Number(num) - Number((await stockOf(id)).num)).toBe(left);

  const made = await card(id, "5");
  expect((await act(made.key, "move", { group_id: ready })).status).toBe(201);
  expect((await yamada.post(`/cards/${made.key}/allocation`, {})).status).toBe(201);
  expect((await yamada.post(`/cards/${made.key}/allocation/release`, {})).body.back).toBeNull();
  expect((await cardOf(made.key)).group_id).toBe(ready);
});

test("what a card holds is given back though the product is kept in no stock any more; nothing more is taken", async () => {
  const id = await product("A-40", "30");
  const one = await card(id, "20");
  const allocation = `/cards/${one.key}/allocation`;
  expect((await yamada.post(allocation, { num: "12" })).status).toBe(201);
  const before = (await yamada.get(`/products/${id}`)).body;
  const { version, name, code } = before.product ?? before;
  const basics = { version, name, code, order_unit: "piece", unit: "piece", buyer_id: "tanaka" };
  expect((await yamada.put(`/products/${id}`, { ...basics, is_stock: false })).status).toBe(200);
  expect(await heldBy(one.key)).toMatchObject({ allocated: "12", stock: { is_managed: false } });
  expect((await yamada.post(allocation, { num: "1" })).status).toBe(409);
  const given = await yamada.post(`${allocation}/release`, {});
  expect([given.status, given.body.num]).toEqual([201, "0"]);
  expect(await heldBy(one.key)).toMatchObject({ allocated: "0", stock: null });
  expect(await stockOf(id)).toMatchObject({ num: "30", num_allocated: "0" });
});

test("引当 is for what is neither good nor allocated", async () => {
  const id = await product("A-9", "60");
  const one = await card(id, "10");
  expect((await act(one.key, "count", { ...none, num_good: "7" })).status).toBe(201);
  expect((await heldBy(one.key)).lacking).toBe("3");
  const [row] = (await yamada.get(`/inventory/waiting?product_id=${id}`)).body.items;
  expect(row).toMatchObject({ lacking: "3", suggest: "3" });
  const wrong = await yamada.post(`/cards/${one.key}/allocation`, { num: "4" });
  expect([wrong.status, wrong.body.errors.num]).toEqual([422, [expect.stringContaining("あと 3個")]]);
  expect((await yamada.post(`/cards/${one.key}/allocation`, {})).body.num).toBe("3");
  expect((await act(one.key, "ship", { num_good: "10", uncounted: true })).status).toBe(201);
  expect((await stockOf(id)).num).toBe("57");
});

test("a 引当 that is not there any more is told on its card, the board and the lists, before it ships", async () => {
  const id = await product("A-OVER", "30");
  const next = { delivery_date: new Date(Date.parse(DAY) + 3 * 86_400_000).toISOString().slice(0, 10) };
  const [late, first] = [await card(id, "10", next), await card(id, "20")];
  for (const { key } of [first, late])
    expect((await yamada.post(`/cards/${key}/allocation`, {})).status).toBe(201);
  const told = async (key: number) => (await yamada.get(`/cards/${key}/shortages`)).body.over;
  expect(await told(late.key)).toEqual([]);
  const six = { num: "6", effective_date: DAY };
  const out = { ...six, kind: "out", reason: "other", seen: "24" };
  expect((await yamada.post(`/inventory/${id}/moves`, out)).status).toBe(201);
  expect(await told(first.key)).toEqual([]);
  expect(await told(late.key)).toMatchObject([{ num: "24", allocated: "10", short: "6" }]);
  const { body } = await yamada.get(`/inventory/shortages?keys=${first.key}&keys=${late.key}`);
  expect(body.items).toEqual([
    { card_key: late.key, card_id: expect.any(String), text: expect.stringContaining("6個足りません") },
  ]);
  const isOver = async (person = yamada) =>
    (await person.get("/cards?size=200")).body.items
      .filter((row: { is_over: boolean }) => row.is_over)
      .map((row: { key: number }) => row.key);
  expect(await isOver()).toEqual([late.key]);
  expect((await yamada.post(`/inventory/${id}/moves`, { ...six, kind: "in" })).status).toBe(201);
  expect(await told(late.key)).toEqual([]);
});
