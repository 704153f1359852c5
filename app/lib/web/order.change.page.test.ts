import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderOf } from "~/lib/order/order.testing";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, formatDate, today } from "~/lib/time/date";
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

const soon = addDays(today(), 21);

/** Of lines 1, 2 and 3 the second is off, and line 4 is its 中止費用. */
async function revised() {
  const [tanaka, yamada] = await t.people("admin@tanaka", "admin@yamada");
  const line = { num_items: "100", unit_price: "200" };
  const made = await tanaka.post(
    "/orders",
    orderOf(["甲板", "乙板", "丙板"].map((name) => ({ ...line, name }))),
  );
  const { key } = made.body;
  for (const { card } of (await tanaka.get(`/orders/${key}`)).body.lines) {
    const { version } = (await yamada.get(`/cards/${card.key}`)).body.card;
    await yamada.post(`/cards/${card.key}/accept`, { version });
  }
  const asked = await tanaka.post(`/orders/${key}/amendments`, {
    lines: [{ line_no: 2, deed: "cancel", cost: 5000 }],
    cost_tax_rate: "10",
    words: "客先の都合",
  });
  const at = `/orders/${key}/amendments/${asked.body.key}`;
  const { seen } = (await yamada.get(at)).body;
  const said = await yamada.post(`${at}/answer`, { answers: [{ item_no: 1, answer: "agreed" }], seen });
  expect(said.status, JSON.stringify(said.body)).toBe(201);
  return { key: key as number, tanaka };
}

const numbers = (html: string) =>
  [...html.matchAll(/data-number-of-line="true">(\d+)</g)].map(([, number]) => number);

test("変更依頼 calls a line by the number that its order gives it, and offers no 中止費用 to be changed", async () => {
  const { key } = await revised();
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const path = `/task/order/${key}/change`;
  const { text: form } = await buyer.get(path);
  expect(numbers(form)).toEqual(["1", "3"]);
  expect(form).toMatch(/3\. (<!-- -->)?丙板/);
  expect(form).not.toContain("中止費用（2行目）");
  const typed = {
    idempotency_key: crypto.randomUUID(),
    words: "客先の都合",
    "lines[0].line_no": "1",
    "lines[1].line_no": "3",
    "lines[1].num_items": "0",
    // Nothing was typed into the third row.
    "lines[2].name": "",
    "lines[3].name": "丁板",
    "lines[3].num_items": "-5",
    "lines[3].delivery_date": soon,
    "lines[3].unit_price": "10",
  };
  const { status, text: answer } = await buyer.post(path, typed);
  expect(status).toBe(422);
  expect(numbers(answer)).toEqual(["1", "3", "5"]);
  const summary = /<div role="alert"[\s\S]*?<\/ul>/.exec(answer)![0].replace(/<[^>]*>/g, " ");
  expect(summary).toMatch(
    /3行目:\s*数量は0より大きい数を入力してください。0にするときは「取り消す」を選んでください/,
  );
  expect(summary).toMatch(/5行目:\s*数量は0より大きい数を入力してください/);
});

test("a 中止費用 is changed by nobody, and a repeat of the order has none", async () => {
  const { key, tanaka } = await revised();
  for (const wish of [{ drawing_revision: "B" }, { num_items: "2" }, { deed: "cancel" }]) {
    const asked = { lines: [{ line_no: 4, ...wish }], words: "直す", drawing: "remake" };
    const { status, body } = await tanaka.post(`/orders/${key}/amendments`, asked);
    expect([status, body.errors["lines[0].num_items"]?.[0]]).toEqual([
      422,
      "費用の明細は変更できません。金額を直すときは、納品書の赤黒で訂正してください",
    ]);
  }
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const { text } = await buyer.get(`/order/new?from=${key}`);
  expect(text).toContain("丙板");
  expect(text).not.toContain("中止費用");
});

test("a page that the database keeps waiting behind a refused form is 503, and not the form's 422", async () => {
  const { key } = await revised();
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const post = () => buyer.post(`/task/order/${key}/change`, { idempotency_key: crypto.randomUUID() });
  expect((await post()).status).toBe(422);
  const owner = await t.owner();
  await owner.query("begin");
  await owner.query("lock table order_amendment in access exclusive mode");
  const waited = await post().finally(() => owner.query("rollback"));
  expect([waited.status, waited.text]).toEqual([503, expect.stringContaining("ただいま混み合っています")]);
  expect((await post()).status).toBe(422);
});

/** An order of one line at 200, accepted, on two cards that are begun. */
async function begun() {
  const [tanaka, yamada] = await t.people("admin@tanaka", "admin@yamada");
  const made = await tanaka.post(
    "/orders",
    orderOf([{ name: "甲板", num_items: "100", unit_price: "200", drawing_revision: "A" }]),
  );
  const { key } = made.body;
  const root = (await tanaka.get(`/orders/${key}`)).body.lines[0].card.key as number;
  const act = async (of: number, deed: string, body: object = {}) => {
    const { version } = (await yamada.get(`/cards/${of}`)).body.card;
    const done = await yamada.post(`/cards/${of}/${deed}`, { version, ...body });
    expect([deed, done.status]).toEqual([deed, 201]);
  };
  await act(root, "accept");
  await act(root, "divide", { parts: [{ num_items: "60" }, { num_items: "40" }] });
  const { branches } = (await yamada.get(`/cards/${root}/work`)).body;
  const branch = branches[0].key as number;
  for (const of of [root, branch])
    await act(of, "count", { num_good: "10", num_defective: "0", num_partial: "5" });
  return { key: key as number, root, branch };
}
const selected = (html: string, name: string) => {
  const at = html.indexOf(`name="${name}"`);
  return /<option value="([^"]*)" selected/.exec(html.slice(at, html.indexOf("</select>", at)))?.[1] ?? "";
};

test("変更依頼 asks of each begun card what becomes of the old drawing's pieces, and a 別案 begins with what was asked", async () => {
  const { key, root, branch } = await begun();
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const path = `/task/order/${key}/change`;
  const { text: form } = await buyer.get(path);
  expect(form).toContain("カードごとに決める（");
  expect(form).toContain("良品 10・作業中 5");
  const typed = {
    idempotency_key: crypto.randomUUID(),
    words: "設計変更",
    cause: "buyer",
    "lines[0].line_no": "1",
    "lines[0].drawing_revision": "B",
    "batches[0].card_key": String(root),
    "batches[0].drawing": "remake",
    "batches[1].card_key": String(branch),
  };
  const silent = await buyer.post(path, typed);
  expect(silent.status).toBe(422);
  expect(silent.text).toContain("旧い図面で作った分をどうするかを選択してください");
  expect(selected(silent.text, "batches[0].drawing")).toBe("remake");
  const whole = { ...typed, "batches[1].drawing": "keep", "lines[0].cost": "800", cost_tax_rate: "10" };
  const sent = await buyer.post(path, { ...whole, idempotency_key: crypto.randomUUID() });
  expect([sent.status, sent.to]).toEqual([303, expect.stringMatching(/\/change\/\d+$/)]);
  const factory = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const of = /\d+$/.exec(sent.to!)![0];
  const { text: read } = await factory.get(`${path}/${of}`);
  expect(read).toMatch(/旧い図面で作った分 15個（カード [^）]+）：旧い図面のまま納めます/);
  const { text: counter } = await factory.get(`${path}?counters=${of}`);
  expect([0, 1].map((at) => selected(counter, `batches[${at}].drawing`))).toEqual(["remake", "keep"]);
  expect(selected(counter, "cost_tax_rate")).toBe("10");
  const stranger = await site.signedIn("admin@suzuki.example", SAMPLE_PASSWORD);
  expect((await stranger.get(path)).status).toBe(404);
});

test("whose cause a new date is stands empty until it is said, and saying nothing loses nothing typed", async () => {
  const { key } = await begun();
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const path = `/task/order/${key}/change`;
  const { text: form } = await buyer.get(path);
  expect(selected(form, "cause")).toBe("");
  const at = form.indexOf('name="cause"');
  expect(form.slice(at, form.indexOf("</option>", at))).toMatch(/<option value="" selected="">$/);
  const later = addDays(soon, 7);
  const typed = {
    idempotency_key: crypto.randomUUID(),
    words: "客先の納期が延びたため",
    "lines[0].line_no": "1",
    "lines[0].delivery_date": later,
  };
  const silent = await buyer.post(path, typed);
  expect(silent.status).toBe(422);
  expect(silent.text).toContain("納期変更の原因を選択してください");
  expect(silent.text).toContain(`value="${formatDate(later)}"`);
  expect(silent.text).toContain("客先の納期が延びたため");
  expect(selected(silent.text, "cause")).toBe("");
  const said = await buyer.post(path, { ...typed, cause: "both", idempotency_key: crypto.randomUUID() });
  expect([said.status, said.to]).toEqual([303, expect.stringMatching(/\/change\/\d+$/)]);
  const of = /\d+$/.exec(said.to!)![0];
  const factory = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  expect(selected((await factory.get(`${path}?counters=${of}`)).text, "cause")).toBe("");
});

test("a 変更依頼 typed before the order changed is told so, also where a field was wrong with it first", async () => {
  const { key } = await begun();
  const [tanaka, yamada] = await t.people("admin@tanaka", "admin@yamada");
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const path = `/task/order/${key}/change`;
  const { text: form } = await buyer.get(path);
  const seenIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)![1]!;
  const typed = {
    "lines[0].line_no": "1",
    "lines[0].num_items": "100",
    "lines[0].delivery_date": addDays(soon, 3),
    cause: "buyer",
    words: "",
  };
  const asked = { lines: [{ line_no: 1, num_items: "80" }], words: "材料が足りない" };
  const { body: made } = await yamada.post(`/orders/${key}/amendments`, asked);
  const at = `/orders/${key}/amendments/${made.key}`;
  const { seen } = (await tanaka.get(at)).body;
  const agreed = { answers: [{ item_no: 1, answer: "agreed" }], seen };
  expect((await tanaka.post(`${at}/answer`, agreed)).status).toBe(201);

  const wrong = await buyer.post(path, { ...typed, seen: seenIn(form) });
  expect([wrong.status, seenIn(wrong.text)]).toEqual([422, seenIn(form)]);
  const quick = await buyer.post(path, { ...typed, words: "客先の都合", seen: seenIn(wrong.text) });
  expect(quick.status).toBe(409);
  expect(quick.text).toContain("画面を開いたあとで、この依頼の内容が変わりました");
  const known = await buyer.post(path, { ...typed, words: "客先の都合", seen: seenIn(quick.text) });
  expect(known.status).toBe(303);
});

test("変更依頼 of an order that was cancelled offers no form", async () => {
  const [tanaka] = await t.people("admin@tanaka");
  const made = await tanaka.post("/orders", orderOf([{ name: "甲板", num_items: "100", unit_price: "200" }]));
  const { key } = made.body;
  expect((await tanaka.post(`/orders/${key}/cancel`, { reason: "中止" })).status).toBe(201);
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const { text } = await buyer.get(`/task/order/${key}/change`);
  expect(text).toContain("取り消された依頼は変更できません。");
  expect(text).not.toContain('<form id="change"');
});

test("版の履歴 tells who declined a 変更依頼, in which words, and opens it", async () => {
  const { key, tanaka } = await revised();
  const [yamada] = await t.people("admin@yamada");
  const lines = [{ line_no: 3, deed: "cancel", cost: 100 }];
  const asked = await tanaka.post(`/orders/${key}/amendments`, { lines, cost_tax_rate: "10", words: "不要" });
  const at = `/orders/${key}/amendments/${asked.body.key}`;
  const said = await yamada.post(`${at}/answer`, {
    answers: [{ item_no: 1, answer: "declined" }],
    words: "材料を手配済みのため",
  });
  expect(said.status, JSON.stringify(said.body)).toBe(201);
  const buyer = await site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);
  const { text } = await buyer.get(`/task/order/${key}/history`);
  expect(text).toMatch(/［断り 山田 太郎 \d{4}\/\d{2}\/\d{2} \d{2}:\d{2}］ 「材料を手配済みのため」/);
  expect(text).toContain(`href="/task/order/${key}/change/${asked.body.key}"`);
});
