import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let admin: Person, genba: Person, keiri: Person, tanaka: Person, sato: Person;
let ids: number[];
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [admin, genba, keiri, tanaka, sato] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "keiri@yamada",
    "admin@tanaka",
    "admin@sato",
  );
  await owner.query(
    "update member set permissions = '{accounting,inventory,bi}' where username in ('keiri@yamada.example', 'genba@yamada.example')",
  );
  ids = await Promise.all(["S-1", "S-2", "S-3", "S-4"].map((code) => product(code)));
  await owner.query("update product set shelf = 'A-3' where code in ('S-1', 'S-2')");
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

async function product(code: string): Promise<number> {
  const made = await admin.post("/products", {
    code,
    name: `在庫品 ${code}`,
    order_unit: "piece",
    unit: "piece",
    buyer_id: "shohin-zaiko",
    is_stock: true,
  });
  expect(made.status).toBe(201);
  return made.body.product_id;
}

let last = 0;
type Given = { act?: string; client_id?: string } & Record<string, unknown>;
async function shelf(given: Given | Given[], person = admin, device_now?: string) {
  const items = [given].flat().map((one) => ({ client_id: `c${++last}`, ...one }));
  const answer = await person.post("/inventory/scans", { items, device_now });
  expect(answer.status).toBe(201);
  return answer.body.items as {
    client_id: string;
    result: string;
    detail: string;
    errors: Record<string, string[]>;
    row: { counted: string; last_count: number } | null;
  }[];
}
const move = async (act: string, card: string, num: string, more: object = {}, person = admin) =>
  (await shelf({ act: `stock_${act}`, card, num, ...more }, person))[0]!;
const stockOf = async (id: number) => {
  const { rows } = await owner.query(
    "select num::float8 as num, last_inventory_time as counted from stock where product_id = $1",
    [id],
  );
  return rows[0] as { num: number; counted: Date | null };
};
const at = (key: number) => `/inventory/stocktakes/${key}`;
const rowsOf = async (key: number, query = "", person = admin) =>
  (await person.get(`${at(key)}/rows?${query}`)).body.items as Record<string, any>[];
const rowOf = async (key: number, id: number, person = admin) =>
  (await rowsOf(key, "", person)).find(({ product_id }) => product_id === id)!;
async function create(more: object = {}) {
  const made = await admin.post("/inventory/stocktakes", {
    name: "棚卸",
    count_date: DAY,
    is_blind: true,
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body.key as number;
}
const count = (key: number, id: number, num: string, more: object = {}, person = admin) =>
  shelf({ act: "stock_count", stocktake: key, product_id: id, num, ...more }, person).then(([one]) => one!);
async function confirm(key: number, more: object = {}, person = admin) {
  const { seen } = (await person.get(`${at(key)}/differences`)).body;
  return person.post(`${at(key)}/confirm`, { seen, ...more });
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Counted so long ago that nothing of the test moved in the same minute. */
const earlier = (minutes: number) => ({ queued: true, device_time: minutesAgo(minutes) });

test("at the shelf: in, out, below zero only with a reason, once for each id of the device, and taken back", async () => {
  expect(await move("in", "S-1", "100")).toMatchObject({
    result: "done",
    detail: expect.stringContaining("在庫は 100個"),
  });
  const twice = await Promise.all(
    [1, 2, 3].map(() => shelf({ client_id: "twice", act: "stock_out", card: "s-1", num: "30" })),
  );
  expect(twice.map(([one]) => one!.result).sort()).toEqual(["again", "again", "done"]);
  expect((await stockOf(ids[0]!)).num).toBe(70);
  const below = await move("out", "S-1", "80");
  expect(below).toMatchObject({
    result: "refused",
    errors: { negative: [expect.stringContaining("-10個")] },
  });
  expect(await move("out", "S-1", "80", { negative: "on" })).toMatchObject({ result: "refused" });
  expect(
    await move("out", "S-1", "80", { negative: "on", reason: "納品が先", client_id: "below" }),
  ).toMatchObject({
    result: "done",
  });
  expect((await stockOf(ids[0]!)).num).toBe(-10);
  expect((await shelf({ act: "stock_undo", undoes: "below" }))[0]).toMatchObject({ result: "done" });
  expect((await shelf({ act: "stock_undo", undoes: "below" }))[0]).toMatchObject({ result: "refused" });
  expect((await stockOf(ids[0]!)).num).toBe(70);
  expect(await move("out", "Z-none", "1")).toMatchObject({
    result: "refused",
    detail: expect.stringContaining("見つかりません"),
  });
  expect(await move("in", "S-1", "")).toMatchObject({ errors: { num: ["数を入力してください"] } });
  const { items } = (await admin.get("/inventory/scans")).body;
  expect(items.map((one: { state: string }) => one.state)).toContain("undone");
});

test("a 棚札, a number and a 置場 are found; another company's label is not", async () => {
  const { items } = (await admin.get("/codes?kind=stock&q=S-1")).body;
  expect(items).toMatchObject([{ kind: "stock", note: expect.stringContaining("置場 A-3") }]);
  const { token } = items[0];
  const look = async (code: string, person = admin) =>
    (await person.get(`/inventory/scans/look?code=${encodeURIComponent(code)}`)).body;
  expect(await look(token)).toMatchObject({ stock: { code: "S-1", last_in: "100", last_out: "30" } });
  expect(await look("S-2")).toMatchObject({ stock: { code: "S-2", num: "0" } });
  expect(await look("a-3")).toMatchObject({ shelf: "A-3", products: [{ code: "S-1" }, { code: "S-2" }] });
  expect(await look("Q-9")).toMatchObject({
    stock: null,
    shelf: null,
    detail: expect.stringContaining("Q-9"),
  });
  expect(await look(token, sato)).toMatchObject({ stock: null, detail: expect.any(String) });
});

let sheet: number;
test("a sheet starts from the stock as it stands, hides it while blind, and belongs to its company", async () => {
  sheet = await create({ name: "期末" });
  const row = await rowOf(sheet, ids[0]!);
  expect(row).toMatchObject({ book: null, counted: null, moved: null, shelf: "A-3", position: 1 });
  expect(
    (await create({ is_blind: false, shelf: "A-" }).then((key) => rowsOf(key))).map(({ code, book }) => [
      code,
      book,
    ]),
  ).toEqual([
    ["S-1", "70"],
    ["S-2", "0"],
  ]);
  for (const person of [tanaka, sato]) {
    expect([403, 404]).toContain((await person.get(at(sheet))).status);
    expect([403, 404]).toContain((await person.post(`${at(sheet)}/discard`)).status);
  }
  expect((await count(sheet, ids[0]!, "1", {}, sato)).result).toBe("refused");
  expect(
    (await admin.post("/inventory/stocktakes", { name: "なし", count_date: DAY, shelf: "Z-" })).status,
  ).toBe(422);
});

test("moves before the count are in the book, those after it stay; the count is confirmed as it was seen (R11-3)", async () => {
  await move("out", "S-1", "10");
  expect(await count(sheet, ids[0]!, "58")).toMatchObject({ result: "done", row: { counted: "58" } });
  expect(await rowOf(sheet, ids[0]!)).toMatchObject({ book: "60", adjust: "-2", asks_second: false });
  await move("in", "S-1", "20");
  const { minute } = await rowOf(sheet, ids[0]!);
  expect(minute.map(({ num }: { num: string }) => num)).toEqual(["-10", "20"]);
  expect((await confirm(sheet)).body.detail).toContain("回答の要る行が1行");
  await owner.query(
    "update stock_move set occurred_time = occurred_time + make_interval(mins => case when num < 0 then -2 else 2 end) where product_id = $1",
    [ids[0]],
  );
  expect(await rowOf(sheet, ids[0]!)).toMatchObject({ book: "60", adjust: "-2", minute: [] });
  expect((await rowsOf(sheet, "view=differing")).map(({ code }) => code)).toEqual(["S-1"]);
  expect((await admin.get(at(sheet))).body).toMatchObject({
    num_differing: 1,
    num_asking: (await rowsOf(sheet, "view=asking")).length,
  });
  expect(await rowsOf(sheet, "view=left")).not.toContainEqual(expect.objectContaining({ code: "S-1" }));
  expect((await admin.post(`${at(sheet)}/confirm`, { seen: "another" })).status).toBe(409);
  const both = await Promise.all([confirm(sheet), confirm(sheet, {}, keiri)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await stockOf(ids[0]!)).num).toBe(78);
  expect((await stockOf(ids[1]!)).counted).toBeNull();
});

test("what was done before the count and arrives after the confirmation is written with its opposite (R11-6)", async () => {
  const { num, counted } = await stockOf(ids[0]!);
  const device_time = new Date(counted!.getTime() - 60_000).toISOString();
  const late = await move("out", "S-1", "5", { queued: true, device_time, client_id: "late" });
  expect(late).toMatchObject({
    result: "done",
    detail: expect.stringContaining("棚卸前の記録が後から届きました"),
  });
  expect((await stockOf(ids[0]!)).num).toBe(num);
  const { rows } = await owner.query(
    "select num::float8 as num, source from stock_move where product_id = $1 order by key desc limit 2",
    [ids[0]],
  );
  expect(rows).toEqual([
    { num: 5, source: "late" },
    { num: -5, source: "hand" },
  ]);
  expect((await admin.post(`${at(sheet)}/undo`)).body.detail).toContain("数え直し");
});

test("the confirmation is taken back while nothing moved, counted on and confirmed anew", async () => {
  const key = await create();
  await count(key, ids[1]!, "2");
  const before = await stockOf(ids[1]!);
  expect((await confirm(key)).status).toBe(201);
  expect(await stockOf(ids[1]!)).toMatchObject({ num: before.num + 2, counted: expect.any(Date) });
  expect((await admin.get(at(key))).body).toMatchObject({ state: "confirmed", may_undo: true });
  expect((await admin.post(`${at(key)}/undo`)).status).toBe(201);
  expect(await stockOf(ids[1]!)).toEqual(before);
  expect((await admin.post(`${at(key)}/resume`)).status).toBe(201);
  const { last_count } = await rowOf(key, ids[1]!);
  expect(await count(key, ids[1]!, "3", { seen: last_count })).toMatchObject({ result: "done" });
  expect((await confirm(key)).status).toBe(201);
  expect((await stockOf(ids[1]!)).num).toBe(3);
  const anew = (await admin.post(`${at(key)}/recount`, { ids: [ids[1]] })).body;
  expect(anew).toMatchObject({ num_rows: 1 });
  expect((await admin.post(`${at(anew.key)}/discard`)).body.state).toBe("discarded");
  expect((await admin.post(`${at(anew.key)}/restore`)).body.state).toBe("open");
  expect((await admin.post(`${at(anew.key)}/restore`)).status).toBe(409);
  expect((await admin.post(`${at(anew.key)}/discard`)).body.state).toBe("discarded");
  expect((await count(anew.key, ids[1]!, "9")).result).toBe("refused");
});

test("a later count stands: what it found without a difference is not taken back by an earlier sheet; nor a late move", async () => {
  const id = await product("S-5");
  await move("in", "S-5", "100");
  await owner.query(
    "update stock_move set occurred_time = occurred_time - interval '9 minutes' where product_id = $1",
    [id],
  );
  const confirmed = async (name: string, num: string) => {
    const { key } = (await admin.post("/inventory/stocktakes/chosen", { ids: [id], name })).body;
    expect(await count(key, id, num, { reason: "紛失" })).toMatchObject({ result: "done" });
    await owner.query(
      "update stock_move set occurred_time = occurred_time - interval '9 minutes' where product_id = $1",
      [id],
    );
    expect((await confirm(key, { alone: "on", reason: "試し" })).status).toBe(201);
    return key as number;
  };
  const first = await confirmed("先の棚卸", "95");
  const later = await confirmed("あとの棚卸", "95");
  const before = await stockOf(id);
  const refused = await admin.post(`${at(first)}/undo`);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("「あとの棚卸」")]);
  expect((await admin.get(at(first))).body).toMatchObject({ may_undo: false });
  expect(await stockOf(id)).toEqual(before);
  expect((await admin.post(`${at(later)}/undo`)).status).toBe(201);
  expect((await admin.get(at(first))).body).toMatchObject({ may_undo: true });
  await move("in", "S-5", "1");
  await owner.query(
    "update stock_move set recorded_time = recorded_time - interval '1 day' where product_id = $1 and num = 1",
    [id],
  );
  expect((await admin.post(`${at(first)}/undo`)).body.detail).toContain("入出庫がありました");
});

test("several people: a question before another's number gives way; what comes late waits for an answer (R11-2)", async () => {
  const key = await create();
  const id = ids[2]!;
  await count(key, id, "3", earlier(9), genba);
  const asked = await count(key, id, "2");
  expect(asked).toMatchObject({
    result: "refused",
    errors: { replace: [expect.stringMatching(/前の数 3（.+）を置き換えますか/)] },
  });
  const { last_count } = asked.row!;
  expect(await count(key, id, "2", { replace: "on", seen: last_count + 1 })).toMatchObject({
    result: "refused",
  });
  expect(await count(key, id, "2", { ...earlier(8), client_id: "waits" })).toMatchObject({
    result: "conflict",
  });
  expect(await count(key, id, "2", { ...earlier(8), client_id: "waits" })).toMatchObject({ result: "again" });
  const [waiting] = (await rowOf(key, id)).waiting;
  expect(waiting).toMatchObject({ num: "2" });
  expect((await confirm(key)).status).toBe(409);
  const answer = (take: string) => admin.post(`${at(key)}/rows/${id}/answer`, { count: waiting.key, take });
  expect((await answer("add")).status).toBe(201);
  expect((await answer("add")).status).toBe(409);
  expect(await rowOf(key, id)).toMatchObject({
    counted: "5",
    waiting: [],
    parts: [{ num: "3" }, { num: "2" }],
  });
  const four = await Promise.all(
    [admin, genba, keiri, admin].map((person) =>
      count(key, ids[3]!, "1", { mode: "add", ...earlier(5) }, person),
    ),
  );
  expect(four.map(({ result }) => result)).toEqual(Array(4).fill("done"));
  expect(await rowOf(key, ids[3]!)).toMatchObject({ counted: "4" });
  expect(await count(key, ids[3]!, "", { seen: (await rowOf(key, ids[3]!)).last_count })).toMatchObject({
    row: { counted: null },
  });
});

const NO_REASON = "確定の理由を入力してください";

test("a large difference asks a second person or a reason; the rest is set to zero as it was seen (R11-5)", async () => {
  const key = await create();
  await count(key, ids[0]!, "200");
  expect(await rowOf(key, ids[0]!)).toMatchObject({ asks_second: true });
  const left = (await admin.get(`${at(key)}/left`)).body;
  expect((await admin.post(`${at(key)}/zero`, { seen: "another" })).status).toBe(409);
  const zeroed = (await admin.post(`${at(key)}/zero`, { seen: left.seen })).body;
  expect(zeroed).toMatchObject({ num_rows: left.num });
  const { product_id } = left.items[0];
  const stood = await rowOf(key, product_id);
  await count(key, product_id, "5", { seen: stood.last_count });
  expect((await admin.post(`${at(key)}/zero/undo`, { batch: zeroed.batch })).body).toMatchObject({
    num_rows: left.num - 1,
    num_kept: 1,
  });
  expect((await admin.post(`${at(key)}/zero/undo`, { batch: zeroed.batch })).status).toBe(409);
  expect((await admin.get(at(key))).body).toMatchObject({ num_counted: 2 });
  const again = (await admin.get(`${at(key)}/left`)).body;
  expect(again.num).toBe(left.num - 1);
  await admin.post(`${at(key)}/zero`, { seen: again.seen });
  expect((await admin.get(at(key))).body).toMatchObject({ num_counted: left.num + 1 });
  await owner.query("update stock_move set occurred_time = occurred_time - interval '9 minutes'");
  const both = { alone: [expect.stringContaining("もう一人が数えていません")], reason: [NO_REASON] };
  expect(await confirm(key)).toMatchObject({ status: 422, body: { errors: both } });
  const alone = await confirm(key, { alone: "on" });
  expect([alone.status, alone.body.errors]).toEqual([422, { reason: [NO_REASON] }]);
  expect(await count(key, ids[0]!, "199", {}, genba)).toMatchObject({ result: "done" });
  const second = await rowOf(key, ids[0]!);
  expect(second).toMatchObject({ asks_second: false, counted: "199" });
  const kept = { keeps: "on", reason: "返品分", seen: second.last_count };
  expect(await count(key, ids[0]!, "199", kept)).toMatchObject({ result: "done" });
  const { counted_time, reason, last_count } = await rowOf(key, ids[0]!);
  expect([counted_time, reason, last_count]).toEqual([second.counted_time, "返品分", second.last_count]);
  expect((await confirm(key, { alone: "on", reason: "少人数のため" })).status).toBe(201);
  expect((await stockOf(ids[0]!)).num).toBe(199);
});

test("a count at the shelf without a sheet goes to the sheet of the day, and to an open one that has the product", async () => {
  for (const { key } of (await admin.get("/inventory/stocktakes?state=open")).body.items)
    await admin.post(`${at(key)}/discard`);
  const [first] = await shelf({ act: "stock_count", card: "S-3", num: "7", client_id: "day" });
  expect(first!.detail).toContain("随時棚卸");
  const key = (await admin.get("/inventory/stocktakes?state=open")).body.items[0].key;
  expect((await shelf({ act: "stock_undo", undoes: "day" }))[0]).toMatchObject({ result: "done" });
  expect(await rowOf(key, ids[2]!)).toMatchObject({ counted: null });
  const other = await create();
  await shelf({ act: "stock_count", card: "S-3", num: "8" }, genba);
  expect(await rowOf(other, ids[2]!)).toMatchObject({ counted: "8" });
  expect(await rowsOf(key)).toHaveLength(1);
});

test("kg and boxes typed for pieces are told in pieces, with what rounding took; more than 1 % asks for a reason", async () => {
  await owner.query("update product set unit_weight = 0.7, pieces_per_set = 12 where product_id = $1", [
    ids[3],
  ]);
  const key = await create();
  const told = async (num: string) => {
    const { result, detail } = await count(key, ids[3]!, num, { replace: "on", mode: "add" });
    return [result, detail];
  };
  expect(await told("２ 箱")).toEqual(["done", expect.stringContaining("（2セット = 24個）")]);
  expect(await told("100.1kg")).toEqual(["done", expect.stringContaining("（100.1kg = 143個）")]);
  expect(await told("100kg")).toEqual(["done", expect.stringContaining("= 143個、差 0.143）")]);
  expect(await told("1kg")).toEqual(["refused", expect.stringContaining("1%を超えます")]);
  expect(await rowOf(key, ids[3]!)).toMatchObject({ counted: "310" });
  const add = { replace: "on", mode: "add" };
  expect((await count(key, ids[3]!, "1kg", { ...add, rounded: "on" }))!.errors).toHaveProperty("rounded");
  expect(await count(key, ids[3]!, "1kg", { ...add, reason: "袋のまま量った" })).toMatchObject({
    result: "refused",
  });
  const why = { ...add, rounded: "on", reason: "袋のまま量った" };
  expect((await count(key, ids[3]!, "1kg", why))!.detail).toContain("（1kg = 1個、差 0.429）");
  expect(await rowOf(key, ids[3]!)).toMatchObject({ counted: "311", reason: "袋のまま量った" });
  expect((await count(key, ids[2]!, "1kg"))!.detail).toContain("単重が登録されていない");
});

test("goods at 出荷待ち are counted beside the shelf: told, asked, summed (R11-8)", async () => {
  const made = await admin.post("/products", {
    code: "S-R",
    name: "出荷待ちのある品",
    order_unit: "piece",
    unit: "piece",
    buyer_id: "tanaka",
    is_stock: true,
  });
  const id = made.body.product_id;
  await move("in", "S-R", "100");
  const card = await admin.post(`/inventory/${id}/cards`, {
    buyer_id: "tanaka",
    num_items: "30",
    delivery_date: DAY,
    name: "出荷待ちのある品",
    order_unit: "piece",
    unit: "piece",
    from_stock: "all",
  });
  expect(card.body).toMatchObject({ num_items: "30" });
  const key = await create({ owner_id: "tanaka" });
  expect(await rowOf(key, id)).toMatchObject({ book: null, num_ready: null, has_ready: true });
  const seen = await admin.post(`${at(key)}/blind`, { is_blind: false });
  expect(seen.body).toMatchObject({ key });
  expect(await rowOf(key, id)).toMatchObject({ book: "100", num_ready: "30" });
  const [half] = await shelf({ act: "stock_count", stocktake: key, product_id: id, num: "68", splits: "on" });
  expect(half).toMatchObject({ result: "refused", errors: { num_ready: [expect.stringContaining("0")] } });
  const both = { act: "stock_count", stocktake: key, product_id: id, splits: "on" };
  const [counted] = await shelf({ ...both, num: "68", num_ready: "30" });
  expect(counted!.row).toMatchObject({ counted: "98", on_shelf: "68", counted_ready: "30", adjust: "-2" });
  const [more] = await shelf({ ...both, num_ready: "1", mode: "add" });
  expect(more!.row).toMatchObject({ counted: "99", on_shelf: "68", counted_ready: "31" });
  await shelf({ ...both, num: "97", seen: "999999999", replace: "on", splits: "" }, keiri);
  expect(await rowOf(key, id)).toMatchObject({ counted: "99" });
  await confirm(key);
  expect(await stockOf(id)).toMatchObject({ num: 99 });
});

test("what the whole sheet says at once is what each of its rows says (R11-3 to R11-5)", async () => {
  await owner.query(`insert into product (seller_id, buyer_id, code, name, order_unit, unit, is_stock, search_key, shelf, standard_price)
    select 'yamada', 'shohin-zaiko', 'RND' || n, '乱数 ' || n, 'kg', 'kg', true, 'rnd', 'RND', case when n % 3 = 0 then n * 333.333 end
    from generate_series(1, 60) n`);
  const moved = (times: number, minutes: number) =>
    owner.query(
      `insert into stock_move (seller_id, buyer_id, product_id, kind, num, num_after, effective_date, occurred_time, recorded_time, source, action, actor_name)
       select s.seller_id, s.buyer_id, s.product_id, 'adjust', 0.001 + (s.product_id * 7919 * i % 40000)::numeric / 1000 - 15, 0, $1, now() - i * $3 * interval '1 minute', now(),
         'hand', gen_random_uuid(), 'x'
       from stock s, generate_series(1, $2::int) i where s.code like 'RND%' order by i`,
      [DAY, times, minutes],
    );
  await moved(2, 900);
  const key = await create({ shelf: "RND" });
  await moved(4, 1);
  await owner.query(
    `insert into stocktake_count (stocktake_key, product_id, seller_id, client_id, mode, num, counted_time, recorded_time, person, username, is_waiting)
     select r.stocktake_key, r.product_id, r.seller_id, 'rnd' || r.position || w, 'replace', greatest(r.start_num + r.position % 7 - 3, 0),
       now() - (1 + r.position % 4) * interval '30 seconds', now(), 'x', 'x', w > 0
     from stocktake_row r, generate_series(0, 1) w where r.stocktake_key = $1 and r.position % 5 > 0 and (w = 0 or r.position % 6 = 0)`,
    [key],
  );
  await owner.query(
    `update stocktake_row r set counted = c.num, first_time = c.counted_time - r.position % 2 * interval '1 minute', counted_time = c.counted_time,
       person = 'x', num_persons = 1 + r.position % 2, last_count = c.key, num_waiting = (r.position % 6 = 0)::int,
       is_minute_in = case when r.position % 4 > 0 then r.position % 4 = 1 end
     from stocktake_count c where (c.stocktake_key, c.product_id) = (r.stocktake_key, r.product_id) and not c.is_waiting and r.stocktake_key = $1`,
    [key],
  );
  await owner.query(
    "update stock set last_inventory_time = now() where code like 'RND%' and product_id % 11 = 0",
  );
  const rows = await rowsOf(key, "size=100");
  const differs = ({ adjust }: Record<string, any>) => adjust !== null && adjust !== "0";
  const asks = ({ waiting, minute }: Record<string, any>) => waiting.length + minute.length > 0;
  const counted = rows.filter((row) => row.counted !== null);
  const live = counted.filter((row) => !row.is_overtaken);
  const second = live.filter((row) => row.asks_second);
  expect([differs, asks].map((has) => rows.filter(has).length > 0)).toEqual([true, true]);
  expect([second.length > 0, live.length < counted.length]).toEqual([true, true]);
  const idsOf = (some: Record<string, any>[]) => some.map((row) => row.product_id);
  expect(idsOf(await rowsOf(key, "view=differing&size=100"))).toEqual(idsOf(rows.filter(differs)));
  expect(idsOf(await rowsOf(key, "view=asking&size=100"))).toEqual(
    idsOf(rows.filter((row) => row.asks_second || asks(row))),
  );
  expect((await admin.get(`${at(key)}/differences`)).body).toMatchObject({
    num_counted: counted.length,
    num_differing: live.filter(differs).length,
    num_left: rows.length - counted.length,
    num_second: second.length,
    num_asking: rows.filter(asks).length,
    yen: live.reduce((sum, { yen }) => sum + yen, 0),
  });
  await owner.query(
    "update stocktake_row set is_minute_in = true, num_waiting = 0 where stocktake_key = $1",
    [key],
  );
  await owner.query(
    "insert into stocktake_count (stocktake_key, product_id, seller_id, client_id, mode, num, counted_time, recorded_time, person, username, answers) select stocktake_key, product_id, seller_id, 'ans' || key, 'drop', 0, now(), now(), 'x', 'x', key from stocktake_count where is_waiting and stocktake_key = $1",
    [key],
  );
  const due = (await rowsOf(key, "size=100")).filter((row) => row.counted !== null && !row.is_overtaken);
  expect((await confirm(key, { alone: "on", reason: "乱数" })).status).toBe(201);
  const { rows: made } = await owner.query(
    "select product_id::int, trim_scale(num)::text as num from stock_move where stocktake_key = $1 order by product_id",
    [key],
  );
  const wanted = due.filter(differs).map(({ product_id, adjust }) => ({ product_id, num: adjust }));
  expect(made).toEqual(wanted.sort((a, b) => a.product_id - b.product_id));
});

test("a count goes to the sheet it is made for; nobody reads of a row what the page does not tell", async () => {
  const [first, newest] = [await create({ shelf: "A-3" }), await create({ shelf: "A-3" })];
  const { rows: before } = await owner.query(
    "select counted from stocktake_row where stocktake_key = $1 and counted is not null",
    [newest],
  );
  await shelf({ act: "stock_count", card: "S-1", num: "5", sheet: first });
  expect((await rowOf(first, ids[0]!)).counted).toBe("5");
  const { rows: after } = await owner.query(
    "select counted from stocktake_row where stocktake_key = $1 and counted is not null",
    [newest],
  );
  expect(after).toEqual(before);
  expect((await shelf({ act: "stock_count", card: "S-1", num: "0.5", sheet: first }))[0]).toMatchObject({
    result: "refused",
    errors: { num: [expect.stringContaining("整数")] },
  });
  const blind = await rowOf(newest, ids[0]!);
  for (const name of ["num", "start_num", "price", "unit_price", "book_at_count"])
    expect(blind).not.toHaveProperty(name);
  for (const key of [first, newest]) await admin.post(`${at(key)}/discard`);
});

test("what a count leaves below 引当 is named before it is confirmed, and confirmed as it was seen", async () => {
  const basics = { name: "引当のある品", order_unit: "piece", unit: "piece", is_stock: true };
  const made = await admin.post("/products", { ...basics, code: "S-90", buyer_id: "tanaka", shelf: "H-90" });
  const id = made.body.product_id as number;
  await admin.post(`/inventory/${id}/moves`, { kind: "in", num: "10", effective_date: DAY });
  const card = { buyer_id: "tanaka", product_id: id, num_items: "8", delivery_date: DAY };
  const { key: held } = (await admin.post("/cards", card)).body;
  expect((await admin.post(`/cards/${held}/allocation`)).status).toBe(201);
  await owner.query("update product set shelf = 'H-90' where product_id = $1", [id]);
  await owner.query(
    "update stock_move set occurred_time = occurred_time - interval '9 minutes' where product_id = $1",
    [id],
  );
  const key = await create({ shelf: "H-90" });
  expect(await count(key, id, "5", earlier(3))).toMatchObject({ result: "done" });
  expect((await admin.get(`${at(key)}/differences`)).body.held).toEqual([
    { product_id: id, code: "S-90", after: "5", allocated: "8" },
  ]);
  const alone = { alone: "on", reason: "一人で数えた" };
  const asked = await confirm(key, alone);
  expect([asked.status, asked.body.errors]).toEqual([
    422,
    { held: [expect.stringContaining("引当より少なくなる商品が1件")] },
  ]);
  expect((await stockOf(id)).num).toBe(10);
  expect((await confirm(key, { ...alone, held: "on" })).status).toBe(201);
  expect((await stockOf(id)).num).toBe(5);
});

test("支給品 is worth nothing in a count, and is not told as 単価なし; a 端材 dated before its count is refused", async () => {
  const [given, free] = [await product("S-91"), await product("S-92")];
  await owner.query("update product set shelf = 'H-91' where product_id = any($1)", [[given, free]]);
  const said = { ownership: "supplied", standard_price: "500" };
  expect((await admin.put(`/inventory/${given}`, said)).status).toBe(200);
  const key = await create({ shelf: "H-91" });
  for (const id of [given, free])
    expect(await count(key, id, "2", earlier(3))).toMatchObject({ result: "done" });
  expect((await admin.get(`${at(key)}/differences`)).body).toMatchObject({
    num_differing: 2,
    num_unpriced: 1,
    yen: 0,
  });
  expect((await confirm(key)).status).toBe(201);
  const bar = await product("S-93");
  await move("in", "S-93", "10");
  const scrap = { kind: "out", num: "1", offcut_id: free, offcut_num: "3" };
  const back = await admin.post(`/inventory/${bar}/moves`, { ...scrap, effective_date: addDays(DAY, -1) });
  expect(back.body.errors?.offcut_id?.[0]).toContain("棚卸をしています");
  expect((await admin.post(`/inventory/${bar}/moves`, { ...scrap, effective_date: DAY })).status).toBe(201);
  expect((await stockOf(free)).num).toBe(5);
});

test("a sheet is made by 分類, and the list of 在庫 asks for it; no other factory's are told", async () => {
  const { product: known } = (await admin.get(`/products/${ids[0]}`)).body;
  const changed = await admin.put(`/products/${ids[0]}`, {
    ...known,
    category: " 板金　部品 ",
    is_stock: true,
  });
  expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
  const category = "板金　部品";
  expect((await admin.get("/products/categories")).body.items).toContain(category);
  const query = new URLSearchParams({ category });
  for (const path of ["/inventory", "/products/master"])
    expect((await admin.get(`${path}?${query}`)).body.items).toMatchObject([
      { product_id: ids[0], category },
    ]);
  const key = await create({ category });
  expect((await admin.get(at(key))).body).toMatchObject({ category, num_rows: 1 });
  expect((await rowsOf(key)).map(({ product_id }) => product_id)).toEqual([ids[0]]);
  const none = { name: "棚卸", count_date: DAY, category: "ない分類" };
  expect((await admin.post("/inventory/stocktakes", none)).status).toBe(422);
  expect((await sato.get("/products/categories")).body.items).not.toContain(category);
  expect((await tanaka.get("/products/categories")).status).toBe(403);
});
