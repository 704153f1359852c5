import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import { csvOf } from "~/lib/list/csv";
import { priceSheet } from "~/lib/product/price.list";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import type { PaperDocumentProps } from "~/lib/vocabulary/paper";
import { seenText } from "./award";
import { comparedRow } from "./quote.comparison";
import { answerPaper, requestPaper } from "./quote.paper";
import { comparedItems, comparisonCsv } from "./quote.totals";

let t: TestApp;
let owner: pg.Client;
let tanaka: Person, kobai: Person, suzuki: Person, yamada: Person, genba: Person, sato: Person;
const day = today();
const soon = addDays(day, 7);
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [tanaka, kobai, suzuki, yamada, genba, sato] = await t.people(
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@yamada",
    "genba@yamada",
    "admin@sato",
  );
});
afterAll(() => t.stop());

const PDF = Buffer.from(
  "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
);
const request = (more: object = {}) => ({
  name: "試作ステー",
  drawing_no: `Q-${crypto.randomUUID().slice(0, 8)}`,
  drawing_revision: "A",
  material: "SPCC",
  order_unit: "piece",
  quantities: ["100", "10", "50"],
  seller_ids: ["yamada", "sato"],
  wish_date: addDays(day, 10),
  deadline: soon,
  memo: "社内の話",
  target_price: "380",
  ...more,
});
const PRICES = [
  { quantity: "10", unit_price: "500", lead_days: "3", shipping: "1500" },
  { quantity: "50", unit_price: "400", lead_days: "5", shipping: "1500" },
  { quantity: "100", unit_price: "350", lead_days: "8", shipping: "1500" },
];
const answer = (more: object = {}) => ({
  lines: PRICES,
  tooling: 80000,
  tooling_owner: "buyer",
  valid_until: addDays(day, 30),
  comment: "材料込み",
  last: 0,
  ...more,
});

async function sent(more: object = {}): Promise<{ key: number; version: number }> {
  const { key } = (await tanaka.post("/quotes", request(more))).body;
  expect(await tanaka.post(`/quotes/${key}/send`, { version: 1 })).toMatchObject({ status: 201 });
  return { key, version: 2 };
}
const detail = async (key: number, by = tanaka) => (await by.get(`/quotes/${key}`)).body;
const mine = async (key: number, by = yamada) => (await by.get(`/quotes/received/${key}`)).body;
const reply = (key: number, by = yamada, more: object = {}) =>
  by.post(`/quotes/received/${key}/answers`, answer(more));
const partOf = (found: any, seller_id: string) => found.parts.find((one: any) => one.seller_id === seller_id);
const broken = async () => (await owner.query("select rule, detail from check_invariants()")).rows;
const answerKey = async (key: number, seller = "yamada") => partOf(await detail(key), seller).answers[0].key;
const notices = async (by: Person) => (await by.get("/notices")).body.items.map((one: any) => one.text);

test("the file of a sealed answer is neither told nor sent to the buyer before the answers open", async () => {
  const { key } = await sent({ is_sealed: "on" });
  await yamada.upload(`/quotes/received/${key}/files`, [{ name: "封をした見積.pdf", bytes: PDF }]);
  expect((await reply(key)).status).toBe(201);
  const file = (await mine(key)).answers[0].files[0];
  const told = async (by: Person) =>
    (await by.get("/bi/history?size=1000")).body.items.some((one: any) => one.after.name === file.name);
  const answers = async (by: Person) =>
    [
      (await by.bytes(`/files/${file.key}/content`)).status,
      (await by.bytes(`/files/${file.key}/thumb`)).status,
    ] as const;
  expect([await told(tanaka), await told(yamada)]).toEqual([false, true]);
  expect([await answers(tanaka), await answers(kobai), await answers(sato)]).toEqual([
    [404, 404],
    [404, 404],
    [404, 404],
  ]);
  expect((await answers(yamada))[0]).toBe(200);
  expect((await tanaka.post("/quotes/close", { keys: [key] })).body).toEqual({ num: 1 });
  expect(partOf(await detail(key), "yamada").answers[0].files).toMatchObject([{ name: file.name }]);
  expect([await told(tanaka), (await answers(tanaka))[0]]).toEqual([true, 200]);
});

test("a draft is nobody else's; what is sent reaches each factory by itself, without inner notes", async () => {
  const files = [{ name: "図面.pdf", bytes: PDF }];
  const { key } = (await tanaka.post("/quotes", request())).body;
  expect((await tanaka.upload(`/quotes/${key}/files`, files)).status).toBe(201);
  expect((await yamada.get(`/quotes/received/${key}`)).status).toBe(404);
  const edited = await kobai.put(`/quotes/${key}`, request({ name: "試作ステー改", version: 1 }));
  expect(edited.status).toBe(200);
  expect((await tanaka.put(`/quotes/${key}`, request({ version: 1 }))).status).toBe(409);
  const { status, body } = await tanaka.post(`/quotes/${key}/send`, { version: 2 });
  expect([status, body.number]).toEqual([201, expect.stringMatching(/^M\d/)]);
  expect((await tanaka.post(`/quotes/${key}/send`, { version: 3 })).status).toBe(409);
  expect((await tanaka.put(`/quotes/${key}`, request({ version: 3 }))).status).toBe(409);

  const asked = await yamada.get(`/quotes/received/${key}`);
  expect(asked.body).toMatchObject({
    name: "試作ステー改",
    quantities: ["10", "50", "100"],
    status: "waiting",
    num_sellers: null,
    problem: null,
  });
  expect(asked.body.files.map((one: any) => one.name)).toEqual(["図面.pdf"]);
  expect((await yamada.bytes(`/files/${asked.body.files[0].key}/content`)).status).toBe(200);
  expect(JSON.stringify(asked.body)).not.toMatch(/社内の話|"380"|sato|佐藤/);
  expect((await notices(yamada))[0]).toMatch(
    /^田中産業機械株式会社：見積依頼 M.*「試作ステー改」が届きました/,
  );
  for (const by of [suzuki]) expect((await by.get(`/quotes/${key}`)).status).toBe(404);
  expect((await genba.get(`/quotes/received/${key}`)).status).toBe(403);
  expect((await yamada.get(`/quotes/${key}`)).status).toBe(403);
  expect((await owner.query("select 1 from quote_inner where quote_key = $1", [key])).rowCount).toBe(1);
});

test("a 見積書 bears what each quantity costs; of one alone there is a sum, and figures altered later are found", async () => {
  const { key } = await sent();
  await reply(key);
  const several = answerPaper(await mine(key), (await mine(key)).answers[0]);
  const amounts = (paper: PaperDocumentProps) => paper.lines.map(({ cells }) => cells[3]);
  expect([amounts(several), several.total, several.sums]).toEqual([
    ["5,000", "20,000", "35,000"],
    undefined,
    undefined,
  ]);
  expect(several.columns.map(({ mm }) => mm).reduce((sum, mm) => sum + mm)).toBe(180);
  const one = await sent({ quantities: ["50"] });
  const lines = [{ quantity: "50", unit_price: "123.45", lead_days: "5", shipping: "10" }];
  await reply(one.key, yamada, { lines, tooling: 0, tooling_owner: undefined });
  const alone = answerPaper(await mine(one.key), (await mine(one.key)).answers[0]);
  expect([amounts(alone), alone.total, alone.sums]).toEqual([
    ["6,172"],
    { label: "税抜お見積金額", amount: 6182 },
    [
      { label: "金額", amount: 6172 },
      { label: "送料", amount: 10 },
      { label: "税抜合計", amount: 6182 },
    ],
  ]);
  const altered = async () => (await owner.query("select detail from check_chain()")).rows;
  const set = (price: number) =>
    owner.query(
      "update quote_answer_line set price = $2 where answer_key in (select key from quote_answer where quote_key = $1)",
      [one.key, price],
    );
  expect(await altered()).toEqual([]);
  await set(6171);
  expect(await altered()).toHaveLength(1);
  await set(6172);
  expect([await altered(), await broken()]).toEqual([[], []]);
});

test("the papers name 納入場所 and 支払条件 as they were when they were sent (R5-3)", async () => {
  const place = "第三工場 受入口（大阪府東大阪市高井田1-2）";
  const { key } = await sent({ destination: place });
  await reply(key);
  const said = ({ facts }: PaperDocumentProps) =>
    (facts ?? []).flatMap(({ label, text }) => (/納入場所|支払条件/.test(label) ? [text] : []));
  const terms = (await mine(key)).payment_terms;
  expect(terms).toMatch(/^.+締め.+払い.*（銀行振込）$/);
  const moved =
    "update collaboration set pay_day = pay_day % 28 + 1 where seller_id = $1 and buyer_id = 'tanaka' returning 1";
  expect((await owner.query(moved, ["yamada"])).rowCount).toBe(1);
  const renewed = { answer_key: await answerKey(key), valid_until: addDays(day, 60) };
  expect((await yamada.post(`/quotes/received/${key}/renew`, renewed)).status).toBe(201);
  const found = await mine(key);
  const asked = requestPaper(found, { ...found, name: "" });
  expect(said(asked)).toEqual([place, terms]);
  const { addressee } = asked;
  expect([addressee.postal_code, addressee.name]).toEqual(["144-0033", "山田精機株式会社 御中"]);
  expect(answerPaper(found, found.answers[0]).addressee.postal_code).toBe("210-0851");
  expect(asked.columns[2]!.label).toBe("単価(円/個・税抜)");
  expect(asked.facts!.filter(({ text }) => text.trim() === "").map(({ label }) => label)).toEqual([
    "有効期限",
    "型・治具代",
    "型の所有者",
    "そのほか",
    "回答日・回答者",
  ]);
  const [second, first] = found.answers;
  expect(said(answerPaper(found, first))).toEqual([place, terms]);
  expect(said(answerPaper(found, second))).toEqual([place, expect.stringMatching(/払い/)]);
  expect(second.payment_terms).not.toBe(terms);
  expect(partOf(await detail(key), "sato").payment_terms).toMatch(/払い/);
  await awardFirst(key);
  const [award] = (await detail(key)).awards;
  expect((await tanaka.get(`/quotes/${key}/awards/${award.key}`)).body.destination).toBe(place);

  const altered = async () => (await owner.query("select detail from check_chain()")).rows;
  expect(await altered()).toEqual([]);
  await owner.query("update quote set destination = '別の場所' where key = $1", [key]);
  expect((await altered()).length).toBeGreaterThan(0);
  await owner.query("update quote set destination = $2 where key = $1", [key, place]);
  expect(await altered()).toEqual([]);
});

test("a step left without a price is 要相談: not ranked, not chosen; 0円 is said and not ranked, on the page and in the CSV (2.2)", async () => {
  const { key } = await sent({ name: "=板", quantities: ["10", "50", "100"] });
  await reply(key, yamada, { lines: [PRICES[0], PRICES[1]], tooling: 0, tooling_owner: "" });
  const marks = async () => comparedRow(await detail(key), "10", { kind: "once" }).map((cell) => cell?.marks);
  expect(await marks()).toEqual([[], undefined]);
  await reply(key, sato, { lines: [{ ...PRICES[0], unit_price: "0" }], tooling: 0, tooling_owner: "" });
  expect(await marks()).toEqual([["quickest"], ["quickest"]]);
  const found = await detail(key);
  expect(comparedRow(found, "100", { kind: "once" })).toEqual([null, null]);
  const chosen = { version: found.version, answer_key: await answerKey(key), num_items: "120" };
  expect((await tanaka.post(`/quotes/${key}/awards`, chosen)).body.errors.num_items[0]).toMatch(/要相談/);
  const { rows, best } = comparedItems([found], { kind: "once" });
  expect(rows[0]!.cells.map((one) => [one.total, one.is_free])).toEqual([
    [6500, false],
    [1500, true],
  ]);
  expect(best.lowest).toEqual([]);
  const csv = comparisonCsv([found], { kind: "once" }).split("\r\n");
  expect(csv[0]).toMatch(/^\ufeff見積番号,品名,/);
  expect(csv[1]).toMatch(
    /^M\d{4}-\d{4},'=板,Q-.*,A,10,個,山田精機株式会社,回答あり,500,個,5000,0,1500,0,6500,650,3,/,
  );
  expect(csv[2]).toMatch(/,回答あり,0,個,0,0,1500,0,1500,.*最短・0円$/);
  expect(csv[5]).toMatch(/,100,個,山田精機株式会社,要相談（単価なし）,,/);
  const listed = (await tanaka.get("/quotes?size=200")).body.items.find((one: any) => one.key === key);
  expect(listed.unit_price).toBe("400");
});

test("a step left 要相談 between two answered ones has no price when it is ordered, on the form and in the price list (R9-5)", async () => {
  const { key, version } = await sent();
  await reply(key, yamada, { lines: [PRICES[0], { quantity: "50" }, PRICES[2]] });
  const chosen = { version, answer_key: await answerKey(key), num_items: "10" };
  const { product_id } = (await tanaka.post(`/quotes/${key}/awards`, chosen)).body;
  const order = (num_items: string, more: object = {}) =>
    tanaka.post("/orders/check", {
      seller_id: "yamada",
      order_date: day,
      delivery_date: soon,
      destination: "本社",
      inspection_days: 7,
      lines: [{ product_id, num_items, ...more }],
    });
  const priced = async (num_items: string) => (await order(num_items)).body.lines?.[0].unit_price;
  expect([await priced("49"), await priced("100")]).toEqual(["500", "350"]);
  expect((await order("49")).body.lines[0].tier).toBe("10");
  expect((await order("49", { unit_price: "480" })).body.lines[0].tier).toBeNull();
  for (const num_items of ["50", "99"]) {
    const { status, body } = await order(num_items);
    expect([status, body.errors]).toEqual([
      422,
      { "lines[0].unit_price": [expect.stringMatching(/この数量の単価は決まっていません（要相談）/)] },
    ]);
  }
  const said = { undetermined_reason: "数量が見積の対象外", planned_fix_date: addDays(day, 3) };
  expect((await order("50", said)).body.lines[0].unit_price).toBeNull();
  expect((await order("50", { unit_price: "420" })).body.lines[0].unit_price).toBe("420");
  const card = (num_items: string) =>
    yamada.post("/cards", {
      buyer_id: "tanaka",
      product_id,
      num_items,
      delivery_date: soon,
      destination: "本社",
    });
  const prices = [await card("50"), await card("100")].map(({ body }) => body.unit_price ?? null);
  expect(prices).toEqual([null, "350"]);

  const tiers = [
    { min_quantity: "0", unit_price: null },
    { min_quantity: "10", unit_price: "500" },
    { min_quantity: "50", unit_price: null },
    { min_quantity: "100", unit_price: "350" },
  ];
  const { product, prices: lists } = (await yamada.get(`/products/${product_id}`)).body;
  expect(lists[0].tiers).toEqual(tiers);
  const lines = (await yamada.get(`/products/prices?q=${product.code}`)).body.items;
  const csv = csvOf(priceSheet.columns, lines).split("\r\n");
  expect(csv.slice(1, 5).map((row: string) => row.split(",").slice(3, 5))).toEqual([
    ["0", "要相談"],
    ["10", "500"],
    ["50", "要相談"],
    ["100", "350"],
  ]);
  // As the form sends it: typed once more, and an empty cell is a slip.
  const list = (unit_price: string, from: number) => ({
    version: product.version,
    effective_from: addDays(day, from),
    agreed_on: day,
    tiers: [
      { min_quantity: "0", unit_price: "500" },
      { min_quantity: "50", unit_price },
    ],
  });
  const slip = await yamada.post(`/products/${product_id}/prices`, list("", 40));
  expect(slip.body.errors).toEqual({ "tiers[1].unit_price": ["単価を入力してください"] });
  expect((await yamada.post(`/products/${product_id}/prices`, list(" 要相談 ", 40))).status).toBe(201);
  expect(await broken()).toEqual([]);
});

test("of what a factory was asked the paper says which 版 it is, and nothing of how often the buyer touched it", async () => {
  const { key } = await sent();
  const paper = async () => {
    const found = await detail(key);
    const part = partOf(found, "yamada");
    return requestPaper(found, { ...part, name: part.seller_name });
  };
  await tanaka.post(`/quotes/${key}/close`, { version: 2 });
  expect((await paper()).number).toMatch(/^M\d{4}-\d{4}$/);
  await tanaka.post(`/quotes/${key}/extend`, { version: 3, deadline: addDays(day, 9) });
  const { number, dates } = await paper();
  expect(number).toMatch(/（第2版）$/);
  expect(dates.map(({ label }) => label)).toEqual(["依頼日", "期限の変更日", "回答期限"]);
  const found = await mine(key);
  expect(requestPaper(found, { ...found, name: "" }).number).toBe(number);
});

test("of wrong figures each is named, and nothing typed is lost in another row", async () => {
  const errors = async (more: object) => (await tanaka.post("/quotes", request(more))).body.errors;
  expect(await errors({ quantities: ["10", "", "10"] })).toEqual({
    "quantities[2]": ["同じ数量が二つあります"],
  });
  expect(await errors({ quantities: ["", ""] })).toEqual({
    "quantities[0]": ["数量を1つ以上入力してください"],
  });
  expect(await errors({ quantities: ["1", "2", "3", "4", "5", "6"] })).toEqual({
    quantities: ["数量は5段階までです"],
  });
  expect(await errors({ quantities: ["10", "百個", "百個"] })).toEqual({
    "quantities[1]": ["数量は数値で入力してください（小数は3桁まで）"],
    "quantities[2]": ["数量は数値で入力してください（小数は3桁まで）"],
  });
  expect(await errors({ seller_ids: ["suzuki"] })).toEqual({ seller_ids: ["依頼先を選択してください"] });
  expect(await errors({ deadline: addDays(day, -1) })).toEqual({
    deadline: ["回答期限は今日以降の日付を入力してください"],
  });
  expect(Object.keys(await errors({ unit: "kg" }))).toEqual(["unit"]);
  expect(await errors({ quantities: ["10", "0.5"] })).toEqual({
    "quantities[1]": [expect.stringMatching(/^0\.5個は登録できません/)],
  });
  expect((await tanaka.post("/quotes", request({ quantities: ["0.5"], order_unit: "kg" }))).status).toBe(201);
  const { key } = await sent();
  const wrong = await reply(key, yamada, {
    lines: [
      { quantity: "10", unit_price: "500" },
      { quantity: "77", unit_price: "1", lead_days: "1" },
    ],
  });
  expect(wrong.body.errors).toEqual({ "lines[0].lead_days": ["納期（営業日数）を入力してください"] });
  const unknown = await reply(key, yamada, { lines: [{ quantity: "77", unit_price: "1", lead_days: "1" }] });
  expect(unknown.body.errors).toEqual({ "lines[0].quantity": ["依頼された数量ではありません"] });
  const price = { quantity: "10", unit_price: "999999999", lead_days: "1" };
  const wide = await sent({ quantities: ["10", "999999999"] });
  const dear = await reply(wide.key, yamada, { lines: [price, { ...price, quantity: "999999999" }] });
  expect(Object.keys(dear.body.errors)).toEqual(["lines[1].unit_price"]);
  const free = await reply(key, yamada, { tooling_owner: "", valid_until: addDays(day, -1) });
  expect(Object.keys(free.body.errors)).toEqual(["valid_until", "tooling_owner"]);
});

test("an answer: half typed, sent, locked, taken back, and a version more when it is asked for", async () => {
  const { key } = await sent();
  const half = { lines: [{ quantity: "10", unit_price: "５００円くらい" }], comment: "途中", version: 0 };
  expect(await yamada.put(`/quotes/received/${key}/draft`, half)).toMatchObject({
    status: 200,
    body: { version: 1 },
  });
  expect((await yamada.put(`/quotes/received/${key}/draft`, half)).status).toBe(409);
  expect((await mine(key)).draft.lines[0].unit_price).toBe("５００円くらい");
  expect(
    (await yamada.upload(`/quotes/received/${key}/files`, [{ name: "工程表.pdf", bytes: PDF }])).status,
  ).toBe(201);
  expect(partOf(await detail(key), "yamada")).toMatchObject({ num_answers: 0, answers: [] });
  expect(JSON.stringify(await detail(key))).not.toContain("途中");

  expect((await reply(key)).body).toMatchObject({ version: 1, is_late: false });
  expect((await reply(key)).status).toBe(409);
  expect((await reply(key, yamada, { last: 1 })).body.detail).toMatch(/取り下げると/);
  const shown = partOf(await detail(key), "yamada");
  expect(shown).toMatchObject({
    is_unread: true,
    answers: [{ version: 1, is_live: true, tooling: 80000, files: [{ name: "工程表.pdf" }] }],
  });
  expect((await mine(key)).draft).toBeNull();
  expect((await mine(key, sato)).answers).toEqual([]);
  expect((await tanaka.put(`/quotes/${key}/seen`, {})).status).toBe(200);
  expect(partOf(await detail(key), "yamada").is_unread).toBe(false);

  expect(
    (
      await yamada.post(`/quotes/received/${key}/withdraw`, {
        answer_key: shown.answers[0].key,
        words: "計算違い",
      })
    ).status,
  ).toBe(201);
  expect((await detail(key)).status).toBe("waiting");
  expect((await reply(key, yamada, { last: 1 })).body.version).toBe(2);
  const { version } = await detail(key);
  expect((await tanaka.post(`/quotes/${key}/ask`, { version, seller_id: "sato" })).status).toBe(409);
  expect(
    (await tanaka.post(`/quotes/${key}/ask`, { version, seller_id: "yamada", words: "あと5%" })).status,
  ).toBe(201);
  expect((await mine(key)).asked_words).toBe("あと5%");
  expect((await mine(key)).status).toBe("asked");
  expect((await reply(key, yamada, { last: 2, comment: "値引後" })).body.version).toBe(3);
  const versions = partOf(await detail(key), "yamada").answers;
  expect(versions.map((one: any) => [one.version, one.is_live, one.withdrawn_words])).toEqual([
    [3, true, null],
    [2, false, null],
    [1, false, "計算違い"],
  ]);
  const [first, second] = await Promise.all([
    tanaka.post(`/quotes/${key}/ask`, { version: version + 1, seller_id: "yamada" }),
    kobai.post(`/quotes/${key}/ask`, { version: version + 1, seller_id: "yamada" }),
  ]);
  expect([first.status, second.status].sort()).toEqual([201, 409]);
  const both = await Promise.all([reply(key, yamada, { last: 3 }), reply(key, yamada, { last: 3 })]);
  expect(both.map((one) => one.status).sort()).toEqual([201, 409]);
  expect(await broken()).toEqual([]);
});

test("期限切れ follows from the day; what comes later is 期限後, until the buyer closes; sealed figures open then", async () => {
  const { key, version } = await sent({ is_sealed: "on", tells_count: "on" });
  expect((await mine(key)).num_sellers).toBe(2);
  await reply(key);
  expect(await detail(key)).toMatchObject({ is_shut: true, status: "answered" });
  expect(partOf(await detail(key), "yamada")).toMatchObject({ num_answers: 1, answers: [] });
  const row = async (query = "") =>
    (await tanaka.get(`/quotes?size=200${query}`)).body.items.find((one: any) => one.key === key);
  expect(await row()).toMatchObject({ num_answered: 1, num_sellers: 2, unit_price: null, days_left: 7 });
  const sealed = (await owner.query("select key::int from quote_answer where quote_key = $1", [key])).rows[0]
    .key;
  const early = await tanaka.post(`/quotes/${key}/awards`, { version, answer_key: sealed, num_items: "10" });
  expect(early.body.detail).toMatch(/開きます/);

  await owner.query("update quote set deadline = $2 where key = $1", [key, addDays(day, -1)]);
  expect(await row("&status=expired")).toMatchObject({ status: "expired", unit_price: "350", lead_days: 3 });
  expect(await row("&status=answered")).toBeUndefined();
  expect((await mine(key, sato)).status).toBe("expired");
  expect((await reply(key, sato)).body).toMatchObject({ is_late: true });
  expect(await detail(key)).toMatchObject({ is_shut: false, status: "answered" });
  expect((await tanaka.post(`/quotes/${key}/extend`, { version, deadline: addDays(day, -1) })).status).toBe(
    422,
  );
  expect((await tanaka.post(`/quotes/${key}/extend`, { version, deadline: addDays(day, 2) })).status).toBe(
    201,
  );
  expect((await notices(sato))[0]).toMatch(/回答期限が.*になりました/);
  // Seen once, it is not shut away again (decision 071).
  expect(await detail(key)).toMatchObject({ is_shut: false, opened_time: expect.any(String) });
  expect(partOf(await detail(key), "yamada").answers).toHaveLength(1);
  const opened = await detail(key);
  const second = { version: opened.version, answer_key: sealed, num_items: "10" };
  expect((await tanaka.post(`/quotes/${key}/awards`, second)).status).toBe(201);
  expect((await undo(key, (await detail(key)).awards[0].key)).status).toBe(201);
  const unanswered = await sent({ is_sealed: "on" });
  await owner.query("update quote set deadline = $2 where key = $1", [unanswered.key, addDays(day, -1)]);
  await tanaka.post(`/quotes/${unanswered.key}/extend`, { version: 2, deadline: soon });
  await reply(unanswered.key);
  expect(await detail(unanswered.key)).toMatchObject({ is_shut: true, opened_time: null });
  expect((await tanaka.post(`/quotes/close`, { keys: [key] })).body).toEqual({ num: 1 });
  expect((await tanaka.post(`/quotes/close`, { keys: [key] })).body).toEqual({ num: 0 });
  await yamada.post(`/quotes/received/${key}/withdraw`, { answer_key: sealed });
  expect((await reply(key, yamada, { last: 1 })).body.detail).toMatch(/締め切られました/);
});

test("催促 goes to those who owe an answer, once a day; 取消 is told once", async () => {
  const { key } = await sent();
  await reply(key, sato);
  expect((await tanaka.post("/quotes/remind", { keys: [key] })).body).toEqual({ num: 1 });
  expect((await tanaka.post("/quotes/remind", { keys: [key] })).body).toEqual({ num: 0 });
  expect((await notices(yamada))[0]).toMatch(/回答をお願いします/);
  const { version } = await detail(key);
  const cancel = () => tanaka.post(`/quotes/${key}/cancel`, { version, reason: "設計変更" });
  expect((await Promise.all([cancel(), cancel()])).map((one) => one.status).sort()).toEqual([201, 409]);
  expect(
    (await notices(yamada)).filter((one: string) => /取り消されました（設計変更）/.test(one)),
  ).toHaveLength(1);
  expect((await reply(key)).body.detail).toBe("この見積依頼は取り消されました。");
});

test("採用 writes the factory's price list, fills an order with 型代 once, and says nothing of the others", async () => {
  const { key } = await sent();
  await reply(key);
  await reply(key, sato, { lines: [PRICES[0]], tooling: 0, tooling_owner: "" });
  const { version } = await detail(key);
  const answer_key = await answerKey(key);
  const award = (more: object, by = tanaka) =>
    by.post(`/quotes/${key}/awards`, { version, answer_key, num_items: "60", ...more });
  expect(Object.keys((await award({ num_items: "60.5" })).body.errors)).toEqual(["num_items"]);
  expect((await award({ num_items: "9" })).body.errors).toEqual({
    num_items: ["回答のある最小の数量を下回っています。依頼先に相談してください"],
  });
  expect((await award({ seen: "60 1 0 0 0 2026-01-01" })).status).toBe(409);
  const [line] = partOf(await detail(key), "yamada").answers[0].lines.slice(1);
  const seen = seenText({ ...line, num_items: "60", tooling: 80000, other: 0 });
  const both = await Promise.all([award({ seen }), award({ seen }, kobai)]);
  expect(both.map((one) => one.status).sort()).toEqual([201, 409]);
  const done = both.find((one) => one.status === 201)!.body;
  expect(await detail(key)).toMatchObject({
    status: "awarded",
    awards: [{ tooling: 80000, quantity: "50" }],
  });
  expect((await mine(key)).status).toBe("awarded");
  expect((await notices(yamada))[0]).toMatch(/を採用しました/);
  const page = (await yamada.get(`/products/${done.product_id}`)).body;
  expect(page.product).toMatchObject({ name: "試作ステー", buyer_id: "tanaka", drawing_revision: "A" });
  expect(page.prices).toEqual([
    expect.objectContaining({
      effective_from: day,
      valid_until: addDays(day, 30),
      tiers: [
        { min_quantity: "0", unit_price: null },
        { min_quantity: "10", unit_price: "500" },
        { min_quantity: "50", unit_price: "400" },
        { min_quantity: "100", unit_price: "350" },
      ],
    }),
  ]);
  expect((await tanaka.get(`/quotes/${key}/awards/${done.key}`)).body).toMatchObject({
    seller_id: "yamada",
    product_id: done.product_id,
    num_items: "60",
    unit_price: "400",
    tooling: 80000,
    shipping: 1500,
    delivery_date: line.delivery_date,
    is_expired: false,
  });
  const further = await award({ version: version + 1, num_items: "100" });
  expect(further.status).toBe(201);
  expect((await tanaka.get(`/quotes/${key}/awards/${further.body.key}`)).body).toMatchObject({ tooling: 0 });
  expect((await award({ version: version + 2, num_items: "120" })).body.detail).toMatch(/もう採用/);
  const cancel = { version: version + 2, reason: "不要" };
  expect((await tanaka.post(`/quotes/${key}/cancel`, cancel)).body.detail).toMatch(/取り消せません/);
  expect((await yamada.post(`/quotes/received/${key}/withdraw`, { answer_key })).status).toBe(409);

  const pass = (now: number, tell: boolean) =>
    tanaka.post(`/quotes/${key}/pass`, {
      version: now,
      seller_id: "sato",
      reason: "price",
      words: "またお願いします",
      tell,
    });
  expect(
    (await tanaka.post(`/quotes/${key}/pass`, { version: version + 2, seller_id: "yamada", reason: "price" }))
      .status,
  ).toBe(409);
  expect((await pass(version + 2, false)).status).toBe(201);
  const shown = await mine(key, sato);
  expect(shown).toMatchObject({ status: "answered", passed_reason: null });
  // It would count what the buyer did with the others.
  expect(shown).not.toHaveProperty("version");
  expect((await sato.put(`/quotes/received/${key}/viewed`, {})).body).toEqual({ key });
  expect((await pass(version + 3, true)).status).toBe(201);
  const told = await mine(key, sato);
  expect(told).toMatchObject({ status: "passed", passed_reason: "price", passed_words: "またお願いします" });
  expect(JSON.stringify([told, await notices(sato)])).not.toMatch(/yamada|山田|"400"/);
  expect((await sato.get("/quotes/received")).body.sums).toMatchObject({ awarded: 0 });
  expect(await broken()).toEqual([]);
});

test("見送り for the same reason is told to all the others at once, but to nobody who declined or was told", async () => {
  const { key } = await sent({ seller_ids: ["yamada", "sato"] });
  await reply(key);
  const { version } = await detail(key);
  const passed = (seller_id: string, more: object) =>
    tanaka.post(`/quotes/${key}/pass`, { version, seller_id, reason: "stopped", tell: true, ...more });
  const both = await Promise.all([passed("sato", { others: true }), passed("yamada", { others: true })]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  for (const person of [yamada, sato])
    expect(await mine(key, person)).toMatchObject({ status: "passed", passed_reason: "stopped" });
  expect(JSON.stringify([await mine(key, sato), await notices(sato)])).not.toMatch(/yamada|山田/);
  const again = await tanaka.post(`/quotes/${key}/pass`, {
    version: (await detail(key)).version,
    seller_id: "sato",
    reason: "price",
    tell: true,
  });
  expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining("もう知らせています")]);
});

test("見送り of all the others leaves what a colleague has put down of one of them", async () => {
  const { key } = await sent({ seller_ids: ["yamada", "sato"] });
  const pass = async (seller_id: string, more: object) =>
    tanaka.post(`/quotes/${key}/pass`, { version: (await detail(key)).version, seller_id, ...more });
  expect((await pass("yamada", { reason: "price", words: "社内だけの話" })).status).toBe(201);
  expect((await pass("sato", { reason: "stopped", tell: true, others: true })).status).toBe(201);
  const found = await detail(key);
  expect(partOf(found, "yamada")).toMatchObject({
    passed_reason: "price",
    passed_words: "社内だけの話",
    told_time: null,
  });
  expect(await mine(key)).toMatchObject({ passed_reason: null });
  expect((await mine(key, sato)).status).toBe("passed");
});

test("an expired answer is not chosen until 「この条件で延長」, and an order at its price is warned of (R9-5)", async () => {
  const { key } = await sent({ seller_ids: ["yamada"] });
  await reply(key);
  const answer_key = await answerKey(key);
  const stand = (valid_until: string) =>
    owner.query("update quote_answer set valid_until = $2 where key = $1", [answer_key, valid_until]);
  await stand(addDays(day, -1));
  const { version } = await detail(key);
  const award = (of: number) =>
    tanaka.post(`/quotes/${key}/awards`, { version, answer_key: of, num_items: "10" });
  expect((await award(answer_key)).body.detail).toMatch(/有効期限.*が切れています/);
  const renew = (until: string) =>
    yamada.post(`/quotes/received/${key}/renew`, { answer_key, valid_until: until });
  expect((await renew(addDays(day, -1))).status).toBe(422);
  expect((await renew(day)).body).toMatchObject({ version: 2 });
  const renewed = partOf(await detail(key), "yamada").answers[0];
  expect(renewed).toMatchObject({ is_renewed: true, valid_until: day, tooling: 80000, is_expired: false });
  await stand(addDays(day, 30));
  const { product_id } = (await award(renewed.key)).body;
  const order = (num_items: string) =>
    tanaka.post("/orders/check", {
      seller_id: "yamada",
      order_date: day,
      delivery_date: soon,
      destination: "本社",
      inspection_days: 7,
      lines: [{ product_id, num_items }],
    });
  expect((await order("60")).body.lines[0]).toMatchObject({ unit_price: "400", expired: null });
  expect((await order("9")).status).toBe(422);
  await owner.query("update product_price set valid_until = $2 where product_id = $1", [
    product_id,
    addDays(day, -1),
  ]);
  expect((await order("60")).body.lines[0]).toMatchObject({ unit_price: "400", expired: addDays(day, -1) });
});

test("見積書 that nobody asked for is the same document, and the buyer may choose it", async () => {
  const offer = (more: object = {}) => ({
    ...answer(),
    buyer_id: "tanaka",
    name: "改良ブラケット",
    order_unit: "piece",
    ...more,
  });
  expect((await sato.post("/quotes/offers", offer({ buyer_id: "suzuki" }))).status).toBe(404);
  const half = { quantity: "1.5", unit_price: "1", lead_days: "1" };
  expect(
    (await yamada.post("/quotes/offers", offer({ lines: [PRICES[0], half, PRICES[0]] }))).body.errors,
  ).toEqual({
    "lines[1].quantity": [expect.stringMatching(/^1\.5個は登録できません/)],
    "lines[2].quantity": ["同じ数量が二つあります"],
  });
  const { key, number } = (await yamada.post("/quotes/offers", offer())).body;
  expect((await notices(tanaka))[0]).toBe(`山田精機株式会社：見積書 ${number}「改良ブラケット」が届きました`);
  expect(await detail(key)).toMatchObject({
    is_offer: true,
    status: "answered",
    quantities: ["10", "50", "100"],
  });
  expect((await sato.get(`/quotes/received/${key}`)).status).toBe(404);
  expect((await reply(key, yamada, { last: 1, lines: [PRICES[0]] })).body.version).toBe(2);
  const { version } = await detail(key);
  const answer_key = await answerKey(key);
  expect((await tanaka.post(`/quotes/${key}/cancel`, { version, reason: "不要" })).status).toBe(404);
  const closed = await tanaka.post(`/quotes/${key}/close`, { version });
  expect([closed.status, closed.body.detail]).toEqual([409, "見積書には回答期限がありません。"]);
  expect((await tanaka.post("/quotes/close", { keys: [key] })).body).toEqual({ num: 0 });
  expect((await tanaka.post(`/quotes/${key}/awards`, { version, answer_key, num_items: "10" })).status).toBe(
    201,
  );
  expect(await broken()).toEqual([]);
});

test("辞退 is told with its reason, ranked nowhere, not reminded of, and may be taken back until 締切", async () => {
  const { key } = await sent();
  const at = `/quotes/received/${key}`;
  const decline = (more: object = {}, by = yamada) =>
    by.post(`${at}/decline`, { reason: "capacity", ...more });
  expect((await decline({ reason: "busy" })).status).toBe(422);
  expect((await decline({ reason: "other" })).body.errors).toEqual({
    words: ["「その他」のときは、理由を入力してください"],
  });
  expect((await decline({}, suzuki)).status).toBe(403);
  const twice = await Promise.all([
    decline({ words: "年内は満杯です" }),
    decline({ words: "年内は満杯です" }),
  ]);
  expect(twice.map((one) => one.status).sort()).toEqual([201, 409]);
  expect((await notices(tanaka))[0]).toMatch(/の見積は辞退されました（納期・負荷が合わない）$/);
  expect((await mine(key)).status).toBe("declined");
  expect((await mine(key, sato)).status).toBe("waiting");
  expect((await reply(key)).body.detail).toMatch(/辞退を取り消すと/);
  expect((await yamada.put(`${at}/draft`, { lines: [], version: 0 })).status).toBe(409);
  const declined = await detail(key);
  expect(declined.status).toBe("waiting");
  expect(partOf(declined, "yamada")).toMatchObject({
    declined_reason: "capacity",
    declined_words: "年内は満杯です",
    viewed_time: expect.any(String),
    answers: [],
  });
  const { version } = declined;
  const act = (name: string) =>
    tanaka.post(`/quotes/${key}/${name}`, { version, seller_id: "yamada", reason: "price" });
  expect((await act("pass")).body.detail).toBe("辞退した依頼先です。");
  expect((await act("ask")).body.detail).toBe("辞退した依頼先です。");
  expect((await tanaka.post("/quotes/remind", { keys: [key] })).body).toEqual({ num: 1 });

  await reply(key, sato);
  expect(partOf(await detail(key), "sato").viewed_time).toEqual(expect.any(String));
  expect(await detail(key)).toMatchObject({ status: "answered" });
  expect((await sato.post(`${at}/return`, {})).status).toBe(409);
  expect((await decline({}, sato)).body.detail).toMatch(/先に見積を取り下げて/);
  const row = (await tanaka.get("/quotes?size=200")).body.items.find((one: any) => one.key === key);
  expect(row).toMatchObject({ num_answered: 1, num_declined: 1, num_sellers: 2 });
  expect((await yamada.post(`${at}/return`, {})).status).toBe(201);
  expect((await notices(tanaka))[0]).toMatch(/の辞退が取り消されました$/);
  const race = await Promise.all([reply(key), decline()]);
  expect(race.map((one) => one.status).sort()).toEqual([201, 409]);
  expect(await broken()).toEqual([]);

  const alone = await sent({ seller_ids: ["yamada"] });
  const near = `/quotes/received/${alone.key}`;
  await yamada.post(`${near}/decline`, { reason: "drawing" });
  expect((await detail(alone.key)).status).toBe("declined");
  await tanaka.post(`/quotes/${alone.key}/close`, { version: alone.version });
  expect((await yamada.post(`${near}/return`, {})).body.detail).toBe("この見積依頼は締め切られました。");
  const { key: offer } = (
    await yamada.post("/quotes/offers", {
      ...answer(),
      buyer_id: "tanaka",
      name: "提案",
      order_unit: "piece",
    })
  ).body;
  const own = await yamada.post(`/quotes/received/${offer}/decline`, { reason: "capacity" });
  expect(own.body.detail).toMatch(/取り下げてください/);
});

const awardFirst = async (key: number, num_items = "10", by = tanaka) => {
  const { version } = await detail(key);
  const made = await by.post(`/quotes/${key}/awards`, {
    version,
    answer_key: await answerKey(key),
    num_items,
  });
  return made.body as { key: number; product_id: number };
};
const undo = async (key: number, award: number, more: object = {}, by = tanaka) =>
  by.post(`/quotes/${key}/awards/${award}/undo`, { version: (await detail(key)).version, ...more });
const pricesOf = async (product_id: number) => (await yamada.get(`/products/${product_id}`)).body.prices;

test("採用 is taken back until an order stands, with the prices that it wrote", async () => {
  const { key } = await sent({ seller_ids: ["yamada"] });
  await reply(key);
  const first = await awardFirst(key);
  const second = await awardFirst(key, "100");
  const other = await sent();
  expect((await undo(other.key, first.key)).status).toBe(404);
  expect((await undo(key, first.key, { version: 1 })).status).toBe(409);
  expect((await undo(key, first.key)).body.detail).toMatch(/あとから採用した見積 M.*先に/);
  const both = await Promise.all([undo(key, second.key), undo(key, second.key, {}, kobai)]);
  expect(both.map((one) => one.status).sort()).toEqual([201, expect.any(Number)]);
  expect((await pricesOf(first.product_id)).length).toBe(1);
  expect((await undo(key, first.key)).body).toMatchObject({ is_restored: true });
  expect((await notices(yamada))[0]).toMatch(/^田中.*の採用を取り消しました$/);
  expect(await pricesOf(first.product_id)).toEqual([]);
  expect(await detail(key)).toMatchObject({ status: "answered", awards: [] });
  expect(await mine(key)).toMatchObject({ status: "answered", awards: [] });
  expect((await tanaka.get(`/quotes/${key}/awards/${first.key}`)).status).toBe(404);
  expect(await broken()).toEqual([]);

  const again = await awardFirst(key);
  expect((await detail(key)).awards).toMatchObject([{ tooling: 80000, order: null }]);
  const order = {
    seller_id: "yamada",
    order_date: day,
    delivery_date: soon,
    destination: "本社",
    inspection_days: 7,
    lines: [{ product_id: again.product_id, num_items: "10" }],
  };
  const { version } = await detail(key);
  const race = await Promise.all([
    tanaka.post("/orders", order),
    kobai.post(`/quotes/${key}/awards/${again.key}/undo`, { version }),
  ]);
  const placed = race[0]!;
  // Whichever comes first, no order stands at a price that was taken back.
  expect([placed.status, race[1]!.status].sort()).toEqual(placed.status === 201 ? [201, 409] : [201, 422]);
  const standing = placed.status === 201 ? again : await awardFirst(key);
  const sent_order = placed.status === 201 ? placed : await tanaka.post("/orders", order);
  expect((await undo(key, standing.key)).body.detail).toMatch(/外注依頼 .* を送っています。先に/);
  expect((await detail(key)).awards[0].order).toMatchObject({ key: sent_order.body.key });
  await tanaka.post(`/orders/${sent_order.body.key}/cancel`, { version: 1, reason: "やり直し" });
  expect((await undo(key, standing.key)).status).toBe(201);
  expect(
    (await yamada.post(`/quotes/received/${key}/withdraw`, { answer_key: await answerKey(key) })).status,
  ).toBe(201);
  expect(await broken()).toEqual([]);
});

test("prices that gave way to 採用 the same day come back, and what was changed since stays", async () => {
  const drawing_no = `Q-${crypto.randomUUID().slice(0, 8)}`;
  const ask = async () => {
    const { key } = await sent({ seller_ids: ["yamada"], drawing_no });
    await reply(key);
    return key;
  };
  const [older, newer] = [await ask(), await ask()];
  const first = await awardFirst(older);
  await owner.query("update product_price set unit_price = unit_price + 1 where product_id = $1", [
    first.product_id,
  ]);
  const second = await awardFirst(newer);
  expect(second.product_id).toBe(first.product_id);
  expect((await undo(older, first.key)).body.detail).toMatch(/先に/);
  expect((await undo(newer, second.key)).body).toMatchObject({ is_restored: true });
  expect((await pricesOf(first.product_id))[0].tiers[1]).toEqual({ min_quantity: "10", unit_price: "501" });
  const { version } = (await yamada.get(`/products/${first.product_id}`)).body.product;
  const withdrawn = { version, effective_from: day };
  expect((await yamada.post(`/products/${first.product_id}/prices/withdraw`, withdrawn)).status).toBeLessThan(
    300,
  );
  expect((await undo(older, first.key)).body).toMatchObject({ is_restored: false });
  expect(await broken()).toEqual([]);
});

test("依頼先 are added to what was sent, and those asked before learn nothing", async () => {
  const { key } = (await tanaka.post("/quotes", request({ seller_ids: ["yamada"], tells_count: "on" }))).body;
  await tanaka.upload(`/quotes/${key}/files`, [{ name: "図面.pdf", bytes: PDF }]);
  await tanaka.post(`/quotes/${key}/send`, { version: 1 });
  const add = async (more: object = {}, by = tanaka) =>
    by.post(`/quotes/${key}/sellers`, {
      version: (await detail(key)).version,
      seller_ids: ["sato"],
      ...more,
    });
  const before = [await mine(key), (await notices(yamada)).length];
  expect((await sato.get(`/quotes/received/${key}`)).status).toBe(404);
  expect((await add({ seller_ids: ["yamada"] })).body.errors.seller_ids[0]).toMatch(/もう依頼している/);
  expect((await add({ seller_ids: ["suzuki"] })).body.errors).toEqual({
    seller_ids: ["依頼先を選択してください"],
  });
  expect((await add({ seller_ids: [] })).status).toBe(422);
  const { version } = await detail(key);
  const both = await Promise.all([add({ version }), add({ version }, kobai)]);
  expect(both.map((one) => one.status).sort()).toEqual([201, 409]);
  expect([await mine(key), (await notices(yamada)).length]).toEqual(before);
  const asked = await mine(key, sato);
  expect(asked).toMatchObject({ status: "waiting", num_sellers: 2, deadline: soon, problem: null });
  expect(asked.files.map((one: any) => one.name)).toEqual(["図面.pdf"]);
  expect((await notices(sato))[0]).toMatch(/見積依頼 M.*が届きました/);
  await reply(key);
  const race = await Promise.all([
    awardFirst(key),
    tanaka.post(`/quotes/${key}/sellers`, { version: (await detail(key)).version, seller_ids: ["sato"] }),
  ]);
  expect(race[1]!.status).toBeGreaterThanOrEqual(409);
  const closed = await sent({ seller_ids: ["yamada"] });
  await tanaka.post(`/quotes/${closed.key}/close`, { version: closed.version });
  const late = await tanaka.post(`/quotes/${closed.key}/sellers`, { version: 3, seller_ids: ["sato"] });
  expect(late.body.detail).toMatch(/締め切った見積依頼です/);
  expect(await broken()).toEqual([]);
});

test("延長 is told to those still in the running; 取り下げ brings no earlier version back", async () => {
  const { key } = await sent({ seller_ids: ["yamada", "sato"] });
  await reply(key, sato);
  const first = await answerKey(key, "sato");
  const renew = (answer_key: number, by = sato) =>
    by.post(`/quotes/received/${key}/renew`, { answer_key, valid_until: addDays(day, 60) });
  expect((await renew(first)).body.version).toBe(2);
  const newest = await answerKey(key, "sato");
  const take = { answer_key: newest };
  expect((await sato.post(`/quotes/received/${key}/withdraw`, take)).status).toBe(201);
  expect(await detail(key)).toMatchObject({ status: "waiting" });
  expect(partOf(await detail(key), "sato").answers.map((one: any) => one.is_live)).toEqual([false, false]);
  const award = async (answer_key: number) =>
    tanaka.post(`/quotes/${key}/awards`, {
      version: (await detail(key)).version,
      answer_key,
      num_items: "10",
    });
  expect((await award(first)).status).toBe(409);
  expect((await renew(newest)).body.detail).toMatch(/取り下げた見積の有効期限は/);
  expect((await renew(first)).status).toBe(409);

  const act = async (name: string, more: object) =>
    tanaka.post(`/quotes/${key}/${name}`, { version: (await detail(key)).version, ...more });
  expect((await reply(key, sato, { last: 2 })).body.version).toBe(3);
  const third = await answerKey(key, "sato");
  expect((await act("close", {})).status).toBe(201);
  expect((await renew(third)).body.detail).toMatch(/締め切られました/);
  expect((await mine(key, sato)).may_renew).toBe(false);
  expect((await act("ask", { seller_id: "sato" })).status).toBe(201);
  expect((await mine(key, sato)).may_renew).toBe(true);
  expect((await renew(third)).body.version).toBe(4);

  const told = { seller_id: "sato", reason: "price", tell: true };
  expect((await act("pass", told)).status).toBe(201);
  const fourth = await answerKey(key, "sato");
  expect((await renew(fourth)).body.detail).toMatch(/見送りの連絡/);
  const heard = (await notices(sato)).length;
  expect((await act("extend", { deadline: addDays(day, 9) })).status).toBe(201);
  expect((await notices(yamada))[0]).toMatch(/回答期限が/);
  await yamada.post(`/quotes/received/${key}/decline`, { reason: "capacity" });
  const quiet = (await notices(yamada)).length;
  expect((await act("extend", { deadline: addDays(day, 11) })).status).toBe(201);
  expect((await act("cancel", { reason: "中止" })).status).toBe(201);
  expect([(await notices(sato)).length, (await notices(yamada)).length]).toEqual([heard, quiet]);
  expect(await broken()).toEqual([]);
});

test("several lines become a request each, with their files, and are sent together", async () => {
  const draft = await tanaka.post("/orders/drafts", {
    seller_id: "yamada",
    fields: [["lines[0].name", "軸"]],
  });
  const files = [
    { name: "軸.pdf", bytes: PDF },
    { name: "板.pdf", bytes: PDF },
  ];
  const kept = (await tanaka.upload(`/orders/drafts/${draft.body.key}/files`, files)).body;
  const [shaft, plate] = kept.map((one: any) => one.key);
  const head = { seller_ids: ["yamada", "sato"], deadline: soon, memo: "社内の話" };
  const item = (name: string, order_files: string[], more: object = {}) => ({
    name,
    drawing_no: name,
    drawing_revision: "B",
    order_unit: "piece",
    quantities: ["10"],
    order_files,
    ...more,
  });
  const batch = (items: object[], by = tanaka, more: object = {}) =>
    by.post("/quotes/batch", { ...head, items, ...more });
  const wrong = await batch([item("軸", [shaft]), item("板", [], { quantities: [""], unit: "kg" })]);
  expect(Object.keys(wrong.body.errors)).toEqual(["items[1].quantities[0]"]);
  expect((await batch([item("軸", [shaft])], tanaka, { deadline: addDays(day, -1) })).body.errors).toEqual({
    deadline: ["回答期限は今日以降の日付を入力してください"],
  });
  expect((await batch([item("軸", [shaft])], suzuki, { seller_ids: ["yamada"] })).body.errors).toEqual({
    "items[0].order_files": ["外注依頼に添付したファイルが見つかりません。添付し直してください"],
  });
  const before = (await tanaka.get("/quotes?status=draft")).body.total;
  const { keys } = (await batch([item("軸", [shaft]), item("板", [plate])])).body;
  expect((await tanaka.get("/quotes?status=draft")).body.total).toBe(before + 2);
  expect((await detail(keys[0])).files.map((one: any) => one.name)).toEqual(["軸.pdf"]);
  expect((await yamada.get(`/quotes/received/${keys[0]}`)).status).toBe(404);

  const send = (by = tanaka) => by.post("/quotes/send", { keys });
  expect((await send(suzuki)).status).toBe(404);
  await owner.query("update quote set deadline = $2 where key = $1", [keys[1], addDays(day, -1)]);
  expect((await send()).body.detail).toBe(
    "「板」は送れません。回答期限は今日以降の日付を入力してください。どれも送信していません。",
  );
  expect((await yamada.get(`/quotes/received/${keys[0]}`)).status).toBe(404);
  await owner.query("update quote set deadline = $2 where key = $1", [keys[1], soon]);
  const both = await Promise.all([send(), send(kobai)]);
  expect(both.map((one) => one.body.num).sort()).toEqual([0, 2]);
  expect((await mine(keys[1], sato)).files.map((one: any) => one.name)).toEqual(["板.pdf"]);
  expect((await mine(keys[1], sato)).drawing_revision).toBe("B");
  expect(await broken()).toEqual([]);
});

const ACTS = ["answer", "answer", "answer", "withdraw", "renew", "ask", "extend", "close", "pass"] as const;
const step = fc.record({
  by: fc.nat(1),
  act: fc.constantFrom(...ACTS),
  price: fc.integer({ min: 1, max: 999 }),
});

test("over histories a version that was sent never changes, a factory sees its own alone, and what is sealed is not told", async () => {
  const sellers = [
    { person: yamada, id: "yamada", mark: "甲の言葉", other: "乙の言葉" },
    { person: sato, id: "sato", mark: "乙の言葉", other: "甲の言葉" },
  ];
  const done = new Set<string>();
  const history = fc.asyncProperty(
    fc.array(step, { minLength: 6, maxLength: 8 }),
    fc.boolean(),
    async (steps, sealed) => {
      const { key } = await sent(sealed ? { is_sealed: "on" } : {});
      const kept = new Map<number, string>();
      let [days, opened, closed] = [0, false, false];
      for (const { by, act, price } of steps) {
        const { person, id, mark } = sellers[by]!;
        const [{ version }, own] = await Promise.all([detail(key), mine(key, person)]);
        const [last] = own.answers;
        const buyer = (deed: string, body: object) =>
          tanaka.post(`/quotes/${key}/${deed}`, { version, ...body });
        const seller = (deed: string, body: object) => person.post(`/quotes/received/${key}/${deed}`, body);
        const more = {
          last: last?.version ?? 0,
          comment: mark,
          lines: [{ ...PRICES[0], unit_price: String(price) }],
        };
        const said = await {
          answer: () => reply(key, person, more),
          withdraw: () => seller("withdraw", { answer_key: last?.key }),
          renew: () => seller("renew", { answer_key: last?.key, valid_until: addDays(day, 60 + price) }),
          extend: () => buyer("extend", { deadline: addDays(soon, (days += 1)) }),
          pass: () => buyer("pass", { seller_id: id, reason: "price", tell: "on" }),
          ask: () => buyer("ask", { seller_id: id }),
          close: () => buyer("close", {}),
        }[act]();
        expect([act, said.status]).not.toContain(500);
        if (said.status < 300) done.add(act);
        const [found, ...seen] = await Promise.all([detail(key), mine(key, yamada), mine(key, sato)]);
        for (const [at, one] of sellers.entries()) {
          const sees = seen[at];
          expect(JSON.stringify(sees)).not.toContain(one.other);
          for (const {
            key: answer_key,
            version: no,
            lines,
            comment,
            valid_until,
            sent_time,
          } of sees.answers) {
            const words = JSON.stringify([no, lines, comment, valid_until, sent_time]);
            expect(words).toBe(kept.get(answer_key) ?? words);
            kept.set(answer_key, words);
          }
        }
        if (found.is_shut) expect(JSON.stringify(found)).not.toMatch(/の言葉/);
        if (said.status < 300 && (act === "close" || act === "extend")) closed = act === "close";
        // Where nobody had answered, the seal holds to the new day.
        opened ||= closed && kept.size > 0;
        expect([act, found.is_shut]).toEqual([act, sealed && !opened && !closed]);
      }
    },
  );
  const told = (acts: [(typeof ACTS)[number], number][]) =>
    acts.map(([act, by], at) => ({ act, by, price: 900 - at }));
  const open = told([
    ["answer", 0],
    ["ask", 0],
    ["answer", 0],
    ["renew", 0],
    ["answer", 1],
    ["withdraw", 1],
    ["pass", 0],
  ]);
  const shut = told([
    ["answer", 0],
    ["answer", 1],
    ["extend", 0],
    ["renew", 0],
    ["close", 0],
  ]);
  await fc.assert(history, {
    numRuns: runs(3),
    examples: [
      [open, false],
      [shut, true],
    ],
  });
  expect([...done].sort()).toEqual([...new Set<string>(ACTS)].sort());
  expect(await broken()).toEqual([]);
});

// Rows of work that no act has made: last, as what holds of all of them is looked at above.
test("the form of an answer tells what the last lot cost: minutes × 時間単価 of each process ÷ good pieces", async () => {
  const drawing_no = `Q-${crypto.randomUUID().slice(0, 8)}`;
  const first = await sent({ seller_ids: ["yamada"], drawing_no });
  await reply(first.key);
  const { product_id } = await awardFirst(first.key);
  const { key } = await sent({ seller_ids: ["yamada"], drawing_no });
  expect(await mine(key)).toMatchObject({ minutes: null, cost: null });
  const of = [product_id, drawing_no];
  const made = await owner.query(
    `insert into card (seller_id, buyer_id, id, product_id, name, num_items, num_good, order_unit, unit, num_units, group_id, status, created_time,
      shipped_time, group_update_time, update_time, search_key)
    values ('yamada', 'tanaka', 'C' || $2, $1, '前回', 40, 40, 'piece', 'piece', 40, 99, '出荷済み', now(), now(), now(), now(), '') returning key`,
    of,
  );
  const worker = await owner.query("select worker_id from worker where company_id = 'yamada' limit 1");
  for (const [group_id, minutes] of [
    [3, 90],
    [4, 30],
  ]) {
    const work = await owner.query(
      `insert into work (seller_id, card_key, group_id, status, work_start, work_end) values ('yamada', $1, $2, '', now() - interval '2 hours', now())
      returning key`,
      [made.rows[0].key, group_id],
    );
    await owner.query("delete from work_minute where work_key = $1", [work.rows[0].key]);
    await owner.query("insert into work_minute values ($1, $2, 'yamada', $3, $4)", [
      work.rows[0].key,
      day,
      worker.rows[0].worker_id,
      minutes,
    ]);
  }
  await owner.query("delete from process_rate where company_id = 'yamada'");
  expect(await mine(key)).toMatchObject({ minutes: "3", cost: null });
  await owner.query(
    "insert into process_rate (company_id, group_id, hourly_rate) values ('yamada', 3, 4000)",
  );
  const { cost } = await mine(key);
  // 90 min × 4,000 yen ÷ 60 = 6,000 ÷ 40
  expect(cost).toMatchObject({
    each: "150",
    yen: 6000,
    num_good: "40",
    rows: [{ minutes: 90, hourly_rate: 4000 }],
  });
  expect(cost.missing).toHaveLength(1);
  expect(JSON.stringify(await detail(key))).not.toMatch(/hourly_rate|6000/);
});
