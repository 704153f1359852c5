import { afterAll, beforeAll, expect, test } from "vitest";
import { visibleColumns } from "~/lib/list/list.schema";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { answerOverdue, lastOverdue } from "~/lib/task/answer";
import { addDays, today } from "~/lib/time/date";
import { orderList } from "./order.list";
import { orderPaper } from "./order.paper";
import { order as orderSchema } from "./order.row.schema";
import { ORDER_STATUS } from "./order.status";
import { ringUnanswered } from "./order.unanswered.server";
import { ringUnfixed } from "./order.unfixed.server";

let t: TestApp;
let tanaka: Person, kobai: Person, suzuki: Person, yamada: Person, genba: Person, sato: Person;
let place: number;
const products: Record<string, any> = {};

const now = today();
const soon = addDays(now, 14);
/** In which nothing else is ordered. */
const month = addDays(now, 330).slice(0, 7);
const numbers = `H${month.slice(2).replace("-", "")}`;
const line = { name: "試作ブラケット", num_items: "100", unit_price: "128.4" };
const order = (changes: object = {}) => ({
  seller_id: "yamada",
  order_date: now,
  delivery_date: soon,
  destination_id: place,
  inspection_days: 7,
  lines: [line],
  ...changes,
});

beforeAll(async () => {
  t = await testApp();
  [tanaka, kobai, suzuki, yamada, genba, sato] = await t.people(
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@yamada",
    "genba@yamada",
    "admin@sato",
  );
  place = (
    await tanaka.post("/factories/tanaka/destinations", {
      name: "受入検査場",
      address: "神奈川県川崎市川崎区浜町1-9-3",
    })
  ).body.destination_id;
  for (const one of (await tanaka.get("/products?size=200")).body.items) products[one.code] = one;
  for (const one of (await suzuki.get("/products?size=200")).body.items) products[one.code] = one;
});
afterAll(() => t.stop());

test("a sent order stands in the factory's 新規依頼 column, one card a line, and both sides read the same form", async () => {
  const made = await tanaka.post(
    "/orders",
    order({
      note: "至急ではありません",
      lines: [
        { product_id: products["YM-1001"].product_id, num_items: "200" },
        {
          product_id: products["YM-1005"].product_id,
          num_items: "50",
          delivery_date: addDays(soon, 3),
          delivery_time: "930",
        },
        {
          name: "特注シム",
          num_items: "１０",
          unit_price: "３，４７５",
          destination_id: place,
          supply: "free",
          supplied_material: "SUS304 t0.5",
          process_name: "打抜き・バリ取り",
          part_delivery: "refused",
        },
      ],
    }),
  );
  expect(made).toMatchObject({
    status: 201,
    body: { order_id: `H${now.slice(2, 4)}${now.slice(5, 7)}-0001` },
  });
  const mine = (await tanaka.get(`/orders/${made.body.key}`)).body;
  expect(mine).toMatchObject({
    status: "waiting",
    amounts: true,
    cancel_problem: null,
    payment_terms: "20日締め翌月20日払い（銀行振込）",
    seller: { name: "山田精機株式会社" },
    buyer: { name: "田中産業機械株式会社" },
    person: "田中 一郎",
  });
  expect(
    mine.lines.map((l: any) => [
      l.name,
      l.num_items,
      l.num_units,
      l.unit,
      l.unit_price,
      l.price,
      l.delivery_time,
    ]),
  ).toEqual([
    ["ブラケットA", "200", "200", "piece", "128.4", 25680, null],
    ["丸棒切断材 S45C φ20", "50", "37.1", "kg", "398.5", 14784, "09:30"],
    ["特注シム", "10", "10", "piece", "3475", 34750, null],
  ]);
  expect(mine.lines[0]).toMatchObject({
    inspection_due: addDays(soon, 7),
    destination: expect.stringContaining("受入検査場"),
    card: { status: "新規依頼", answer: "waiting" },
  });
  expect(mine.lines[0].payment_due > soon).toBe(true);
  expect(mine.log.map((entry: any) => entry.kind)).toEqual(["sent"]);
  const theirs = (await yamada.get(`/orders/${made.body.key}`)).body;
  expect(theirs.lines.map((l: any) => l.price)).toEqual([25680, 14784, 34750]);
  expect(theirs.lines.map((l: any) => l.card.id)).toEqual(mine.lines.map((l: any) => l.card.id));
  // 工程 and 分納 (R5-3), on the paper and on the card.
  const paper = orderPaper(theirs, "order");
  const all = orderPaper({ ...theirs, lines: theirs.lines.slice(0, 2) }, "order");
  const parts = (of: typeof paper) => of.facts?.find(({ label }) => label === "分納")?.text;
  expect([parts(paper), parts(all)]).toEqual(["明細の備考に記載", "可"]);
  expect(paper.lines.map(({ cells }) => /^分納 .*/m.exec(String(cells[6]))?.[0])).toEqual([
    "分納 可",
    "分納 可",
    "分納 不可",
  ]);
  expect(paper.lines[2]!.cells[1]).toBe("特注シム\n工程：打抜き・バリ取り");
  const { card } = (await yamada.get(`/cards/${theirs.lines[2].card.key}`)).body;
  expect(card.note).toBe("工程: 打抜き・バリ取り\n分納不可\n無償支給: SUS304 t0.5");
});

test("who may order sees the amounts of the own company's orders; at the factory they need the accounting permission", async () => {
  const input = order({ lines: [{ product_id: products["YM-1001"].product_id, num_items: "10" }, line] });
  const check = (await kobai.post("/orders/check", input)).body;
  expect(check).toMatchObject({
    price: 14124,
    lines: [
      { unit_price: "128.4", price: 1284 },
      { unit_price: "128.4", price: 12840 },
    ],
  });
  const made = await kobai.post("/orders", input);
  expect(made.status).toBe(201);
  const ofOrder = async (person: Person) => (await person.get(`/orders/${made.body.key}`)).body;
  const listed = async (person: Person) =>
    (await person.get("/orders")).body.items.find((row: any) => row.key === made.body.key)?.price;
  for (const person of [kobai, tanaka, yamada]) {
    expect(await ofOrder(person)).toMatchObject({
      amounts: true,
      lines: [
        { unit_price: "128.4", price: 1284 },
        { unit_price: "128.4", price: 12840 },
      ],
    });
    expect(await listed(person)).toBe(14124);
  }
  const paper = orderPaper(orderSchema.parse(await ofOrder(kobai)), "order");
  expect([paper.total?.amount, paper.lines[1]!.cells[3], paper.notes!.join()]).toEqual([
    14124,
    "128.4/個",
    expect.not.stringContaining("会計の権限"),
  ]);
  expect(visibleColumns(orderList.columns, false).map(({ name }) => name)).toContain("price");
  const seen = await ofOrder(genba);
  expect(seen).toMatchObject({
    amounts: false,
    lines: [
      { unit_price: null, price: null },
      { unit_price: null, price: null },
    ],
  });
  expect([
    await listed(genba),
    (await suzuki.get(`/orders/${made.body.key}`)).status,
    await listed(sato),
  ]).toEqual([null, 404, undefined]);
  // Only of orders: the cards that they became show amounts as ever.
  expect((await kobai.get(`/cards/${seen.lines[0].card.key}`)).body.card).toMatchObject({
    unit_price: null,
    price: null,
  });
});

test("a check says when each line is paid and sends nothing", async () => {
  const before = (await tanaka.get("/orders")).body.total;
  const year = Number(now.slice(0, 4)) - (now < `${now.slice(0, 4)}-07-01` ? 1 : 0);
  const check = await tanaka.post(
    "/orders/check",
    order({ order_date: `${year}-07-01`, delivery_date: `${year}-07-21` }),
  );
  expect(check.body.lines[0]).toMatchObject({
    payment_due: `${year}-09-20`,
    days: 62,
    verdict: "over_60_days_but_within_2_months",
    price: 12840,
  });
  expect((await tanaka.get("/orders")).body.total).toBe(before);
});

test("the paper of a check is the paper that is sent", async () => {
  const input = order({
    order_id: "PV-1",
    note: "検査表を添えてください",
    lines: [
      { ...line, process_name: "曲げ", part_delivery: "refused" },
      { product_id: products["YM-1001"].product_id, num_items: "20" },
    ],
  });
  const { paper } = (await tanaka.post("/orders/check", input)).body;
  const sent = (await tanaka.get(`/orders/${(await tanaka.post("/orders", input)).body.key}`)).body;
  expect(orderPaper(paper, "order", "sent")).toEqual(orderPaper(sent, "order", "sent"));
});

test("only what the check showed is sent; another amount or another word is told, and a caller without it is free", async () => {
  const before = (await tanaka.get("/orders")).body.total;
  const { seen, price } = (await tanaka.post("/orders/check", order())).body;
  expect(price).toBe(12840);
  const more = order({ seen, lines: [{ ...line, num_items: "200" }, line] });
  expect(await tanaka.post("/orders", more)).toMatchObject({
    status: 409,
    body: {
      detail:
        "確認した内容から変わったため、送信していません（明細 1行 → 2行、合計（税抜） 12,840円 → 38,520円）。もう一度内容を確認してから送信してください。",
    },
  });
  expect(await tanaka.post("/orders", order({ seen, note: "別の備考" }))).toMatchObject({
    status: 409,
    body: {
      detail: "確認した内容から変わったため、送信していません。もう一度内容を確認してから送信してください。",
    },
  });
  expect((await tanaka.post("/orders", order({ seen: "1.2.zz" }))).body.errors).toHaveProperty("seen");
  expect((await tanaka.get("/orders")).body.total).toBe(before);
  expect((await tanaka.post("/orders", order({ seen }))).status).toBe(201);
  expect((await tanaka.get("/orders")).body.total).toBe(before + 1);
});

test("a line that says what its product says anyway is the line that was checked, another price is not", async () => {
  const { product_id, name, drawing_no, drawing_revision, order_unit, unit } = products["YM-1001"];
  const { seen } = (await tanaka.post("/orders/check", order({ lines: [{ product_id, num_items: "100" }] })))
    .body;
  const filled = { product_id, num_items: "１００", name, drawing_no, drawing_revision, order_unit, unit };
  expect(
    (await tanaka.post("/orders", order({ seen, lines: [{ ...filled, unit_price: "128.5" }] }))).status,
  ).toBe(409);
  expect((await tanaka.post("/orders", order({ seen, lines: [{ ...filled, note: "急ぎ" }] }))).status).toBe(
    409,
  );
  expect((await tanaka.post("/orders", order({ seen, lines: [filled] }))).status).toBe(201);
});

test("another company's destination is refused in its field", async () => {
  const foreign = (await suzuki.post("/factories/suzuki/destinations", { name: "刈谷工場" })).body
    .destination_id;
  const answer = await tanaka.post("/orders", order({ destination_id: foreign }));
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { destination_id: ["納入先を選択してください"] } },
  });
  expect(
    (await suzuki.post("/orders", order({ destination_id: foreign, seller_id: "sato" }))).body.errors
      .seller_id,
  ).toEqual(["依頼先を選択してください"]);
});

test("a number typed by hand is kept, and is taken only once", async () => {
  expect((await tanaka.post("/orders", order({ order_id: "ｐｏ－１２３" }))).body.order_id).toBe("po-123");
  const again = await tanaka.post("/orders", order({ order_id: "po-123" }));
  expect(again).toMatchObject({
    status: 422,
    body: { errors: { order_id: [expect.stringContaining("すでに使われています")] } },
  });
  const on = async (day: string) =>
    (await tanaka.post("/orders", order({ order_date: `${month}-${day}`, delivery_date: `${month}-20` })))
      .body.order_id;
  expect(await on("01")).toBe(`${numbers}-0001`);
  await tanaka.post("/orders", order({ order_id: `${numbers}-0002` }));
  expect(await on("02")).toBe(`${numbers}-0003`);
});

test("pressing 送る twice sends once; the same key with another body is refused", async () => {
  const key = crypto.randomUUID();
  const [one, two] = await Promise.all([
    tanaka.post("/orders", order(), key),
    tanaka.post("/orders", order(), key),
  ]);
  expect(one.status).toBe(201);
  expect(two.body).toEqual(one.body);
  expect((await tanaka.post("/orders", order({ note: "別" }), key)).status).toBe(422);
});

test("strangers find nothing, and a factory does not order", async () => {
  const { key } = (await tanaka.post("/orders", order())).body;
  for (const stranger of [suzuki, sato]) {
    expect((await stranger.get(`/orders/${key}`)).status).toBe(404);
    expect((await stranger.get("/orders")).body.items.some((row: any) => row.key === key)).toBe(false);
  }
  expect((await suzuki.post(`/orders/${key}/cancel`, { reason: "x" })).status).toBe(404);
  expect((await sato.put(`/orders/${key}/viewed`, {})).status).toBe(404);
  expect((await yamada.post("/orders", order())).status).toBe(403);
  expect((await yamada.post("/orders/check", order())).status).toBe(403);
  expect((await yamada.post(`/orders/${key}/cancel`, { reason: "x" })).status).toBe(403);
  expect((await tanaka.put(`/orders/${key}/viewed`, {})).status).toBe(403);
  expect((await tanaka.get("/orders/999999")).status).toBe(404);
  expect((await tanaka.get("/orders/abc")).status).toBe(404);
});

test("the buyer learns when the factory opened the order, once", async () => {
  const { key } = (await tanaka.post("/orders", order())).body;
  expect((await yamada.put(`/orders/${key}/viewed`, {})).status).toBe(200);
  await genba.put(`/orders/${key}/viewed`, {});
  const seen = (await tanaka.get(`/orders/${key}`)).body;
  expect(seen.viewed_time).not.toBeNull();
  expect(seen.log.map((entry: any) => [entry.kind, entry.actor_name])).toEqual([
    ["sent", "田中 一郎"],
    ["viewed", "山田精機株式会社"],
  ]);
});

test("an order can be taken back until a line is accepted; its cards leave the board", async () => {
  const { key } = (await tanaka.post("/orders", order({ lines: [line, line] }))).body;
  expect((await tanaka.post(`/orders/${key}/cancel`, { reason: "" })).body.errors.reason).toEqual([
    "取消の理由を入力してください",
  ]);
  expect((await tanaka.post(`/orders/${key}/cancel`, { reason: "仕様変更のため" })).status).toBe(201);
  const seen = (await tanaka.get(`/orders/${key}`)).body;
  expect(seen).toMatchObject({ status: "cancelled", cancel_reason: "仕様変更のため" });
  expect(seen.lines.map((l: any) => l.card.status)).toEqual(["取消", "取消"]);
  // Nothing is left of it, on its page, in the list and in the 明細.
  const off = { num_items: "0", price: 0 };
  expect([seen.price, seen.lines]).toMatchObject([0, [{ now: off }, { now: off }]]);
  const only = `order_id=${seen.order_id}&min_price=0&max_price=0`;
  const [row] = (await tanaka.get(`/orders?${only}`)).body.items;
  const sought = async (q: string) =>
    (await tanaka.get(`/orders?${only}&q=${encodeURIComponent(q)}`)).body.total;
  expect([
    await sought("ぶらけっと"),
    await sought("山田 H"),
    await sought("試作 ブラケット"),
    await sought("試作 軸"),
  ]).toEqual([1, 1, 1, 0]);
  expect(row).toMatchObject({ price: 0, quantities: [{ num: "0", unit: "piece" }] });
  expect((await tanaka.get(`/orders/details?${only}`)).body.items).toMatchObject([off, off]);
  expect(await tanaka.post(`/orders/${key}/cancel`, { reason: "もう一度" })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("すでに取り消されています") },
  });
});

test("under the list stands what all its orders come to now, without those taken back and those whose price is open", async () => {
  const all = (await kobai.get("/orders?size=200")).body;
  const live = all.items.filter((row: { status: string }) => row.status !== "cancelled");
  const priced = live.filter((row: { price: number | null }) => row.price !== null);
  expect(priced.length).toBeGreaterThan(1);
  expect((await kobai.get("/orders?size=1")).body.sums).toEqual({
    price: priced.reduce((sum: number, row: { price: number }) => sum + row.price, 0),
    undetermined: live.length - priced.length,
  });
});

test("the list finds by words, dates, seller and state, and every state's filter agrees with the state shown", async () => {
  const total = (await tanaka.get("/orders?size=1000")).body;
  let sum = 0;
  for (const status of ORDER_STATUS) {
    const page = (await tanaka.get(`/orders?status=${status}&size=1000`)).body;
    expect(page.items.every((row: any) => row.status === status)).toBe(true);
    expect(page.total).toBe(page.items.length);
    sum += page.total;
  }
  expect(sum).toBe(total.total);
  const found = async (query: string) =>
    (await tanaka.get(`/orders?${query}`)).body.items.map((row: any) => row.order_id);
  expect(await found(`q=${encodeURIComponent("ｐｏ-123")}`)).toEqual(["po-123"]);
  expect((await found(`q=${encodeURIComponent("特注シム")}`)).length).toBe(1);
  expect(await found("q=%25")).toEqual([]);
  expect(await found(`order_date_from=${month}-01`)).toEqual([`${numbers}-0003`, `${numbers}-0001`]);
  expect(await found("delivery_date_from=2031-01-01&seller_id=sato")).toEqual([]);
  const first = (await tanaka.get("/orders?size=2")).body;
  const second = (await tanaka.get(`/orders?size=2&after=${first.next}`)).body;
  const back = (await tanaka.get(`/orders?size=2&before=${second.previous}`)).body;
  expect(back.items).toEqual(first.items);
  expect(second.items[0].key).not.toBe(first.items[1].key);
});

test("催促 goes to those who have not answered, once a day; lines and papers are read by both sides, by no stranger", async () => {
  const asked: number[] = [];
  for (let n = 0; n < 2; n++)
    asked.push((await tanaka.post("/orders", order({ lines: [line, line] }))).body.key);
  const [key, other] = asked as [number, number];
  await tanaka.post(`/orders/${other}/cancel`, { reason: "仕様変更のため" });
  expect((await tanaka.post("/orders/remind", { keys: [key, other, key] })).body).toEqual({ num: 1 });
  expect((await tanaka.post("/orders/remind", { keys: [key] })).body).toEqual({ num: 0 });
  const { order_id, log } = (await yamada.get(`/orders/${key}`)).body;
  expect(log.map((entry: any) => entry.kind)).toEqual(["sent", "reminded"]);
  expect((await yamada.get("/notices")).body.items[0]).toMatchObject({
    text: expect.stringContaining(`依頼 ${order_id} への回答をお願いします`),
    path: `/task/order/${key}`,
  });
  const said = (await yamada.get("/chats/rooms/yamada_tanaka/messages")).body;
  expect(JSON.stringify(said)).toContain(`依頼 ${order_id} への回答をお願いします。`);
  const two = [(await tanaka.post("/orders", order())).body, (await tanaka.post("/orders", order())).body];
  expect((await tanaka.post("/orders/remind", { keys: two.map((one) => one.key) })).body).toEqual({ num: 2 });
  const both = `依頼 ${two.map((one) => one.order_id).join("、")} への回答をお願いします。`;
  expect(JSON.stringify((await yamada.get("/chats/rooms/yamada_tanaka/messages")).body)).toContain(both);
  expect((await suzuki.post("/orders/remind", { keys: [key] })).status).toBe(404);
  expect((await yamada.post("/orders/remind", { keys: [key] })).status).toBe(403);

  const rows = async (person: Person) => (await person.get(`/orders/details?order_id=${order_id}`)).body;
  expect(
    (await rows(tanaka)).items.map((row: any) => [row.line_no, row.num_rest, row.price, row.status]),
  ).toEqual([
    [2, "100", 12840, "waiting"],
    [1, "100", 12840, "waiting"],
  ]);
  expect((await rows(genba)).items.map((row: any) => [row.unit_price, row.price])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect((await rows(sato)).total).toBe(0);
  for (const side of [tanaka, yamada])
    expect((await side.get(`/orders/${key}/papers`)).body).toMatchObject({
      lines: [{ line_no: 1, num_delivered: "0", num_pending: "0" }, { line_no: 2 }],
      deliveries: [],
      invoices: [],
    });
  expect((await suzuki.get(`/orders/${key}/papers`)).status).toBe(404);
});

test("a price left open past its day is told to who ordered, once; one that was settled is not (R2-4)", async () => {
  const open = {
    name: "単価未定の品",
    num_items: "10",
    undetermined_reason: "図面の確認中",
    planned_fix_date: addDays(today(), 3),
  };
  const { key, order_id } = (await tanaka.post("/orders", order({ lines: [line, open] }))).body;
  const told = async (person: Person) =>
    (await person.get("/notices")).body.items.filter((row: any) => row.text.includes(`${order_id} の単価が`))
      .length;
  const on = (days: number) => `${addDays(today(), days)}T03:00:00.000Z`;
  await ringUnfixed(t.db, on(3));
  expect(await told(tanaka)).toBe(0);
  const [one, other] = await Promise.all([ringUnfixed(t.db, on(4)), ringUnfixed(t.db, on(4))]);
  expect([Math.min(one, other), await told(tanaka)]).toEqual([0, 1]);
  expect([await ringUnfixed(t.db, on(5)), await told(tanaka), await told(yamada)]).toEqual([0, 1, 0]);
  expect((await tanaka.get(`/orders/${key}`)).body.log.at(-1)).toMatchObject({ kind: "unfixed" });
});

test("what is not answered by the next business day turns orange and rings once, however many processes ring", async () => {
  const { key, order_id } = (await tanaka.post("/orders", order())).body;
  const found = async (person: Person) =>
    (await person.get(`/orders?order_id=${order_id}`)).body.items[0].is_unanswered;
  const told = async () =>
    (await yamada.get("/notices")).body.items.filter(
      (one: any) => one.path === `/task/order/${key}` && one.text.includes("まだ回答していません"),
    ).length;
  const mixed = (await tanaka.post("/orders", order({ lines: [line, line] }))).body.key;
  const [{ card }] = (await tanaka.get(`/orders/${mixed}`)).body.lines;
  const later = { version: 1, proposed_delivery_date: addDays(soon, 3) };
  expect((await yamada.post(`/cards/${card.key}/propose`, later)).status).toBe(201);
  await ringUnanswered(t.db, new Date().toISOString());
  expect([await found(tanaka), await told()]).toEqual([false, 0]);
  const owner = await t.owner();
  await owner.query(
    "update card set created_time = created_time - interval '9 days' where order_key = any($1)",
    [[key, mixed]],
  );
  await owner.end();
  expect([await found(tanaka), await found(yamada)]).toEqual([true, true]);
  const late = (await tanaka.get("/orders?unanswered=on&size=1000")).body.items;
  const all = (await tanaka.get("/orders?size=1000")).body.items;
  expect(late.map((row: any) => row.key)).toEqual(
    all.filter((row: any) => row.is_unanswered).map((row: any) => row.key),
  );
  const half = late.find((row: any) => row.key === mixed);
  expect(half, "one line is proposed, the other not answered").toMatchObject({
    status: "proposed",
    is_unanswered: true,
  });
  expect((await tanaka.post("/orders/remind", { keys: [mixed] })).body).toEqual({ num: 1 });
  const at = new Date().toISOString();
  expect((await Promise.all([ringUnanswered(t.db, at), ringUnanswered(t.db, at)])).sort()).toEqual([0, 2]);
  expect([await ringUnanswered(t.db, at), await told()]).toEqual([0, 1]);
  expect((await tanaka.get(`/orders/${key}`)).body.log.at(-1)).toMatchObject({ kind: "unanswered" });
  // The factory was shut all the time: the buyer sees it by the factory's days, and none of what they are called.
  const holiday = { holiday: addDays(today(), -9), until: addDays(today(), -1), label: "社員旅行" };
  expect((await yamada.post("/factories/self/holidays", holiday)).status).toBe(201);
  const page = (await tanaka.get(`/orders?order_id=${order_id}`)).body;
  expect([page.items[0].is_unanswered, await found(yamada)]).toEqual([false, false]);
  expect(JSON.stringify(page)).not.toContain("社員旅行");
  const again = (await tanaka.get("/orders?unanswered=on&size=1000")).body.items;
  expect(again.map((row: any) => row.key)).not.toContain(key);
  for (let ago = 9; ago > 0; ago -= 1)
    await yamada.delete(`/factories/self/holidays/${addDays(today(), -ago)}`);
  expect(answerOverdue("2026-11-20T06:00:00Z", "2026-11-23")).toBe(false);
  expect(answerOverdue("2026-11-20T06:00:00Z", "2026-11-24")).toBe(true);
  expect(answerOverdue("2026-11-20T06:00:00Z", "2026-11-24", new Set(["2026-11-23"]))).toBe(false);
  for (const closed of [undefined, new Set(["2026-11-20", "2026-11-23", "2026-11-24"])])
    for (let day = "2026-11-16"; day < "2026-12-02"; day = addDays(day, 1)) {
      const last = lastOverdue(day, closed);
      expect(answerOverdue(`${last}T03:00:00Z`, day, closed)).toBe(true);
      expect(answerOverdue(`${addDays(last, 1)}T03:00:00Z`, day, closed)).toBe(false);
    }
});

test("an answer is unread until the buyer says that he saw it; what comes after stays unread", async () => {
  const { key, order_id } = (await tanaka.post("/orders", order({ lines: [line, line] }))).body;
  const unread = async (person = tanaka) =>
    (await person.get(`/orders?unread=on&order_id=${order_id}`)).body.items.length;
  const see = (until: string | null, person = tanaka) => person.put(`/orders/${key}/answers/seen`, { until });
  const read = async () => (await tanaka.get(`/orders/${key}`)).body;
  const { lines } = await read();
  const act = async (person: Person, n: number, deed: string, body: object = {}) => {
    const { version } = (await yamada.get(`/cards/${lines[n].card.key}`)).body.card;
    expect((await person.post(`/cards/${lines[n].card.key}/${deed}`, { version, ...body })).status).toBe(201);
  };
  expect([await unread(), (await read()).unread_until]).toEqual([0, null]);
  await act(yamada, 0, "propose", { proposed_delivery_date: addDays(soon, 3) });
  expect([await unread(), await unread(kobai), await unread(yamada)]).toEqual([1, 1, 0]);
  const { unread_until } = await read();
  expect((await yamada.get(`/orders/${key}`)).body.unread_until).toBeNull();
  await act(yamada, 1, "accept");
  expect((await see(unread_until)).status).toBe(200);
  expect(await unread(), "what came after the page was drawn").toBe(1);
  expect((await see((await read()).unread_until, kobai)).status).toBe(200);
  expect([await unread(), (await read()).unread_until]).toEqual([0, null]);
  expect((await see(unread_until, suzuki)).status).toBe(404);
  expect((await see(unread_until, yamada)).status).toBe(403);
  expect((await see("いつか")).status).toBe(422);
  await act(tanaka, 0, "agree");
  expect(await unread()).toBe(0);
  const sent = await yamada.post(`/orders/${key}/amendments`, {
    lines: [{ line_no: 1, num_items: "90" }],
    words: "材料が足りません",
  });
  expect([sent.status, await unread()]).toEqual([201, 1]);
  expect((await yamada.post(`/orders/${key}/amendments/${sent.body.key}/withdraw`)).status).toBe(201);
  expect(await unread()).toBe(0);
});

test("an amount between two: of what stands now, for those who may see it", async () => {
  const { order_id, key } = (
    await tanaka.post("/orders", order({ lines: [{ ...line, num_items: "10", unit_price: "777" }] }))
  ).body;
  const found = async (query: string, person = tanaka) =>
    (await person.get(`/orders?order_id=${order_id}&${query}`)).body.items.length;
  expect(await found("min_price=7770&max_price=7,770")).toBe(1);
  expect([await found("min_price=7771"), await found("max_price=7769")]).toEqual([0, 0]);
  expect([await found("min_price=1", yamada), await found("min_price=0", genba)]).toEqual([1, 0]);
  const lines = (await tanaka.get(`/orders/details?order_id=${order_id}&min_price=7770`)).body.items;
  expect(lines.length).toBe(1);
  const [{ card }] = (await tanaka.get(`/orders/${key}`)).body.lines;
  expect((await yamada.post(`/cards/${card.key}/decline`, { version: 1, reason: "多忙" })).status).toBe(201);
  expect([await found("min_price=7770"), await found("max_price=0")]).toEqual([0, 1]);
  expect((await tanaka.get("/orders?min_price=たくさん")).status).toBe(422);
});
