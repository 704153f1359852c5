import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { PDF, picture } from "~/lib/file/testing.server";
import { orderPaper } from "~/lib/order/order.paper";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addBusinessDays } from "~/lib/time/businessday";
import { addDays, formatDate, formatEra, today } from "~/lib/time/date";
import { holidaysOf } from "./calendar.server";
import { countedAs, numberText } from "./document.number";
import { factoryLog } from "./factory.log";
import { sortLines } from "./print";

let t: TestApp;
let yamada: Person, keiri: Person, tanaka: Person, sato: Person, suzuki: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, keiri, tanaka, sato, suzuki] = await t.people(
    "admin@yamada",
    "keiri@yamada",
    "admin@tanaka",
    "admin@sato",
    "admin@suzuki",
  );
});
afterAll(() => t.stop());

const self = async (who: Person) => (await who.get("/factories/self")).body;
const print = async (who: Person, more: object) =>
  who.put("/factories/self/print", {
    paper_layout: "ruled",
    line_order: "given",
    number_style: "month",
    day_style: "western",
    address_left: "20",
    address_top: "34",
    version: (await self(who)).meta.version,
    ...more,
  });
const png = (width: number, height: number) =>
  picture(width, height, { r: 200, g: 40, b: 40 }).png().toBuffer();
const order = () => ({
  seller_id: "yamada",
  order_date: today(),
  delivery_date: addDays(today(), 14),
  inspection_days: 7,
  lines: [{ name: "番号の品", num_items: "1", unit_price: "1" }],
});
async function sent() {
  const { destination_id } = (await tanaka.get("/factories/tanaka/destinations")).body.items[0];
  const { key } = (await tanaka.post("/orders", { ...order(), destination_id })).body;
  return (await tanaka.get(`/orders/${key}`)).body;
}

test("documents are numbered by month, by year or in one run, each counting by itself", () => {
  expect(
    ["month", "year", "run"].map((style) => numberText(countedAs(style as "run", "N", "2026-11-21"), 12)),
  ).toEqual(["N2611-0012", "N26-00012", "N-000012"]);
  expect(numberText(countedAs("month", "S", "2027-01-31"), 12345)).toBe("S2701-12345");
});

test("lines stand by card or by name, 1234-2 before 1234-10, and items of no card last", () => {
  const lines = [
    { card_id: "1234-10", name: "い" },
    { card_id: null, name: "送料" },
    { card_id: "1234-2", name: "ろ" },
    { card_id: "99", name: "あ" },
  ];
  const ids = (by: "given" | "card" | "name") => sortLines(lines, by).map((line) => line.card_id);
  expect(ids("given")).toEqual(["1234-10", null, "1234-2", "99"]);
  expect(ids("card")).toEqual(["99", "1234-2", "1234-10", null]);
  expect(ids("name")).toEqual(["99", "1234-10", "1234-2", null]);
});

test("a company's own style numbers what it issues from then on, no number comes twice on the way back", async () => {
  const month = /^H\d{4}-\d{4}$/;
  const first = await sent();
  expect(first.order_id).toMatch(month);
  expect((await print(tanaka, { number_style: "run" })).status).toBe(200);
  expect((await sent()).order_id).toBe("H-000001");
  expect((await print(tanaka, { number_style: "year" })).status).toBe(200);
  expect((await sent()).order_id).toMatch(/^H\d\d-00001$/);
  await print(tanaka, { number_style: "month" });
  const again = await sent();
  expect([month.test(again.order_id), again.order_id > first.order_id]).toEqual([true, true]);
});

test("only administrators say how documents look, by the version they saw", async () => {
  const { version } = (await self(yamada)).meta;
  expect(
    (
      await keiri.put("/factories/self/print", {
        version,
        paper_layout: "plain",
        line_order: "card",
        number_style: "run",
        day_style: "era",
        address_left: "20",
        address_top: "34",
      })
    ).status,
  ).toBe(403);
  expect(
    (await keiri.upload("/factories/self/logo", [{ name: "a.png", bytes: await png(10, 10) }])).status,
  ).toBe(403);
  expect((await keiri.delete("/factories/self/seal")).status).toBe(403);
  expect((await print(yamada, { version: version + 9 })).status).toBe(409);
  expect(await print(yamada, { number_style: "{year}" })).toMatchObject({
    status: 422,
    body: { errors: { number_style: ["番号の型を選択してください"] } },
  });
});

test("a seal is made small, stands on what is issued from then on, and stays on it when it is changed or taken away", async () => {
  const before = await sent();
  expect(before.buyer).toMatchObject({ logo: null, seal: null, paper_layout: "ruled" });
  const made = await tanaka.upload("/factories/self/seal", [
    { name: "角印 2026.png", bytes: await png(2000, 1000) },
  ]);
  expect(made.status).toBe(201);
  await tanaka.upload("/factories/self/logo", [
    { name: "logo.jpg", bytes: await picture(300, 100).jpeg().toBuffer() },
  ]);
  await print(tanaka, { paper_layout: "plain" });
  const { seal } = made.body;
  const kept = await tanaka.bytes(`/files/${seal}/content`);
  expect(await sharp(kept.bytes).metadata()).toMatchObject({ width: 800, height: 400, format: "png" });
  const issued = await sent();
  expect(issued.buyer).toMatchObject({ seal, logo: expect.any(String), paper_layout: "plain" });
  expect(orderPaper(issued, "order")).toMatchObject({
    plain: true,
    issuer: { seal: `/file/${seal}`, logo: `/file/${issued.buyer.logo}` },
  });
  expect(orderPaper(issued, "receipt").issuer.seal).toBeUndefined();
  await tanaka.upload("/factories/self/seal", [{ name: "新.png", bytes: await png(100, 100) }]);
  expect((await tanaka.delete("/factories/self/logo")).body).toMatchObject({ logo: null });
  expect((await yamada.get(`/orders/${issued.key}`)).body.buyer).toMatchObject({
    seal,
    paper_layout: "plain",
  });
  for (const who of [tanaka, yamada]) expect((await who.bytes(`/files/${seal}/content`)).status).toBe(200);
  expect((await suzuki.bytes(`/files/${seal}/content`)).status).toBe(404);
  expect((await sent()).buyer).toMatchObject({ logo: null });
});

test("the address stands and days are written as the company wants, on what is sent from then on (R5-6, R5-7)", async () => {
  const before = await sent();
  expect(orderPaper(before, "order").place).toEqual({ left: 20, top: 34 });
  expect((await print(tanaka, { day_style: "era", address_left: "22", address_top: "１８" })).status).toBe(
    200,
  );
  const paper = orderPaper(await sent(), "order");
  expect(paper.place).toEqual({ left: 22, top: 18 });
  expect(paper.dates[0]!.text).toBe(formatEra(today()));
  expect(paper.lines[0]!.cells[5]).toBe(formatEra(addDays(today(), 14)));
  expect(JSON.stringify(paper)).not.toMatch(/20\d\d\/\d/);
  const again = orderPaper((await tanaka.get(`/orders/${before.key}`)).body, "order");
  expect([again.place, again.dates[0]!.text]).toEqual([{ left: 20, top: 34 }, formatDate(today())]);
  for (const [field, value] of [
    ["address_left", "14"],
    ["address_left", "41"],
    ["address_top", "61"],
    ["address_top", "20.5"],
    ["address_top", ""],
    ["day_style", "lunar"],
  ] as const) {
    const { status, body } = await print(tanaka, { [field]: value });
    expect([status, body.errors[field]]).toEqual([422, [expect.stringMatching(/[ぁ-ん]/)]]);
  }
  await print(tanaka, {});
});

test("what is no PNG or JPEG is no picture, whatever its name says", async () => {
  const before = await self(yamada);
  const webp = await picture(20, 20, { r: 1, g: 2, b: 3 }).webp().toBuffer();
  for (const [name, bytes] of [
    ["a.png", PDF],
    ["a.png", Buffer.from("<svg onload=alert(1)>")],
    ["a.png", webp],
    ["a.png", Buffer.alloc(0)],
  ] as const) {
    expect(await yamada.upload("/factories/self/logo", [{ name, bytes }])).toMatchObject({
      status: 422,
      body: { errors: { files: [expect.stringMatching(/[ぁ-ん]/)] } },
    });
  }
  expect(await yamada.upload("/factories/self/seal", [])).toMatchObject({
    status: 422,
    body: { errors: { files: ["角印の画像を選択してください"] } },
  });
  expect(
    await yamada.upload("/factories/self/logo", [
      { name: "noise.png", bytes: await picture(800, 800).png().toBuffer() },
    ]),
  ).toMatchObject({ status: 422, body: { errors: { files: [expect.stringContaining("1MBまで")] } } });
  expect(await self(yamada)).toEqual(before);
});

test("a company's closed days count as no business days, for itself alone", async () => {
  expect(
    (
      await yamada.post("/factories/self/holidays", {
        holiday: "2027-08-11",
        until: "2027-08-17",
        label: "夏季休業",
      })
    ).body,
  ).toEqual({ added: 5 });
  expect((await yamada.post("/factories/self/holidays", { holiday: "2027-08-11" })).body).toEqual({
    added: 0,
  });
  expect(
    (await keiri.get("/factories/self/holidays?year=2027")).body.items.map(
      (one: { holiday: string }) => one.holiday,
    ),
  ).toEqual(["2027-08-11", "2027-08-12", "2027-08-13", "2027-08-16", "2027-08-17"]);
  const closed = await tenant(
    t.db,
    { company_id: "yamada", username: "x" },
    (tx) => holidaysOf(tx, "yamada"),
    "read",
  );
  expect([
    addBusinessDays("2027-08-10", 1),
    addBusinessDays("2027-08-10", 1, closed),
    addBusinessDays("2027-08-18", -1, closed),
  ]).toEqual(["2027-08-11", "2027-08-18", "2027-08-10"]);
  expect((await sato.get("/factories/self/holidays?year=2027")).body.items).toEqual([]);
  expect((await sato.delete("/factories/self/holidays/2027-08-11")).status).toBe(404);
  expect((await keiri.delete("/factories/self/holidays/2027-08-11")).status).toBe(403);
  expect((await yamada.delete("/factories/self/holidays/2027-08-11")).status).toBe(200);
  expect((await yamada.post("/factories/self/holidays/national", { year: 2027 })).body.added).toBeGreaterThan(
    12,
  );
  expect((await yamada.get("/factories/self/holidays?year=2027")).body.items).toEqual(
    expect.arrayContaining([{ holiday: "2027-01-01", label: "元日" }]),
  );
});

test.each([
  [{ holiday: "" }, "holiday", "休業日を入力してください"],
  [{ holiday: "2027-02-30" }, "holiday", /休業日は日付で/],
  [{ holiday: "2027-02-10", until: "2027-02-01" }, "until", "最終日は休業日より後の日を入力してください"],
  [{ holiday: "2027-02-10", until: "2028-02-10" }, "until", "一度に加えられるのは31日までです"],
])("what is wrong with a closed day is said at its field: %j", async (body, field, sentence) => {
  const answer = await yamada.post("/factories/self/holidays", body);
  expect([answer.status, answer.body.errors[field][0]]).toEqual([
    422,
    typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
  ]);
});

test("the company's history tells every change in its administrator's words, and nobody else's", async () => {
  const { items } = (await yamada.get("/factories/self/activity")).body;
  const told = items.map(factoryLog);
  expect(told.map((one: { what: string }) => one.what)).toContain("営業日カレンダーの変更");
  const tanakas = (await tanaka.get("/factories/self/activity")).body.items.map(factoryLog);
  expect(tanakas).toEqual(
    expect.arrayContaining([
      { what: "ロゴ・角印の変更", changes: [{ label: "角印", from: undefined, to: "画像" }] },
      {
        what: "帳票の様式・番号の変更",
        changes: [{ label: "番号の型", from: "月ごと（N2611-0001）", to: "通し番号（N-000001）" }],
      },
    ]),
  );
  expect((await keiri.get("/factories/self/activity")).status).toBe(403);
  expect((await sato.get("/factories/self/activity")).body.items).toEqual([]);
});
