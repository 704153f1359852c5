import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { png } from "~/lib/file/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, formatDate, today, tokyoDate } from "~/lib/time/date";
import { PLAIN, stockList } from "./stock.list";
import { storedList } from "./stored.list";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person, sato: Person;
const DAY = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, tanaka, sato] = await t.people("admin@yamada", "admin@tanaka", "admin@sato");
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

async function product(code: string, more: object = {}, person = yamada): Promise<number> {
  const made = await person.post("/products", {
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
const stockOf = async (id: number, person = yamada) => (await person.get(`/inventory/${id}`)).body;
const listed = async (query: string, person = yamada) =>
  (await person.get(`/inventory?${query}`)).body.items.map((row: { code: string }) => row.code);

test("a product kept in stock has a row of its own: by kind, in its owner's eyes, and 404 for others", async () => {
  const own = await product("Z-1", { num_threshold: "10" });
  const part = await product("Z-2", { buyer_id: "buhin-zaiko" });
  const theirs = await product("Z-3", { buyer_id: "tanaka" });
  expect(await stockOf(own)).toMatchObject({
    num: "0",
    effective: "0",
    short: "10",
    state: "不足",
    kind: "product",
  });
  expect((await stockOf(own)).arriving_date).toBeNull();
  expect(await listed("kind=part&q=Z-")).toEqual(["Z-2"]);
  expect(await listed("buyer_id=shohin-zaiko&q=Z-")).toEqual(["Z-1", "Z-3"]);
  expect(await listed("buyer_id=tanaka&q=Z-")).toEqual(["Z-3"]);
  expect(await listed("state=short&q=Z-")).toEqual(["Z-1"]);
  expect(await listed("q=Z-", tanaka)).toEqual(["Z-3"]);
  expect(await stockOf(theirs, tanaka)).toMatchObject({ num: "0", stock_value: null });
  for (const [person, id] of [
    [tanaka, own],
    [sato, theirs],
    [tanaka, part],
  ] as const)
    expect((await person.get(`/inventory/${id}`)).status).toBe(404);
});

test("a card for a stock arrives there with what it still promises, whatever becomes of it", async () => {
  const id = await product("Z-4");
  const made = await yamada.post("/cards", {
    buyer_id: "shohin-zaiko",
    product_id: id,
    num_items: "50",
    delivery_date: DAY,
  });
  expect(made.status).toBe(201);
  expect(await stockOf(id)).toMatchObject({
    num_arriving: "50",
    arriving_date: DAY,
    effective: "50",
    num: "0",
    free: "0",
  });
  const { key, version } = made.body;
  const parts = [{ num_items: "20" }, { num_items: "30" }];
  expect((await yamada.post(`/cards/${key}/divide`, { version, parts })).status).toBe(201);
  expect(await stockOf(id)).toMatchObject({ num_arriving: "50" });
  const gone = await yamada.post(`/cards/${key}/stop`, { version: version + 1, reason: "やめる" });
  expect(gone.status).toBe(201);
  expect(await stockOf(id)).toMatchObject({ num_arriving: "30" });
});

const move = (id: number, body: object, person = yamada) =>
  person.post(`/inventory/${id}/moves`, { effective_date: DAY, ...body });
const reverse = (action: string, body: object = {}) =>
  yamada.post(`/inventory/moves/${action}/reverse`, body);
const movesOf = async (id: number) =>
  (await yamada.get(`/inventory/${id}/moves`)).body.items.map(
    (row: { kind: string; num: string; num_after: string }) => [row.kind, row.num, row.num_after],
  );

test("入庫, 出庫 and 調整 by hand; below nothing only as it was seen, with a reason", async () => {
  const id = await product("Z-5");
  expect((await move(id, { kind: "in", num: "10", unit_price: "50" })).body.num).toBe("10");
  const below = await move(id, { kind: "out", num: "14" });
  expect(below.status).toBe(422);
  expect(below.body.errors.seen[0]).toContain("在庫が -4個 になります");
  expect((await move(id, { kind: "out", num: "14", seen: "-4" })).body.errors.reason).toBeDefined();
  expect((await move(id, { kind: "out", num: "14", seen: "-3", reason: "other" })).status).toBe(422);
  expect((await move(id, { kind: "out", num: "14", seen: "-4", reason: "other" })).body.num).toBe("-4");
  expect(await stockOf(id)).toMatchObject({ num: "-4", state: "マイナス" });
  expect(await listed("state=negative&q=Z-")).toEqual(["Z-5"]);
  expect((await move(id, { kind: "adjust", num: "9" })).body.errors.reason[0]).toContain("理由");
  expect((await move(id, { kind: "adjust", num: "9", reason: "mistyped" })).body.num).toBe("5");
  expect((await move(id, { kind: "adjust", num: "-6", reason: "broken" })).body.errors.num[0]).toContain(
    "-1個",
  );
  expect(
    (await move(id, { kind: "in", num: "1", effective_date: "2100-01-01" })).body.errors.effective_date,
  ).toBeDefined();
  expect((await move(id, { kind: "in", num: "1" }, tanaka)).status).toBe(403);
  expect((await move(id, { kind: "in", num: "1" }, sato)).status).toBe(404);
  expect(await movesOf(id)).toEqual([
    ["adjust", "9", "5"],
    ["out", "-14", "-4"],
    ["in", "10", "10"],
  ]);
});

test("a move is taken back once, by its opposite, which can be taken back itself; not across a count", async () => {
  const id = await product("Z-6");
  const { action } = (await move(id, { kind: "in", num: "10" })).body;
  const back = await reverse(action, { words: "二重登録" });
  expect(back.body.num).toBe("0");
  expect((await reverse(action)).status).toBe(409);
  expect((await reverse(back.body.action)).body.num).toBe("10");
  const again = (await move(id, { kind: "out", num: "3" })).body.action;
  await owner.query("update stock set last_inventory_time = now() where product_id = $1", [id]);
  expect((await reverse(again)).body.detail).toMatch(/棚卸より前の動き.*調整/);
  const occurred_time = new Date(Date.now() - 3_600_000).toISOString();
  const own = { kind: "out", num: "2", occurred_time, effective_date: tokyoDate(occurred_time) };
  expect((await move(id, own)).status).toBe(201);
  for (const given of [{ effective_date: "2025-01-05" }, { occurred_time: "2025-01-05T00:00:00.000Z" }])
    expect((await move(id, { ...own, ...given })).body.errors.effective_date[0]).toContain("動かした日時");
  expect((await movesOf(id)).slice(0, 2)).toEqual([
    ["count", "2", "7"],
    ["out", "-2", "5"],
  ]);
  expect(
    (await yamada.post("/inventory/moves/00000000-0000-4000-8000-000000000000/reverse", {})).status,
  ).toBe(404);
});

test("of fifty who take the last piece at once, one gets it", async () => {
  const id = await product("Z-7");
  await move(id, { kind: "in", num: "1" });
  const all = await Promise.all(Array.from({ length: 50 }, () => move(id, { kind: "out", num: "1" })));
  expect(all.filter((one) => one.status === 201)).toHaveLength(1);
  expect(all.filter((one) => one.status === 422)).toHaveLength(49);
  expect(await stockOf(id)).toMatchObject({ num: "0" });
});

test("しきい値 and the rest of its terms are the product's, changed one by one or together", async () => {
  const [one, other] = [await product("Z-8"), await product("Z-9")];
  const { product_version: version } = await stockOf(one);
  const changed = await yamada.put(`/inventory/${one}`, {
    version,
    num_threshold: "5",
    lot: "10",
    shelf: "A-3",
  });
  expect(changed.body).toMatchObject({ num_threshold: "5", lot: "10", shelf: "A-3", short: "5", moq: null });
  expect((await yamada.put(`/inventory/${one}`, { version, num_threshold: "6" })).status).toBe(409);
  expect((await yamada.put(`/inventory/${one}`, { cleared: ["lot"] })).body).toMatchObject({
    lot: null,
    num_threshold: "5",
  });
  const items = [
    { product_id: one, num_threshold: "" },
    { product_id: other, num_threshold: "20" },
  ];
  expect((await yamada.post("/inventory/thresholds", { items })).body).toMatchObject({ num: 2 });
  expect(await listed("state=short&q=Z-")).toEqual(["Z-1", "Z-9"]);
  expect((await sato.put(`/inventory/${one}`, { num_threshold: "6" })).status).toBe(404);
});

test("しきい値 and the other terms are undone as they were saved, not once somebody has changed them since", async () => {
  const [one, other] = [await product("Z-80"), await product("Z-81")];
  const undo = async (changed_time: string, person = yamada) => {
    const { status, body } = await person.post("/inventory/terms/undo", { changed_time });
    return [status, body.detail ?? body.num];
  };
  const terms = async (id: number) => {
    const { num_threshold, lot, shelf } = await stockOf(id);
    return [num_threshold, lot, shelf];
  };
  const set = async (num_threshold: string) => {
    const items = [one, other].map((product_id) => ({ product_id, num_threshold }));
    return (await yamada.post("/inventory/thresholds", { items })).body.changed_time;
  };
  const put = async (body: object) => (await yamada.put(`/inventory/${one}`, body)).body.changed_time;
  const first = await put({ num_threshold: "5", lot: "10", shelf: "A-3" });
  expect(await put({ num_threshold: "5" })).toBeNull();
  const both = await set("20");
  expect((await undo(both, sato))[0]).toBe(404);
  expect(await undo(first)).toEqual([409, expect.stringContaining("Z-80の在庫の設定は、そのあと変えられて")]);
  expect(await undo(both)).toEqual([201, 2]);
  expect([await terms(one), await terms(other)]).toEqual([
    ["5", "10", "A-3"],
    [null, null, null],
  ]);
  expect(await undo(both)).toEqual([409, expect.stringContaining("もう元に戻っています")]);
  expect(await undo(first)).toEqual([201, 1]);
  expect(await terms(one)).toEqual([null, null, null]);
});

test("a buyer reads what stands of its product, not how it is kept and bought, nor by whom it was moved and why", async () => {
  const id = await product("Z-14", { buyer_id: "tanaka" });
  const terms = { shelf: "B-7", lead_days: 9, moq: "20", lot: "10", num_target: "80" };
  expect((await yamada.put(`/inventory/${id}`, { num_threshold: "5", ...terms })).body).toMatchObject(terms);
  await move(id, { kind: "in", num: "10" });
  await move(id, { kind: "adjust", num: "-1", reason: "broken" });
  const sheet = (await yamada.post("/inventory/stocktakes/chosen", { ids: [id], name: "棚卸" })).body.key;
  await owner.query("update stock_move set stocktake_key = $2 where product_id = $1 and num = -1", [
    id,
    sheet,
  ]);
  const hidden = { shelf: null, lead_days: null, moq: null, lot: null, num_target: null };
  const [row] = (await tanaka.get("/inventory?q=Z-14")).body.items;
  for (const seen of [row, await stockOf(id, tanaka)])
    expect(seen).toMatchObject({ ...hidden, num: "9", num_threshold: "5" });
  expect(await listed("shelf=Z-none&q=Z-14", tanaka)).toEqual(["Z-14"]);
  const [name] = (await yamada.get(`/inventory/${id}/moves`)).body.items.map(
    (one: { actor_name: string }) => one.actor_name,
  );
  const theirs = async (person: Person, query = "") =>
    (await person.get(`/inventory/moves?product_id=${id}${query}`)).body.items;
  const [counted] = await theirs(yamada);
  expect(counted).toMatchObject({ reason: "broken", stocktake_key: sheet, stocktake_name: "棚卸" });
  const actsOf = (more: object) =>
    storedList(true).columns.find((column) => column.name === "acts")!.acts!({ ...counted, ...more }).map(
      ({ label }) => label,
    );
  // A 取消 that was itself wrong is taken back as well; what is taken back already is not.
  expect([actsOf({}), actsOf({ kind: "reverse" }), actsOf({ reversed_by: 1 })]).toEqual([
    ["取消"],
    ["取消"],
    [],
  ]);
  const statesOf = (isOwner: boolean) =>
    stockList({ ...PLAIN, isOwner }).fields.find(({ name: field }) => field === "state")!.options!;
  expect(statesOf(false).filter((one) => !statesOf(true).some(({ value }) => value === one.value))).toEqual([
    { value: "unpriced", label: "単価なし" },
  ]);
  expect(await theirs(yamada, "&actor=nobody")).toEqual([]);
  for (const actor of ["nobody", name])
    expect(await theirs(tanaka, `&actor=${encodeURIComponent(actor)}`)).toMatchObject([
      { num: "-1", reason: null, stocktake_key: null, stocktake_name: null, words: null, actor_name: "" },
      { num: "10", reason: null, stocktake_key: null, words: null, actor_name: "" },
    ]);
});

test("what has no price yet is counted in its own kind, and for its own owner", async () => {
  const doubts = async () =>
    Promise.all(
      ["buyer_id=shohin-zaiko", "buyer_id=buhin-zaiko", "owner_id=tanaka", "owner_id=shohin-zaiko"].map(
        async (query) => {
          const { num_unpriced, num_provisional } = (await yamada.get(`/inventory?${query}`)).body.sums;
          return [num_unpriced, num_provisional];
        },
      ),
    );
  const before = await doubts();
  const part = await product("Z-15", { buyer_id: "buhin-zaiko" });
  await move(part, { kind: "in", num: "10", unit_price: "5", is_provisional: true });
  await move(await product("Z-16", { buyer_id: "tanaka" }), { kind: "in", num: "10" });
  const added = (await doubts()).map((now, at) => now.map((num, of) => num - before[at]![of]));
  expect(added).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
    [0, 0],
  ]);
});

test("a day before the first move, a year ago, or that leaves a day gone by below nothing is asked about", async () => {
  const id = await product("Z-18");
  const on = (days: number, body: object) => move(id, { effective_date: addDays(DAY, -days), ...body });
  const asked = async (answer: ReturnType<typeof on>) => (await answer).body.errors?.past;
  expect(await asked(on(400, { kind: "in", num: "5" }))).toEqual(["1年より前の日付です"]);
  expect((await on(9, { kind: "in", num: "5" })).status).toBe(201);
  expect((await on(3, { kind: "in", num: "20" })).status).toBe(201);
  const early = `はじめの入出庫（${formatDate(addDays(DAY, -9))}）より前の日付です`;
  expect(await asked(on(400, { kind: "in", num: "5" }))).toEqual([early]);
  const past = `${formatDate(addDays(DAY, -5))}の在庫が -1個 になります`;
  const out = { kind: "out", num: "6" };
  const told = await on(5, { ...out, reason: "other" });
  expect([told.status, told.body.detail]).toEqual([422, `${past}。`]);
  expect(await asked(on(5, { ...out, reason: "other", past: early }))).toEqual([past]);
  expect((await on(5, { ...out, past })).body.errors.reason).toBeDefined();
  expect((await on(5, { ...out, past, reason: "other" })).body.num).toBe("19");
  expect((await on(400, { kind: "in", num: "5", past: early })).status).toBe(201);
  expect((await on(3, { kind: "out", num: "2" })).status).toBe(201);
});

test("what was brought in and is gone is taken back with a reason, as it was seen", async () => {
  const id = await product("Z-19");
  const { action } = (await move(id, { kind: "in", num: "10" })).body;
  await move(id, { kind: "out", num: "4" });
  expect((await reverse(action)).body.errors.seen[0]).toContain("在庫が -4個 になります");
  expect((await reverse(action, { seen: "-4" })).body.errors.reason).toBeDefined();
  expect((await reverse(action, { seen: "-4", reason: "mistyped" })).body.num).toBe("-4");
  const { items } = (await yamada.get(`/inventory/${id}/moves`)).body;
  expect(items[0]).toMatchObject({ kind: "reverse", reason: "mistyped" });
});

const values = async (id: number) => {
  const { num, unit_price, stock_value } = await stockOf(id);
  return { num, unit_price, stock_value };
};

test("移動平均: 100 at 50 and 50 at 80 less 60 are 90 at ¥5,400; backdated and taken back, replayed", async () => {
  const id = await product("Z-10");
  await move(id, { kind: "in", num: "100", unit_price: "50", effective_date: addDays(DAY, -5) });
  await move(id, { kind: "in", num: "50", unit_price: "80", effective_date: addDays(DAY, -4) });
  expect((await move(id, { kind: "out", num: "60" })).status).toBe(201);
  expect(await values(id)).toEqual({ num: "90", unit_price: "60", stock_value: 5400 });
  const late = await product("Z-11");
  await move(late, { kind: "in", num: "100", unit_price: "50", effective_date: addDays(DAY, -5) });
  await move(late, { kind: "out", num: "40", effective_date: addDays(DAY, -1) });
  expect(await values(late)).toEqual({ num: "60", unit_price: "50", stock_value: 3000 });
  const back = await move(late, {
    kind: "in",
    num: "100",
    unit_price: "80",
    effective_date: addDays(DAY, -3),
  });
  expect(await values(late)).toEqual({ num: "160", unit_price: "65", stock_value: 10400 });
  await reverse(back.body.action);
  expect((await values(late)).num).toBe("60");
  const below = await product("Z-12");
  await move(below, { kind: "in", num: "10", unit_price: "100" });
  await move(below, { kind: "out", num: "15", seen: "-5", reason: "other" });
  await move(below, { kind: "in", num: "20", unit_price: "120" });
  expect(await values(below)).toEqual({ num: "15", unit_price: "120", stock_value: 1800 });
});

test("the yen of a move, of a price and of all that is there have twelve digits; what has more already is read and taken back", async () => {
  const id = await product("Z-17");
  const wrong = async (answer: Promise<{ status: number; body: { errors?: Record<string, string[]> } }>) => {
    const { status, body } = await answer;
    return [status, Object.entries(body.errors ?? {}).map(([field, [text]]) => [field, text!.slice(0, 12)])];
  };
  const refused = (field: string, text = "金額が12桁を超えます。") => [422, [[field, text.slice(0, 12)]]];
  const most = "999999999";
  expect(await wrong(move(id, { kind: "in", num: most, unit_price: most }))).toEqual(refused("unit_price"));
  await yamada.put(`/inventory/${id}`, { standard_price: most });
  expect(await wrong(move(id, { kind: "in", num: "5000" }))).toEqual(refused("num"));
  const first = { kind: "in", num: "900", effective_date: addDays(DAY, -5) };
  expect((await move(id, first)).status).toBe(201);
  const beyond = "Z-17の在庫の金額が12桁を超えます";
  expect(await wrong(move(id, { kind: "in", num: "200" }))).toEqual(refused("num", beyond));
  const before = { effective_date: addDays(DAY, -3), unit_price: most, kind: "in", num: "200" };
  expect(await wrong(move(id, before))).toEqual(refused("num", beyond));
  const cheap = (await move(id, { kind: "in", num: "5000", unit_price: "1" })).body.action;
  const { items } = (await yamada.get(`/inventory/${id}/moves`)).body;
  const price = (unit_price: string, key = items[0].key) =>
    yamada.post(`/inventory/receipts/${key}/price`, { unit_price });
  expect(await wrong(price(most))).toEqual(refused("unit_price"));
  expect(await wrong(price("30000000"))).toEqual(refused("unit_price", beyond));
  expect(await wrong(move(id, { kind: "in", num: "999999999" }))).toEqual(refused("num"));
  expect(
    await wrong(move(id, { kind: "in", num: "999999999", unit_price: "0.001", effective_date: DAY })),
  ).toEqual(refused("num", "Z-17の在庫が9桁を超えます。"));
  await owner.query("update stock_move set unit_price = 999999999 where product_id = $1 and num = 5000", [
    id,
  ]);
  const steps = await yamada.get(`/inventory/${id}/values`);
  expect([steps.status, (await yamada.get("/inventory?q=Z-17")).status]).toEqual([200, 200]);
  expect((await reverse(cheap)).status).toBe(201);
  expect(await values(id)).toMatchObject({ num: "900", stock_value: 899_999_999_100 });
});

test("廃棄: a photo stands with the move, what is kept of it comes in for nothing, and both go back together", async () => {
  const [bar, piece] = [await product("Z-40"), await product("Z-41")];
  await move(bar, { kind: "in", num: "10", unit_price: "300" });
  const scrap = { kind: "adjust", num: "-4", reason: "scrapped", effective_date: DAY, words: "曲がり" };
  const wrong = async (more: object) => (await move(bar, { ...scrap, ...more })).body.errors;
  expect((await wrong({ offcut_num: "3" })).offcut_id).toEqual(["端材の商品を選択してください"]);
  expect((await wrong({ offcut_id: bar, offcut_num: "3" })).offcut_id[0]).toContain("ほかの商品");
  expect((await wrong({ offcut_id: piece })).offcut_num).toEqual(["端材の数を入力してください"]);
  expect((await wrong({ offcut_id: piece, offcut_num: "0.5" })).offcut_num[0]).toContain("整数");
  expect((await wrong({ num: "4", offcut_id: piece, offcut_num: "3" })).offcut_num[0]).toContain(
    "減らすとき",
  );
  const loose = await product("Z-42", { buyer_id: "tanaka", is_stock: false });
  expect((await wrong({ offcut_id: loose, offcut_num: "3" })).offcut_id[0]).toContain("在庫管理");
  const theirs = await product("Z-43", {}, sato);
  expect((await wrong({ offcut_id: theirs, offcut_num: "3" })).offcut_id[0]).toContain("在庫管理");

  const fields = { ...scrap, offcut_id: String(piece), offcut_num: "3" };
  const files = [{ name: "曲がり.png", bytes: await png() }];
  const made = await yamada.upload(`/inventory/${bar}/moves`, files, fields);
  expect(made.body).toMatchObject({ num: "6" });
  expect([await stockOf(bar), await stockOf(piece)]).toMatchObject([
    { num: "6", stock_value: 1800 },
    { num: "3", stock_value: 0 },
  ]);
  const [row] = (await yamada.get(`/inventory/${bar}/moves`)).body.items;
  expect(row).toMatchObject({ kind: "adjust", reason: "scrapped", photos: [{ name: "曲がり.png" }] });
  const photo = `/files/${row.photos[0].key}/content`;
  expect((await yamada.bytes(photo)).status).toBe(200);
  for (const other of [sato, tanaka]) expect((await other.bytes(photo)).status).toBe(404);
  const far = await yamada.upload(
    `/inventory/${bar}/moves`,
    [{ name: "表.csv", bytes: Buffer.from("a") }],
    scrap,
  );
  expect([far.status, (await stockOf(bar)).num]).toEqual([422, "6"]);

  expect((await reverse(made.body.action)).status).toBe(201);
  expect([await stockOf(bar), await stockOf(piece)]).toMatchObject([
    { num: "10", stock_value: 3000 },
    { num: "0", stock_value: 0 },
  ]);
});

test("支給品 is counted and worth nothing: it enters no average, and is not asked for a price", async () => {
  const id = await product("Z-50");
  await move(id, { kind: "in", num: "100", unit_price: "200" });
  const { product_version } = await stockOf(id);
  const said = { version: product_version, ownership: "supplied" };
  const seesNone = (await t.people("genba@yamada"))[0]!;
  expect((await seesNone.put(`/inventory/${id}`, said)).status).not.toBe(200);
  const saved = await yamada.put(`/inventory/${id}`, said);
  expect(saved.body).toMatchObject({ ownership: "supplied", stock_value: 0 });
  const priced = await move(id, { kind: "in", num: "5", unit_price: "200" });
  expect(priced.body.errors.unit_price[0]).toContain("支給品");
  await move(id, { kind: "in", num: "50" });
  await move(id, { kind: "out", num: "30" });
  expect(await stockOf(id)).toMatchObject({ num: "120", stock_value: 0 });
  expect(await listed("state=unpriced&q=Z-50")).toEqual([]);
  const { items } = (await yamada.get(`/inventory/${id}/values`)).body;
  expect(items.map(({ value }: { value: number }) => value)).toEqual([0, 0, 0]);
  expect((await yamada.put(`/inventory/${id}`, { cleared: ["ownership"] })).body.stock_value).toBe(16_000);
});

test("返品 of a customer comes back at the value with which it went, all of it with the last piece", async () => {
  const id = await product("Z-51");
  await move(id, { kind: "in", num: "3", unit_price: "33.333" });
  await move(id, { kind: "out", num: "3" });
  await move(id, { kind: "in", num: "10", unit_price: "80" });
  const { items } = (await yamada.get(`/inventory/${id}/issues`)).body;
  expect(items).toMatchObject([{ num: "3", left: "3", card_id: null }]);
  const back = { kind: "adjust", num: "1", reason: "returned", returns: items[0].key };
  const wrong = async (more: object) => (await move(id, { ...back, ...more })).body.errors.returns[0];
  expect(await wrong({ num: "4" })).toContain("あと 3");
  expect(await wrong({ reason: "other" })).toContain("返品を増やす");
  expect(await wrong({ returns: items[0].key + 1 })).toContain("選び直して");
  const brought = [];
  for (const num of ["1", "1", "1"]) {
    expect((await move(id, { ...back, num })).status).toBe(201);
    brought.push((await stockOf(id)).stock_value - 800);
  }
  expect(brought).toEqual([33, 67, 100]);
  expect(await wrong({})).toContain("すべて返品");
  const [last] = (await yamada.get(`/inventory/${id}/moves`)).body.items;
  expect((await reverse(last.action)).status).toBe(201);
  expect((await stockOf(id)).stock_value).toBe(867);
  for (const other of [sato, tanaka])
    expect((await other.get(`/inventory/${id}/issues`)).status).toBeGreaterThan(400);
});

test("an 出庫 of which something came back is not taken back before its 返品, by whichever way", async () => {
  const id = await product("Z-52");
  await move(id, { kind: "in", num: "10", unit_price: "100" });
  const out = (await move(id, { kind: "out", num: "4" })).body.action;
  const [issue] = (await yamada.get(`/inventory/${id}/issues`)).body.items;
  const back = { kind: "adjust", num: "3", reason: "returned", returns: issue.key };
  const [first, second] = await Promise.all([move(id, back), move(id, back)]);
  expect([first.status, second.status].sort()).toEqual([201, 422]);
  const refused = await reverse(out);
  expect([refused.status, refused.body.detail, (await stockOf(id)).num]).toEqual([
    409,
    expect.stringContaining("返品"),
    "9",
  ]);
  expect((await reverse([first, second].find(({ status }) => status === 201)!.body.action)).status).toBe(201);
  expect((await reverse(out)).status).toBe(201);
  expect(await stockOf(id)).toMatchObject({ num: "10", stock_value: 1000 });
  // Of another product's 出庫 nothing comes back, and none twice.
  const other = await product("Z-53");
  expect((await move(other, back)).body.errors.returns[0]).toContain("選び直して");
});

test("what is taken back with its offcut tells the number of the product, not of the offcut", async () => {
  const [bar, piece] = [await product("Z-54"), await product("Z-55")];
  await move(bar, { kind: "in", num: "10" });
  const made = await move(bar, { kind: "out", num: "4", offcut_id: piece, offcut_num: "3" });
  expect(made.body.num).toBe("6");
  expect((await reverse(made.body.action)).body.num).toBe("10");
});

test("ten pieces on the scales set 単重; more than 1 % from what is known asks, and the history tells who and why", async () => {
  const id = await product("Z-56");
  const weigh = (body: object, person = yamada) =>
    person.put(`/inventory/${id}/weight`, { num_weighed: "10", ...body });
  expect((await weigh({ weight: "3.6" })).body).toMatchObject({ unit_weight: "0.36" });
  const off = await weigh({ weight: "3.9" });
  const [doubt] = off.body.errors.doubt;
  expect([off.status, doubt]).toEqual([422, expect.stringContaining("（+8.3%）")]);
  expect((await weigh({ weight: "3.9", doubt })).body.errors.reason).toBeDefined();
  expect((await weigh({ weight: "4", doubt, reason: "材料が変わった" })).body.errors.doubt).toBeDefined();
  expect((await stockOf(id)).unit_weight).toBe("0.36");
  const done = (await weigh({ weight: "３．９", doubt, reason: "材料が変わった" })).body;
  expect(done.unit_weight).toBe("0.39");
  const { rows } = await owner.query(
    "select before, after, actor_name from activity where subject = 'product' and subject_key = $1 order by key desc limit 1",
    [id],
  );
  expect(rows[0]).toMatchObject({
    before: { unit_weight: "0.36" },
    after: { unit_weight: "0.39", weighed: "10個で3.9kg（材料が変わった）" },
    actor_name: expect.stringContaining("山田"),
  });
  expect((await yamada.post("/inventory/terms/undo", { changed_time: done.changed_time })).status).toBe(201);
  expect((await stockOf(id)).unit_weight).toBe("0.36");
  expect((await weigh({ weight: "0.001" })).body.errors.weight[0]).toContain("1gに満たない");
  expect((await weigh({ num_weighed: "2.5", weight: "1" })).body.errors.num_weighed).toBeDefined();
  expect((await weigh({ weight: "3.6", version: 1 })).status).toBe(409);
  expect((await weigh({ weight: "3.6" }, sato)).status).toBe(404);
  expect((await weigh({ weight: "3.6" }, tanaka)).status).toBe(403);
});

test("the factory says by which price its stock is valued; who sees no amounts sees none", async () => {
  const id = await product("Z-13");
  await move(id, { kind: "in", num: "10", unit_price: "100" });
  await move(id, { kind: "in", num: "10", unit_price: "200" });
  const { meta } = (await yamada.get("/factories/self")).body;
  const change = { ...meta, payment_date: meta.payment_date ?? undefined };
  expect((await yamada.put("/factories/self/meta", { ...change, stock_valuation: "last" })).status).toBe(200);
  expect(await values(id)).toMatchObject({ stock_value: 4000 });
  await yamada.put(`/inventory/${id}`, { standard_price: "30" });
  await yamada.put("/factories/self/meta", {
    ...change,
    version: meta.version + 1,
    stock_valuation: "standard",
  });
  expect(await values(id)).toMatchObject({ stock_value: 600 });
  await yamada.put(`/inventory/${id}`, { standard_price: "40" });
  expect(await values(id)).toMatchObject({ stock_value: 800 });
  await move(id, { kind: "in", num: "2000" });
  const dear = await yamada.put(`/inventory/${id}`, { standard_price: "999999999" });
  expect([dear.status, Object.keys(dear.body.errors)]).toEqual([422, ["standard_price"]]);
  expect(dear.body.detail).toContain("Z-13の在庫の金額が12桁を超えます");
});
