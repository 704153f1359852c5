import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { order, shipped } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, sato] = await t.people("keiri@yamada", "admin@tanaka", "admin@sato");
  owner = await t.owner();
});
afterAll(() => t.stop());

const broken = async () => (await owner.query("select rule, detail from check_invariants()")).rows;
async function deliver(delivery_date: string, price: string) {
  const card = await shipped(t, { unit_price: price, num_items: "1", num_units: "1", num_good: "1" });
  const made = await yamada.post("/deliveries", order([card], { delivery_date }));
  expect(made.status).toBe(201);
  return `${made.body.key}.1`;
}
const single = (more: Record<string, unknown>) => ({
  buyer_id: "tanaka",
  invoice_date: "2026-06-10",
  due_date: "2026-06-30",
  ...more,
});
const close = (ym: number, more: Record<string, unknown> = {}) =>
  yamada.post("/closings", { ym, buyer_ids: ["tanaka"], unended: true, ...more });

test("chosen lines and a free line make a 請求書 at once; the closing leaves them out and carries the amount over (R4-1)", async () => {
  const [now, later] = [await deliver("2026-06-05", "1000"), await deliver("2026-06-06", "2000")];
  const found = (await yamada.get("/invoices/billable?buyer_id=tanaka")).body;
  expect(found.items.map((line: any) => line.price)).toEqual([1000, 2000]);
  expect(found.buyers).toContainEqual(expect.objectContaining({ buyer_id: "tanaka", count: 2 }));

  const extras = [{ name: "特急料", num_units: "1", unit_price: "500" }];
  const input = single({ lines: [now], extras });
  const seen = (await yamada.post("/invoices/preview", input)).body;
  expect(seen).toMatchObject({ subtotal: 1500, tax: 150, total: 1650, num_lines: 2, missing: null });
  const made = await yamada.post("/invoices", { ...input, seen: seen.seen });
  expect(made.status).toBe(201);
  expect((await yamada.get(`/invoices/${made.body.key}`)).body).toMatchObject({
    is_single: true,
    show_carry_over: false,
    billed_now: 1650,
    due_date: "2026-06-30",
    lines: [{ price: 1000 }, { name: "特急料", delivery_key: null, unit: "lot", price: 500, tax_rate: 10 }],
    cannot_cancel: null,
  });
  expect(await yamada.post("/invoices", input)).toMatchObject({ status: 409 });

  const closed = await close(202606);
  expect((await yamada.get(`/invoices/${closed.body.invoices[0].key}`)).body).toMatchObject({
    prev_billed: 1650,
    carried_over: 1650,
    subtotal: 2000,
    billed_now: 1650 + 2200,
    lines: [{ delivery_key: Number(later.split(".")[0]) }],
  });
  expect(await yamada.post(`/invoices/${made.body.key}/cancel`, { reason: "x" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("繰越に含まれています") },
  });
  expect(await yamada.post("/invoices", single({ extras }))).toMatchObject({
    status: 422,
    body: { errors: { invoice_date: [expect.stringContaining("2026/6/20")] } },
  });
  expect(await broken()).toEqual([]);
});

test("what is wrong is said at its field; what was seen is issued or refused; others reach nothing", async () => {
  const day = { invoice_date: "2026-07-01", due_date: "2026-07-31" };
  const refused = async (more: Record<string, unknown>) =>
    (await yamada.post("/invoices/preview", single({ ...day, ...more }))).body.errors;
  expect(await refused({})).toHaveProperty("lines");
  expect(
    await refused({ due_date: "2026-06-30", extras: [{ name: "a", num_units: "1", unit_price: "1" }] }),
  ).toHaveProperty("due_date");
  const huge = [{ name: "a", num_units: "999999999", unit_price: "999999999" }];
  expect(await refused({ extras: huge })).toEqual({
    "extras[0].unit_price": [expect.stringContaining("12桁")],
  });
  const minus = [{ name: "値引", num_units: "1", unit_price: "-100" }];
  expect(await refused({ extras: minus })).toHaveProperty("negative");

  const far = addDays(today(), 90);
  const later = {
    invoice_date: far,
    due_date: far,
    extras: [{ name: "a", num_units: "1", unit_price: "1" }],
  };
  expect(await refused(later)).toEqual({ far_date: [expect.stringContaining("31日より先です")] });
  expect(await refused({ ...later, far_date: "on" })).toBeUndefined();

  const line = await deliver("2026-07-01", "700");
  const { seen } = (await yamada.post("/invoices/preview", single({ ...day, lines: [line] }))).body;
  const other = single({
    ...day,
    lines: [line],
    extras: [{ name: "送料", num_units: "1", unit_price: "1" }],
  });
  expect(await yamada.post("/invoices", { ...other, seen })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("税抜 700円 → 701円") },
  });
  expect(await tanaka.get("/invoices/billable")).toMatchObject({ status: 403 });
  expect(await sato.post("/invoices", single({ ...day, lines: [line] }))).toMatchObject({ status: 409 });
  expect(await yamada.post("/invoices", single({ ...day, lines: [line], buyer_id: "sato" }))).toMatchObject({
    status: 404,
  });
});

test("a closing and a single 請求書 at the same moment: each line is billed once", async () => {
  const lines = [];
  for (const price of ["11", "22", "33"]) lines.push(await deliver("2026-07-02", price));
  const [closed, billed] = await Promise.all([
    close(202607),
    yamada.post("/invoices", single({ invoice_date: "2026-07-21", due_date: "2026-08-31", lines })),
  ]);
  expect(closed.status).toBe(201);
  expect([201, 409]).toContain(billed.status);
  expect(await broken()).toEqual([]);
});

test("where each 納品書 is taxed by itself, what is open of it is billed whole (R1-7)", async () => {
  const day = { invoice_date: "2026-07-21", due_date: "2026-08-31" };
  const basis = (to: string) =>
    owner.query("update collaboration set invoice_basis = $1 where buyer_id = 'tanaka'", [to]);
  await basis("delivery_note");
  const piece = { unit_price: "105", num_items: "1", num_units: "1", num_good: "1" };
  const cards = [await shipped(t, piece), await shipped(t, piece)];
  const { key } = (await yamada.post("/deliveries", order(cards, { delivery_date: "2026-07-21" }))).body;
  const rows = [`${key}.1`, `${key}.2`];
  const split = {
    status: 409,
    body: { detail: expect.stringContaining("納品書ごとに消費税を計算するため") },
  };
  const edit = { buyer_id: "tanaka", ym: 202608, rows, version: 0 };
  expect(await yamada.post("/closings/rows", { ...edit, later: [rows[1]] })).toMatchObject(split);
  expect(await yamada.post("/invoices", single({ ...day, lines: [rows[0]] }))).toMatchObject(split);
  const made = await yamada.post("/invoices", single({ ...day, lines: rows }));
  expect((await yamada.get(`/invoices/${made.body.key}`)).body).toMatchObject({ subtotal: 210, tax: 21 });
  await yamada.post(`/invoices/${made.body.key}/cancel`, { reason: "試し" });
  expect((await yamada.post(`/deliveries/${key}/cancel`, { reason: "試し" })).status).toBe(201);
  await basis("monthly");
});

test("any mix of single and closed 請求書, payments and undoings keeps what is billed right (R4-1)", async () => {
  let month = 202608;
  let day = "2026-07-22";
  const made: { key: number; closes: boolean }[] = [];
  const acts = fc.sample(fc.nat({ max: 5 }), { numRuns: 24, seed: 7 });
  for (const [step, act] of acts.entries()) {
    if (act <= 1) await deliver(day, String(100 + step * 7));
    if (act === 2) {
      const lines = (await yamada.get("/invoices/billable?buyer_id=tanaka")).body.items
        .slice(0, 1)
        .map((line: any) => `${line.delivery_key}.${line.delivery_line_no}`);
      const extras = [{ name: "送料", num_units: "1", unit_price: String(step * 13 + 1) }];
      const billed = await yamada.post(
        "/invoices",
        single({ invoice_date: day, due_date: "2027-12-31", lines, extras }),
      );
      expect(billed.status).toBe(201);
      made.push({ key: billed.body.key, closes: false });
    }
    if (act === 3)
      await yamada.post("/payments", {
        buyer_id: "tanaka",
        payment_date: day,
        lines: [{ kind: "transfer", amount: 500 + step }],
      });
    if (act === 4) {
      const closed = await close(month, { with_zero: true });
      if (closed.status === 201) {
        made.push({ key: closed.body.invoices[0].key, closes: true });
        month += 1;
        day = addDays(day, 31);
      }
    }
    const last = made.at(-1);
    if (
      act === 5 &&
      last &&
      (await yamada.post(`/invoices/${last.key}/cancel`, { reason: "試し" })).status === 201
    ) {
      made.pop();
      if (last.closes) month -= 1;
      if (last.closes) day = addDays(day, -31);
    }
  }
  expect(made.some(({ closes }) => closes) && made.some(({ closes }) => !closes)).toBe(true);
  expect(await broken()).toEqual([]);
});
