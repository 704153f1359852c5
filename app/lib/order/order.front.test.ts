import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { type Site, startSite } from "~/lib/web/server.testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;
let yamada: Person, tanaka: Person;
let factory: Browser, buyer: Browser, stranger: Browser;
beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  [yamada, tanaka] = await t.people("admin@yamada", "admin@tanaka");
  [factory, buyer, stranger] = (await Promise.all(
    ["admin@yamada", "admin@tanaka", "admin@sato"].map((name) =>
      site.signedIn(`${name}.example`, SAMPLE_PASSWORD),
    ),
  )) as [Browser, Browser, Browser];
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

/** The words of the coloured buttons that are seen on a page. */
const primary = (text: string) =>
  [
    ...text
      .replace(/<details[^]*?<\/details>/g, "")
      .matchAll(/<(?:a|button)[^>]*class="[^"]*bg-accent font-bold text-white[^"]*"[^>]*>([^<]*)</g),
  ].map(([, words]) => words);

async function ordered(): Promise<{ key: number; card: number }> {
  const places = (await tanaka.get("/factories/tanaka/destinations")).body.items;
  const line = {
    num_items: "10",
    delivery_date: "2030-01-18",
    unit_price: "100",
    destination_id: places[0].destination_id,
  };
  const lines = [
    { ...line, name: "軸受台" },
    { ...line, name: "カラー" },
  ];
  const made = await tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: today(),
    inspection_days: 5,
    lines,
  });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  const { key } = made.body;
  return { key, card: (await tanaka.get(`/orders/${key}`)).body.lines[0].card.key };
}

test("an order begins with what waits for its reader, the only coloured button, and goes on to dates, what came and the sum", async () => {
  const { key, card } = await ordered();
  const asked = (await factory.get(`/task/order/${key}`)).text;
  expect(asked).toContain("回答していない明細が2行あります");
  expect(primary(asked)).toEqual(["依頼に回答する"]);
  const waiting = (await buyer.get(`/order/${key}`)).text;
  expect(waiting).toContain("2行は依頼先の回答待ちです");
  expect(primary(waiting)).toEqual(["印刷"]);
  for (const words of [">次の納期<", "1/18(金)", ">0 / 2行<", "¥2,000"])
    for (const page of [asked, waiting]) expect(page).toContain(words);
  expect(waiting).toMatch(/<tfoot>[^]*2,000[^]*<\/tfoot>/);

  const { version } = (await yamada.get(`/cards/${card}`)).body.card;
  const offer = { version, proposed_delivery_date: "2030-01-25", reason: "材料待ち" };
  expect((await yamada.post(`/cards/${card}/propose`, offer)).status).toBe(201);
  expect(primary((await buyer.get(`/order/${key}`)).text)).toEqual(["納期の提案に回答する"]);
  expect((await factory.get(`/task/order/${key}`)).text).toContain("1行は提案した納期の回答待ちです");
});

test("who makes an order has its sheet behind 印刷; a buyer is led to his own page, a stranger to none", async () => {
  const { key } = await ordered();
  expect((await factory.get(`/task/order/${key}`)).text).toContain(`href="/task/order/${key}/print"`);
  expect((await factory.get(`/task/order/${key}/print`)).text).toContain('class="sheet"');
  expect((await buyer.get(`/task/order/${key}`)).to).toBe(`/order/${key}`);
  for (const page of [`/task/order/${key}`, `/task/order/${key}/print`])
    expect((await stranger.get(page)).status).toBe(404);
});

test("who answers a 変更依頼 that a colleague has answered meanwhile is told so, and keeps his words", async () => {
  const { key } = await ordered();
  const lines = [{ line_no: 1, num_items: "20" }];
  const sent = await tanaka.post(`/orders/${key}/amendments`, { lines, words: "客先の都合" });
  expect(sent.status).toBe(201);
  const at = `/orders/${key}/amendments/${sent.body.key}`;
  const { seen } = (await yamada.get(at)).body;
  const asked = (await factory.get(`/task/order/${key}/change/${sent.body.key}`)).text;
  expect(asked.indexOf("別案を出す")).toBeGreaterThan(asked.lastIndexOf("選んだとおりに回答する"));
  const answers = [{ item_no: 1, answer: "declined" }];
  expect((await yamada.post(`${at}/answer`, { answers, seen })).status).toBe(201);
  const late = await factory.post(`/task/order/${key}/change/${sent.body.key}`, {
    "answers[0].item_no": "1",
    "answers[0].answer": "agreed",
    words: "承知しました",
    seen,
    idempotency_key: crypto.randomUUID(),
  });
  expect(late.status).toBe(409);
  expect(late.text).toMatch(/role="alert"[^]*回答[^]*承知しました/);
});

test("a draft that the page cannot save by itself says why", async () => {
  const typed = { seller_id: "yamada", "lines[0].name": "軸受台", note: "長".repeat(4001) };
  const { status, text } = await buyer.post("/order/draft/save", typed);
  expect([status, JSON.parse(text)]).toEqual([
    422,
    { problem: "入力が多すぎるため、下書きに保存できません" },
  ]);
  const less = await buyer.post("/order/draft/save", { ...typed, note: "短い" });
  expect([less.status, JSON.parse(less.text).version]).toEqual([200, 1]);
});
