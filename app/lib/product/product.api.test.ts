import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, register } from "~/lib/import/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let yamada: Person;
const day = today();
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  yamada = await t.as("admin@yamada.example");
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

const idOf = async (code: string) =>
  (await owner.query("select product_id::int as id from product where code = $1", [code])).rows[0]
    .id as number;
const page = async (code: string) => (await yamada.get(`/products/${await idOf(code)}`)).body;
const master = async (query = "") => (await yamada.get(`/products/master?${query}`)).body;
const basics = { code: "N-1", name: "新しい軸", order_unit: "piece", unit: "piece", buyer_id: "tanaka" };

test("a product is added with its first price, found by any part of its name, changed, and set aside", async () => {
  const made = await yamada.post("/products", {
    ...basics,
    code: "Ｎ－１",
    drawing_no: "ZZ-77",
    unit_price: "12.5",
    effective_from: day,
    agreed_on: day,
    is_stock: true,
  });
  expect(made.status).toBe(201);
  expect((await yamada.post("/products", basics)).body.errors.code[0]).toContain("すでに使われています");
  expect(
    (await yamada.post("/products", { ...basics, code: "N-2", unit: "kg" })).body.errors.unit[0],
  ).toContain("単重");
  for (const q of ["ｼﾝ新しい".slice(2), "zz77".replace("zz", "zz-"), "n-1", "軸"])
    expect([
      q,
      (await master(`q=${encodeURIComponent(q)}`)).items.map((one: { code: string }) => one.code),
    ]).toEqual([q, ["N-1"]]);
  expect((await master("q=軸&stock=on")).items[0]).toMatchObject({
    unit_price: "12.5",
    buyer_name: "田中産業機械株式会社",
    price_from: day,
    num_units: "1",
  });
  const { product } = await page("N-1");
  const change = { ...basics, code: "N-1", name: "改めた軸", version: product.version };
  expect((await yamada.put(`/products/${product.product_id}`, change)).status).toBe(200);
  expect((await yamada.put(`/products/${product.product_id}`, change)).status).toBe(409);
  expect(
    (await yamada.post("/products/state", { ids: [product.product_id], is_active: false })).body.num,
  ).toBe(1);
  expect((await yamada.get("/products?q=軸")).body.items).toEqual([]);
  expect((await master("all=on&q=軸")).items).toMatchObject([{ is_active: false }]);
  const { log } = await page("N-1");
  expect(log.map((one: { kind: string }) => one.kind)).toEqual(["created", "priced", "edited", "stopped"]);
  expect(log[2].after).toMatchObject({ name: "改めた軸", is_stock: false, drawing_no: null });
});

test("prices by date and quantity, in versions; a lower one never reaches back before it was agreed (R2-10)", async () => {
  const id = await idOf("YM-1001");
  const add = async (list: object) =>
    yamada.post(`/products/${id}/prices`, {
      version: (await page("YM-1001")).product.version,
      agreed_on: day,
      effective_from: day,
      ...list,
    });
  expect(
    (await add({ effective_from: addDays(day, -10), tiers: [{ min_quantity: "0", unit_price: "120" }] })).body
      .errors.effective_from[0],
  ).toContain("合意日より前にできません");
  expect(
    (
      await add({
        effective_from: addDays(day, -10),
        agreed_on: addDays(day, 1),
        tiers: [{ min_quantity: "0", unit_price: "130" }],
      })
    ).body.errors.agreed_on[0],
  ).toContain("今日まで");
  expect(
    (await add({ tiers: [{ min_quantity: "10", unit_price: "1" }] })).body.errors["tiers[0].min_quantity"][0],
  ).toContain("0から");
  expect(
    (
      await add({
        effective_from: addDays(day, -10),
        tiers: [
          { min_quantity: "0", unit_price: "130" },
          { min_quantity: "100", unit_price: "128.4" },
        ],
        note: "材料値上げ",
      })
    ).status,
  ).toBe(201);
  expect(
    (await add({ effective_from: addDays(day, 30), tiers: [{ min_quantity: "0", unit_price: "125" }] }))
      .status,
  ).toBe(201);
  expect((await page("YM-1001")).prices.map((list: { tiers: object[] }) => list.tiers)).toMatchObject([
    [{ unit_price: "125" }],
    [
      { min_quantity: "0", unit_price: "130" },
      { min_quantity: "100", unit_price: "128.4" },
    ],
    [{ unit_price: "128.4" }],
  ]);
  const card = async (num_items: string) =>
    (await yamada.post("/cards", { buyer_id: "tanaka", product_id: id, num_items })).body.unit_price;
  expect([await card("99"), await card("100")]).toEqual(["130", "128.4"]);
  const version = (await page("YM-1001")).product.version;
  expect(
    (await yamada.post(`/products/${id}/prices/withdraw`, { version, effective_from: day })).status,
  ).toBe(409);
  expect(
    (await yamada.post(`/products/${id}/prices/withdraw`, { version, effective_from: addDays(day, 30) }))
      .status,
  ).toBe(201);
  expect((await page("YM-1001")).prices.map((list: { is_unused: boolean }) => list.is_unused)).toEqual([
    false,
    false,
  ]);
  const genba = await t.as("genba@yamada.example");
  expect((await genba.get(`/products/${id}`)).body.prices).toBeNull();
  expect(JSON.stringify((await genba.get(`/products/${id}`)).body)).not.toContain("128.4");
  expect(
    (
      await genba.post(`/products/${id}/prices`, {
        version,
        agreed_on: day,
        effective_from: addDays(day, 5),
        tiers: [{ min_quantity: "0", unit_price: "1" }],
      })
    ).status,
  ).toBe(403);
});

test("many prices change by a rate, after a look at what becomes of each", async () => {
  const ids = [await idOf("YM-1002"), await idOf("YM-1007"), await idOf("N-1")];
  const up = {
    ids,
    rate: "3.5",
    places: "sen",
    effective_from: addDays(day, 40),
    agreed_on: day,
    note: "2027年改定",
  };
  const plan = (await yamada.post("/products/reprice/plan", up)).body.items;
  expect(plan.map(({ code, before, after }: Record<string, string>) => [code, before, after])).toEqual([
    ["N-1", "12.5", "12.94"],
    ["YM-1002", "146", "151.11"],
    ["YM-1007", "3.475", "3.6"],
  ]);
  expect((await yamada.post("/products/reprice", up)).body.num).toBe(3);
  expect((await yamada.post("/products/reprice/plan", up)).body.items[0].problem).toContain("すでにあります");
  const back = (
    await yamada.post("/products/reprice/plan", { ...up, rate: "-5", effective_from: addDays(day, -30) })
  ).body.items;
  expect(back[1].problem).toContain("合意日より前にできません");
});

test("a price put in by mistake is taken back till somebody orders by it, and a 単価一括改定 as a whole", async () => {
  const id = await idOf("YM-1004");
  const version = async () => (await page("YM-1004")).product.version;
  const take = async () =>
    yamada.post(`/products/${id}/prices/withdraw`, { version: await version(), effective_from: day });
  const add = async (unit_price: string) =>
    yamada.post(`/products/${id}/prices`, {
      version: await version(),
      agreed_on: day,
      effective_from: day,
      tiers: [{ min_quantity: "0", unit_price }],
    });
  expect((await add("34250")).status).toBe(201);
  expect([(await take()).status, (await take()).status]).toEqual([201, 409]);
  expect((await add("345")).status).toBe(201);
  expect(
    (await yamada.post("/cards", { buyer_id: "tanaka", product_id: id, num_items: "1" })).body.unit_price,
  ).toBe("345");
  expect((await take()).body.detail).toContain("この単価で受けたカードがある");

  const ids = [await idOf("YM-2003"), await idOf("YM-2004")];
  const up = await yamada.post("/products/reprice", {
    ids,
    rate: "5",
    places: "sen",
    effective_from: day,
    agreed_on: day,
  });
  expect(up.body.num).toBe(2);
  expect(
    (await yamada.post("/cards", { buyer_id: "suzuki", product_id: ids[0], num_items: "1" })).status,
  ).toBe(201);
  const undo = { effective_from: day, created_time: up.body.created_time };
  expect((await (await t.as("genba@yamada.example")).post("/products/reprice/undo", undo)).status).toBe(403);
  expect((await (await t.as("admin@sato.example")).post("/products/reprice/undo", undo)).status).toBe(409);
  expect((await yamada.post("/products/reprice/undo", undo)).body).toEqual({ num: 1, num_kept: 1 });
  expect((await yamada.post("/products/reprice/undo", undo)).status).toBe(409);
  expect([(await page("YM-2003")).prices.length, (await page("YM-2004")).prices.length]).toEqual([2, 1]);
});

test("a route says where cards begin and is copied; parts never go round in a circle", async () => {
  const id = await idOf("YM-1003");
  const steps = [
    { at: "20", group_id: 5, minutes_per_item: "2.5" },
    { at: "10", group_id: 4, setup_minutes: "15", caution: "バリに注意" },
  ];
  expect((await yamada.put(`/products/${id}/steps`, { version: 1, steps, items: [] })).status).toBe(200);
  expect(
    (await yamada.post("/cards", { buyer_id: "tanaka", product_id: id, num_items: "1" })).body.status,
  ).toBe("曲げ");
  const order = {
    seller_id: "yamada",
    order_date: day,
    inspection_days: 7,
    destination: "川崎工場",
    delivery_date: addDays(day, 30),
    payment_method: "transfer",
    lines: [{ product_id: id, num_items: "2", delivery_date: addDays(day, 30) }],
  };
  const tanaka = await t.as("admin@tanaka.example");
  const sent = await tanaka.post("/orders", order);
  expect(sent.status).toBe(201);
  const [asked] = (
    await owner.query("select key::int, version from card where order_key = $1", [sent.body.key])
  ).rows;
  expect(
    (
      await yamada.post(`/cards/${asked.key}/propose`, {
        version: asked.version,
        proposed_delivery_date: addDays(day, 40),
      })
    ).status,
  ).toBe(201);
  expect((await tanaka.post(`/cards/${asked.key}/agree`, { version: asked.version + 1 })).body.status).toBe(
    "曲げ",
  );
  expect(
    (await yamada.put(`/products/${id}/steps`, { version: 2, steps: [{ group_id: 1 }, { group_id: 77 }] }))
      .body.errors["steps[0].group_id"],
  ).toBeDefined();
  const others = [await idOf("YM-1001"), await idOf("YM-2001")];
  expect((await yamada.post("/products/steps", { ids: others, from_id: id })).body.num).toBe(2);
  expect((await master("q=YM-2001")).items[0]).toMatchObject({ steps: "曲げ → 溶接", minutes: "2.5" });
  expect(
    (await yamada.post("/products/steps", { ids: others, from_id: await idOf("YM-2002") })).body.errors
      .from_id,
  ).toBeDefined();

  const [set, part] = [await idOf("YM-1006"), await idOf("YM-P001")];
  expect(
    (
      await yamada.put(`/products/${set}/parts`, {
        version: 1,
        parts: [
          { part_id: part, per_parent: "4" },
          { name: "ねじ M4", per_parent: "8" },
        ],
      })
    ).status,
  ).toBe(200);
  expect((await page("YM-1006")).parts).toMatchObject([
    { name: "カラー φ16", per_parent: "4", code: "YM-P001" },
    { name: "ねじ M4", per_parent: "8" },
  ]);
  expect((await page("YM-P001")).used_in).toMatchObject([{ code: "YM-1006" }]);
  expect(
    (await yamada.put(`/products/${part}/parts`, { version: 1, parts: [{ part_id: set, per_parent: "1" }] }))
      .body.errors["parts[0].part_id"][0],
  ).toContain("部品にできません");
});

test("products come in by file: new ones, changed ones, what the file does not say stays; their own CSV changes nothing", async () => {
  const { body } = await preview(
    t,
    yamada,
    "product",
    [
      "品番,品名,得意先,注文単位,単価,適用日,合意日,工程,在庫管理,発注点",
      "F-1,新品A,田中産業機械,,55,,,切断→曲げ,○,10",
      "F-2,新品B,鈴木電装,kg,,,,,,",
      "YM-2002,制御盤扉 W600 改,,,4300,,,,,",
      "YM-2003,ケーブルダクト 1200,,,,,,,,",
      `YM-2004,アース板,,,50,${addDays(day, -30)},,,,`,
      "F-3,,田中産業機械,,,,,,,",
      "F-4,x,知らない,,,,,梱包,,",
      "F-1,二度目,田中産業機械,,,,,,,",
      "YM-1002,ブラケットB,鈴木電装,,,,,,,",
    ].join("\r\n"),
  );
  expect(body).toMatchObject({ num_new: 2, num_changed: 1, num_same: 1, num_wrong: 5 });
  expect(
    Object.fromEntries(
      body.wrong.map((row: { line: number; errors: object }) => [row.line, Object.keys(row.errors)]),
    ),
  ).toEqual({ 6: ["effective_from"], 7: ["name"], 8: ["buyer", "steps"], 9: [""], 10: ["buyer"] });
  expect(body.rows.find((row: { line: number }) => row.line === 4)).toMatchObject({
    before: { name: "制御盤扉 W600", unit_price: "4280" },
  });
  expect((await register(t, yamada, body.key, true)).body.state).toBe("saved");
  expect((await master("q=新品")).items).toMatchObject([
    { code: "F-1", unit_price: "55", steps: "切断 → 曲げ", is_stock: true, num_threshold: "10" },
    { code: "F-2", unit: "kg", buyer_name: "鈴木電装株式会社" },
  ]);
  expect((await page("YM-2002")).product).toMatchObject({
    name: "制御盤扉 W600 改",
    unit: "piece",
    is_stock: false,
  });
  const again = await preview(
    t,
    yamada,
    "product",
    "商品番号,品名,依頼元,注文単位,単位,単価,適用日,標準工程,在庫管理,状態\nF-1,新品A,田中産業機械株式会社,個,個,55,,切断 → 曲げ,する,有効",
  );
  expect(again.body).toMatchObject({ num_same: 1, num_new: 0 });
});

test("prices come in by file, quantity breaks as one version", async () => {
  const from = addDays(day, 60).replaceAll("-", "/");
  const { body } = await preview(
    t,
    yamada,
    "price",
    `商品番号,数量から,新単価,適用日,理由\nYM-2001,,270,${from},改定\nYM-2001,500,255.5,${from},改定\nYM-9,,1,,\nYM-2003,,700,${addDays(day, -30)},`,
  );
  expect([body.num_changed, body.wrong.map((row: { errors: object }) => Object.keys(row.errors))]).toEqual([
    2,
    [["code"], ["effective_from"]],
  ]);
  expect((await register(t, yamada, body.key, true)).body.state).toBe("saved");
  expect((await page("YM-2001")).prices[0]).toMatchObject({
    note: "改定",
    tiers: [
      { min_quantity: "0", unit_price: "270" },
      { min_quantity: "500", unit_price: "255.5" },
    ],
  });
  expect(
    (await preview(t, await t.as("genba@yamada.example"), "price", "商品番号,単価\nYM-2001,1")).status,
  ).toBe(403);
});

test("another factory's products are not there, and buyers keep no master", async () => {
  const id = await idOf("YM-1001");
  const sato = await t.as("admin@sato.example");
  expect((await sato.get(`/products/${id}`)).status).toBe(404);
  expect((await sato.put(`/products/${id}`, { ...basics, version: 1 })).status).toBe(404);
  expect((await sato.put(`/products/${id}/steps`, { version: 1, steps: [], items: [] })).status).toBe(404);
  expect((await sato.post("/products/state", { ids: [id], is_active: false })).body.num).toBe(0);
  expect((await sato.post("/products", { ...basics, code: "S-1", buyer_id: "suzuki" })).status).toBe(404);
  expect(
    (await sato.get("/products/master")).body.items.every(
      (one: { seller_id: string }) => one.seller_id === "sato",
    ),
  ).toBe(true);
  const tanaka = await t.as("admin@tanaka.example");
  expect([
    (await tanaka.get("/products/master")).status,
    (await tanaka.get(`/products/${id}`)).status,
  ]).toEqual([403, 403]);
});

test("ids name products of one's own pairs alone, whoever asks", async () => {
  const [own, others] = [
    await idOf("YM-2002"),
    "select product_id::int as id from product where seller_id = $1 limit 1",
  ];
  const strange = (await owner.query(others, ["sato"])).rows[0].id as number;
  const { buyer_id } = (await owner.query("select buyer_id from product where product_id = $1", [own]))
    .rows[0];
  const [sato, buyer] = await t.people("admin@sato", `admin@${buyer_id}`);
  const named = async (by: Person, ids: unknown[]) => {
    const { status, body } = await by.get(`/products?${ids.map((id) => `ids=${id}`).join("&")}`);
    return status === 200 ? body.items.map((one: { product_id: number }) => one.product_id) : status;
  };
  expect(await named(yamada, [own, strange, 999_999_999])).toEqual([own]);
  expect(await named(sato!, [own, strange])).toEqual([strange]);
  expect(await named(buyer!, [own])).toEqual([own]);
  expect(await named(yamada, [])).not.toEqual([]);
  expect(await named(yamada, ["0 or 1=1"])).toBe(422);
  expect(
    await named(
      yamada,
      Array.from({ length: 101 }, () => own),
    ),
  ).toBe(422);
});
