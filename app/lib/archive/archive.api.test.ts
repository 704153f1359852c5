import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order } from "~/lib/accounting/testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person, suzuki: Person, genba: Person, kobai: Person, boss: Person;
const PARTNERS: Record<string, string> = { tanaka: "田中産業機械株式会社", suzuki: "" };
const numbers: Record<string, string> = {};

/** D1 to D4 of R3-3 as 納品書 without tax; D4 bears no amount. */
const DOCUMENTS = [
  ["D1", "2026-10-31", "tanaka", "110000", true],
  ["D2", "2026-11-05", "suzuki", "16614", true],
  ["D3", "2026-11-20", "tanaka", "55000", true],
  ["D4", "2026-11-21", "suzuki", "1", false],
] as const;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, tanaka, suzuki, genba, kobai, boss] = await t.people(
    "keiri@yamada",
    "admin@tanaka",
    "admin@suzuki",
    "genba@yamada",
    "kobai@tanaka",
    "admin@yamada",
  );
  PARTNERS.suzuki = (await owner.query("select name from factory where id = 'suzuki'")).rows[0].name;
  await owner.query("update collaboration set invoice_basis = 'monthly' where seller_id = 'yamada'");
  for (const [name, delivery_date, buyer_id, price, show_amounts] of DOCUMENTS) {
    const extras = [{ name, num_units: "1", unit_price: price, tax_kind: "exempt" }];
    const made = await yamada.post(
      "/deliveries",
      order([], { delivery_date, buyer_id, extras, show_amounts }),
    );
    expect(made.status).toBe(201);
    numbers[name] = made.body.number;
  }
});
afterAll(() => t.stop());

const find = async (query: Record<string, string>, person = yamada) => {
  const { body } = await person.get(`/archive?${new URLSearchParams({ sort: "day", ...query })}`);
  return body.items.map(
    (row: any) => Object.keys(numbers).find((name) => numbers[name] === row.number) ?? row.number,
  );
};

test("date, amount and partner, alone and together; bounds are of the range; 金額なし (R3-3)", async () => {
  expect(await find({})).toEqual(["D1", "D2", "D3", "D4"]);
  expect(await find({ from: "2026-11-01", to: "2026-11-30" })).toEqual(["D2", "D3", "D4"]);
  expect(await find({ min: "50000", max: "110000" })).toEqual(["D1", "D3"]);
  expect(await find({ partner: "田中", from: "2026-11-01" })).toEqual(["D3"]);
  expect(await find({ min: "16614", max: "16614", partner: PARTNERS.suzuki! })).toEqual(["D2"]);
  expect(await find({ no_amount: "on" })).toEqual(["D4"]);
  expect(await find({ kind: "invoice" })).toEqual([]);
  expect(await find({ q: numbers.D2! })).toEqual(["D2"]);
  expect((await yamada.get("/archive?from=2026-11-30&to=2026-11-01")).status).toBe(422);
});

test("pages follow each other, those without an amount last", async () => {
  const first = (await yamada.get("/archive?sort=-amount&size=3")).body;
  const second = (await yamada.get(`/archive?sort=-amount&size=3&after=${first.next}`)).body;
  expect([...first.items, ...second.items].map((row: any) => row.amount)).toEqual([
    110000,
    55000,
    16614,
    null,
  ]);
  expect([first.total, second.next]).toEqual([4, null]);
});

test("each side finds what is between it and the other, nobody else anything", async () => {
  expect(await find({}, tanaka)).toEqual(["D1", "D3"]);
  expect(await find({ side: "issued" }, tanaka)).toEqual([]);
  expect(await find({ side: "received" }, suzuki)).toEqual(["D2", "D4"]);
  expect((await genba.get("/archive")).status).toBe(403);
  const foreign = (await owner.query("select key from delivery where buyer_id = 'suzuki'")).rows.map(
    (row) => `keys=${row.key}`,
  );
  expect((await tanaka.get(`/archive/log?kind=delivery&${foreign.join("&")}`)).body).toEqual({ items: [] });
});

test("an order is found by both, with tax, without an amount where a price is open", async () => {
  const line = (unit_price?: string) => ({
    name: "軸受",
    num_items: "3",
    order_unit: "piece",
    unit: "piece",
    delivery_date: "2026-12-10",
    ...(unit_price ? { unit_price } : { undetermined_reason: "図面待ち", planned_fix_date: "2026-12-01" }),
  });
  const send = (...lines: object[]) =>
    kobai.post("/orders", {
      seller_id: "yamada",
      order_date: "2026-11-22",
      inspection_days: 7,
      destination: "本社",
      lines,
    });
  const [priced, open] = [await send(line("105")), await send(line("105"), line())];
  expect([priced.status, open.status]).toEqual([201, 201]);
  for (const person of [yamada, tanaka]) {
    const { items } = (await person.get("/archive?kind=order&sort=number")).body;
    expect(items.map((row: any) => [row.amount, row.subtotal, row.is_issued])).toEqual([
      [346, 315, person === tanaka],
      [null, null, person === tanaka],
    ]);
  }
});

test("every version of an order stands by itself, of its own day and amount", async () => {
  const [{ key, order_id }] = (await owner.query("select key, order_id from orders order by key limit 1"))
    .rows;
  const [line] = (await boss.get(`/orders/${key}`)).body.lines;
  const { version } = (await boss.get(`/cards/${line.card.key}`)).body.card;
  expect((await boss.post(`/cards/${line.card.key}/accept`, { version })).status).toBe(201);
  const lines = [{ line_no: 1, num_items: "5" }];
  const asked = await kobai.post(`/orders/${key}/amendments`, { lines, words: "増やします" });
  const { seen } = (await boss.get(`/orders/${key}/amendments/${asked.body.key}`)).body;
  const answers = [{ item_no: 1, answer: "agreed" }];
  const agreed = await boss.post(`/orders/${key}/amendments/${asked.body.key}/answer`, { answers, seen });
  expect([agreed.status, agreed.body.revision]).toEqual([201, 2]);
  for (const person of [yamada, tanaka]) {
    const first = (await person.get(`/archive?q=${order_id}&sort=day&size=1`)).body;
    const second = (await person.get(`/archive?q=${order_id}&sort=day&size=1&after=${first.next}`)).body;
    expect([first.total, second.next]).toEqual([2, null]);
    expect([...first.items, ...second.items].map((row) => [row.revision, row.amount, row.subtotal])).toEqual([
      [1, 346, 315],
      [2, 577, 525],
    ]);
  }
});

test("papers sent in a chat are found by both, without an amount, and stay when their message has gone", async () => {
  const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
  const csv = Buffer.from("品名,単価\n軸,100\n");
  const send = (person: Person, room: string, name: string, bytes: Buffer) =>
    person.upload(`/chats/rooms/${room}/files`, [{ name, bytes }], { id: crypto.randomUUID() });
  const sent = [
    await send(yamada, "yamada_tanaka", "見積書.pdf", pdf),
    await send(tanaka, "yamada_tanaka", "注文.csv", csv),
    await send(yamada, "yamada_yamada", "社内.pdf", pdf),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
  const listed = async (person: Person, more = "") =>
    (await person.get(`/archive?kind=attachment&sort=number${more}`)).body.items.map((row: any) => [
      row.number,
      row.is_issued,
      row.amount,
      row.partner_name,
    ]);
  const both = [
    ["注文.csv", false, null, PARTNERS.tanaka],
    ["見積書.pdf", true, null, PARTNERS.tanaka],
  ];
  expect((await listed(yamada)).sort()).toEqual(both.sort());
  expect(await listed(tanaka, "&side=received")).toMatchObject([
    ["見積書.pdf", false, null, expect.any(String)],
  ]);
  expect(await listed(suzuki)).toEqual([]);
  expect(await listed(yamada, "&partner=田中&no_amount=on&q=見積")).toHaveLength(1);
  await owner.query(
    "update file set created_time = created_time - interval '40 days' where owner_kind = 'chat'",
  );
  await owner.query("select purge_chat_files()");
  const { items } = (await tanaka.get("/archive?kind=attachment&side=received")).body;
  expect(await listed(yamada)).toHaveLength(2);
  const kept = await fetch(`${t.base}/files/${items[0].file_key}/content`, {
    headers: { "X-Auth": tanaka.token },
  });
  expect([kept.status, Buffer.from(await kept.arrayBuffer())]).toEqual([200, pdf]);
  expect((await owner.query("select name from file where owner_kind = 'chat'")).rows).toHaveLength(2);
});

test("what was corrected is found by its old amount once the history is asked for, with who and why (R3-4)", async () => {
  const [{ key }] = (await owner.query("select key from delivery where number = $1", [numbers.D2])).rows;
  expect((await yamada.post(`/deliveries/${key}/cancel`, { reason: "1円違い" })).status).toBeLessThan(300);
  expect(await find({ min: "16614", max: "16614" })).toEqual([]);
  expect(await find({ min: "16614", max: "16614", history: "on" })).toEqual(["D2"]);
  const { items } = (await yamada.get(`/archive/log?kind=delivery&keys=${key}`)).body;
  expect(items.map(({ kind, reason, number }: any) => [kind, reason, number])).toEqual([
    ["issued", null, numbers.D2],
    ["cancelled", "1円違い", numbers.D2],
  ]);
});

test("documents stay after the partner and the account that issued them have gone (R3-8)", async () => {
  await owner.query(
    "update collaboration set is_active = false where seller_id = 'yamada' and buyer_id = 'tanaka'",
  );
  expect(await find({}, tanaka)).toContain("D1");
  await owner.query("update factory set is_active = false where id = 'tanaka'");
  await owner.query("update member set is_active = false where username = 'keiri@yamada.example'");
  expect(await find({ partner: "田中", kind: "delivery" }, boss)).toEqual(["D1", "D3"]);
  const [{ key }] = (await owner.query("select key from delivery where number = $1", [numbers.D1])).rows;
  expect((await boss.get(`/deliveries/${key}`)).body).toMatchObject({
    number: numbers.D1,
    buyer: { name: PARTNERS.tanaka },
    lines: [{ name: "D1" }],
  });
  expect((await boss.get("/archive/seal")).body.digest).toMatch(/^[0-9a-f]{64}$/);
});
