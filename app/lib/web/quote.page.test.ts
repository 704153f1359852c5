import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { type Site, startSite } from "./server.testing.server";

let t: TestApp;
let site: Site;
beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

const field = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

/** 10個 and 100個 were answered, 50個 was left open. */
async function quoted() {
  const [tanaka, yamada] = await t.people("admin@tanaka", "admin@yamada");
  const day = today();
  const request = {
    name: "試作ステー",
    drawing_no: "Q-GAP",
    order_unit: "piece",
    quantities: ["10", "50", "100"],
    seller_ids: ["yamada"],
    deadline: addDays(day, 7),
  };
  const { key } = (await tanaka.post("/quotes", request)).body;
  await tanaka.post(`/quotes/${key}/send`, { version: 1 });
  await yamada.post(`/quotes/received/${key}/answers`, {
    lines: [
      { quantity: "10", unit_price: "500", lead_days: "3" },
      { quantity: "50" },
      { quantity: "100", unit_price: "350", lead_days: "8" },
    ],
    tooling: 0,
    valid_until: addDays(day, 30),
    last: 0,
  });
  return { key: key as number, tanaka };
}

/** Of them 10個 were chosen. */
async function awarded() {
  const { key, tanaka } = await quoted();
  const found = (await tanaka.get(`/quotes/${key}`)).body;
  const answer_key = found.parts[0].answers[0].key;
  const chosen = { version: found.version, answer_key, num_items: "10" };
  const { status, body } = await tanaka.post(`/quotes/${key}/awards`, chosen);
  expect(status, JSON.stringify(body)).toBe(201);
  return { key, answer_key: answer_key as number, product_id: body.product_id as number };
}

test("a quantity left 要相談 by a quotation is said so beside its price, nothing typed is lost, and a 見積依頼 is offered", async () => {
  const { product_id } = await awarded();
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const path = "/order/new?seller_id=yamada";
  const form = (html: string, num_items: string) => ({
    step: "check",
    idempotency_key: field(html, "idempotency_key") ?? crypto.randomUUID(),
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 20),
    destination: "本社 受入口",
    inspection_days: "7",
    payment_method: "transfer",
    "lines[0].product_id": String(product_id),
    "lines[0].num_items": num_items,
    "lines[0].note": "急がない",
  });
  const { text: blank } = await buyer.get(path);
  const gap = (await buyer.post(path, form(blank, "50"))).text;
  expect(gap).toContain("この数量の単価は決まっていません（要相談）。");
  expect(gap).toContain("急がない");
  expect(gap).toMatch(/1行目 試作ステー[\s\S]{0,400}見積依頼として送る/);
  expect(gap).not.toContain("依頼を送信する");
  const priced = (await buyer.post(path, form(blank, "100"))).text;
  expect(priced).not.toContain("要相談");
  expect(priced).toContain("依頼を送信する");
  expect(priced).toContain("¥35,000（350円/個、100個からの単価）");

  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const prices = (await seller.get(`/setting/product/${product_id}/prices`)).text;
  expect(prices).toMatch(/50個から\s*要相談/);
  expect(field(prices, "tiers\\[1\\].unit_price") ?? prices).toMatch(/要相談/);
  const csv = (await seller.get("/setting/product/price.csv?q=Q-GAP")).text;
  expect(csv).toMatch(/,50,要相談,個,/);
});

test("what a factory was asked is printed as 見積依頼書, what it answered as 見積書, by its title too", async () => {
  const { key, answer_key } = await awarded();
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const [asked, answered] = [
    (await seller.get(`/setting/product/quote/${key}/print`)).text,
    (await seller.get(`/setting/product/quote/${key}/print?answer=${answer_key}`)).text,
  ];
  expect(titleOf(asked)).toMatch(/^見積依頼書 M\d{4}-\d{4} \| /);
  expect(asked).toMatch(/<h1[^>]*>見積依頼書/);
  expect(titleOf(answered)).toMatch(/^見積書 M\d{4}-\d{4} \| /);
  expect((await seller.get(`/setting/product/quote/${key}/print?answer=1${answer_key}`)).status).toBe(404);
});

test("a field left empty is said so in its own form, and nothing typed beside it is lost", async () => {
  const { key } = await awarded();
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const at = `/order/product/${key}`;
  const opened = (html: string, id: string) =>
    new RegExp(`<details open=""(?:(?!<details)[\\s\\S])*<form id="${id}"[\\s\\S]*?</form>`).exec(html)?.[0];
  const version = field((await buyer.get(at)).text, "version")!;
  const extended = (await buyer.post(`${at}?act=extend`, { version, deadline: "" })).text;
  expect(opened(extended, "extend")).toContain("回答期限を入力してください");
  const noted = (await buyer.post(`${at}?act=inner`, { memo: "", target_price: "百円" })).text;
  expect(opened(noted, "inner")).toContain("目標単価は数値で入力してください");
  expect(opened(noted, "inner")).toContain('value="百円"');

  const { key: other } = await quoted();
  const cancelled = (await buyer.post(`/order/product/${other}?act=cancel`, { version: "2", reason: "" }))
    .text;
  expect(opened(cancelled, "cancel")).toContain("取消の理由を入力してください");
  const seller = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const from = `/setting/product/quote/${other}`;
  const answer_key = field((await seller.get(from)).text, "answer_key")!;
  const renewed = (await seller.post(from, { step: "renew", answer_key, valid_until: "" })).text;
  expect(opened(renewed, "renew")).toContain("有効期限を入力してください");
});

test("the inner notes that a colleague wrote meanwhile are shown, not written over unseen", async () => {
  const { key } = await quoted();
  const at = `/order/product/${key}`;
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const colleague = await site.signedIn("kobai@tanaka.example", SAMPLE_PASSWORD);
  const form = (html: string) => /<form id="inner"[\s\S]*?<\/form>/.exec(html)![0];
  const before = form((await buyer.get(at)).text);
  const version = field(before, "version")!;
  const note = { version, memo: "納期で選ぶ", target_price: "120" };
  expect((await colleague.post(`${at}?act=inner`, note)).status).toBe(303);
  expect((await colleague.post(`${at}?act=inner`, note)).status, "pressed twice").toBe(303);

  const mine = { memo: "単価で選ぶ", target_price: "110" };
  const refused = await buyer.post(`${at}?act=inner`, { ...mine, version });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("検討用メモ：納期で選ぶ、目標単価：120円");
  const again = form(refused.text);
  expect(again).toContain("単価で選ぶ");
  expect((await buyer.post(`${at}?act=inner`, { ...mine, version: field(again, "version")! })).status).toBe(
    303,
  );
  expect(form((await colleague.get(at)).text)).toContain("単価で選ぶ");
});

test("見積書 has no form for who may not send one", async () => {
  const hand = await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD);
  expect((await hand.get("/setting/product/quote/new")).status).toBe(403);
  const clerk = await site.signedIn("keiri@yamada.example", SAMPLE_PASSWORD);
  expect((await clerk.get("/setting/product/quote/new")).status).toBe(200);
});
