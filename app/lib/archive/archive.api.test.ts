import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order } from "~/lib/accounting/testing.server";
import { sheetPaper } from "~/lib/quote/quote.paper";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, formatDate, today } from "~/lib/time/date";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, tanaka: Person, suzuki: Person, genba: Person, kobai: Person, boss: Person, sato: Person;
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
  [yamada, tanaka, suzuki, genba, kobai, boss, sato] = await t.people(
    "keiri@yamada",
    "admin@tanaka",
    "admin@suzuki",
    "genba@yamada",
    "kobai@tanaka",
    "admin@yamada",
    "admin@sato",
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
  expect(await find({ q: numbers.D2!.toLowerCase() })).toEqual(["D2"]);
  expect(await find({ q: "Ｎ２６" })).toEqual([]);
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
    delivery_date: addDays(today(), 14),
    ...(unit_price
      ? { unit_price }
      : { undetermined_reason: "図面待ち", planned_fix_date: addDays(today(), 7) }),
  });
  const send = (...lines: object[]) =>
    kobai.post("/orders", {
      seller_id: "yamada",
      order_date: today(),
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

const PAPER = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
async function requested(more: object = {}) {
  const day = today();
  const { body } = await kobai.post("/quotes", {
    name: "試作ステー",
    order_unit: "piece",
    quantities: ["10", "50"],
    seller_ids: ["yamada"],
    deadline: addDays(day, 3),
    memo: "社内の話",
    target_price: "380",
    ...more,
  });
  const { number } = (await kobai.post(`/quotes/${body.key}/send`, { version: 1 })).body;
  return { key: body.key as number, number: number as string, day };
}
const step = (quantity: string, unit_price: string) => ({
  quantity,
  unit_price,
  lead_days: "5",
  shipping: "10",
});
const reply = (key: number, last: number, ...lines: object[]) =>
  boss.post(`/quotes/received/${key}/answers`, { lines, last, valid_until: addDays(today(), 20) });
/** 見積依頼書, 見積書 and what came with it, as one side finds them. */
async function quotesOf(person: Person, number: string, more = "") {
  const papers = (await person.get(`/archive?q=${number}&sort=day${more}`)).body.items;
  const files = (await person.get(`/archive?kind=enclosure&sort=day${more}`)).body.items;
  return [...papers, ...files];
}
const sheetOf = async (person: Person, { quote_key, part_key, key, kind, revision }: any) => {
  const which = kind === "answer" ? `answer=${key}` : `version=${revision}`;
  const { status, body } = await person.get(`/archive/quotes/${quote_key}?part=${part_key}&${which}`);
  return { status, body, paper: status === 200 ? JSON.stringify(sheetPaper(body)) : "" };
};

test("見積依頼書 and 見積書 are found by both, each version as it was sent, a sum where one quantity was answered", async () => {
  const { key, number, day } = await requested();
  await boss.upload(`/quotes/received/${key}/files`, [{ name: "見積明細.pdf", bytes: PAPER }]);
  expect((await reply(key, 0, step("10", "500"), step("50", "400"))).status).toBe(201);
  const { version } = (await kobai.get(`/quotes/${key}`)).body;
  const later = addDays(day, 9);
  expect((await kobai.post(`/quotes/${key}/extend`, { version, deadline: later })).status).toBe(201);
  await kobai.post(`/quotes/${key}/ask`, { version: version + 1, seller_id: "yamada" });
  expect((await reply(key, 1, step("50", "123.45"))).status).toBe(201);
  const called = (name: string) => owner.query("update factory set name = $1 where id = 'yamada'", [name]);
  await called("あとの名前");
  for (const [person, other] of [
    [boss, "田中産業機械株式会社"],
    [tanaka, "山田精機株式会社"],
  ] as const) {
    const rows = await quotesOf(person, number);
    expect(rows.map((row) => [row.kind, row.revision, row.amount, row.is_issued])).toEqual([
      ["quote", 1, null, person === tanaka],
      ["quote", 2, null, person === tanaka],
      ["answer", 1, null, person === boss],
      // 123.45 × 50 = 6,172.5, cut off; 送料 10; a tenth more, cut off.
      ["answer", 2, 6800, person === boss],
      ["enclosure", 1, null, person === boss],
    ]);
    expect(new Set(rows.map((row) => row.partner_name))).toEqual(new Set([other]));
    const [first, second, locked, last, pdf] = rows;
    const before = await sheetOf(person, first);
    expect(before.paper).toContain("山田精機株式会社 御中");
    expect(before.paper).toContain(formatDate(addDays(day, 3)));
    expect(before.paper).not.toContain(formatDate(later));
    expect(before.paper).not.toMatch(/あとの名前|社内の話|380/);
    expect((await sheetOf(person, second)).paper).toContain(formatDate(later));
    expect((await sheetOf(person, locked)).body.answer).toMatchObject({ version: 1, lines: [{}, {}] });
    expect((await sheetOf(person, last)).paper).toContain("山田精機株式会社");
    expect((await sheetOf(person, { ...last, key: 999_999 })).status).toBe(404);
    expect((await person.bytes(`/files/${pdf.file_key}/content`)).status).toBe(200);
    expect((await person.get(`/archive?q=${number}&min=6800&max=6800`)).body.total).toBe(1);
    const { items } = (await person.get(`/archive/log?kind=quote&keys=${first.part_key}`)).body;
    expect(items.map((one: any) => [one.number, one.kind])).toEqual(
      ["sent", "answered", "extended", "asked", "answered"].map((kind) => [
        `${number} 山田精機株式会社`,
        kind,
      ]),
    );
  }
  const foreign = (await owner.query("select key from quote_seller where quote_key = $1", [key])).rows[0].key;
  expect(await quotesOf(suzuki, number)).toEqual([]);
  expect((await suzuki.get(`/archive/quotes/${key}?part=${foreign}`)).status).toBe(404);
  expect((await suzuki.get(`/archive/log?kind=quote&keys=${foreign}`)).body).toEqual({ items: [] });
  await called("山田精機株式会社");
});

test("a sealed answer is in nobody's hands but its factory's until the day has passed; what was taken back is history", async () => {
  const { key, number, day } = await requested({ is_sealed: true });
  await boss.upload(`/quotes/received/${key}/files`, [{ name: "封の中.pdf", bytes: PAPER }]);
  expect((await reply(key, 0, step("10", "777"))).status).toBe(201);
  const own = (await quotesOf(boss, number)).find(({ kind }) => kind === "answer");
  const kinds = async () => (await quotesOf(tanaka, number, "&history=on")).map(({ kind }) => kind);
  const shut = ["quote", "enclosure"];
  expect(await kinds()).toEqual(shut);
  expect((await sheetOf(tanaka, own)).status).toBe(404);
  expect((await sheetOf(kobai, own)).status).toBe(403);
  expect(JSON.stringify((await tanaka.get("/archive?history=on&size=500")).body)).not.toMatch(
    /封の中|"777"|:(7770|8547)\b/,
  );
  await owner.query("update quote set deadline = $2 where key = $1", [key, addDays(day, -1)]);
  expect(await kinds()).toEqual(["quote", "answer", "enclosure", "enclosure"]);
  expect((await sheetOf(tanaka, own)).body.answer.lines).toMatchObject([{ unit_price: "777" }]);
  await boss.post(`/quotes/received/${key}/withdraw`, { answer_key: own.key, words: "計算違い" });
  expect((await quotesOf(tanaka, number)).map(({ kind }) => kind)).toEqual(shut);
  const gone = (await quotesOf(tanaka, number, "&history=on")).find(({ kind }) => kind === "answer");
  expect([gone.cancel_reason, gone.amount]).toEqual(["計算違い", 8558]);
});

test("見積書 sent unasked stands alone; whoever alters a quoted price is found out", async () => {
  const { body } = await boss.post("/quotes/offers", {
    buyer_id: "tanaka",
    name: "溶接なしのケース",
    order_unit: "piece",
    lines: [step("100", "10")],
    valid_until: addDays(today(), 20),
  });
  for (const person of [boss, tanaka])
    expect((await person.get(`/archive?q=${body.number}&min=1111&max=1111`)).body.items).toMatchObject([
      { kind: "answer", partner_name: person === boss ? PARTNERS.tanaka : "山田精機株式会社" },
    ]);
  const toFactory = { name: "外注分", order_unit: "piece", lines: [step("1", "10")], valid_until: today() };
  const offered = await sato.post("/quotes/offers", { ...toFactory, buyer_id: "yamada" });
  expect(offered.status).toBe(201);
  const [notice] = (await boss.get("/notices")).body.items;
  expect(notice).toMatchObject({ path: `/accounting/archive/quote/${offered.body.key}` });
  const { body: paper } = await boss.get(`/archive/quotes/${offered.body.key}`);
  expect(sheetPaper(paper)).toMatchObject({ title: "見積書", addressee: { name: "山田精機株式会社 御中" } });
  const broken = async () => (await owner.query("select detail from check_chain()")).rows;
  expect(await broken()).toEqual([]);
  const change = (price: number) =>
    owner.query(
      "update quote_answer_line set unit_price = $2 where answer_key in (select key from quote_answer where quote_key = $1)",
      [body.key, price],
    );
  await change(9);
  expect(await broken()).toMatchObject([{ detail: expect.stringContaining(`${body.number} yamada`) }]);
  await change(10);
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
});

test("a paper 請求書 is found with its file by date, partner and amount; a cancelled one is history", async () => {
  const given = {
    partner_id: "sato",
    kind: "invoice",
    number: "紙-77",
    bill_date: "2026-10-07",
    account: "material",
    base_10: "70707",
  };
  const { key } = (await yamada.post("/payables/bills", given)).body;
  const range = { from: "2026-10-07", to: "2026-10-07", min: "77777", max: "77777" };
  const rowsOf = async (query: object, person = yamada) =>
    (await person.get(`/archive?${new URLSearchParams({ ...range, ...query })}`)).body.items;
  expect(await rowsOf({})).toMatchObject([{ kind: "entry", key, number: "紙-77", is_issued: false }]);
  expect(await rowsOf({ kind: "entry", side: "issued" })).toEqual([]);
  const pdf = Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");
  const files = ["表.pdf", "裏.pdf"].map((name) => ({ name, bytes: pdf }));
  expect((await yamada.upload(`/payables/bills/${key}/files`, files)).status).toBe(201);
  const found = await rowsOf({ partner: "佐藤", sort: "number" });
  expect(found.map(({ kind, number, amount }: any) => [kind, number, amount]).sort()).toEqual([
    ["bill", "紙-77 表.pdf", 77_777],
    ["bill", "紙-77 裏.pdf", 77_777],
  ]);
  expect((await yamada.bytes(`/files/${found[0].file_key}/content`)).status).toBe(200);
  expect(await rowsOf({}, sato)).toEqual([]);
  expect(await rowsOf({ side: "issued" })).toEqual([]);
  await yamada.post(`/payables/bills/${key}/cancel`, { reason: "二重の計上" });
  expect(await rowsOf({})).toEqual([]);
  expect(await rowsOf({ history: "on" })).toMatchObject([
    { cancel_reason: "二重の計上" },
    { cancel_reason: "二重の計上" },
  ]);
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
