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

const signedIn = () => site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);

test("a row of one 支給品 is not taken back under the address of another", async () => {
  const [tanaka] = await t.people("admin@tanaka");
  const sent = async (item: string): Promise<number> => {
    const what = { kind: "free", item, unit: "枚", quantity: "10", move_date: today() };
    return (await tanaka.post("/supplies", { seller_id: "yamada", ...what })).body.key;
  };
  const [one, other] = [await sent("緩衝材"), await sent("当て板")];
  const buyer = await signedIn();
  const form = { note: "数え違い", idempotency_key: crypto.randomUUID() };
  const rest = async () => (await tanaka.get(`/supplies/${other}`)).body.rest;
  expect((await buyer.get(`/task/order/supply/${one}/undo/${other}`)).status).toBe(404);
  expect((await buyer.post(`/task/order/supply/${one}/undo/${other}`, form)).status).toBe(404);
  expect(await rest()).toBe("10");
  expect((await buyer.post(`/task/order/supply/${other}/undo/${other}`, form)).status).toBe(303);
  expect(await rest()).toBe("0");
});

test("a 商品番号 in small letters is that of the product, typed as 品名, pasted or asked for", async () => {
  const buyer = await signedIn();
  const lines = (cells: Record<string, string>) => ({
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 21),
    inspection_days: "7",
    destination: "第三工場",
    idempotency_key: crypto.randomUUID(),
    ...cells,
  });
  const path = "/order/new?seller_id=yamada";
  const check = { step: "check", "lines[0].name": "ym-1001", "lines[0].num_items": "3" };
  const typed = await buyer.post(path, lines(check));
  expect(typed.text).toContain("<b>ブラケットA</b>");
  const pasted = await buyer.post(path, lines({ step: "lines", pasted: "品番\t数量\nym-1001\t5" }));
  expect(pasted.text).not.toContain("この依頼先の商品にありません");
  expect(pasted.text).toMatch(/YM-1001/);
  const codes = `/order/products?seller_id=yamada&codes=${encodeURIComponent("ｙｍ-1001\nym-9999")}`;
  expect(JSON.parse((await buyer.get(codes)).text)).toMatchObject([
    { label: expect.stringMatching(/^YM-1001 /) },
  ]);
});

test("送信前の確認 marks a quantity or price that is ten times the last one", async () => {
  const [tanaka] = await t.people("admin@tanaka");
  const { product_id } = (await tanaka.get("/products?seller_id=yamada&size=1")).body.items[0];
  const head = {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 21),
    destination: "第三工場",
    inspection_days: 7,
  };
  const lines = [{ product_id, num_items: "20", unit_price: "100" }];
  expect((await tanaka.post("/orders", { ...head, lines })).status).toBe(201);
  const buyer = await signedIn();
  const checked = (num_items: string) =>
    buyer.post("/order/new?seller_id=yamada", {
      ...head,
      inspection_days: "7",
      idempotency_key: crypto.randomUUID(),
      step: "check",
      "lines[0].product_id": String(product_id),
      "lines[0].num_items": num_items,
      "lines[0].unit_price": "100",
    });
  const usual = await checked("30");
  expect(usual.text).toContain("から変わった所");
  expect(usual.text).not.toContain("が前回の");
  expect((await checked("2,000")).text).toContain("数量が前回の100倍です");
});

test("受入・検収 of which one 納品書 fails: what was ticked and typed stays, with why", async () => {
  const [tanaka, yamada] = await t.people("admin@tanaka", "admin@yamada");
  const made = await tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 14),
    destination: "第三工場",
    inspection_days: 7,
    lines: ["軸", "蓋", "板"].map((name) => ({ name, num_items: "30", unit_price: "100" })),
  });
  const { key } = made.body;
  const notes: number[] = [];
  for (const { card } of (await tanaka.get(`/orders/${key}`)).body.lines) {
    for (const [deed, body] of [
      ["accept", {}],
      ["ship", { num_good: "30", uncounted: true }],
    ] as const) {
      const { version } = (await yamada.get(`/cards/${card.key}`)).body.card;
      expect((await yamada.post(`/cards/${card.key}/${deed}`, { version, ...body })).status).toBe(201);
    }
    const note = { buyer_id: "tanaka", delivery_date: today(), grouping: "one" };
    const lines = [{ card_key: card.key, num_items: "30" }];
    notes.push((await yamada.post("/deliveries", { ...note, lines })).body.key);
  }
  const buyer = await signedIn();
  const path = `/order/inspect?key=${key}`;
  const { text } = await buyer.get(path);
  const seen = [...text.matchAll(/name="seen" value="([^"]+)"/g)].map(([, one]) => ["seen", one!]);
  expect(seen).toHaveLength(3);
  const late = await tanaka.post(`/deliveries/${notes[1]}/inspect`, {
    lines: [{ line_no: 1, num_accepted: "5" }],
  });
  expect(late.status).toBe(201);
  const sent = (lines: string[], day: string) =>
    buyer.post(path, [
      ...(seen as [string, string][]),
      ...lines.map((line): [string, string] => ["lines", line]),
      ["received_date", today()],
      ["inspected_date", day],
      ["idempotency_key", crypto.randomUUID()],
    ]);
  const { status, text: again } = await sent([`${notes[0]}.1`, `${notes[1]}.1`], "");
  expect(status).toBe(422);
  expect(again).toContain("1件を検収しました。");
  expect(again).toContain("蓋の検収待ちが、表示したときから変わりました（30 → 25）。");
  const ticks = [...again.matchAll(/<input type="checkbox" name="lines"[^>]*>/g)].map(([tag]) => [
    /value="([^"]+)"/.exec(tag)![1],
    /checked/.test(tag),
  ]);
  expect(ticks).toEqual([
    [`${notes[1]}.1`, true],
    [`${notes[2]}.1`, false],
  ]);
  expect(/<input[^>]*name="received_date"[^>]*>/.exec(again)![0]).toContain(`value="${today()}`.slice(0, 9));
  expect(/<input[^>]*name="inspected_date"[^>]*>/.exec(again)![0]).not.toMatch(/value="\d/);
  expect(again).toContain(`value="${notes[1]}.1:25"`);
});
