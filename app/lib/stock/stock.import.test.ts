import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, register } from "~/lib/import/testing.server";
import { csvOf } from "~/lib/list/csv";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { openingList } from "./opening.list";
import { stockList } from "./stock.list";

let t: TestApp;
let owner: pg.Client;
let yamada: Person;
const DAY = today();
const FIRST = addDays(DAY, -30);
const ids: Record<string, number> = {};
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada] = (await t.people("admin@yamada")) as [Person];
  for (const code of ["C-1", "C-2", "=C,3", "C-4"]) {
    const given = { name: `品 "${code}"`, order_unit: "kg", unit: "kg", unit_weight: "0.5" };
    const made = await yamada.post("/products", {
      ...given,
      code,
      buyer_id: "shohin-zaiko",
      is_stock: code !== "C-4",
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    ids[code] = made.body.product_id;
  }
  await owner.query("update stock set is_managed = false where code = 'C-4'");
});
afterAll(async () => {
  await owner.query("update stock set is_managed = true where code = 'C-4'");
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

const wrongOf = (body: { wrong: { line: number; errors: object }[] }) =>
  body.wrong.map(({ line, errors }) => [line, Object.keys(errors).sort()]);
const stockOf = async (code: string) => (await yamada.get(`/inventory/${ids[code]}`)).body;
const counts = ({ num_new, num_changed, num_same, num_wrong }: Record<string, number>) => [
  num_new,
  num_changed,
  num_same,
  num_wrong,
];

test("thresholds and the other terms come in, go out and come back unchanged; an empty cell empties, a missing column touches nothing", async () => {
  const file = `商品番号,しきい値,目標在庫,最小発注数,ロット,調達日数,置場,仕入先,標準単価
C-1,"1,234.5",２０００,100,50,5,"A-1, 奥",,28.125
C-2,0,,,,,,,
"=C,3",10,,,0.25,,,,`;
  const { body } = await preview(t, yamada, "stock", file);
  expect([wrongOf(body), counts(body)]).toEqual([[], [0, 3, 0, 0]]);
  expect((await register(t, yamada, body.key)).body.state).toBe("saved");
  expect(await stockOf("C-1")).toMatchObject({
    num_threshold: "1234.5",
    num_target: "2000",
    lead_days: 5,
    shelf: "A-1, 奥",
    standard_price: "28.125",
  });
  const out = async () => csvOf(stockList().columns, (await yamada.get("/inventory?size=1000")).body.items);
  const again = await preview(t, yamada, "stock", await out());
  expect([wrongOf(again.body), again.body.num_new, again.body.num_changed]).toEqual([[], 0, 0]);
  const fewer = await preview(t, yamada, "stock", "商品番号,ロット\nC-1,\nC-2,");
  expect(fewer.body.rows[0]).toMatchObject({ state: "changed", before: { lot: "50" } });
  await register(t, yamada, fewer.body.key);
  expect(await stockOf("C-1")).toMatchObject({ lot: null, moq: "100", num_threshold: "1234.5" });
});

test("what is wrong is told by line, all at once; who sees no amounts changes none", async () => {
  const { body } = await preview(
    t,
    yamada,
    "stock",
    "商品番号,しきい値,調達日数,仕入先\nC-1,-1,1.5,どこにもない会社\nC-4,5,,\n無い,1,,\nC-2,1,,\nC-2,2,,",
  );
  expect(wrongOf(body)).toEqual([
    [2, ["lead_days", "num_threshold", "supplier"]],
    [3, ["code"]],
    [4, ["code"]],
    [6, [""]],
  ]);
  const genba = await t.as("genba@yamada.example");
  expect((await preview(t, genba, "stock", "商品番号,しきい値\nC-1,5")).status).toBe(403);
  const tanaka = await t.as("admin@tanaka.example");
  expect((await preview(t, tanaka, "opening", "商品番号,数量\nC-1,5")).status).toBe(403);
});

test("期首在庫 comes in once, with its price and its day; the same file again is the same, another number is told", async () => {
  const file = `商品番号,日付,数量,単価,メモ
C-1,${FIRST.replaceAll("-", "/")},"1,000.125",50,倉庫B
"=C,3",${FIRST},12,,
C-2,${FIRST},0,,`;
  const { body } = await preview(t, yamada, "opening", file);
  expect([wrongOf(body), counts(body)]).toEqual([[], [2, 0, 1, 0]]);
  const twin = await preview(t, yamada, "opening", `商品番号,日付,数量\nC-1,${FIRST},3`);
  expect((await register(t, yamada, body.key)).body.state).toBe("saved");
  expect((await register(t, yamada, twin.body.key)).body.state).toBe("failed");
  expect(await stockOf("C-1")).toMatchObject({ num: "1000.125", stock_value: 50006 });
  const { items } = (await yamada.get("/inventory/opening?size=1000")).body;
  const again = await preview(t, yamada, "opening", csvOf(openingList.columns, items));
  expect([wrongOf(again.body), again.body.num_new]).toEqual([[], 0]);
  const other = await preview(
    t,
    yamada,
    "opening",
    `商品番号,日付,数量\nC-1,${FIRST},999\nC-2,,5\n\"=C,3\",2100/1/1,5\nC-1,13/45,x`,
  );
  expect(wrongOf(other.body)).toEqual([
    [2, ["num"]],
    [3, ["effective_date"]],
    [4, ["effective_date"]],
    [5, ["effective_date", "num"]],
  ]);
  const dear = await preview(
    t,
    yamada,
    "opening",
    `商品番号,日付,数量,単価\nC-2,${FIRST},999999999,999999999`,
  );
  expect(wrongOf(dear.body)).toEqual([[2, ["unit_price"]]]);
  const old = await preview(t, yamada, "opening", `商品番号,日付,数量\nC-2,${addDays(DAY, -400)},5`);
  expect([old.body.noted, old.body.rows[0].note]).toEqual([1, "1年より前の日付です"]);
  const [move] = (await yamada.get(`/inventory/${ids["C-1"]}/moves`)).body.items;
  expect(move).toMatchObject({ source: "opening", kept_because: null });
  expect((await yamada.post(`/inventory/moves/${move.action}/reverse`, {})).status).toBe(201);
  expect(await stockOf("C-1")).toMatchObject({ num: "0", stock_value: 0 });
  expect(await stockOf("=C,3")).toMatchObject({ num: "12" });
  const anew = await preview(t, yamada, "opening", `商品番号,日付,数量,単価\nC-1,${FIRST},900,50`);
  expect((await register(t, yamada, anew.body.key)).body.state).toBe("saved");
  expect(await stockOf("C-1")).toMatchObject({ num: "900", stock_value: 45000 });
});

test("棚卸対象にする: chosen rows begin a sheet or join one that is open; what is below nothing is marked", async () => {
  const out = { kind: "out", num: "3", effective_date: DAY, reason: "other", seen: "-3" };
  expect((await yamada.post(`/inventory/${ids["C-2"]}/moves`, out)).status).toBe(201);
  const made = await yamada.post("/inventory/stocktakes/chosen", { ids: [ids["C-2"]], is_blind: true });
  expect(made.body).toMatchObject({ num_rows: 1 });
  const more = { ids: [ids["C-1"], ids["C-2"], ids["C-4"]], sheet: made.body.key };
  expect((await yamada.post("/inventory/stocktakes/chosen", more)).body).toEqual({
    key: made.body.key,
    num_rows: 1,
  });
  expect((await yamada.post("/inventory/stocktakes/chosen", more)).status).toBe(422);
  const { items } = (await yamada.get(`/inventory/stocktakes/${made.body.key}/rows`)).body;
  expect(items.map((row: { code: string; is_recount: boolean }) => [row.code, row.is_recount])).toEqual([
    ["C-2", true],
    ["C-1", false],
  ]);
  await yamada.post(`/inventory/stocktakes/${made.body.key}/discard`, {});
  expect((await yamada.post("/inventory/stocktakes/chosen", more)).status).toBe(409);
  const sato = await t.as("admin@sato.example");
  const foreign = { ids: [ids["C-1"]], sheet: made.body.key };
  expect((await sato.post("/inventory/stocktakes/chosen", foreign)).status).toBe(404);
  expect((await sato.post("/inventory/stocktakes/chosen", { ids: [ids["C-1"]] })).status).toBe(422);
});
