import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDecimal } from "~/lib/money/decimal";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, formatDate, today } from "~/lib/time/date";
import { orderPaper } from "./order.paper";
import { orderOf } from "./order.testing";

let t: TestApp;
let tanaka: Person, kobai: Person, yamada: Person, genba: Person, suzuki: Person;
beforeAll(async () => {
  t = await testApp();
  [tanaka, kobai, yamada, genba, suzuki] = await t.people(
    "admin@tanaka",
    "kobai@tanaka",
    "admin@yamada",
    "genba@yamada",
    "admin@suzuki",
  );
});
afterAll(async () => {
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
  await t.stop();
});

const soon = addDays(today(), 21);
const line = { name: "試作ブラケット", num_items: "100", unit_price: "200" };

async function send(lines: object[] = [line]): Promise<number> {
  const made = await tanaka.post("/orders", orderOf(lines));
  expect(made.status).toBe(201);
  return made.body.key;
}
const read = async (key: number, person = tanaka) => (await person.get(`/orders/${key}`)).body;
const cardOf = async (key: number, nth = 0) => (await read(key)).lines[nth].card.key as number;
async function act(card: number, deed: string, body: object = {}) {
  const { version } = (await yamada.get(`/cards/${card}`)).body.card;
  const done = await yamada.post(`/cards/${card}/${deed}`, { version, ...body });
  expect([deed, done.status, done.body.detail]).toEqual([deed, 201, undefined]);
  return done.body;
}
async function accepted(lines?: object[]): Promise<number> {
  const key = await send(lines);
  for (const { card } of (await read(key)).lines) await act(card.key, "accept");
  return key;
}
const propose = (person: Person, key: number, lines: object[], more: object = {}) =>
  person.post(`/orders/${key}/amendments`, { lines, words: "客先の都合", ...more });
const amendment = async (person: Person, key: number, of: number) =>
  (await person.get(`/orders/${key}/amendments/${of}`)).body;
async function reply(person: Person, key: number, of: number, said: string[], more: object = {}) {
  const { seen } = await amendment(person, key, of);
  const answers = said.map((one, index) => ({ item_no: index + 1, answer: one }));
  return person.post(`/orders/${key}/amendments/${of}/answer`, { answers, seen, ...more });
}
const stands = async (key: number, nth = 0) => {
  const { now, num_delivered, num_rest, num_closed } = (await read(key)).lines[nth];
  return { num_items: now.num_items, num_delivered, num_rest, num_closed };
};

test("until the other side agrees v1 stands, on the card too; line by line they make v2, and every version stays as it was", async () => {
  const key = await accepted([line, { ...line, name: "カバー" }]);
  const later = addDays(soon, 7);
  const sent = await propose(
    tanaka,
    key,
    [
      { line_no: 1, num_items: "150", delivery_date: later, unit_price: "210" },
      { line_no: 2, num_items: "80" },
      { name: "追加の軸", num_items: "5", unit_price: "1000", delivery_date: later },
    ],
    { cause: "buyer" },
  );
  expect(sent.status).toBe(201);
  expect((await read(key)).lines[0].now).toMatchObject({ num_items: "100", changes: [] });
  expect((await read(key, yamada)).amending).toEqual([
    { key: sent.body.key, is_own: false, lines: [1, 2, null] },
  ]);
  const { card: waiting } = (await yamada.get(`/cards/${await cardOf(key)}`)).body;
  expect(waiting.is_amending).toBe(true);
  const added = (await amendment(yamada, key, sent.body.key)).items[2].changes;
  expect(added.map((one: any) => [one.field, one.after])).toEqual([
    ["数量", "5個"],
    ["納期", formatDate(later)],
    ["単価", "1,000円"],
    ["納入先", "第三工場"],
  ]);
  expect((await reply(tanaka, key, sent.body.key, ["agreed"])).status).toBe(409);
  expect((await reply(genba, key, sent.body.key, ["agreed"])).status).toBe(403);

  const agreed = await reply(yamada, key, sent.body.key, ["agreed", "declined", "agreed"], {
    words: "了解",
  });
  expect([agreed.status, agreed.body]).toEqual([201, { key: sent.body.key, revision: 2 }]);
  const order = await read(key);
  expect(order.lines.map((one: any) => [one.num_items, one.now.changes.length, one.price])).toEqual([
    ["150", 0, 31500],
    ["100", 0, 20000],
    ["5", 0, 5000],
  ]);
  expect(order.lines[0]).toMatchObject({ delivery_date: later, unit_price: "210" });
  const { lines: compared } = (await yamada.get(`/orders/${key}/previous`)).body;
  expect(compared.map((one: any) => [one.line.num_items, one.line.unit_price])).toEqual([
    ["150", "210"],
    ["100", "200"],
    ["5", "1000"],
  ]);
  expect((await yamada.get(`/cards/${await cardOf(key)}`)).body.card.is_amending).toBe(false);
  expect((await yamada.get(`/cards/${order.lines[0].card.key}`)).body.card).toMatchObject({
    num_items: "150",
    delivery_date: later,
    unit_price: "210",
    price: 31500,
  });
  expect(order.revisions.map((one: any) => [one.revision, one.lines.length, one.lines[0].num_items])).toEqual(
    [
      [1, 2, "100"],
      [2, 3, "150"],
    ],
  );
  expect(order.revisions[1]).toMatchObject({
    agreer_words: "了解",
    words: "客先の都合",
    agreed_by: "yamada",
  });
  const paper = orderPaper(order, "order");
  expect([paper.title, paper.lines.length]).toEqual(["外注依頼書（改訂 v2）", 3]);
  expect(paper.lines[0]!.below).toContain("v2 数量 100個 → 150個");
  expect(paper.lines[1]!.below).toBeUndefined();
  expect(paper.lines[2]!.below).toBe("変更：v2 で追加");
  const first = orderPaper(order, "order", "sent");
  expect([first.title, first.lines.length, first.lines[0]!.cells[2]]).toEqual(["外注依頼書", 2, "100個"]);
  const items = (await amendment(tanaka, key, sent.body.key)).items;
  expect(items.map((item: any) => item.state)).toEqual(["agreed", "declined", "agreed"]);
});

test("one open proposal per line; a counter-proposal closes the first, and only the proposer takes back", async () => {
  const key = await accepted();
  const first = (await propose(tanaka, key, [{ line_no: 1, num_items: "150" }])).body.key;
  const twice = await propose(kobai, key, [{ line_no: 1, num_items: "160" }]);
  expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ["lines[0].num_items"]]);
  expect((await propose(tanaka, key, [{ line_no: 1, num_items: "160" }], { counters: first })).status).toBe(
    409,
  );
  const second = await propose(yamada, key, [{ line_no: 1, num_items: "120" }], { counters: first });
  expect(second.status).toBe(201);
  expect((await amendment(tanaka, key, first)).items[0].state).toBe("countered");
  expect((await reply(yamada, key, first, ["agreed"])).status).toBe(409);
  expect((await tanaka.post(`/orders/${key}/amendments/${second.body.key}/withdraw`, {})).status).toBe(409);
  expect((await yamada.post(`/orders/${key}/amendments/${second.body.key}/withdraw`, {})).status).toBe(201);
  expect((await reply(tanaka, key, second.body.key, ["agreed"])).status).toBe(409);
  const third = (await propose(tanaka, key, [{ line_no: 1, num_items: "130" }])).body.key;
  // Sent before another's version is read: the form's quantities are of the past.
  expect((await propose(tanaka, key, [{ line_no: 1, num_items: "99" }], { seen: "0000" })).status).toBe(409);
  const owner = await t.owner();
  await owner.query("update order_amendment set expires_date = expires_date - 60 where key = $1", [third]);
  expect((await amendment(yamada, key, third)).items[0].state).toBe("expired");
  expect((await reply(yamada, key, third, ["agreed"])).status).toBe(409);
  expect((await propose(tanaka, key, [{ line_no: 1, num_items: "140" }])).status).toBe(201);
  expect((await stands(key)).num_items).toBe("100");

  const half = await propose(tanaka, key, [
    { line_no: 1, num_items: "99.5" },
    { name: "軸", num_items: "0.5" },
  ]);
  expect(half.body.errors).toMatchObject({
    "lines[0].num_items": [expect.stringContaining("99.5個は登録できません")],
    "lines[1].num_items": [expect.stringContaining("個は整数で")],
  });
  const called = await send([{ ...line, unit_price: "999999" }]);
  const beyond = await propose(tanaka, called, [{ line_no: 1, num_items: "9999999" }]);
  expect(beyond.body.errors["lines[0].num_items"][0]).toContain("12桁");
  expect((await propose(tanaka, called, [{ line_no: 1, num_items: "50" }])).status).toBe(201);
  expect((await tanaka.post(`/orders/${called}/cancel`, { reason: "中止" })).status).toBe(201);
  expect((await read(called)).amending).toEqual([]);
});

test("without 会計 nobody closes a price that is asked for by a 別案; of quantities alone everybody may make one", async () => {
  const key = await accepted([line, { ...line, name: "カバー" }]);
  const dearer = [
    { line_no: 1, num_items: "150", unit_price: "210" },
    { line_no: 2, num_items: "80" },
  ];
  const first = (await propose(tanaka, key, dearer)).body.key;
  expect((await amendment(genba, key, first)).can_counter).toBe(false);
  expect((await amendment(yamada, key, first)).can_counter).toBe(true);
  const counter = [{ line_no: 1, num_items: "120" }];
  const blind = await propose(genba, key, counter, { counters: first });
  expect([blind.status, blind.body.detail]).toEqual([
    403,
    "この変更依頼には金額の変更が含まれるため、別案を出すには、会計の権限が必要です。まだ何も変更していません。",
  ]);
  expect((await amendment(tanaka, key, first)).items.map((item: any) => item.state)).toEqual([
    "open",
    "open",
  ]);
  expect((await reply(yamada, key, first, ["declined"])).status).toBe(201);
  expect((await amendment(genba, key, first)).can_counter).toBe(true);
  expect((await propose(genba, key, [{ line_no: 2, num_items: "90" }], { counters: first })).status).toBe(
    201,
  );

  const paid = { lines: [{ line_no: 1, deed: "cancel", cost: 5000 }], cost_tax_rate: "10", words: "中止" };
  const off = (await tanaka.post(`/orders/${key}/amendments`, paid)).body.key;
  expect((await propose(genba, key, counter, { counters: off })).status).toBe(403);
});

test("a quantity of 0 or less is no number of pieces: what to do instead is what can be done", async () => {
  const key = await accepted();
  for (const num_items of ["-1", "0"])
    expect((await propose(tanaka, key, [{ line_no: 1, num_items }])).body.errors).toEqual({
      "lines[0].num_items": [
        "数量は0より大きい数を入力してください。0にするときは「取り消す」を選んでください",
      ],
    });
});

test("a name or a unit typed over a line's own is refused, not dropped: another thing is another line", async () => {
  const key = await accepted([{ ...line, name: "ブラケット 左\n（試作）" }]);
  const same = { line_no: 1, name: "ブラケット 左（試作）", order_unit: "piece", num_items: "120" };
  const other = await propose(tanaka, key, [{ ...same, name: "ブラケット 右", order_unit: "kg" }]);
  expect(other.status).toBe(422);
  expect(other.body.errors).toEqual({
    "lines[0].name": ["品名は変えられません。別のものを頼むときは、この行を取り消して、行を追加してください"],
    "lines[0].order_unit": [
      "注文単位は変えられません。別のものを頼むときは、この行を取り消して、行を追加してください",
    ],
  });
  expect((await propose(tanaka, key, [same])).status).toBe(201);
});

test("pieces on their way: nobody agrees to figures unseen, and what is shipped or on paper is never cut", async () => {
  const key = await accepted();
  const card = await cardOf(key);
  const plain = (await propose(tanaka, key, [{ line_no: 1, num_items: "60" }])).body.key;
  const { seen } = await amendment(yamada, key, plain);
  await act(card, "ship", { num_good: "30", uncounted: true, shortage: "divide" });
  const say = (more: object) =>
    yamada.post(`/orders/${key}/amendments/${plain}/answer`, {
      answers: [{ item_no: 1, answer: "agreed" }],
      ...more,
    });
  const moved = await say({ seen });
  expect(moved.status).toBe(409);
  expect(moved.body.detail).toContain("提案後に30個進みました");
  expect((await stands(key)).num_items).toBe("100");
  const [one, other] = await Promise.all([
    reply(yamada, key, plain, ["agreed"]),
    reply(yamada, key, plain, ["agreed"]),
  ]);
  expect([one.status, other.status].sort()).toEqual([201, 409]);
  expect(await stands(key)).toEqual({ num_items: "60", num_delivered: "0", num_rest: "60", num_closed: "0" });

  const notes = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
  expect(
    (await yamada.post("/deliveries", { ...notes, lines: [{ card_key: card, num_items: "30" }] })).status,
  ).toBe(201);
  const below = await propose(tanaka, key, [{ line_no: 1, num_items: "29" }]);
  expect(below.body.errors["lines[0].num_items"][0]).toContain("納品済みの30個を下回る");
  const rest = (await yamada.get(`/cards/${card}/work`)).body.branches[0].key;
  await act(rest, "ship", { num_good: "20", uncounted: true, shortage: "divide" });
  const bare = await propose(tanaka, key, [{ line_no: 1, num_items: "40" }]);
  expect(bare.body.errors).toHaveProperty("returned");
  const returning = { returned: "return" };
  const unread = await propose(tanaka, key, [{ line_no: 1, num_items: "40" }], returning);
  expect([unread.status, unread.body.errors]).toEqual([
    422,
    { cautioned: [expect.stringContaining("受領拒否")] },
  ]);
  const warned = { ...returning, cautioned: true };
  const cheaper = await propose(tanaka, key, [{ line_no: 1, num_items: "40", unit_price: "190" }], warned);
  expect([cheaper.status, cheaper.body.errors]).toEqual([
    422,
    { price_cut: [expect.stringContaining("減額")] },
  ]);
  const back = await propose(tanaka, key, [{ line_no: 1, num_items: "40" }], warned);
  expect((await reply(yamada, key, back.body.key, ["agreed"])).body.detail).toContain("10個の返送が要ります");
  const kept = await propose(yamada, key, [{ line_no: 1, num_items: "40" }], {
    returned: "keep",
    counters: back.body.key,
  });
  expect((await reply(tanaka, key, kept.body.key, ["agreed"])).status).toBe(201);
  expect(await stands(key)).toEqual({
    num_items: "50",
    num_delivered: "30",
    num_rest: "20",
    num_closed: "0",
  });
});

test("a line under way that is cancelled asks what becomes of it and what it cost so far; the cost is a line of v2", async () => {
  const key = await accepted([line, { ...line, name: "カバー" }]);
  const card = await cardOf(key);
  await act(card, "count", { num_good: "10", num_defective: "0", num_partial: "0" });
  const spent = async (person: Person) => (await person.get(`/orders/${key}/amendments`)).body.spent;
  expect(await spent(tanaka)).toEqual([{ line_no: 1, spent: 2000 }]);
  expect(await spent(genba)).toEqual([]);
  const bare = await propose(tanaka, key, [{ line_no: 1, deed: "cancel", cost: "5000" }]);
  expect(Object.keys(bare.body.errors)).toEqual(expect.arrayContaining(["made", "cost_tax_rate"]));
  const unpaid = await propose(tanaka, key, [{ line_no: 1, deed: "cancel" }], { made: "buy", wip: "buy" });
  expect(Object.keys(unpaid.body.errors)).toEqual(expect.arrayContaining(["made", "lines[0].cost"]));
  const sent = await propose(tanaka, key, [{ line_no: 1, deed: "cancel", cost: "5000" }], {
    made: "scrap",
    wip: "scrap",
    cost_tax_rate: "10",
  });
  expect((await reply(yamada, key, sent.body.key, ["agreed"])).status).toBe(201);
  const order = await read(key);
  expect(order.lines.map((one: any) => [one.name, one.is_off, one.now.num_items, one.price])).toEqual([
    ["試作ブラケット", true, "0", 0],
    ["カバー", false, "100", 20000],
    ["中止費用（1行目）", false, "1", 5000],
  ]);
  const paper = orderPaper(order, "order").lines;
  expect(paper[0]!.cells.slice(2)).toEqual(["取消", "", "0", "", ""]);
  expect(paper[1]!.cells.slice(2, 4)).toEqual(["100個", "200/個"]);
  expect((await yamada.get(`/cards/${card}`)).body.card.cancelled_time).not.toBeNull();
  expect((await tanaka.get(`/orders?order_id=${order.order_id}`)).body.items[0]).toMatchObject({
    revision: 2,
    price: 25000,
  });
});

test("the cost of a cancelled line is billed at the rate agreed on, on the 納品書 and the 請求書", async () => {
  for (const [cost_tax_rate, tax] of [
    ["0", 0],
    ["8", 400],
  ] as const) {
    const key = await accepted([line, { ...line, name: "カバー" }]);
    const sent = await propose(tanaka, key, [{ line_no: 1, deed: "cancel", cost: "5000" }], {
      cost_tax_rate,
    });
    expect((await reply(yamada, key, sent.body.key, ["agreed"])).status).toBe(201);
    const card_key = await cardOf(key, 2);
    const made = await yamada.post("/deliveries", {
      buyer_id: "tanaka",
      delivery_date: today(),
      grouping: "one",
      lines: [{ card_key, num_items: "1" }],
    });
    const rate = { tax_rate: Number(cost_tax_rate) };
    const note = (await yamada.get(`/deliveries/${made.body.key}`)).body;
    expect(note).toMatchObject({ tax, total: 5000 + tax, lines: [rate] });
    const billed = await yamada.post("/invoices", {
      buyer_id: "tanaka",
      invoice_date: today(),
      due_date: soon,
      lines: [`${note.key}.1`],
    });
    expect([billed.status, billed.body.errors]).toEqual([201, undefined]);
    expect((await yamada.get(`/invoices/${billed.body.key}`)).body).toMatchObject({ tax, lines: [rate] });
  }
});

test("a 中止費用 is compared with that of no other order, and is 費用 with nothing left among the lines", async () => {
  const made: number[] = [];
  for (const cost of ["5000", "7000"]) {
    const key = await accepted([line, { ...line, name: "カバー" }]);
    const sent = await propose(tanaka, key, [{ line_no: 1, deed: "cancel", cost }], { cost_tax_rate: "0" });
    expect((await reply(yamada, key, sent.body.key, ["agreed"])).status).toBe(201);
    made.push(key);
  }
  const [first, second] = made as [number, number];
  const { lines } = (await tanaka.get(`/orders/${second}/previous`)).body;
  expect(lines.map((one: any) => [one.line.name, one.previous?.order_key ?? null])).toEqual([
    ["試作ブラケット", first],
    ["カバー", first],
    ["中止費用（1行目）", null],
  ]);
  const { order_id } = await read(second);
  const { items } = (await tanaka.get(`/orders/details?order_id=${order_id}`)).body;
  expect(items.map((one: any) => [one.line_no, one.is_cost, one.num_rest]).sort()).toEqual([
    [1, false, "0"],
    [2, false, "100"],
    [3, true, "0"],
  ]);
});

test("中止費用 is no goods: state, 進捗, 件数, 数量計 and dates of the order are those of its other lines", async () => {
  const key = await accepted([line, { ...line, name: "カバー", num_items: "30" }]);
  const cancel = async (of: object[]) => {
    const sent = await propose(tanaka, key, of, { cost_tax_rate: "0" });
    expect((await reply(yamada, key, sent.body.key, ["agreed"])).status).toBe(201);
  };
  const found = async (status: string) => {
    const { order_id } = await read(key);
    return (await tanaka.get(`/orders?order_id=${order_id}&status=${status}`)).body.items;
  };
  await cancel([{ line_no: 1, deed: "cancel", cost: "5000" }]);
  expect(await read(key)).toMatchObject({
    status: "accepted",
    num_cards: 1,
    num_shipped: 0,
    price: 6000 + 5000,
  });
  expect(await found("partial")).toEqual([]);
  const [row] = await found("accepted");
  expect(row).toMatchObject({ status: "accepted", num_cards: 1, num_shipped: 0, num_lines: 2, price: 11000 });
  expect([row.quantities, row.answered_date, row.delivery_date]).toEqual([
    [{ unit: "piece", num: "30" }],
    soon,
    soon,
  ]);
  const lately = `delivery_date_from=${today()}&delivery_date_to=${addDays(today(), 1)}`;
  expect((await tanaka.get(`/orders?order_id=${row.order_id}&${lately}`)).body.items).toEqual([]);

  const note = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
  await act(await cardOf(key, 1), "ship", { num_good: "30", uncounted: true });
  const lines = [
    { card_key: await cardOf(key, 1), num_items: "30" },
    { card_key: await cardOf(key, 2), num_items: "1" },
  ];
  const made = await yamada.post("/deliveries", { ...note, lines });
  expect([made.status, (await read(key)).status]).toEqual([201, "delivered"]);
  const inspect = { lines: [{ line_no: 1, num_accepted: "30" }] };
  expect((await tanaka.post(`/deliveries/${made.body.key}/inspect`, inspect)).body.errors).toBeUndefined();
  expect([(await read(key)).status, (await found("inspected")).length]).toEqual(["inspected", 1]);
});

test("more of a line that is begun goes into a branch of its own; a price on paper stays, the rest gets the new one", async () => {
  const key = await accepted();
  const card = await cardOf(key);
  await act(card, "count", { num_good: "40", num_defective: "0", num_partial: "0" });
  const note = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
  const paper = await yamada.post("/deliveries", { ...note, lines: [{ card_key: card, num_items: "40" }] });
  expect(paper.status).toBe(201);
  const more = (await propose(yamada, key, [{ line_no: 1, num_items: "120", unit_price: "250" }])).body.key;
  expect((await reply(tanaka, key, more, ["agreed"])).status).toBe(201);
  expect(await stands(key)).toEqual({
    num_items: "120",
    num_delivered: "40",
    num_rest: "80",
    num_closed: "0",
  });
  const { lines, price } = await read(key);
  expect([lines[0].unit_price, price]).toEqual(["250", 40 * 200 + 80 * 250]);
});

test("the hour of a line is changed like its day: on its card, in the words of both, in v2 and of a line that is added", async () => {
  const key = await accepted();
  const wish = { line_no: 1, delivery_time: "9時半" };
  expect((await propose(yamada, key, [wish])).body.errors).toHaveProperty("lines[0].delivery_time");
  const added = { name: "追加の軸", num_items: "5", unit_price: "1000", delivery_date: soon };
  const sent = await propose(yamada, key, [
    { ...wish, delivery_time: "9:30" },
    { ...added, delivery_time: "15:00" },
  ]);
  expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  const { items } = await amendment(tanaka, key, sent.body.key);
  expect(items[0].changes).toEqual([{ field: "納入時刻", before: "なし", after: "09:30" }]);
  expect((await reply(tanaka, key, sent.body.key, ["agreed", "agreed"])).body.revision).toBe(2);
  const order = await read(key);
  expect(order.lines.map((one: any) => one.delivery_time)).toEqual(["09:30", "15:00"]);
  for (const { card, delivery_time } of order.lines)
    expect((await yamada.get(`/cards/${card.key}`)).body.card).toMatchObject({
      delivery_time,
      delivery_date: soon,
    });
  const [first] = orderPaper(order, "order", "2").lines;
  expect(first!.below).toContain("v2 納入時刻 なし → 09:30");
  expect(orderPaper(order, "order", "sent").lines[0]!.cells[5]).not.toContain("09:30");
});

test("the other companies' orders and proposals are not there, in every way to ask", async () => {
  const [key, other] = [await accepted(), await accepted()];
  const sent = (await propose(tanaka, key, [{ line_no: 1, num_items: "120" }])).body.key;
  const paths = [`/orders/${key}/amendments`, `/orders/${key}/amendments/${sent}`];
  for (const path of paths) expect((await suzuki.get(path)).status).toBe(404);
  expect((await propose(suzuki, key, [{ line_no: 1, num_items: "1" }])).status).toBe(404);
  expect((await suzuki.post(`${paths[1]}/withdraw`, {})).status).toBe(404);
  expect((await yamada.get(`/orders/${other}/amendments/${sent}`)).status).toBe(404);
});

test("残 = 依頼 − 納入 − 打切, whatever is agreed, counted, shipped and delivered in whatever order", async () => {
  const key = await accepted();
  const card = await cardOf(key);
  const check = async () => {
    const { num_items, num_delivered, num_rest, num_closed } = await stands(key);
    const cards = (await read(key)).lines[0];
    expect(addDecimal(num_delivered, num_rest)).toBe(num_items);
    expect(cards.now.num_items).toBe(num_items);
    return [num_items, num_delivered, num_closed];
  };
  const amend = async (num_items: string, more: object = {}) => {
    const sent = await propose(tanaka, key, [{ line_no: 1, num_items }], more);
    expect([num_items, sent.status]).toEqual([num_items, 201]);
    expect((await reply(yamada, key, sent.body.key, ["agreed"])).status).toBe(201);
    return check();
  };
  expect(await amend("150")).toEqual(["150", "0", "0"]);
  await act(card, "count", { num_good: "50", num_defective: "0", num_partial: "0" });
  expect(await amend("140", { wip: "scrap" })).toEqual(["140", "0", "0"]);
  await act(card, "ship", { num_good: "50", shortage: "divide" });
  await check();
  expect(await amend("170", {})).toEqual(["170", "0", "0"]);
  const note = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
  await yamada.post("/deliveries", { ...note, lines: [{ card_key: card, num_items: "50" }] });
  expect(await check()).toEqual(["170", "50", "0"]);
  const deed = { line_no: 1, deed: "cancel" };
  const sent = await propose(tanaka, key, [deed], { made: "stock", wip: "stock" });
  expect((await reply(yamada, key, sent.body.key, ["agreed"])).status).toBe(201);
  expect(await check()).toEqual(["50", "50", "0"]);
  expect((await read(key)).status).toBe("delivered");
});

test("a line that is added can be a product, by its number as 品名: its measure, price and drawing come along", async () => {
  const { items } = (await tanaka.get("/products?seller_id=yamada&size=50")).body;
  const product = items.find((one: any) => one.unit === "kg" && one.order_unit === "piece");
  const [foreign] = (await suzuki.get("/products?seller_id=yamada&size=5")).body.items;
  const key = await accepted();
  const row = { num_items: "50", delivery_date: soon };
  const sent = await propose(tanaka, key, [{ ...row, name: product.code.toLowerCase() }]);
  expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  const { items: asked } = await amendment(yamada, key, sent.body.key);
  expect(asked[0].name).toBe(product.name);
  const checked = await tanaka.post("/orders/check", {
    seller_id: "yamada",
    order_date: today(),
    destination: "第三工場",
    inspection_days: 7,
    lines: [{ ...row, product_id: product.product_id }],
  });
  const [wanted] = checked.body.lines;
  // 別案 of the same row keeps the product; another name over it is another thing.
  const counter = { ...asked[0].wishes, num_items: "60" };
  const countered = await propose(yamada, key, [counter], { counters: sent.body.key });
  expect([countered.status, countered.body.errors]).toEqual([201, undefined]);
  expect((await reply(tanaka, key, countered.body.key, ["agreed"])).status).toBe(201);
  const [, line2] = (await read(key)).lines;
  expect(line2).toMatchObject({
    product_id: product.product_id,
    name: product.name,
    drawing_no: product.drawing_no,
    drawing_revision: product.drawing_revision,
    unit: "kg",
    unit_price: wanted.unit_price,
    num_items: "60",
  });
  const perPiece = Number(wanted.num_units) / 50;
  expect(Number(line2.num_units)).toBeCloseTo(perPiece * 60);
  expect((await yamada.get(`/cards/${line2.card.key}`)).body.card).toMatchObject({
    product_id: product.product_id,
    unit: "kg",
    unit_weight: product.unit_weight,
    price: line2.price,
  });
  const other = await propose(tanaka, key, [
    { ...row, name: "別の品", product_id: product.product_id, unit_price: "10" },
    { ...row, name: foreign.code, unit_price: "10" },
    { ...row, product_id: foreign.product_id, name: "他社の品番", unit_price: "10" },
  ]);
  expect((await reply(yamada, key, other.body.key, ["agreed", "agreed", "agreed"])).status).toBe(201);
  const added = (await read(key)).lines.slice(2);
  expect(added.map((one: any) => [one.name, one.product_id])).toEqual([
    ["別の品", null],
    [foreign.code, null],
    ["他社の品番", null],
  ]);
});

test("取適法対象: a lower price needs a tick, and is refused once delivery has begun, to the one who agrees too", async () => {
  const { version } = (await yamada.get("/factories/collaborators/tanaka")).body.buyer;
  const judged = { version, side: "buyer", toriteki: "covered" };
  expect((await yamada.put("/factories/collaborators/tanaka/toriteki", judged)).status).toBe(200);
  const key = await accepted();
  const paid = { line_no: 1, supply: "paid", supplied_material: "SS400", supply_date: soon };
  expect((await propose(tanaka, key, [paid])).body.errors).toMatchObject({
    "lines[0].supply": [expect.stringContaining("有償支給の決済日・決済方法が書かれていないため")],
    "lines[0].supply_quantity": [expect.stringContaining("支給数も明示が必要です")],
    "lines[0].supply_price": [expect.stringContaining("支給単価も明示が必要です")],
  });
  const lower = [{ line_no: 1, unit_price: "180" }];
  const asked = await propose(tanaka, key, lower);
  expect([asked.status, Object.keys(asked.body.errors)]).toEqual([422, ["price_cut"]]);
  const sent = await propose(tanaka, key, lower, { price_cut: true });
  expect(sent.status).toBe(201);
  await act(await cardOf(key), "ship", { num_good: "30", uncounted: true, shortage: "divide" });
  const agreed = await reply(yamada, key, sent.body.key, ["agreed"]);
  expect([agreed.status, agreed.body.detail]).toEqual([409, expect.stringContaining("減額の禁止")]);
  expect((await tanaka.post(`/orders/${key}/amendments/${sent.body.key}/withdraw`)).status).toBe(201);
  const late = await propose(tanaka, key, lower, { price_cut: true });
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ["lines[0].unit_price"]]);
});

test("what is supplied and how many more or fewer may come are changed like the rest, and stand on the paper of v2", async () => {
  const owner = await t.owner();
  const terms = (over_pct: string) =>
    owner.query("update collaboration set over_pct = $1 where seller_id = 'yamada' and buyer_id = 'tanaka'", [
      over_pct,
    ]);
  await terms("2");
  const supplied = {
    supply: "free",
    supplied_material: "SS400 t6",
    supply_quantity: "10",
    supply_unit: "枚",
  };
  const key = await accepted([{ ...line, ...supplied, note: "急ぎ" }, line]);
  await terms("0");
  const before = await read(key);
  expect(before.tolerance).toMatchObject({ over_pct: "2", under_pct: "0", is_frozen: true });
  expect(orderPaper(before, "order", "now").facts).toContainEqual({
    label: "納品数の許容差",
    text: "超過 2%まで・不足 なし",
  });
  const card_key = await cardOf(key);

  const wrong = async (wish: object, person = tanaka) =>
    (await propose(person, key, [{ line_no: 1, ...wish }])).body.errors;
  expect(await wrong({ supply: "paid" })).toHaveProperty("lines[0].supply");
  expect(await wrong({ supply_price: "5" })).toHaveProperty("lines[0].supply_price");
  expect(await wrong({ over_pct: "101" })).toHaveProperty("lines[0].over_pct");
  expect((await propose(tanaka, key, [{ line_no: 2, supply_quantity: "3" }])).body.errors).toEqual({
    "lines[0].supply": ["無償支給か有償支給かを選択してください"],
    "lines[0].supplied_material": ["支給材の品名を入力してください"],
    "lines[0].supply_unit": ["支給数の単位を入力してください"],
  });

  const sent = await propose(tanaka, key, [
    { line_no: 1, supply: "free", supplied_material: "SS400 t9", supply_quantity: "12", over_pct: "5" },
    { line_no: 2, under_pct: "1.5" },
  ]);
  const { items } = await amendment(yamada, key, sent.body.key);
  expect(items[0].changes).toEqual([
    { field: "超過の許容差", before: "取引の条件のとおり", after: "5%" },
    { field: "支給材", before: "SS400 t6", after: "SS400 t9" },
    { field: "支給数", before: "10枚", after: "12枚" },
  ]);
  const moved = { seller_id: "yamada", kind: "free", item: "SS400 t6", unit: "枚", move_date: today() };
  const handed = (quantity: string) =>
    tanaka.post("/supplies", { ...moved, quantity, order_key: key, line_no: 1 });
  expect((await handed("11")).status).toBe(201);
  expect((await reply(yamada, key, sent.body.key, ["agreed", "agreed"])).body.revision).toBe(2);
  const after = await read(key);
  expect(after.lines[0]).toMatchObject({
    ...supplied,
    supplied_material: "SS400 t9",
    supply_quantity: "12",
    over_pct: "5",
    under_pct: null,
  });
  expect(after.lines[1]).toMatchObject({ under_pct: "1.5", supply: null });
  const { note } = (await yamada.get(`/cards/${card_key}`)).body.card;
  expect(note).toBe("急ぎ\n無償支給: SS400 t9 12枚");
  const [first] = orderPaper(after, "order", "2").lines;
  expect(first!.below).toBe(
    "変更：v2 支給 無償支給: SS400 t6 10枚 → 無償支給: SS400 t9 12枚\n変更：v2 許容差 なし → 超過 5%まで",
  );
  expect(first!.cells.at(-1)).toContain("無償支給: SS400 t9 12枚\n許容差: 超過 5%まで");
  expect(orderPaper(after, "order", "sent").lines[0]!.cells.at(-1)).toContain("SS400 t6 10枚");

  expect(await wrong({ supply_quantity: "10" })).toEqual({
    "lines[0].supply_quantity": ["支給数は、支給した11枚を下回れません"],
  });
  expect(await wrong({ supply: "none" })).toHaveProperty("lines[0].supply");
  const planned = (await yamada.get("/supplies/planned")).body.items;
  expect(planned.find((one: any) => one.order_key === key)).toMatchObject({ rest: "1", item: "SS400 t9" });
  const ended = await propose(yamada, key, [{ line_no: 1, over_pct: "0" }]);
  const ending = await propose(tanaka, key, [{ line_no: 2, ...supplied }]);
  expect((await reply(tanaka, key, ended.body.key, ["agreed"])).body.revision).toBe(3);
  expect((await reply(yamada, key, ending.body.key, ["agreed"])).body.revision).toBe(4);
  const none = await propose(tanaka, key, [{ line_no: 2, supply: "none", supply_quantity: "10" }]);
  expect((await amendment(yamada, key, none.body.key)).items[0].wishes).toEqual({ supply: "none" });
  expect((await reply(yamada, key, none.body.key, ["agreed"])).body.revision).toBe(5);
  const last = (await read(key)).lines;
  expect(last.map((one: any) => [one.over_pct, one.supply])).toEqual([
    ["0", "free"],
    [null, null],
  ]);
  expect((await yamada.get(`/cards/${await cardOf(key, 1)}`)).body.card.note).toBeNull();
});
