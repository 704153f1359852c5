import { getTableColumns, is, Table } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { historyLine } from "~/lib/bi/history";
import type { HistoryRow } from "~/lib/bi/history.schema";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { CHANGE_LABEL } from "~/lib/task/activity";
import { addDays, today } from "~/lib/time/date";
import { subject } from "~/lib/vocabulary/activity";
import { isMoney, NOT_MONEY } from "./money";

let t: TestApp;
let yamada: Person, tanaka: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka] = await t.people("admin@yamada", "admin@tanaka");
});
afterAll(() => t.stop());

const modules = import.meta.glob<Record<string, unknown>>("../tables/*.table.server.ts", { eager: true });
const tables = Object.values(modules)
  .flatMap((one) => Object.values(one))
  .filter((one): one is Table => is(one, Table));
const columns = tables.flatMap((table) => Object.values(getTableColumns(table)).map(({ name }) => name));
/** Fields that entries say and no table has. */
const NAMES = [...new Set([...columns, ...Object.keys(CHANGE_LABEL), "tiers"])];

/** Whether they are shown, and since when: no amounts. */
const NONE = ["show_amounts", "priced_from"];

test("a column that is spelled like money is money in the log, too", () => {
  expect(columns.length).toBeGreaterThan(500);
  const spelled = NAMES.filter((name) => /price|cost|loss|fee|wage|tiers|yen|total|amount|tax/.test(name));
  expect(spelled).toContain("standard_price");
  expect(spelled.filter((name) => !isMoney(name) && ![...NOT_MONEY, ...NONE].includes(name))).toEqual([]);
});

test("what any kind of entry prints under a word for money is hidden from those without 会計", () => {
  const entry = (of: HistoryRow["subject"], name: string): HistoryRow => ({
    key: 1,
    kind: "edited",
    at: "2026-01-05T00:00:00.000Z",
    actor_name: "山本",
    origin: "PC",
    reason: null,
    before: { [name]: null },
    after: { [name]: "[]" },
    subject: of,
    is_acting: false,
    target: null,
    href: null,
    undo: null,
  });
  const printed = subject.options.flatMap((of) =>
    NAMES.map((name) => ({ name, label: historyLine(entry(of, name)).fields })),
  );
  const money = printed.filter(({ label }) =>
    /単価|金額|価格|原価|損失|残高|小計|合計|消費税|手数料/.test(label),
  );
  expect(new Set(money.map(({ name }) => name))).toContain("tiers");
  expect(money.filter(({ name }) => !isMoney(name) && !NOT_MONEY.includes(name))).toEqual([]);
});

test("a person without 会計 reads no money in the log of a product, of 採用 and of BI 履歴", async () => {
  const member = (await yamada.get("/users")).body.items.find((one: any) => one.email.startsWith("genba@"));
  const { id, version, name } = member;
  await yamada.put(`/users/${id}`, { version, name, permissions: ["bi", "inventory"] });
  const [staff] = (await t.people("genba@yamada")) as [Person];
  const day = today();
  const made = await yamada.post("/products", {
    code: "LOG-1",
    name: "履歴の軸",
    order_unit: "piece",
    unit: "piece",
    buyer_id: "tanaka",
    unit_price: "734.51",
    effective_from: day,
    agreed_on: day,
    is_stock: true,
  });
  const { product_id } = made.body;
  expect((await yamada.put(`/inventory/${product_id}`, { standard_price: "41.25" })).status).toBe(200);
  const asked = {
    name: "履歴の板",
    order_unit: "piece",
    quantities: ["10"],
    seller_ids: ["yamada"],
    deadline: addDays(day, 7),
  };
  const { key } = (await tanaka.post("/quotes", asked)).body;
  await tanaka.post(`/quotes/${key}/send`, { version: 1 });
  const lines = [{ quantity: "10", unit_price: "634.52", lead_days: "3" }];
  await yamada.post(`/quotes/received/${key}/answers`, { lines, valid_until: addDays(day, 30), last: 0 });
  const part = (await tanaka.get(`/quotes/${key}`)).body.parts[0];
  const award = { version: 2, answer_key: part.answers[0].key, num_items: "10" };
  expect((await tanaka.post(`/quotes/${key}/awards`, award)).status).toBe(201);
  const history = async (by: Person) => (await by.get("/bi/history?size=1000")).body.items;
  const log = async (by: Person) => (await by.get(`/products/${product_id}`)).body.log;
  const amounts = /734\.51|41\.25|634\.52/;
  expect(JSON.stringify(await history(yamada))).toMatch(amounts);
  expect(JSON.stringify(await log(yamada))).toMatch(/734\.51.*41\.25/);
  const seen = [...(await history(staff)), ...(await log(staff))];
  expect(seen.length).toBeGreaterThan(5);
  expect(JSON.stringify(seen)).not.toMatch(amounts);
  expect(seen.flatMap(({ before, after }) => Object.keys({ ...before, ...after })).filter(isMoney)).toEqual(
    [],
  );
});
