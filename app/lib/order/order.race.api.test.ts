import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { orderPaper } from "./order.paper";
import { MAX_LINES } from "./order.schema";
import { orderOf } from "./order.testing";

let t: TestApp;
let tanaka: Person, kobai: Person, yamada: Person, genba: Person;
beforeAll(async () => {
  t = await testApp();
  [tanaka, kobai, yamada, genba] = await t.people(
    "admin@tanaka",
    "kobai@tanaka",
    "admin@yamada",
    "genba@yamada",
  );
});
afterAll(async () => {
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
  await t.stop();
});

const soon = addDays(today(), 21);
const line = { name: "歯車", num_items: "100", unit_price: "200" };
async function send(lines: object[] = [line]): Promise<number> {
  const made = await tanaka.post("/orders", orderOf(lines));
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  return made.body.key;
}
const read = async (key: number) => (await tanaka.get(`/orders/${key}`)).body;
async function act(card: number, deed: string, body: object = {}, by = yamada) {
  const { version } = (await by.get(`/cards/${card}`)).body.card;
  return by.post(`/cards/${card}/${deed}`, { version, ...body });
}
async function accepted(): Promise<{ key: number; card: number }> {
  const key = await send();
  const card = (await read(key)).lines[0].card.key;
  expect((await act(card, "accept")).status).toBe(201);
  return { key, card };
}
const propose = (key: number, lines: object[], by = tanaka) =>
  by.post(`/orders/${key}/amendments`, { lines, words: "客先の都合" });
async function agree(key: number, of: number) {
  const { seen, items } = (await yamada.get(`/orders/${key}/amendments/${of}`)).body;
  const answers = items.map(({ item_no }: { item_no: number }) => ({ item_no, answer: "agreed" }));
  return yamada.post(`/orders/${key}/amendments/${of}/answer`, { answers, seen });
}
const shipping = { num_good: "100", uncounted: true };

test("a 変更依頼 that is proposed while its card ships never takes away what has left", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { key, card } = await accepted();
    const [sent, shipped] = await Promise.all([
      propose(key, [{ line_no: 1, num_items: "60" }]),
      act(card, "ship", shipping, genba),
    ]);
    expect(shipped.status).toBe(201);
    const { num_items } = (await read(key)).lines[0].now;
    expect(num_items).toBe("100");
    // Before the shipment it was a plain cut, after it pieces would have to come back.
    if (sent.status === 422) expect(sent.body.errors).toHaveProperty("returned");
    else {
      const late = await agree(key, sent.body.key);
      expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("40個")]);
    }
    expect((await read(key)).lines[0].now.num_items).toBe("100");
  }
});

test("an agreement to less and the shipment of all at the same moment: one of them, never both", async () => {
  const won = { agreed: 0, shipped: 0 };
  for (let round = 0; round < 8; round += 1) {
    const { key, card } = await accepted();
    const sent = await propose(key, [{ line_no: 1, num_items: "60" }]);
    const [agreed, shipped] = await Promise.all([
      agree(key, sent.body.key),
      act(card, "ship", shipping, genba),
    ]);
    const { now, num_delivered } = (await read(key)).lines[0];
    const count = (await yamada.get(`/cards/${card}`)).body.card;
    expect([agreed.status, shipped.status].filter((status) => status === 201)).toHaveLength(1);
    if (agreed.status === 201) won.agreed += 1;
    else won.shipped += 1;
    expect([now.num_items, num_delivered]).toEqual([agreed.status === 201 ? "60" : "100", "0"]);
    expect(count.num_good).toBe(shipped.status === 201 ? "100" : "0");
  }
  expect(won.agreed + won.shipped).toBe(8);
});

test("two colleagues who propose for one line at once: one proposal stands, the other is told", async () => {
  const { key } = await accepted();
  const both = await Promise.all([
    propose(key, [{ line_no: 1, num_items: "120" }]),
    propose(key, [{ line_no: 1, num_items: "130" }], kobai),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  const refused = both.find(({ status }) => status === 422)!;
  expect(refused.body.errors["lines[0].num_items"][0]).toContain("回答待ちの変更依頼があります");
});

test(`an order of ${MAX_LINES} lines is sent, changed on every line and printed whole`, async () => {
  const many = Array.from({ length: MAX_LINES }, (_, at) => ({ ...line, name: `部品${at + 1}` }));
  const key = await send(many);
  const { lines } = await read(key);
  expect(lines).toHaveLength(MAX_LINES);
  const wishes = lines.map((one: { line_no: number }) => ({ line_no: one.line_no, num_items: "90" }));
  const sent = await propose(key, wishes);
  expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  expect((await agree(key, sent.body.key)).status).toBe(201);
  const after = await read(key);
  expect([after.revision, after.price]).toEqual([2, MAX_LINES * 90 * 200]);
  const paper = orderPaper(after, "order");
  expect(paper.lines).toHaveLength(MAX_LINES);
  expect(paper.total!.amount).toBe(MAX_LINES * 90 * 200);

  // Its form could not be sent any more.
  const more = { name: "部品", num_items: "1", unit_price: "1", delivery_date: soon };
  const beyond = await propose(key, [more]);
  expect(beyond.body.errors).toEqual({ "lines[0].name": [expect.stringContaining(`${MAX_LINES}行まで`)] });
  const instead = await propose(key, [{ line_no: 1, deed: "cancel" }, more]);
  expect([instead.status, instead.body.errors]).toEqual([201, undefined]);
  expect((await propose(key, [more])).status).toBe(422);
});
