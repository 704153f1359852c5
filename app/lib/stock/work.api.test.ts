import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { preview } from "~/lib/import/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let yamada: Person;
let last: number, ready: number, reason_id: number;
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  yamada = await t.as("admin@yamada.example");
  const { rows } = await owner.query(
    "select group_id, role from process where company_id = 'yamada' and is_active order by sort",
  );
  last = rows.findLast((row) => ["work", "inspect", "outsource"].includes(row.role)).group_id;
  ready = rows.find((row) => row.role === "ready").group_id;
  const defect = await owner.query(
    "select reason_id::int from reason where company_id = 'yamada' and kind = 'defect' limit 1",
  );
  reason_id = defect.rows[0].reason_id;
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
async function card(product_id: number, num_items: string, more: object = {}) {
  const made = await yamada.post("/cards", {
    buyer_id: "shohin-zaiko",
    product_id,
    num_items,
    delivery_date: DAY,
    group_id: last,
    ...more,
  });
  expect([made.status, made.body]).toMatchObject([201, {}]);
  return made.body as { key: number; id: string };
}
async function act(key: number, what: string, body: object = {}) {
  const { version } =
    (await yamada.get(`/cards/${key}`)).body.card ?? (await yamada.get(`/cards/${key}`)).body;
  return yamada.post(`/cards/${key}/${what}`, { version, ...body });
}
const done = async (key: number, what: string, body: object = {}) => {
  const answer = await act(key, what, body);
  expect([what, answer.status, answer.body.detail]).toEqual([what, 201, undefined]);
  return answer.body;
};
const stockOf = async (id: number) => (await yamada.get(`/inventory/${id}`)).body;
const put = async (id: number, num: string) =>
  expect((await yamada.post(`/inventory/${id}/moves`, { kind: "in", num, effective_date: DAY })).status).toBe(
    201,
  );
const movesOf = async (id: number) =>
  (await yamada.get(`/inventory/${id}/moves`)).body.items
    .map((row: { kind: string; num: string }) => `${row.kind} ${row.num}`)
    .reverse();

test("a card of a stock that ships comes into stock with its good pieces, and goes with 出荷取消 and 元に戻す", async () => {
  const id = await product("W-1");
  const { key } = await card(id, "50");
  expect(await stockOf(id)).toMatchObject({ num: "0", num_arriving: "50" });
  await done(key, "ship", { num_good: "40", uncounted: true, shortage: "close", reason: "打切" });
  expect(await stockOf(id)).toMatchObject({ num: "40", num_arriving: "0", last_in_date: DAY });
  await done(key, "unship");
  expect(await stockOf(id)).toMatchObject({ num: "0", num_arriving: "50", last_in_date: null });
  await done(key, "undo");
  expect((await stockOf(id)).num).toBe("40");
  await done(key, "unship");
  expect(await movesOf(id)).toEqual(["in 40", "reverse -40", "in 40", "reverse -40"]);
  await done(key, "ship", { num_good: "40", uncounted: true, shortage: "close", reason: "打切" });
  await owner.query("update stock set last_inventory_time = now() where product_id = $1", [id]);
  const kept = await act(key, "unship");
  expect([kept.status, kept.body.detail]).toEqual([409, expect.stringContaining("棚卸より前の動き")]);
});

test("バックフラッシュ: 2 each, 95 good and 5 defective take 200; the undo gives them back; dividing changes nothing", async () => {
  const [parent, part, sheet] = [await product("W-2"), await product("W-3"), await product("W-4")];
  const { version } = (await yamada.get(`/products/${parent}`)).body.product;
  const parts = [
    { part_id: part, per_parent: "2" },
    { part_id: sheet, per_parent: "0.25" },
  ];
  expect((await yamada.put(`/products/${parent}/parts`, { version, parts })).status).toBe(200);
  await put(part, "150");
  await put(sheet, "10");
  const { key } = await card(parent, "100");
  expect(await stockOf(part)).toMatchObject({ num_parts: "0", free: "150" });
  const { body } = await yamada.get(`/cards/${key}/shortages`);
  expect(body).toMatchObject({ items: [{ needed: "200", short: "50" }, { short: "15" }] });
  await done(key, "start");
  expect(await stockOf(part)).toMatchObject({ num_parts: "200", free: "0", effective: "-50" });
  expect((await yamada.get(`/cards/${key}/shortages`)).body).toEqual(body);
  await done(key, "finish", { num_good: "95", num_defective: "5", reason_id, next: "stay" });
  expect(await stockOf(part)).toMatchObject({ num: "-50", num_parts: "0" });
  expect((await stockOf(sheet)).num).toBe("-15");
  await done(key, "undo");
  expect(await stockOf(part)).toMatchObject({ num: "150" });
  expect(await movesOf(sheet)).toEqual(["in 10", "out -25", "reverse 25"]);
  await done(key, "finish", { num_good: "6", next: "stay", shortage: "divide" });
  expect((await movesOf(sheet)).slice(3)).toEqual(["out -2"]);
  const branch = (
    await owner.query("select key::int from card where parent_id = (select id from card where key = $1)", [
      key,
    ])
  ).rows[0].key;
  await done(branch, "finish", { num_good: "6", next: "stay", shortage: "divide" });
  expect((await movesOf(sheet)).slice(3)).toEqual(["out -2", "out -1"]);
});

test("parts with a card of their own for the parent are not taken out of stock", async () => {
  const [parent, part] = [await product("W-5"), await product("W-6")];
  const { version } = (await yamada.get(`/products/${parent}`)).body.product;
  await yamada.put(`/products/${parent}/parts`, { version, parts: [{ part_id: part, per_parent: "1" }] });
  const { key } = await card(parent, "10");
  await done(key, "parts", { parts: [{ product_id: part, per_parent: "1" }] });
  await done(key, "start", { override: true, reason: "部品は後から" });
  expect((await stockOf(part)).num_parts).toBe("0");
  await done(key, "finish", { num_good: "10", next: "stay" });
  expect(await movesOf(part)).toEqual([]);
  expect((await stockOf(part)).num_arriving).toBe("0");
});

test("a part whose own card is cancelled is taken with the next count, not with 出荷, 出荷取消 and 元に戻す", async () => {
  const [parent, part] = [await product("W-95"), await product("W-96")];
  const { version } = (await yamada.get(`/products/${parent}`)).body.product;
  await yamada.put(`/products/${parent}/parts`, { version, parts: [{ part_id: part, per_parent: "2" }] });
  const { key } = await card(parent, "6");
  await done(key, "parts", { parts: [{ product_id: part, per_parent: "2" }] });
  await done(key, "start", { override: true, reason: "部品は後から" });
  await done(key, "finish", { num_good: "6", next: "stay" });
  const { rows } = await owner.query(
    "select key::int from card where task_type = 'part' and parent_id = (select id from card where key = $1)",
    [key],
  );
  await done(key, "ship", { num_good: "6" });
  await done(rows[0].key, "cancel", { reason: "在庫の部品を使う" });
  for (const what of ["unship", "undo", "unship", "ship", "undo"]) {
    await done(key, what, what === "ship" ? { num_good: "6" } : {});
    expect([what, await movesOf(part)]).toEqual([what, []]);
  }
  await done(key, "count", { num_good: "5", num_defective: "0", num_partial: "0" });
  expect(await movesOf(part)).toEqual(["out -10"]);
});

const allocate = (key: number, body: object = {}) => yamada.post(`/cards/${key}/allocation`, body);
const openOf = async (id: number) =>
  (
    await owner.query(
      "select c.id, a.num::float, a.state from stock_allocation a join card c on c.key = a.card_key where a.product_id = $1 and state <> 'released' order by a.key",
      [id],
    )
  ).rows.map((row) => `${row.id} ${row.num} ${row.state}`);
const theirs = { buyer_id: "tanaka", price: undefined };

test("引当: what is free, no more; it ships with its card, splits and comes back with it", async () => {
  const id = await product("W-7", { buyer_id: "tanaka" });
  await put(id, "100");
  const one = await card(id, "80", theirs);
  const other = await card(id, "50", theirs);
  expect((await allocate(one.key)).body).toMatchObject({ num: "80", free: "20" });
  const lost = await allocate(other.key, { num: "50" });
  expect([lost.status, lost.body.errors.num[0]]).toEqual([
    409,
    expect.stringContaining("残り 20個 になりました。20個を引き当てますか"),
  ]);
  expect((await allocate(other.key)).body).toMatchObject({ num: "20", free: "0" });
  expect(await stockOf(id)).toMatchObject({ num: "100", num_shipping: "100", effective: "0" });
  await done(one.key, "divide", { parts: [{ num_items: "50" }, { num_items: "30" }] });
  expect((await openOf(id)).sort()).toEqual(
    [`${one.id} 50 open`, `${one.id}-1 30 open`, `${other.id} 20 open`].sort(),
  );
  await done(one.key, "ship", { num_good: "40", uncounted: true, shortage: "divide" });
  expect((await openOf(id)).sort()).toEqual(
    [`${one.id} 40 shipped`, `${one.id}-1 30 open`, `${one.id}-2 10 open`, `${other.id} 20 open`].sort(),
  );
  expect(await stockOf(id)).toMatchObject({ num: "60", num_allocated: "60" });
  await done(one.key, "unship");
  expect(await stockOf(id)).toMatchObject({ num: "100", num_allocated: "100" });
  await done(other.key, "stop", { reason: "取りやめ" });
  expect(await stockOf(id)).toMatchObject({ num_allocated: "80", free: "20" });
});

test("what a card gave up by 中止 or 出荷 is its own again with the undo, as far as it is still there", async () => {
  const id = await product("W-30", { buyer_id: "tanaka" });
  await put(id, "20");
  const { key } = await card(id, "10", theirs);
  expect((await allocate(key, { num: "8" })).status).toBe(201);
  const held = async () => [(await stockOf(id)).num_allocated, (await stockOf(id)).free];
  await done(key, "stop", { reason: "試作の中止" });
  expect(await held()).toEqual(["0", "20"]);
  await done(key, "undo");
  expect(await held()).toEqual(["8", "12"]);
  await done(key, "ship", { num_good: "5", uncounted: true, shortage: "close", reason: "打切" });
  expect(await stockOf(id)).toMatchObject({ num: "15", num_allocated: "0" });
  await done(key, "undo");
  expect(await held()).toEqual(["8", "12"]);
  await done(key, "stop", { reason: "試作の中止" });
  const other = await card(id, "20", theirs);
  expect((await allocate(other.key, { num: "15" })).status).toBe(201);
  await done(key, "undo");
  expect(await held()).toEqual(["20", "0"]);
  const { allocations } = (await yamada.get(`/cards/${key}/stock`)).body;
  expect(allocations.map((row: { num: string; state: string }) => `${row.num} ${row.state}`).sort()).toEqual([
    "2 open",
    "3 open",
    "3 released",
  ]);
  const told = await owner.query("select text from notice where path = $1", [`/task/${key}/stock`]);
  expect(told.rows).toEqual([{ text: expect.stringContaining("3 だけ戻せませんでした") }]);
});

test("引当 is given up, and handed to another card of the product", async () => {
  const id = await product("W-8", { buyer_id: "tanaka" });
  await put(id, "10");
  const [one, other] = [await card(id, "10", theirs), await card(id, "10", theirs)];
  await allocate(one.key);
  const [held] = (await yamada.get(`/inventory/${id}/shipping`)).body.items;
  expect(held).toMatchObject({ card_id: one.id, num: "10", is_short: false });
  const given = await yamada.post(`/inventory/allocations/${held.key}/yield`, { card: other.id, num: "4" });
  expect(given.status).toBe(201);
  expect(await openOf(id)).toEqual([`${one.id} 6 open`, `${other.id} 4 open`]);
  expect((await yamada.post(`/cards/${one.key}/allocation/release`, {})).status).toBe(201);
  expect(await stockOf(id)).toMatchObject({ num_allocated: "4", free: "6" });
  const out = { kind: "out", num: "8", effective_date: DAY };
  expect((await yamada.post(`/inventory/${id}/moves`, out)).body.errors.seen).toEqual([
    expect.stringContaining(`カード ${other.id} の引当 4個 に 2個 足りなくなります`),
  ]);
  const seen = { ...out, seen: "2", reason: "other" };
  expect((await yamada.post(`/inventory/${id}/moves`, seen)).body.num).toBe("2");
  expect((await yamada.get(`/inventory/${id}/shipping`)).body.items).toMatchObject([
    { num: "4", is_short: true },
  ]);
});

test("of fifty who take the last piece at once, for a card or by hand, one gets it", async () => {
  const id = await product("W-9", { buyer_id: "tanaka" });
  await put(id, "1");
  const cards: { key: number }[] = [];
  while (cards.length < 50) cards.push(await card(id, "1", theirs));
  const all = await Promise.all(cards.map(({ key }) => allocate(key)));
  expect(all.filter((one) => one.status === 201)).toHaveLength(1);
  expect(new Set(all.map((one) => one.status))).toEqual(new Set([201, 409]));
  expect(await stockOf(id)).toMatchObject({ num: "1", num_allocated: "1", free: "0" });
  const out = { kind: "out", num: "1", effective_date: DAY, seen: "0", reason: "other" };
  const taken = await Promise.all(cards.map(() => yamada.post(`/inventory/${id}/moves`, out)));
  expect(taken.filter((one) => one.status === 201)).toHaveLength(1);
  expect(await stockOf(id)).toMatchObject({ num: "0", num_allocated: "1" });
});

/** Whoever asks for what stands in these rows waits at them until `release`. */
async function withStocksHeld(run: (waiting: () => Promise<number>) => Promise<void>, ...ids: number[]) {
  const holder = await t.owner();
  await holder.query("begin");
  await holder.query("select from stock where product_id = any($1) for update", [ids]);
  const waiting = async () => {
    const { rows } = await owner.query(
      "select count(*)::int as num from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0].num as number;
  };
  try {
    await run(waiting);
  } finally {
    await holder.query("commit");
  }
}

test("fifty who wait for the last piece leave others their connections; one gets it, 49 are told what is left", async () => {
  const id = await product("W-91", { buyer_id: "tanaka" });
  await put(id, "1");
  const cards: { key: number }[] = [];
  while (cards.length < 50) cards.push(await card(id, "1", theirs));
  let all: ReturnType<typeof allocate>[] = [];
  await withStocksHeld(async (waiting) => {
    all = cards.map(({ key }) => allocate(key));
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    expect((await stockOf(id)).num).toBe("1");
    expect(await waiting()).toBe(4);
  }, id);
  const told = await Promise.all(all);
  expect(told.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  for (const { status, body } of told)
    if (status === 409) expect(body.errors.num[0]).toContain("残り 0個 になりました");
  expect(await stockOf(id)).toMatchObject({ num_allocated: "1", free: "0" });
});

test("調整 below what is 引当 is asked for once, as 出庫 is, with what would be left", async () => {
  const id = await product("W-93", { buyer_id: "tanaka" });
  await put(id, "10");
  const { key } = await card(id, "8", theirs);
  await allocate(key);
  const adjust = (num: string, more: object = {}) =>
    yamada.post(`/inventory/${id}/moves`, {
      kind: "adjust",
      num,
      effective_date: DAY,
      reason: "broken",
      ...more,
    });
  const asked = await adjust("-5");
  expect([asked.status, asked.body.errors]).toMatchObject([
    422,
    { seen: [expect.stringContaining("の引当 8個 に 3個 足りなくなります")] },
  ]);
  expect((await adjust("-5", { seen: "4" })).status).toBe(422);
  expect((await adjust("-5", { seen: "5" })).body).toMatchObject({ num: "5" });
  expect((await adjust("1")).body).toMatchObject({ num: "6" });
});

test("fewer pieces than are 引当 are asked for, and tell what was given up", async () => {
  const id = await product("W-94", { buyer_id: "tanaka" });
  await put(id, "10");
  const { key } = await card(id, "8", theirs);
  await allocate(key);
  const { version, name, unit } = (await yamada.get(`/cards/${key}`)).body.card;
  const edit = (num_items: string, more: object = {}) =>
    yamada.put(`/cards/${key}`, { version, name, unit, num_items, delivery_date: DAY, ...more });
  const asked = await edit("5");
  const released = "引当 8個 のうち 3個 が解除されます";
  expect([asked.status, asked.body.errors]).toEqual([422, { released: [released] }]);
  expect((await stockOf(id)).num_allocated).toBe("8");
  expect((await edit("6", { released })).body.errors.released[0]).toContain("のうち 2個 が");
  expect((await edit("5", { released })).status).toBe(200);
  expect((await stockOf(id)).num_allocated).toBe("5");
  const { rows } = await owner.query("select text from notice where path = $1", [`/task/${key}/stock`]);
  expect(rows).toEqual([{ text: expect.stringContaining("引当 3 を解除しました") }]);
});

test("出荷取消 waits for who takes what the card brought, and tells what would be left", async () => {
  const id = await product("W-92");
  const { key } = await card(id, "7");
  await done(key, "ship", { num_good: "7", uncounted: true });
  const out = { kind: "out", num: "7", effective_date: DAY };
  let taken = yamada.get(`/inventory/${id}`);
  let back = taken;
  await withStocksHeld(async (waiting) => {
    taken = yamada.post(`/inventory/${id}/moves`, out);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    back = act(key, "unship");
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
  }, id);
  expect((await taken).status).toBe(201);
  const { status, body } = await back;
  expect([status, body.errors]).toMatchObject([422, { seen: [expect.stringContaining("在庫が -7個")] }]);
  expect((await stockOf(id)).num).toBe("0");
});

test("新規依頼 from stock: that part stands at 出荷待ち without work, the rest is made", async () => {
  const id = await product("W-10", { buyer_id: "tanaka" });
  await put(id, "30");
  const asked = { buyer_id: "tanaka", product_id: id, num_items: "50", delivery_date: DAY };
  const made = await yamada.post(`/inventory/${id}/cards`, {
    ...asked,
    from_stock: "part",
    num_from_stock: "30",
  });
  expect(made.status).toBe(201);
  const { rows } = await owner.query(
    "select id, num_items::float, group_id from card where product_id = $1 order by key",
    [id],
  );
  expect(rows).toEqual([
    { id: made.body.id, num_items: 20, group_id: expect.any(Number) },
    { id: `${made.body.id}-1`, num_items: 30, group_id: ready },
  ]);
  expect(await openOf(id)).toEqual([`${made.body.id}-1 30 open`]);
  const late = await yamada.post(`/inventory/${id}/cards`, { ...asked, from_stock: "all" });
  expect([late.status, late.body.errors.num_from_stock]).toEqual([409, [expect.stringContaining("0個")]]);
});

test("補充: MOQ, lot and what comes in time; the card arrives, and nothing more is suggested", async () => {
  const id = await product("W-11", { num_threshold: "50" });
  await put(id, "30");
  const terms = { num_target: "140", moq: "100", lot: "25", lead_days: 5 };
  expect((await yamada.put(`/inventory/${id}`, terms)).status).toBe(200);
  const suggested = async () =>
    (await yamada.get("/inventory/suggestions?kind=product")).body.items.find(
      (row: { product_id: number }) => row.product_id === id,
    );
  expect(await suggested()).toMatchObject({ position: "30", suggest: "125" });
  const items = [{ product_id: id }];
  const both = await Promise.all([0, 1].map(() => yamada.post("/inventory/replenish", { items })));
  expect(both.map((one) => one.status).sort()).toEqual([201, 422]);
  expect(await stockOf(id)).toMatchObject({ num_arriving: "125" });
  expect(await suggested()).toBeUndefined();
});

test("在庫しきい値 is told once for each crossing", async () => {
  const id = await product("W-12", { num_threshold: "5" });
  const out = (num: string) =>
    yamada.post(`/inventory/${id}/moves`, { kind: "out", num, effective_date: DAY });
  const told = async () =>
    (await owner.query("select text from notice where path = $1 order by key", [`/inventory/${id}`])).rows
      .length;
  await put(id, "10");
  expect(await told()).toBe(0);
  await out("6");
  await out("1");
  expect(await told()).toBe(1);
  await put(id, "10");
  await out("9");
  expect(await told()).toBe(2);
});

test("在庫しきい値 is told without a move: 補充 stopped, a threshold raised, a parent started, 引当 given up", async () => {
  const told = async (product_id: number) =>
    (await owner.query("select text from notice where path = $1", [`/inventory/${product_id}`])).rows.length;
  const id = await product("W-20", { num_threshold: "50" });
  const { key } = await card(id, "60");
  expect(await told(id)).toBe(0);
  await done(key, "stop", { reason: "取りやめ" });
  expect(await told(id)).toBe(1);
  await done(key, "undo");
  expect((await yamada.put(`/inventory/${id}`, { num_threshold: "61" })).status).toBe(200);
  expect(await told(id)).toBe(2);
  const part = await product("W-21", { num_threshold: "5" });
  await put(part, "10");
  const { version } = (await yamada.get(`/products/${id}`)).body.product;
  const parts = [{ part_id: part, per_parent: "0.1" }];
  expect((await yamada.put(`/products/${id}/parts`, { version, parts })).status).toBe(200);
  expect(await told(part)).toBe(0);
  await done(key, "start");
  expect(await told(part)).toBe(1);
  await done(key, "undo");
  const kept = await product("W-22", { buyer_id: "tanaka", num_threshold: "5" });
  await put(kept, "10");
  const own = await card(kept, "6", theirs);
  for (const times of [1, 2]) {
    expect((await allocate(own.key)).status).toBe(201);
    expect(await told(kept)).toBe(times);
    expect((await yamada.post(`/cards/${own.key}/allocation/release`, {})).status).toBe(201);
  }
});

test("parts that are taken out of the list come back with the last piece undone; a branch of a stopped card still uses its own", async () => {
  const [parent, part] = [await product("W-13"), await product("W-14", { buyer_id: "buhin-zaiko" })];
  const list = async (parts: object[]) => {
    const { version } = (await yamada.get(`/products/${parent}`)).body.product;
    expect((await yamada.put(`/products/${parent}/parts`, { version, parts })).status).toBe(200);
  };
  await list([{ part_id: part, per_parent: "2" }]);
  const one = await card(parent, "10");
  await done(one.key, "finish", { num_good: "10", next: "stay" });
  await list([]);
  expect((await stockOf(part)).num).toBe("-20");
  await done(one.key, "undo");
  expect((await stockOf(part)).num).toBe("0");
  await list([{ part_id: part, per_parent: "2" }]);
  const other = await card(parent, "10");
  await done(other.key, "divide", { parts: [{ num_items: "6" }, { num_items: "4" }] });
  await done(other.key, "stop", { reason: "取りやめ" });
  const { rows } = await owner.query("select key::int from card where parent_id = $1", [other.id]);
  await done(rows[0].key, "finish", { num_good: "4", next: "stay" });
  expect((await stockOf(part)).num).toBe("-8");
});

test("a product keeps its unit while cards bring it or need it as a part, and once it has moved", async () => {
  const id = await product("W-15", { buyer_id: "tanaka" });
  const open = await card(id, "50");
  const change = async (order_unit: string) => {
    const { version, code, name } = (await yamada.get(`/products/${id}`)).body.product;
    const basics = { version, code, name, is_stock: true, order_unit, unit: order_unit, unit_weight: "0.5" };
    return yamada.put(`/products/${id}`, basics);
  };
  const kept = await change("kg");
  expect([kept.status, kept.body.errors.order_unit[0]]).toEqual([
    422,
    expect.stringContaining(`カード ${open.id} が使っているため、単位は変えられません`),
  ]);
  const parent = await product("W-23");
  const { version } = (await yamada.get(`/products/${parent}`)).body.product;
  const parts = [{ part_id: id, per_parent: "2" }];
  expect((await yamada.put(`/products/${parent}/parts`, { version, parts })).status).toBe(200);
  const started = await card(parent, "5");
  await done(started.key, "start");
  await done(open.key, "stop", { reason: "取りやめ" });
  expect((await change("kg")).body.errors.order_unit[0]).toContain(`カード ${started.id} が`);
  await done(started.key, "undo");
  expect((await change("kg")).status).toBe(200);
  await put(id, "1.5");
  const refused = await change("piece");
  expect([refused.status, refused.body.errors.order_unit[0]]).toEqual([422, expect.stringContaining("単位")]);
});

test("an order that becomes less gives back what its card held, and all of it when it is cancelled", async () => {
  const tanaka = await t.as("admin@tanaka.example");
  const id = await product("W-18", { buyer_id: "tanaka" });
  await put(id, "40");
  const order = await tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: DAY,
    delivery_date: addDays(DAY, 21),
    destination: "第三工場",
    inspection_days: 7,
    lines: [{ product_id: id, name: "在庫品", num_items: "50", unit_price: "10" }],
  });
  expect([order.status, order.body.errors]).toEqual([201, undefined]);
  const { rows } = await owner.query("select key::int from card where order_key = $1", [order.body.key]);
  await done(rows[0].key, "accept");
  expect((await allocate(rows[0].key)).body).toMatchObject({ num: "40", free: "0" });
  const at = `/orders/${order.body.key}/amendments`;
  const agree = async (wish: object) => {
    const lines = [{ line_no: 1, ...wish }];
    const sent = await tanaka.post(at, { lines, words: "都合", made: "keep", wip: "keep", returned: "keep" });
    expect([sent.status, sent.body.detail]).toEqual([201, undefined]);
    const { seen } = (await yamada.get(`${at}/${sent.body.key}`)).body;
    const answers = [{ item_no: 1, answer: "agreed" }];
    const said = await yamada.post(`${at}/${sent.body.key}/answer`, { answers, seen });
    expect([said.status, said.body.detail]).toEqual([201, undefined]);
  };
  await agree({ num_items: "15" });
  expect(await stockOf(id)).toMatchObject({ num: "40", num_allocated: "15", free: "25" });
  await agree({ deed: "cancel" });
  expect(await stockOf(id)).toMatchObject({ num: "40", num_allocated: "0", free: "40" });
});

test("pieces are whole on the floor too, in the same words (decision 069)", async () => {
  const id = await product("W-24", { buyer_id: "tanaka" });
  await put(id, "20");
  const [one, held] = [await card(id, "10", theirs), await card(id, "4", theirs)];
  expect((await allocate(held.key)).status).toBe(201);
  const half = { num: "0.5" };
  const { version, code, name } = (await yamada.get(`/products/${id}`)).body.product;
  const basics = { version, code, name, is_stock: true, order_unit: "piece", unit: "piece" };
  const asked = { buyer_id: "tanaka", product_id: id, num_items: "5", delivery_date: DAY };
  const file = async (kind: string, text: string) => {
    const { status, body } = await preview(t, yamada, kind, text);
    return { status: body.wrong?.length === 1 ? 422 : status, body };
  };
  const shelf = async (more: object) => {
    const items = [{ client_id: crypto.randomUUID(), card: "W-24", ...more }];
    const { body } = await yamada.post("/inventory/scans", { items });
    return { status: body.items[0].result === "done" ? 201 : 422, body: body.items[0] };
  };
  const calls = {
    count: () => act(one.key, "count", { num_good: "0.5", num_defective: "0", num_partial: "0" }),
    finish: () => act(one.key, "finish", { num_good: "0.5", next: "stay" }),
    ship: () => act(one.key, "ship", { num_good: "0.5", uncounted: true, shortage: "divide" }),
    divide: () => act(one.key, "divide", { parts: [{ num_items: "9.5" }, { num_items: "0.5" }] }),
    defect: () => act(one.key, "defect", { ...half, reason_id, treatment: "scrap" }),
    hand: () => yamada.post(`/inventory/${id}/moves`, { ...half, kind: "in", effective_date: DAY }),
    terms: () => yamada.put(`/inventory/${id}`, { num_threshold: "0.5" }),
    thresholds: () =>
      yamada.post("/inventory/thresholds", { items: [{ product_id: id, num_threshold: "0.5" }] }),
    product: () => yamada.put(`/products/${id}`, { ...basics, num_threshold: "0.5" }),
    replenish: () => yamada.post("/inventory/replenish", { items: [{ ...half, product_id: id }] }),
    allocate: () => allocate(one.key, half),
    release: () => yamada.post(`/cards/${held.key}/allocation/release`, half),
    stock: () =>
      yamada.post(`/inventory/${id}/cards`, { ...asked, from_stock: "part", num_from_stock: "0.5" }),
    card: () => yamada.post("/cards", { ...asked, num_items: "0.5" }),
    cardFile: () => file("card", "依頼元,品名,数量\n田中産業機械,軸,0.5"),
    in: () => shelf({ ...half, act: "stock_in" }),
    counted: () => shelf({ ...half, act: "stock_count", unit: "piece" }),
    thresholdFile: () => file("stock", "商品番号,しきい値\nW-24,0.5"),
    productFile: () => file("product", "商品番号,しきい値\nW-24,0.5"),
    openingFile: () => file("opening", `商品番号,日付,数量\nW-24,${DAY},0.5`),
  };
  for (const [what, send] of Object.entries(calls)) {
    const answer = await send();
    const told = JSON.stringify(answer.body).includes("0.5個は登録できません。個は整数で入力してください");
    expect([what, answer.status, told || answer.body]).toEqual([what, 422, true]);
  }
});

test("出荷取消 of what has left the stock since is asked for, and the undo says where", async () => {
  const id = await product("W-25");
  const { key } = await card(id, "50");
  await done(key, "ship", { num_good: "50", uncounted: true });
  const out = { kind: "out", num: "40", effective_date: DAY };
  expect((await yamada.post(`/inventory/${id}/moves`, out)).status).toBe(201);
  const asked = await act(key, "unship");
  expect([asked.status, asked.body.errors.seen]).toEqual([
    422,
    [expect.stringContaining("在庫が -40個 になります")],
  ]);
  expect((await yamada.get(`/cards/${key}/stock`)).body.left).toBe("-40");
  expect(await act(key, "undo")).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("-40個") },
  });
  await done(key, "unship", { seen: "-40" });
  expect((await stockOf(id)).num).toBe("-40");
});

test("what came out of stock and is found bad is gone from it, and comes back when it was not", async () => {
  const id = await product("W-26", { buyer_id: "tanaka" });
  await put(id, "100");
  const { key } = await card(id, "10", theirs);
  expect((await allocate(key, { ready: true })).status).toBe(201);
  const bad = { num: "3", reason_id, treatment: "scrap" };
  await done(key, "defect", bad);
  expect(await stockOf(id)).toMatchObject({ num: "97", num_allocated: "7", free: "90" });
  await done(key, "undo");
  expect(await stockOf(id)).toMatchObject({ num: "100", num_allocated: "10", free: "90" });
  await done(key, "defect", bad);
  await done(key, "ship", { num_good: "7" });
  expect(await stockOf(id)).toMatchObject({ num: "90", num_allocated: "0", free: "90" });
  await done(key, "unship");
  expect(await stockOf(id)).toMatchObject({ num: "97", num_allocated: "7", free: "90" });
});

test("a 引当 that is bad as a whole is gone, and held no longer", async () => {
  const id = await product("W-55", { buyer_id: "tanaka" });
  await put(id, "100");
  const { key } = await card(id, "2", theirs);
  expect((await allocate(key, { num: "1" })).status).toBe(201);
  await done(key, "defect", { num: "2", reason_id, treatment: "scrap" });
  expect(await stockOf(id)).toMatchObject({ num: "99", num_allocated: "0", free: "99" });
  await done(key, "undo");
  expect(await stockOf(id)).toMatchObject({ num: "100", num_allocated: "1", free: "99" });
});

test("to ship again takes no parts by a list changed since", async () => {
  const [parent, part] = [await product("W-27"), await product("W-28")];
  const list = async (per_parent: string) => {
    const { version } = (await yamada.get(`/products/${parent}`)).body.product;
    const parts = [{ part_id: part, per_parent }];
    expect((await yamada.put(`/products/${parent}/parts`, { version, parts })).status).toBe(200);
  };
  await list("2");
  const { key } = await card(parent, "10");
  const ship = { num_good: "10", uncounted: true };
  await done(key, "ship", ship);
  await done(key, "unship");
  await list("5");
  await done(key, "ship", ship);
  expect((await stockOf(part)).num).toBe("-20");
});

test("pieces beyond those ordered use parts, and 出荷取消 gives none of them back", async () => {
  const [parent, part] = [await product("W-51"), await product("W-52")];
  const { version } = (await yamada.get(`/products/${parent}`)).body.product;
  const parts = [{ part_id: part, per_parent: "2" }];
  expect((await yamada.put(`/products/${parent}/parts`, { version, parts })).status).toBe(200);
  const { key } = await card(parent, "2");
  await done(key, "finish", { num_good: "0", num_defective: "2", reason_id, inside: true });
  const ship = { num_good: "2", uncounted: true, over: true };
  await done(key, "ship", ship);
  expect((await stockOf(part)).num).toBe("-8");
  await done(key, "unship");
  expect((await stockOf(part)).num).toBe("-8");
  await done(key, "ship", ship);
  expect((await stockOf(part)).num).toBe("-8");
});

test("a count told again as it was takes no parts; the next one that says more does", async () => {
  const [parent, part] = [await product("W-53"), await product("W-54")];
  const { version } = (await yamada.get(`/products/${parent}`)).body.product;
  const parts = [{ part_id: part, per_parent: "1" }];
  expect((await yamada.put(`/products/${parent}/parts`, { version, parts })).status).toBe(200);
  const { rows } = await owner.query(
    "select group_id from process where company_id = 'yamada' and is_active and role = 'work' order by sort limit 1",
  );
  const { key, id } = await card(parent, "10", { group_id: rows[0].group_id });
  await done(key, "divide", { parts: [{ num_items: "5" }, { num_items: "5" }] });
  const branch = (await owner.query("select key::int from card where parent_id = $1", [id])).rows[0].key;
  await done(key, "ship", { num_good: "5", uncounted: true });
  await done(key, "unship");
  await done(branch, "finish", {
    num_good: "0",
    num_defective: "2",
    reason_id,
    next: "stay",
    shortage: "short",
  });
  await done(branch, "move", { group_id: last, rest: "all", reason: "試験", inside: true });
  await done(key, "finish", { num_good: "0", next: "stay" });
  expect((await stockOf(part)).num).toBe("-5");
  await done(branch, "ship", { num_good: "3", uncounted: true });
  expect((await stockOf(part)).num).toBe("-10");
});

test("nor does it where a branch has shipped from stock, or after 引当 was given up", async () => {
  const [parent, part] = [await product("W-56", { buyer_id: "tanaka" }), await product("W-57")];
  const { version } = (await yamada.get(`/products/${parent}`)).body.product;
  const parts = [{ part_id: part, per_parent: "1" }];
  expect((await yamada.put(`/products/${parent}/parts`, { version, parts })).status).toBe(200);
  await put(parent, "6");
  const { key, id } = await card(parent, "20", theirs);
  await done(key, "divide", { parts: [{ num_items: "8" }, { num_items: "2" }, { num_items: "10" }] });
  const { rows } = await owner.query("select key::int from card where parent_id = $1 order by key", [id]);
  const [gone, other] = rows.map((row) => row.key as number) as [number, number];
  expect((await allocate(gone, { num: "2" })).status).toBe(201);
  await done(gone, "ship", { num_good: "2", uncounted: true });
  expect((await allocate(other, { num: "4" })).status).toBe(201);
  await done(other, "count", { num_good: "8", num_defective: "0", num_partial: "0" });
  await done(key, "finish", { num_good: "8", next: "stay" });
  expect((await stockOf(part)).num).toBe("-14");
  expect((await yamada.post(`/cards/${other}/allocation/release`)).status).toBe(201);
  await done(key, "finish", { num_good: "0", next: "stay" });
  expect((await stockOf(part)).num).toBe("-14");
  await done(other, "count", { num_good: "9", num_defective: "0", num_partial: "0" });
  expect((await stockOf(part)).num).toBe("-17");
});
