import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { order, shipped } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person, suzuki: Person;
const lines: string[] = [];
let numbers: string[] = [];
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, suzuki] = await t.people("keiri@yamada", "admin@tanaka", "admin@suzuki");
  owner = await t.owner();
  for (const price of ["1000", "2000"]) {
    const card = await shipped(t, { unit_price: price, num_items: "1", num_units: "1", num_good: "1" });
    const made = await yamada.post("/deliveries", order([card], { delivery_date: "2026-06-05" }));
    lines.push(`${made.body.key}.1`);
    numbers = [...numbers, made.body.number];
  }
});
afterAll(() => t.stop());

const seller = { partner: "tanaka", ym: 202606 };
const buyer = { partner: "yamada", ym: 202606 };
const check = (who: Person, asked: object, more: object) =>
  who.post("/reconciliations/checks", { ...asked, ...more });
const read = async (who: Person, { partner, ym }: typeof seller) =>
  (await who.get(`/reconciliations?partner=${partner}&ym=${ym}`)).body;
const close = (more: object = {}) => yamada.post("/closings", { ym: 202606, buyer_ids: ["tanaka"], ...more });

test("rows of a closing: put off and back, lines and 備考 kept, seen by the other side, issued with the closing", async () => {
  const rows = (await yamada.get("/closings/rows?buyer_id=tanaka&ym=202606")).body;
  expect(rows).toMatchObject({ subtotal: 3000, version: 0, items: [{ is_later: false }, {}] });
  const edit = (more: object) =>
    yamada.post("/closings/rows", { buyer_id: "tanaka", ym: 202606, rows: lines, ...more });
  const added = [{ name: "送料", num_units: "1", unit_price: "-300" }];
  expect(await edit({ later: [lines[1]], lines: added, note: "備考です", version: 0 })).toMatchObject({
    status: 201,
    body: { version: 1 },
  });
  expect(await edit({ later: [], version: 0 })).toMatchObject({ status: 409 });
  expect((await yamada.get("/closings/rows?buyer_id=tanaka&ym=202606")).body).toMatchObject({
    subtotal: 700,
    note: "備考です",
    items: [{ is_later: false }, { is_later: true }],
  });
  expect(await read(tanaka, buyer)).toMatchObject({
    added: [{ name: "送料", price: -300 }],
    items: [{ price: 1000 }],
    totals: { subtotal: 700 },
  });
  expect(await edit({ later: [], lines: added, note: "備考です", version: 1 })).toMatchObject({
    status: 201,
  });
  expect(await suzuki.get("/closings/rows?buyer_id=tanaka&ym=202606")).toMatchObject({ status: 403 });
  expect(await edit({ buyer_id: "nobody", later: [], version: 0 })).toMatchObject({ status: 404 });
});

test("each side says 一致 or 差異 of a line, both see both, the last word counts; others see nothing", async () => {
  expect(await check(tanaka, buyer, { lines, agrees: true })).toMatchObject({
    status: 201,
    body: { count: 2 },
  });
  expect(await check(tanaka, buyer, { lines: [lines[1]] })).toMatchObject({ status: 422 });
  await check(tanaka, buyer, { lines: [lines[1]], reason: "単価が違います" });
  await check(yamada, seller, { lines: [lines[1]], agrees: true });
  for (const found of [await read(yamada, seller), await read(tanaka, buyer)])
    expect(found.items).toMatchObject([
      { buyer: { agrees: true }, seller: null },
      { buyer: { agrees: false, reason: "単価が違います" }, seller: { agrees: true } },
    ]);
  expect((await suzuki.get("/reconciliations?partner=tanaka")).status).toBe(404);
  expect(await check(suzuki, buyer, { lines, agrees: true })).toMatchObject({ status: 409 });
  expect(await check(suzuki, { partner: "tanaka", ym: 202606 }, { lines, agrees: true })).toMatchObject({
    status: 404,
  });
});

test("the buyer's own CSV in columns of any order: what differs, and nothing is stored", async () => {
  const csv = `支払予定額,伝票番号,備考\n"1,000",${numbers[0]},x\n1800,${numbers[1]},\n5,N9999-0001,\n`;
  const compared = await tanaka.post("/reconciliations/compare", { ...buyer, csv });
  expect(compared.body).toMatchObject({
    num_rows: 3,
    agreed: [lines[0]],
    agreed_price: 1000,
    items: [
      { kind: "amount", line: { delivery_number: numbers[1] }, row: { row: 3 } },
      { kind: "unknown", line: null, row: { row: 4 } },
    ],
  });
  const agree = { lines: compared.body.agreed, agrees: true };
  expect(await check(tanaka, buyer, { ...agree, price: 999 })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("999円から1,000円") },
  });
  expect(await check(tanaka, buyer, { ...agree, price: 1000 })).toMatchObject({ body: { count: 1 } });
  for (const [file, said] of [
    ["あ,い\n1,2\n", "1行目に 「納品書番号」「注文番号」「納品日」 などの見出しを"],
    [`伝票番号,金額,数量,単価\n${numbers[0]},,,1000\n`, "2行目に数量も金額もありません"],
  ])
    expect(await tanaka.post("/reconciliations/compare", { ...buyer, csv: file })).toMatchObject({
      status: 422,
      body: { errors: { csv: [expect.stringContaining(said!)] } },
    });
});

test("a closing says what the buyer has not agreed to, and goes on when that is confirmed", async () => {
  const found = (await yamada.get("/closings?closing_day=20&ym=202606")).body.items.find(
    (one: any) => one.buyer_id === "tanaka",
  );
  expect(found.warnings).toContainEqual(expect.stringContaining("「差異」とした明細が1件"));
  expect(await close()).toMatchObject({
    status: 422,
    body: { errors: { disputed: [expect.stringContaining("1件")] } },
  });
  const made = await close({ disputed: true, note: "全社共通" });
  expect(made.status).toBe(201);
  expect((await yamada.get(`/invoices/${made.body.invoices[0].key}`)).body).toMatchObject({
    subtotal: 2700,
    note: "備考です\n全社共通",
    lines: [{}, {}, { name: "送料", price: -300 }],
    log: [{ kind: "issued", reason: expect.stringContaining("差異") }],
  });
  expect(await read(tanaka, buyer)).toMatchObject({ is_closed: true, items: [] });
  expect((await owner.query("select rule, detail from check_invariants()")).rows).toEqual([]);
});
