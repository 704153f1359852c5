import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import type { Control } from "./control.schema";
import type { Quality } from "./quality.schema";

let t: TestApp;
let yamada: Person, sato: Person, tanaka: Person;
let item_id: number;
beforeAll(async () => {
  t = await testApp();
  [yamada, sato, tanaka] = await t.people("admin@yamada", "admin@sato", "admin@tanaka");
  const { version } = (await yamada.get("/factories/self/meta")).body;
  const item = { label: "内径", kind: "number", group_id: 3, lower_limit: "9.5", upper_limit: "10.5" };
  const meta = await yamada.put("/factories/self/meta/record_items", { version, items: [item] });
  item_id = meta.body.record_items[0].item_id;
});
afterAll(() => t.stop());

async function measured(values: number[]) {
  const body = { buyer_id: "tanaka", name: "軸", num_items: "10", order_unit: "piece", unit: "piece" };
  const { key, version } = (await yamada.post("/cards", { ...body, group_id: 3 })).body;
  const done = await yamada.post(`/cards/${key}/finish`, {
    version,
    values: [{ item_id, value: values.join(" ") }],
  });
  expect(done, JSON.stringify(done.body)).toMatchObject({ status: 201 });
}
const strand = () => ({ item_id, product_id: 0, group_id: 3, revision: "-" });
const query = () => new URLSearchParams(Object.entries(strand()).map(([name, one]) => [name, String(one)]));
const figures = async (): Promise<Quality> => (await yamada.get(`/bi/quality/figures?${query()}`)).body;
const state = async (): Promise<Control> => (await yamada.get(`/bi/quality/limits?${query()}`)).body;
const change = (act: string, version: number, more: object = {}, person = yamada) =>
  person.post("/bi/quality/limits", { ...strand(), act, version, reason: "工具交換のあと", ...more });

test("limits are frozen from 25 points on, with who, when and why, and later points are held against them", async () => {
  await measured(Array.from({ length: 20 }, (_, at) => 10 + (at % 3) / 100));
  const few = await change("freeze", 0);
  expect(few).toMatchObject({ status: 409, body: { detail: expect.stringContaining("20点") } });
  await measured(Array.from({ length: 10 }, (_, at) => 10 + (at % 3) / 100));
  const before = (await figures()).single!;
  expect(before.frozen).toBe(null);
  const { status, body } = await change("freeze", 0, { from: today(), to: today() });
  expect([status, body.version]).toEqual([201, 1]);
  expect(body.frozen).toMatchObject({
    n: 30,
    from: today(),
    mean: before.mean,
    reason: "工具交換のあと",
    set_by: expect.stringContaining("山田"),
  });
  expect(body.frozen.set_time).toMatch(/^\d{4}-/);
  await measured([10.2, 10.2, 10.2, 10.2, 10.2, 10.2]);
  const after = (await figures()).single!;
  expect([after.ucl, after.lcl, after.frozen?.n]).toEqual([before.ucl, before.lcl, 30]);
  expect(after.points.slice(-6).every((point) => point.is_out)).toBe(true);
  expect(after.mean).not.toBe(before.mean);
});

test("固定 and 解除 are taken back, a stale page is told, and the log keeps each of them", async () => {
  const { frozen } = await state();
  expect(await change("release", 0)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("ほかの人") },
  });
  expect(await change("release", 1, { reason: "" })).toMatchObject({ status: 422 });
  expect((await change("release", 1)).body).toMatchObject({ version: 2, frozen: null });
  expect((await figures()).single!.frozen).toBe(null);
  expect((await change("release", 2)).status).toBe(409);
  const back = (await change("undo", 2)).body as Control;
  expect(back.frozen).toMatchObject({ n: frozen!.n, lcl: frozen!.lcl, ucl: frozen!.ucl, from: frozen!.from });
  expect((await change("undo", 3)).status).toBe(409);
  expect(back.changes.map(({ act }) => act)).toEqual(["undo", "release", "freeze"]);
  const { items } = (await yamada.get("/bi/history?group=master&size=50")).body;
  const told = items.filter((one: any) => one.kind === "control");
  expect(told.map((one: any) => one.after.control_of)).toEqual([
    "内径（元に戻す）",
    "内径（解除）",
    "内径（固定）",
  ]);
});

test("a period that ends before it begins is refused beside its field, not turned round", async () => {
  const turned = await change("freeze", 3, { from: "2026-11-20", to: "2026-11-01" });
  expect([turned.status, turned.body]).toMatchObject([
    422,
    { errors: { to: ["（から）と同じか、後の日付にしてください"] } },
  ]);
});

test("two who freeze at once: one wins, the other is told", async () => {
  const answers = await Promise.all([change("freeze", 3), change("release", 3)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test("limits are a factory's own: another's item is unknown, a buyer has none", async () => {
  expect((await change("freeze", 0, {}, sato)).status).toBe(404);
  expect((await change("freeze", 0, {}, tanaka)).status).toBe(403);
  expect((await sato.get(`/bi/quality/limits?${query()}`)).body).toEqual({
    version: 0,
    frozen: null,
    changes: [],
  });
  expect((await tanaka.get(`/bi/quality/limits?${query()}`)).status).toBe(403);
  const who = { company_id: "yamada", username: "admin@yamada.example" };
  const wrong = await tenant(t.db, who, (db) => db.execute(sql`select * from check_invariants()`), "read");
  expect(wrong.rows).toEqual([]);
});
