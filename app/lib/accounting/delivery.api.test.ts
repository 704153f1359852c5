import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { csvOf } from "~/lib/list/csv";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { stored } from "~/lib/task/testing.server";
import { addDays, formatDate, today } from "~/lib/time/date";
import { deliveryLines } from "./line.list";
import { order, shipped } from "./testing.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, kobai: Person, suzuki: Person, sato: Person;
const date = today();
const month = date.slice(2, 4) + date.slice(5, 7);
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, kobai, suzuki, sato] = await t.people(
    "keiri@yamada",
    "genba@yamada",
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@sato",
  );
});
afterAll(() => t.stop());

test("a shipped card waits in the pool, goes on a numbered note, and leaves the pool", async () => {
  const card = await shipped(t);
  const before = (await yamada.get("/deliveries/pool?buyer_id=tanaka")).body;
  expect(before.buyers).toEqual([{ buyer_id: "tanaka", buyer_name: "田中産業機械株式会社", count: 1 }]);
  expect(before.items).toMatchObject([
    {
      card_key: card.key,
      card_id: card.id,
      num_remaining: "100",
      price_remaining: 12840,
      unit_price: "128.4",
      delivery_numbers: [],
    },
  ]);

  const preview = await yamada.post("/deliveries/preview", order([card], { delivery_date: date }));
  expect(preview.body).toMatchObject({
    documents: [{ subtotal: 12840, tax: 1284, total: 14124, lines: [{ price: 12840, tax_rate: 10 }] }],
    billing_ym: null,
  });
  expect((await yamada.get("/deliveries")).body.total).toBe(0);

  const made = await yamada.post("/deliveries", order([card], { delivery_date: date, note: "至急" }));
  expect(made).toMatchObject({ status: 201, body: { number: `N${month}-0001` } });
  const note = (await yamada.get(`/deliveries/${made.body.key}`)).body;
  expect(note).toMatchObject({
    number: `N${month}-0001`,
    delivery_date: date,
    note: "至急",
    person: "山本 経子",
    subtotal: 12840,
    tax: 1284,
    total: 14124,
    state: "issued",
    cannot_cancel: null,
    seller: { name: "山田精機株式会社", registration_number: "T8700110005901" },
    buyer: { name: "田中産業機械株式会社" },
    invoice_basis: "monthly",
    lines: [
      {
        line_no: 1,
        card_key: card.key,
        num_items: "100",
        num_units: "100",
        unit_price: "128.4",
        price: 12840,
        sales_date: date,
        note: null,
      },
    ],
    log: [{ kind: "issued", actor_name: "山本 経子" }],
  });
  const { row, log } = await stored(t, card.key);
  expect(row.num_delivered).toBe("100");
  expect(log.at(-1)).toMatchObject({
    kind: "delivered",
    reason: `納品書 N${month}-0001`,
    before: { num_delivered: "0" },
    after: { num_delivered: "100" },
  });
  expect((await yamada.get("/deliveries/pool")).body.buyers).toEqual([]);
  const again = await yamada.post("/deliveries", order([card], { delivery_date: date }));
  expect(again).toMatchObject({
    status: 422,
    body: { errors: { "lines[0].num_items": ["すでに全数が納品書に載っています。選択を外してください"] } },
  });
  expect((await yamada.post(`/deliveries/${made.body.key}/cancel`, { reason: "宛先違い" })).status).toBe(201);
});

test("what is issued is what was checked: another price, another note or a card that changed in between is told, and nothing is issued", async () => {
  const [card, other] = [await shipped(t), await shipped(t)];
  const body = { ...order([card], { delivery_date: date }), unusual_date: false };
  const { seen } = (await yamada.post("/deliveries/preview", body)).body;
  const before = (await yamada.get("/deliveries")).body.total;
  expect(
    await yamada.post("/deliveries", { ...body, seen, lines: [{ ...body.lines[0], unit_price: "130" }] }),
  ).toMatchObject({
    status: 409,
    body: {
      detail:
        "確認した内容から変わったため、発行していません（税抜計 12,840円 → 13,000円、消費税 1,284円 → 1,300円、合計 14,124円 → 14,300円）。もう一度内容を確認してから発行してください。",
    },
  });
  expect((await yamada.post("/deliveries", { ...body, seen, note: "別の備考" })).status).toBe(409);
  expect((await yamada.post("/deliveries", { ...body, seen: "見た" })).body.errors).toHaveProperty("seen");
  const told = await yamada.post(
    "/deliveries",
    order([other, card], {
      delivery_date: date,
      lines: [
        { card_key: other.key, version: other.version, num_items: "100" },
        { card_key: card.key, version: card.version - 1, num_items: "100" },
      ],
    }),
  );
  expect(told).toMatchObject({
    status: 409,
    body: {
      detail: "他の人が更新しました。まだ発行していません。",
      errors: {
        "lines[1].num_items": [
          expect.stringMatching(
            /^他の人が更新しました。.+が\d\d?:\d\dに「.+」をしました（.*良品数：.* → 100.*）。/,
          ),
        ],
      },
    },
  });
  expect(Object.keys(told.body.errors)).toEqual(["lines[1].num_items"]);
  expect((await yamada.get("/deliveries")).body.total).toBe(before);
  expect((await yamada.post("/deliveries", { ...body, seen })).status).toBe(201);
});

test("a date before the goods left or far from today, and a note below zero, are asked about", async () => {
  const card = await shipped(t);
  const post = (more: object) =>
    yamada.post("/deliveries", { ...order([card], { delivery_date: date }), unusual_date: false, ...more });
  const discount = { extras: [{ name: "値引", num_units: "1", unit_price: "-99999" }] };
  expect((await post({ delivery_date: addDays(date, -1) })).body.errors).toEqual({
    unusual_date: [expect.stringContaining(`納品日が出荷日（${formatDate(date)}）より前です。`)],
  });
  expect((await post({ delivery_date: addDays(date, 61) })).body.errors).toEqual({
    unusual_date: [expect.stringContaining("納品日が今日から60日より離れています。")],
  });
  expect((await post(discount)).body.errors).toEqual({
    negative: ["納品書の合計が-¥95,874で、マイナスです。このまま発行するときはチェックを入れてください"],
  });
  expect((await post({ ...discount, negative: true })).body.number).toBeDefined();
});

test("a double post of the form issues one note; another body with its key is refused", async () => {
  const card = await shipped(t);
  const body = order([card], { delivery_date: date });
  const before = (await yamada.get("/deliveries")).body.total;
  const answers = await Promise.all(
    [1, 2, 3].map(() => yamada.post("/deliveries", body, `double-${card.key}`)),
  );
  expect(new Set(answers.map(({ status, body: { number } }) => `${status} ${number}`)).size).toBe(1);
  expect((await yamada.get("/deliveries")).body.total).toBe(before + 1);
  expect((await yamada.post("/deliveries", { ...body, note: "x" }, `double-${card.key}`)).status).toBe(422);
});

test("two clerks who issue the same cards at once: one note, the other is told", async () => {
  const cards = [await shipped(t), await shipped(t)];
  const bodies = [
    order(cards, { delivery_date: date }),
    order([...cards].reverse(), { delivery_date: date }),
  ];
  const answers = await Promise.all(bodies.map((body) => yamada.post("/deliveries", body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
});

test("cancelling returns the cards to the pool; the number is not used again", async () => {
  const card = await shipped(t);
  const first = (await yamada.post("/deliveries", order([card], { delivery_date: date }))).body;
  const done = await yamada.post(`/deliveries/${first.key}/cancel`, { reason: "数量の誤り", version: 1 });
  expect(done).toMatchObject({ status: 201, body: { version: 2 } });
  expect((await yamada.get(`/deliveries/${first.key}`)).body).toMatchObject({
    state: "cancelled",
    cancel_reason: "数量の誤り",
    cannot_cancel: "この納品書は取り消されています。",
    log: [{ kind: "issued" }, { kind: "cancelled", reason: "数量の誤り" }],
  });
  expect((await stored(t, card.key)).row.num_delivered).toBe("0");
  const second = (await yamada.post("/deliveries", order([card], { delivery_date: date }))).body;
  expect(second.number > first.number).toBe(true);
  expect(await yamada.post(`/deliveries/${first.key}/cancel`, { reason: "もう一度" })).toMatchObject({
    status: 409,
  });
  expect(
    await yamada.post(`/deliveries/${second.key}/cancel`, { reason: "古い画面", version: 9 }),
  ).toMatchObject({ status: 409 });
  expect(await yamada.post(`/deliveries/${second.key}/cancel`, {})).toMatchObject({
    status: 422,
    body: { errors: { reason: ["取消の理由を入力してください"] } },
  });
});

test("a card is delivered in parts, each with what is left", async () => {
  const card = await shipped(t, { order_unit: "kg", unit: "kg" });
  const part = (num_items: string) => ({
    ...order([card], { delivery_date: date }),
    lines: [{ card_key: card.key, num_items }],
  });
  const first = (await yamada.post("/deliveries", part("３０．５"))).body;
  expect((await yamada.get(`/deliveries/${first.key}`)).body.lines).toMatchObject([
    { num_items: "30.5", price: 3916, note: "分納 1/2 残 69.5kg" },
  ]);
  const pool = (await yamada.get("/deliveries/pool?buyer_id=tanaka")).body.items.find(
    (row: any) => row.card_key === card.key,
  );
  expect(pool).toMatchObject({
    num_delivered: "30.5",
    num_remaining: "69.5",
    price_remaining: 8923,
    delivery_numbers: [first.number],
  });
  const over = await yamada.post("/deliveries", part("69.501"));
  expect(over).toMatchObject({
    status: 422,
    body: { errors: { "lines[0].num_items": ["納品数は残りの69.5kg以下で入力してください"] } },
  });
  const noted = async (note: string) =>
    await yamada.post("/deliveries/preview", {
      ...part("69.5"),
      lines: [{ card_key: card.key, num_items: "69.5", note }],
    });
  expect((await noted("検査表を添付")).body.documents[0].lines[0].note).toBe("分納 2/2 完納\n検査表を添付");
  const last = (await yamada.post("/deliveries", part("69.5"))).body;
  expect((await yamada.get(`/deliveries/${last.key}`)).body.lines).toMatchObject([{ note: "分納 2/2 完納" }]);
  await yamada.post(`/deliveries/${first.key}/cancel`, { reason: "数え直し" });
  const again = (await yamada.post("/deliveries", part("30.5"))).body;
  expect((await yamada.get(`/deliveries/${again.key}`)).body.lines).toMatchObject([
    { note: "分納 2/2 完納" },
  ]);
});

test("pieces are delivered whole, unless they were made a fraction before", async () => {
  const card = await shipped(t);
  const part = (num_items: string, of = card) => ({
    ...order([of], { delivery_date: date }),
    lines: [{ card_key: of.key, num_items }],
  });
  const half = await yamada.post("/deliveries", part("１０．５"));
  expect([half.status, half.body.errors["lines[0].num_items"]]).toEqual([
    422,
    ["10.5個は登録できません。個は整数で入力してください（量り売りのものはkgで）"],
  ]);
  const old = await shipped(t, { num_items: "10.5", num_units: "10.5", num_good: "10.5" });
  expect((await yamada.post("/deliveries", part("10.5", old))).status).toBe(201);
});

test("notes are made by order, by destination and by card; extras stand on the first", async () => {
  const cards = [
    await shipped(t, { order_id: "H-1", destination: "川崎" }),
    await shipped(t, { order_id: "H-2", destination: "川崎" }),
    await shipped(t, { order_id: "H-1", destination: "厚木" }),
  ];
  const extras = [
    { name: "送料", num_units: "1", unit_price: "1,200" },
    { name: "値引", num_units: "1", unit_price: "△500" },
  ];
  const documents = async (grouping: string) =>
    (await yamada.post("/deliveries/preview", order(cards, { delivery_date: date, grouping, extras }))).body
      .documents;
  expect((await documents("one")).map((one: any) => [one.lines.length, one.destination])).toEqual([
    [5, null],
  ]);
  expect((await documents("order")).map((one: any) => one.lines.length)).toEqual([4, 1]);
  expect((await documents("destination")).map((one: any) => one.destination)).toEqual(["川崎", "厚木"]);
  expect((await documents("card"))[0]).toMatchObject({
    subtotal: 12840 + 1200 - 500,
    lines: [{}, { name: "送料", unit: "lot", card_key: null }, { name: "値引", price: -500 }],
  });
  const made = (
    await yamada.post("/deliveries", order(cards, { delivery_date: date, grouping: "card", extras }))
  ).body;
  expect(
    made.deliveries.map((one: any) => Number(one.number.slice(-4)) - Number(made.number.slice(-4))),
  ).toEqual([0, 1, 2]);
});

test("a missing unit price is asked for, and the one typed becomes the card's", async () => {
  const card = await shipped(t, { unit_price: null, price: null });
  const refused = await yamada.post("/deliveries", order([card], { delivery_date: date }));
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { "lines[0].unit_price": ["単価が決まっていません。単価を入力してください"] } },
  });
  const lines = [{ card_key: card.key, num_items: "100", unit_price: "３．４７５" }];
  expect(
    (await yamada.post("/deliveries", { ...order([card], { delivery_date: date }), lines })).status,
  ).toBe(201);
  expect((await stored(t, card.key)).row).toMatchObject({
    unit_price: "3.475",
    price: 347,
    num_delivered: "100",
  });
});

test("pieces priced by weight are converted", async () => {
  const card = await shipped(t, { unit: "kg", unit_weight: "0.742", unit_price: "398.5" });
  const made = (await yamada.post("/deliveries", order([card], { delivery_date: date }))).body;
  expect((await yamada.get(`/deliveries/${made.key}`)).body.lines).toMatchObject([
    { num_items: "100", order_unit: "piece", num_units: "74.2", unit: "kg", price: 29568 },
  ]);
});

test("bad input names its field, and nothing is saved", async () => {
  const card = await shipped(t);
  const good = order([card], { delivery_date: date });
  const before = (await yamada.get("/deliveries")).body.total;
  const cases: [unknown, string][] = [
    [{ ...good, delivery_date: "2026-02-30" }, "delivery_date"],
    [{ ...good, delivery_date: undefined }, "delivery_date"],
    [{ ...good, grouping: "x" }, "grouping"],
    [{ ...good, lines: [] }, "lines"],
    [{ ...good, lines: undefined }, "lines"],
    [{ ...good, lines: [{ card_key: card.key, num_items: "0" }] }, "lines[0].num_items"],
    [{ ...good, lines: [{ card_key: card.key, num_items: "1.2345" }] }, "lines[0].num_items"],
    [{ ...good, lines: [{ card_key: card.key, num_items: "1", unit_price: "-1" }] }, "lines[0].unit_price"],
    [
      {
        ...good,
        lines: [
          { card_key: card.key, num_items: "1" },
          { card_key: card.key, num_items: "1" },
        ],
      },
      "lines[1].num_items",
    ],
    [{ ...good, extras: [{ name: "", num_units: "1", unit_price: "1" }] }, "extras[0].name"],
    [
      { ...good, extras: [{ name: "送料", num_units: "999999999", unit_price: "999999999" }] },
      "extras[0].unit_price",
    ],
    [{ ...good, note: "長".repeat(301) }, "note"],
  ];
  for (const [body, field] of cases) {
    const answer = await yamada.post("/deliveries", body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  }
  expect((await yamada.get("/deliveries")).body.total).toBe(before);
  expect((await stored(t, card.key)).row).toMatchObject({ num_delivered: "0", version: 2 });
  expect(
    await yamada.post("/deliveries", {
      ...good,
      lines: [{ card_key: card.key, num_items: "1", version: 1 }],
    }),
  ).toMatchObject({ status: 409 });
});

test("what is not to be billed, and stock, never comes into the pool", async () => {
  const free = await shipped(t, { is_billing_target: false });
  const items = (await yamada.get("/deliveries/pool?buyer_id=tanaka&unshipped=on")).body.items;
  expect(items.some((row: any) => row.card_key === free.key)).toBe(false);
  expect(await yamada.post("/deliveries", order([free], { delivery_date: date }))).toMatchObject({
    status: 422,
    body: { errors: { "lines[0].num_items": ["請求対象外のカードです。選択を外してください"] } },
  });
  expect(
    await yamada.post("/deliveries", order([free], { delivery_date: date, buyer_id: "shohin-zaiko" })),
  ).toMatchObject({ status: 404 });
});

test("the buyer reads what was issued to it, and its first look is noted; it can't issue or cancel", async () => {
  const card = await shipped(t);
  const { key, number } = (await yamada.post("/deliveries", order([card], { delivery_date: date }))).body;
  expect((await tanaka.get(`/deliveries/${key}`)).body).toMatchObject({
    number,
    cannot_cancel: "発行元だけができる操作です。訂正は発行元に依頼してください。",
    log: [{ actor_name: "山田精機株式会社" }],
  });
  expect((await tanaka.get(`/deliveries?q=${number}`)).body.items).toMatchObject([
    { number, partner_name: "山田精機株式会社", state: "issued" },
  ]);
  expect((await tanaka.post(`/deliveries/${key}/view`)).body).toEqual({ key, version: 2 });
  expect((await tanaka.post(`/deliveries/${key}/view`)).body).toEqual({ key, version: 2 });
  expect((await yamada.get(`/deliveries?q=${number}`)).body.items).toMatchObject([
    { state: "viewed", partner_name: "田中産業機械株式会社" },
  ]);
  for (const path of ["", "/preview", `/${key}/cancel`, `/${key}/postpone`])
    expect((await tanaka.post(`/deliveries${path}`, {})).status).toBe(403);
  expect((await tanaka.get("/deliveries/pool")).status).toBe(403);
});

test("other companies find nothing, and people without the accounting permission may not ask", async () => {
  const card = await shipped(t);
  const { key } = (await yamada.post("/deliveries", order([card], { delivery_date: date }))).body;
  for (const other of [sato, suzuki]) {
    expect((await other.get(`/deliveries/${key}`)).status).toBe(404);
    expect((await other.get("/deliveries")).body.items).toEqual([]);
    expect((await other.post(`/deliveries/${key}/view`)).status).toBe(404);
  }
  expect((await sato.post(`/deliveries/${key}/cancel`, { reason: "x" })).status).toBe(404);
  expect((await sato.post(`/deliveries/${key}/postpone`)).status).toBe(404);
  const theirs = await shipped(t);
  expect((await sato.post("/deliveries", order([theirs], { delivery_date: date }))).status).toBe(404);
  expect((await sato.get("/deliveries/pool?buyer_id=suzuki")).status).toBe(404);
  for (const person of [genba, kobai]) {
    expect((await person.get("/deliveries")).status).toBe(403);
    expect((await person.get(`/deliveries/${key}`)).status).toBe(403);
    expect((await person.post(`/deliveries/${key}/view`)).status).toBe(403);
  }
  expect((await genba.get("/deliveries/pool")).status).toBe(403);
  for (const path of ["", "/preview", `/${key}/cancel`, `/${key}/postpone`])
    expect((await genba.post(`/deliveries${path}`, {})).status).toBe(403);
});

test("a factory's list holds what it issued; what other factories sent it is asked for", async () => {
  const card = await shipped(t, { seller_id: "sato", buyer_id: "yamada" });
  expect(
    (await sato.post("/deliveries", order([card], { buyer_id: "yamada", delivery_date: "2026-02-05" })))
      .status,
  ).toBe(201);
  expect((await yamada.get("/deliveries?to=2026-02-28")).body.items).toEqual([]);
  expect((await yamada.get("/deliveries?to=2026-02-28&received=on")).body.items).toMatchObject([
    { number: "N2602-0001", partner_name: "佐藤鈑金工業株式会社" },
  ]);
  const [{ key }] = (await sato.get("/deliveries?to=2026-02-28")).body.items;
  expect(await yamada.post(`/deliveries/${key}/cancel`, { reason: "x" })).toMatchObject({ status: 403 });
  expect((await yamada.post(`/deliveries/${key}/view`)).body.version).toBe(2);
});

test("the list is searched by date, amount and partner, each alone and together (R3-3)", async () => {
  const card = await shipped(t, {
    name: "検索用の部品",
    buyer_id: "suzuki",
    num_items: "1",
    num_units: "1",
    unit_price: "55000",
    price: 55000,
  });
  const { number } = (
    await yamada.post("/deliveries", order([card], { buyer_id: "suzuki", delivery_date: "2026-03-05" }))
  ).body;
  expect(number).toBe("N2603-0001");
  const found = async (query: string) =>
    (await yamada.get(`/deliveries?${query}`)).body.items.map((row: any) => row.number);
  for (const query of [
    "from=2026-03-05&to=2026-03-05",
    "min=60500&max=60500",
    "partner=鈴木",
    "q=検索用",
    "partner=鈴木&min=60500&from=2026-03-01",
  ]) {
    expect(await found(query)).toEqual([number]);
  }
  expect(await found("from=2026-03-06&to=2026-03-31")).toEqual([]);
  expect(await found("partner=鈴木&min=60501")).toEqual([]);
  expect(await found("q=%25&to=2026-03-31")).toEqual([]);
  expect((await yamada.get("/deliveries?from=x")).body.errors).toHaveProperty("from");
});

test("issued rows can't be changed by the app", async () => {
  const who = { company_id: "yamada", username: "admin@yamada.example" };
  for (const statement of [
    "update delivery set total = 1",
    "update delivery_line set price = 1",
    "delete from delivery",
    "delete from delivery_line",
    "update invoice set total = 1",
    "update invoice_line set price = 1",
    "delete from invoice",
    "delete from invoice_line",
    "update closed_period set ym = 1",
    "update payment_line set amount = 1",
    "update settlement set amount = 1",
    "delete from settlement",
    "update activity set kind = 'x'",
    "delete from activity",
  ]) {
    await expect(tenant(t.db, who, (db) => db.execute(sql.raw(statement)))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  }
});

test("the lines of 納品書 are listed by the filter of their list, for those who may see amounts", async () => {
  const card = await shipped(t, { name: "明細の品", order_id: "LINES-1" });
  const made = (
    await yamada.post(
      "/deliveries",
      order([card], { delivery_date: date, extras: [{ name: "送料", num_units: "1", unit_price: "1200" }] }),
    )
  ).body;
  const { items, total } = (await yamada.get(`/deliveries/lines?q=${made.number}`)).body;
  expect(total).toBe(2);
  expect(items).toMatchObject([
    {
      number: made.number,
      line_no: 1,
      order_id: "LINES-1",
      num_items: "100",
      unit_price: "128.4",
      price: 12840,
      tax_rate: 10,
      partner_name: "田中産業機械株式会社",
    },
    { line_no: 2, name: "送料", unit: "lot", price: 1200 },
  ]);
  const [head, row] = csvOf(deliveryLines.columns, items).slice(1).split("\r\n");
  expect([head!.split(",").slice(0, 5), row]).toEqual([
    ["納品書番号", "納品日", "取消", "取引先", "行"],
    expect.stringContaining(",12840,10%,"),
  ]);
  const pages: number[] = [];
  let after: string | null = null;
  do {
    const page: any = (await yamada.get(`/deliveries/lines?size=2${after ? `&after=${after}` : ""}`)).body;
    pages.push(...page.items.map((one: any) => one.key));
    after = page.next;
  } while (after);
  expect([new Set(pages).size, pages.length]).toEqual([
    pages.length,
    (await yamada.get("/deliveries/lines?size=1000")).body.items.length,
  ]);
  expect((await tanaka.get(`/deliveries/lines?q=${made.number}`)).body.items[0]).toMatchObject({
    partner_name: "山田精機株式会社",
  });
  for (const other of [sato, suzuki])
    expect((await other.get(`/deliveries/lines?q=${made.number}`)).body.items).toEqual([]);
  for (const person of [genba, kobai]) expect((await person.get("/deliveries/lines")).status).toBe(403);
});
