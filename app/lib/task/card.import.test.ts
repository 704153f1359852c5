import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, register } from "~/lib/import/testing.server";
import { runImports } from "~/lib/server/import.run.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  yamada = await t.as("admin@yamada.example");
});
afterAll(() => t.stop());

const cards = async () =>
  (
    await owner.query(
      "select id, name, buyer_id, num_items::text, unit, num_units::text, unit_price::text, price::int, status, delivery_date::text, is_billing_target, destination from card where seller_id = 'yamada' order by key",
    )
  ).rows;
const FILE = [
  "得意先,注番,品番,品名,数量,単位,単価,納期,工程,請求対象,社内メモ",
  "田中産業機械,A-1,YM-1001,,１００,,,2030/1/10,,,",
  "鈴木電装㈱,A-2,,特注ブラケット,20,個,１，２３４.5,R12.1.11,切断,対象外,見積どおり",
  "",
  "田中産業機械株式会社,A-3,YM-1005,,10,,,2030-01-12,,,",
].join("\r\n");

test("orders in a file become cards as if each was typed: names, prices, process and numbers", async () => {
  const { body } = await preview(t, yamada, "card", FILE);
  expect([body.state, body.num_rows, body.num_new, body.num_wrong]).toEqual(["checked", 3, 3, 0]);
  expect(body.rows[1].shown).toMatchObject({
    buyer: "鈴木電装株式会社",
    name: "特注ブラケット",
    num_items: "20",
    unit_price: "1234.5",
    process: "切断",
    is_billing_target: "対象外",
  });
  expect(await cards()).toEqual([]);
  const saved = await register(t, yamada, body.key);
  expect([saved.body.state, saved.body.num_done]).toEqual(["saved", 3]);
  expect(await cards()).toMatchObject([
    {
      id: "1001",
      name: "ブラケットA",
      buyer_id: "tanaka",
      num_items: "100.000",
      unit_price: "128.400",
      price: 12840,
      status: "材料待ち",
      is_billing_target: true,
    },
    {
      id: "1002",
      name: "特注ブラケット",
      buyer_id: "suzuki",
      unit_price: "1234.500",
      price: 24690,
      status: "切断",
      delivery_date: "2030-01-11",
      is_billing_target: false,
    },
    { id: "1003", name: "丸棒切断材 S45C φ20", unit: "kg", num_units: "7.420", price: 2956 },
  ]);
  expect(
    (
      await yamada.post("/cards", {
        buyer_id: "tanaka",
        name: "次",
        num_items: "1",
        order_unit: "piece",
        unit: "piece",
      })
    ).body.id,
  ).toBe("1004");
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  expect(
    (
      await owner.query(
        "select origin, kind, actor from activity where subject = 'card' order by key limit 1",
      )
    ).rows,
  ).toEqual([{ origin: "CSV", kind: "created", actor: "admin@yamada.example" }]);
});

test("the same file again is allowed, but told: by its rows and as a whole", async () => {
  const { body } = await preview(t, yamada, "card", FILE);
  expect(body.rows[0].note).toBe("同じ注文番号・品名・数量のカード 1001 があります");
  expect([body.noted, typeof body.before]).toEqual([3, "string"]);
  expect((await yamada.post(`/imports/${body.key}/stop`)).status).toBe(201);
  expect((await yamada.post(`/imports/${body.key}/save`)).body.detail).toContain("すでに次の段階");
});

test("what is wrong is told by row and column; all are saved or none, or the good ones if chosen", async () => {
  const before = (await cards()).length;
  const { body } = await preview(
    t,
    yamada,
    "card",
    [
      "依頼元,品番,品名,数量,単位,納期,工程",
      "知らない会社,,軸,1,,,",
      "田中産業機械,YM-9999,,1,,,",
      "田中産業機械,YM-2001,,1,,,",
      "田中産業機械,,,1,,,",
      "田中産業機械,,軸,0,,13/45,",
      "田中産業機械,,軸,1,箱,,梱包",
      "田中産業機械,,軸,2,kg,,",
      "田中産業機械,,よい行,5,,,",
    ].join("\n"),
  );
  expect([body.num_new, body.num_wrong]).toEqual([1, 7]);
  const errors = Object.fromEntries(
    body.wrong.map((row: { line: number; errors: object }) => [row.line, Object.keys(row.errors)]),
  );
  expect(errors).toEqual({
    2: ["buyer"],
    3: ["product_code"],
    4: ["product_code"],
    5: ["name"],
    6: ["num_items", "delivery_date"],
    7: ["unit", "process"],
    8: ["unit"],
  });
  expect((await yamada.post(`/imports/${body.key}/save`, {})).status).toBe(409);
  expect((await cards()).length).toBe(before);
  expect((await register(t, yamada, body.key, true)).body).toMatchObject({ state: "saved", num_done: 1 });
  expect((await cards()).at(-1)).toMatchObject({ name: "よい行", num_items: "5.000" });
  expect((await yamada.get(`/imports/${body.key}/rows?state=wrong`)).body.items).toHaveLength(7);
});

test("a row that can no longer be saved takes all of them back", async () => {
  const lines = Array.from({ length: 700 }, (_, n) => `田中産業機械,${n === 650 ? "YM-1002" : ""},軸${n},1`);
  const { body } = await preview(t, yamada, "card", ["依頼元,品番,品名,数量", ...lines].join("\n"));
  expect(body.num_new).toBe(700);
  const before = (await cards()).length;
  await owner.query("update product set buyer_id = 'suzuki' where code = 'YM-1002'");
  const failed = await register(t, yamada, body.key);
  await owner.query("update product set buyer_id = 'tanaka' where code = 'YM-1002'");
  expect([failed.body.state, failed.body.problem]).toEqual([
    "failed",
    "商品が依頼元のものではありません。商品を選び直してください",
  ]);
  expect((await cards()).length).toBe(before);
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
});

test("an import that is stopped while it is saved leaves nothing, and one saved twice is saved once", async () => {
  const text = ["依頼元,品名,数量", ...Array.from({ length: 1200 }, (_, n) => `田中産業機械,板${n},1`)].join(
    "\n",
  );
  const { body } = await preview(t, yamada, "card", text);
  await yamada.post(`/imports/${body.key}/save`, {});
  const before = (await cards()).length;
  await Promise.all([runImports(t.db), runImports(t.db), yamada.post(`/imports/${body.key}/stop`)]);
  const stopped = (await yamada.get(`/imports/${body.key}`)).body.state;
  expect([stopped, (await cards()).length]).toEqual(
    stopped === "saved" ? ["saved", before + 1200] : ["stopped", before],
  );
  const again = (await preview(t, yamada, "card", text)).body;
  const key = crypto.randomUUID();
  await Promise.all([
    yamada.post(`/imports/${again.key}/save`, {}, key),
    yamada.post(`/imports/${again.key}/save`, {}, key),
  ]);
  const now = (await cards()).length;
  await Promise.all([runImports(t.db), runImports(t.db)]);
  await runImports(t.db);
  expect((await cards()).length).toBe(now + 1200);
});

test("an import is its company's alone, for factories; prices need the right to them", async () => {
  const { body } = await preview(t, yamada, "card", "依頼元,品名,数量\n田中産業機械,軸,1");
  const sato = await t.as("admin@sato.example");
  for (const path of [`/imports/${body.key}`, `/imports/${body.key}/rows`])
    expect((await sato.get(path)).status).toBe(404);
  for (const act of ["save", "stop"])
    expect((await sato.post(`/imports/${body.key}/${act}`, {})).status).toBe(404);
  expect((await sato.post(`/imports/${body.key}/rows`, { rows: [{ line: 2, cells: ["x"] }] })).status).toBe(
    404,
  );
  const tanaka = await t.as("admin@tanaka.example");
  expect((await preview(t, tanaka, "card", "依頼元,数量\n田中,1")).status).toBe(403);
  expect((await tanaka.get("/imports?noun=card")).status).toBe(403);
  expect((await (await t.as("staff@ops.example")).get("/imports?noun=card")).status).toBe(404);
  const genba = await t.as("genba@yamada.example");
  const own = (
    await preview(t, yamada, "card", "依頼元,品名,数量,単価\n田中産業機械,軸,1,987.6\n知らない,軸,1,987.6")
  ).body;
  expect(own.rows[0].shown.unit_price).toBe("987.6");
  for (const path of [`/imports/${own.key}`, `/imports/${own.key}/rows`])
    expect(JSON.stringify((await genba.get(path)).body)).not.toContain("987.6");
  const priced = await preview(
    t,
    genba,
    "card",
    "依頼元,品名,数量,単価\n田中産業機械,軸,1,10\n田中産業機械,軸,1,",
  );
  expect([priced.body.num_new, priced.body.wrong[0].errors]).toEqual([
    1,
    { unit_price: ["単価を入力する権限がありません。空欄のまま登録してください"] },
  ]);
});
