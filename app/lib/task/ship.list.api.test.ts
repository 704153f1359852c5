import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "~/lib/accounting/testing.server";
import { cell, csvValue } from "~/lib/list/cell";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { daysLate, shippedList } from "./ship.list";
import { monthOf } from "./ship.list.schema";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, kobai: Person, suzuki: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, kobai, suzuki, sato] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@sato",
  );
});
afterAll(() => t.stop());

const names = ({ body }: { body: any }) => body.items.map((row: any) => row.name);

test("what was shipped this month is listed to both sides with its totals, and to nobody else", async () => {
  const a = await shipped(t, { name: "蓋A", order_id: "H-1" });
  await shipped(t, { name: "蓋B", order_id: "H-2", destination: "第二工場" });
  const list = await yamada.get("/shipped");
  expect(names(list)).toEqual(["蓋B", "蓋A"]);
  expect(list.body).toMatchObject({
    total: 2,
    next: null,
    sums: {
      cards: 2,
      "num_items.piece": "200",
      "num_good.piece": "200",
      "num_defective.piece": "0",
      price: 25680,
    },
  });
  expect(list.body.items[1]).toMatchObject({
    key: a.key,
    tick: `${a.key}.2.tanaka`,
    buyer_name: expect.stringContaining("田中"),
    delivery_number: null,
    price: 12840,
  });
  expect(names(await tanaka.get("/shipped"))).toEqual(["蓋B", "蓋A"]);
  expect(names(await suzuki.get("/shipped"))).toEqual([]);
  expect(names(await sato.get("/shipped?buyer_id=tanaka"))).toEqual([]);
});

test("amounts and documents are not told without the accounting permission", async () => {
  for (const person of [genba, kobai]) {
    const { body } = await person.get("/shipped");
    expect(body.items[0]).toMatchObject({ price: null, unit_price: null, delivery_number: null });
    expect(body.sums).toEqual({
      cards: 2,
      "num_items.piece": "200",
      "num_good.piece": "200",
      "num_defective.piece": "0",
    });
  }
});

test("it is narrowed by day, product, order, place and state, and read page by page", async () => {
  expect(names(await yamada.get("/shipped?order_id=h-1"))).toEqual(["蓋A"]);
  expect(names(await yamada.get(`/shipped?destination=${encodeURIComponent("第二")}`))).toEqual(["蓋B"]);
  expect(names(await yamada.get(`/shipped?q=${encodeURIComponent("田中")}`))).toEqual(["蓋B", "蓋A"]);
  expect(names(await yamada.get(`/shipped?to=${addDays(today(), -1)}`))).toEqual([]);
  expect(
    names(
      await yamada.get(`/shipped?from=${today()}&delivered=no&billed=no&name=${encodeURIComponent("蓋")}`),
    ),
  ).toEqual(["蓋B", "蓋A"]);
  expect(names(await yamada.get("/shipped?delivered=yes"))).toEqual([]);
  const first = await yamada.get("/shipped?size=1");
  expect(names(first)).toEqual(["蓋B"]);
  expect(names(await yamada.get(`/shipped?size=1&after=${first.body.next}`))).toEqual(["蓋A"]);
});

test("cards are taken off billing and put back together; on a note they stay, all or none", async () => {
  const {
    body: { items },
  } = await yamada.get("/shipped");
  const cards = items.map(({ key, version }: any) => ({ key, version }));
  expect((await yamada.post("/shipped/billing", { cards, is_billing_target: false })).body).toEqual({
    num_changed: 2,
  });
  expect((await yamada.post("/shipped/billing", { cards, is_billing_target: true })).status).toBe(409);
  expect(names(await yamada.get("/shipped?billed=off"))).toHaveLength(2);
  const again = cards.map((one: any) => ({ ...one, version: one.version + 1 }));
  expect((await yamada.post("/shipped/billing", { cards: again, is_billing_target: true })).body).toEqual({
    num_changed: 2,
  });
  const note = await yamada.post("/deliveries", {
    buyer_id: "tanaka",
    delivery_date: today(),
    grouping: "one",
    show_amounts: true,
    lines: [{ card_key: items[0].key, num_items: "100" }],
  });
  expect(note.status).toBe(201);
  const now = (await yamada.get("/shipped")).body.items;
  expect(now[0]).toMatchObject({ name: "蓋B", delivery_number: expect.any(String) });
  expect(names(await yamada.get("/shipped?delivered=yes"))).toEqual(["蓋B"]);
  const refused = await yamada.post("/shipped/billing", {
    cards: now.map(({ key, version }: any) => ({ key, version })),
    is_billing_target: false,
  });
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("「蓋B」: 納品書に載っているため") },
  });
  expect((await yamada.get("/shipped?billed=off")).body.total).toBe(0);
});

test("the footer's sums go unit by unit over all pages, the same whether tallied or counted by conditions", async () => {
  await shipped(t, {
    name: "棒C",
    num_items: "12.5",
    num_good: "11.25",
    num_defective: "1.25",
    order_unit: "kg",
    unit: "kg",
    price: 999,
  });
  const told = {
    cards: 3,
    price: 26679,
    "num_items.piece": "200",
    "num_good.piece": "200",
    "num_defective.piece": "0",
    "num_items.kg": "12.5",
    "num_good.kg": "11.25",
    "num_defective.kg": "1.25",
  };
  for (const query of ["?size=1", "?size=1&billed=no&delivered=no", "?buyer_id=tanaka"]) {
    const { sums } = (await yamada.get(`/shipped${query}`)).body;
    expect(sums).toEqual(
      query.includes("billed")
        ? { ...told, cards: 2, price: 13839, "num_items.piece": "100", "num_good.piece": "100" }
        : told,
    );
  }
  const columns = shippedList("seller", [], true).columns;
  expect(columns.flatMap((column) => column.sum?.(told) ?? [])).toEqual([
    "合計 3件",
    "200個・12.5kg",
    "200個・11.25kg",
    "1.25kg",
  ]);
});

test("another company's card is not there, and a buyer changes no billing", async () => {
  const {
    body: {
      items: [row],
    },
  } = await yamada.get("/shipped");
  const body = { cards: [{ key: row.key, version: row.version }], is_billing_target: false };
  expect((await sato.post("/shipped/billing", body)).status).toBe(404);
  expect((await tanaka.post("/shipped/billing", body)).status).toBe(403);
  expect(
    (await yamada.post("/shipped/billing", { cards: [], is_billing_target: "x" })).body.errors,
  ).toMatchObject({ cards: expect.anything() });
});

test("the month before January is December, and lateness is counted in 東京 days", () => {
  expect(monthOf("2026-01-15", -1)).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(daysLate({ delivery_date: "2026-11-20", shipped_time: "2026-11-20T15:30:00.000Z" })).toBe(1);
  expect(daysLate({ delivery_date: null, shipped_time: "2026-11-20T15:30:00.000Z" })).toBeNull();
  const late = shippedList("seller", [], false).columns.find((column) => column.name === "days_late")!;
  const early = { delivery_date: "2026-11-23", shipped_time: "2026-11-20T01:00:00.000Z", is_early: true };
  expect([cell(late, early as never), csvValue(late, early as never)]).toEqual(["3日早い（早すぎ）", -3]);
  const both = (delivery_date: string) => [
    cell(late, { delivery_date, shipped_time: "2026-11-20T01:00:00.000Z" } as never),
    csvValue(late, { delivery_date, shipped_time: "2026-11-20T01:00:00.000Z" } as never),
  ];
  expect(["2026-11-23", "2026-11-20", "2026-11-16"].map(both)).toEqual([
    ["3日早い", -3],
    ["当日", 0],
    ["4日遅れ", 4],
  ]);
});

test("a range whose end is before its start is refused with its sentence, on the board's list too", async () => {
  const refused = await yamada.get(`/shipped?from=${today()}&to=${addDays(today(), -1)}`);
  const text = "出荷日の終わりは、始まりと同じ日か、それより後の日を入力してください。";
  expect(refused).toMatchObject({ status: 422, body: { detail: text, errors: { to: [text] } } });
  expect((await yamada.get("/cards?delivery_date_from=2026-11-21&delivery_date_to=2026-11-20")).status).toBe(
    422,
  );
  expect((await yamada.get(`/shipped?from=${today()}&to=${today()}`)).status).toBe(200);
});
