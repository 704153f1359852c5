import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { card } from "~/lib/tables/card.table.server";
import { type CardChanges, changeCard } from "~/lib/task/card.write.server";
import { someone, stored } from "~/lib/task/testing.server";
import { addDays, today } from "~/lib/time/date";

let t: TestApp;
let yamada: Person, keiri: Person, tanaka: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, keiri, tanaka] = await t.people("admin@yamada", "keiri@yamada", "admin@tanaka");
});
afterAll(async () => {
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
  await t.stop();
});

const TERMS = "/factories/collaborators/tanaka";
async function agree(tolerance: object) {
  const { buyer } = (await yamada.get(TERMS)).body;
  const given = Object.fromEntries(Object.entries(buyer).filter(([, value]) => value !== null));
  return yamada.put(`${TERMS}?side=buyer`, { ...given, ...tolerance });
}

/** Ordered, and counted as good: what may be delivered is up to the order. */
async function ordered(line: object, counted: CardChanges): Promise<{ order: number; card: number }> {
  const made = await tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 21),
    destination: "第三工場",
    inspection_days: 7,
    lines: [{ name: "座金", unit_price: "10", ...line }],
  });
  expect(made.status).toBe(201);
  const key = (await tanaka.get(`/orders/${made.body.key}`)).body.lines[0].card.key as number;
  const { version } = (await yamada.get(`/cards/${key}`)).body.card;
  expect((await yamada.post(`/cards/${key}/accept`, { version })).status).toBe(201);
  const who = someone("yamada", "seller");
  await tenant(t.db, who, async (db) => {
    const [found] = await db.select().from(card).where(eq(card.key, key));
    await changeCard(db, who, found!, "edited", counted);
  });
  return { order: made.body.key, card: key };
}
const note = (lines: object[]) => ({
  buyer_id: "tanaka",
  delivery_date: today(),
  grouping: "one",
  show_amounts: true,
  unusual_date: true,
  lines,
});
const deliver = (card_key: number, num_items: string, more: object = {}) =>
  keiri.post("/deliveries", note([{ card_key, num_items, ...more }]));
const refusal = ({ status, body }: Awaited<ReturnType<typeof deliver>>) => [
  status,
  body.errors?.["lines[0].num_items"]?.[0],
];
const offered = async (key: number) =>
  (await keiri.get("/deliveries/pool?buyer_id=tanaka&unshipped=on")).body.items.find(
    (one: { card_key: number }) => one.card_key === key,
  );

test("the seller sets the tolerance, and the buyer reads it and does not", async () => {
  expect((await yamada.get(TERMS)).body.buyer).toMatchObject({
    over_pct: "0",
    under_pct: "0",
    over_bill: "delivered",
  });
  expect((await agree({ over_pct: "2", under_pct: "1" })).status).toBe(200);
  const { order } = await ordered({ num_items: "10" }, {});
  expect((await tanaka.get(`/orders/${order}`)).body.tolerance).toEqual({
    over_pct: "2",
    under_pct: "1",
    over_bill: "delivered",
    is_frozen: true,
  });
  expect((await agree({ over_pct: "101" })).status).toBe(422);
  const { buyer: given } = (await yamada.get(TERMS)).body;
  expect((await tanaka.put("/factories/collaborators/yamada?side=seller", given)).status).toBe(403);
});

test("over many trucks 10,200 of 10,000 may come and no piece more, whoever of two clerks is first", async () => {
  const { card: key } = await ordered({ num_items: "10000" }, { num_good: "10300" });
  expect((await deliver(key, "5000")).status).toBe(201);
  const second = await deliver(key, "4990");
  expect(await offered(key)).toMatchObject({ num_remaining: "310", num_most: "210" });
  expect(refusal(await deliver(key, "211"))).toEqual([
    422,
    "注文数10,000個（許容差 2%）のうち9,990個が納品済みです。あと210個まで納品できます。多く納めるときは、先に変更依頼か取引の条件で決めてください",
  ]);
  const both = await Promise.all([deliver(key, "200"), deliver(key, "200")]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect((await deliver(key, "10")).status).toBe(201);
  expect(refusal(await deliver(key, "1"))[1]).toContain("これ以上は納品できません");

  const off = await keiri.post(`/deliveries/${second.body.key}/cancel`, { reason: "番号違い" });
  expect(off.status).toBe(201);
  expect((await deliver(key, "4990")).status).toBe(201);
  const back = await keiri.post(`/deliveries/${second.body.key}/restore`, { reason: "戻す" });
  expect([back.status, back.body.detail]).toEqual([409, expect.stringContaining("復元できません")]);
});

test("0 % is 0 to the gram, and a branch of the line counts with the card it was divided from", async () => {
  expect((await agree({ over_pct: "0", under_pct: "0" })).status).toBe(200);
  const line = { num_items: "100", order_unit: "kg", unit: "kg" };
  const { card: weighed } = await ordered(line, { num_good: "101" });
  expect(refusal(await deliver(weighed, "100.002"))[0]).toBe(422);
  expect((await deliver(weighed, "100")).status).toBe(201);

  const { order, card: root } = await ordered({ num_items: "100" }, {});
  const { version } = (await yamada.get(`/cards/${root}`)).body.card;
  const part = { version, num_good: "60", uncounted: true, shortage: "divide" };
  expect((await yamada.post(`/cards/${root}/ship`, part)).status).toBe(201);
  const who = someone("yamada", "seller");
  const branch = await tenant(t.db, who, async (db) => {
    const all = await db.select().from(card).where(eq(card.order_key, order));
    const found = all.find((one) => one.key !== root)!;
    await changeCard(db, who, found, "edited", { num_good: "45" });
    return found.key;
  });
  const together = [
    { card_key: root, num_items: "60" },
    { card_key: branch, num_items: "45" },
  ];
  const over = await keiri.post("/deliveries/preview", note(together));
  expect([over.status, Object.keys(over.body.errors)]).toEqual([422, ["lines[1].num_items"]]);
  expect((await deliver(root, "60")).status).toBe(201);
  expect(refusal(await deliver(branch, "41"))[1]).toContain("あと40個まで");
  expect((await deliver(branch, "40")).status).toBe(201);
});

test("what is short within the tolerance may be called complete, and closes with that reason", async () => {
  expect((await agree({ under_pct: "1" })).status).toBe(200);
  const { order, card: key } = await ordered({ num_items: "1000" }, { num_good: "990" });
  expect(await offered(key)).toMatchObject({ num_most: null, may_complete: true });
  expect(refusal(await deliver(key, "989", { completes: true }))[1]).toContain("完納にはできません");
  const done = await deliver(key, "990", { completes: true });
  expect(done.status).toBe(201);
  const made = (await keiri.get(`/deliveries/${done.body.key}`)).body;
  expect(made.lines).toMatchObject([{ close_reason: "許容差", note: "残 10個は打切（許容差）" }]);
  expect((await stored(t, key)).row.closed_reason).toBe("許容差");
  expect((await tanaka.get(`/orders/${order}`)).body.lines[0]).toMatchObject({
    num_delivered: "990",
    num_rest: "0",
    num_closed: "10",
  });
});

test("注文数まで: what is beyond the order is delivered and not billed", async () => {
  expect((await agree({ over_pct: "10", under_pct: "0", over_bill: "ordered" })).status).toBe(200);
  const { card: key } = await ordered({ num_items: "100" }, { num_good: "110" });
  expect((await deliver(key, "60")).status).toBe(201);
  const last = await deliver(key, "45");
  const made = (await keiri.get(`/deliveries/${last.body.key}`)).body;
  expect([
    made.subtotal,
    made.lines.map((line: any) => [line.num_items, line.price, line.is_billing_target]),
  ]).toEqual([
    400,
    [
      ["40", 400, true],
      ["5", 0, false],
    ],
  ]);
  expect((await stored(t, key)).row.num_delivered).toBe("105");
  const free = await deliver(key, "5");
  expect((await keiri.get(`/deliveries/${free.body.key}`)).body).toMatchObject({
    subtotal: 0,
    lines: [{ num_items: "5", is_billing_target: false, unit_price: "0" }],
  });
});

test("a line's own tolerance stands over the companies'; beyond it shipping asks, before any 納品書 does", async () => {
  await agree({ over_pct: "2", under_pct: "1", over_bill: "delivered" });
  const { card: key } = await ordered({ num_items: "100", over_pct: "10", under_pct: "0" }, {});
  const ship = async (num_good: string, more: object = {}) => {
    const { version } = (await yamada.get(`/cards/${key}`)).body.card;
    return yamada.post(`/cards/${key}/ship`, { version, num_good, uncounted: true, ...more });
  };
  const over = await ship("111");
  expect([over.status, over.body.errors.over[0]]).toEqual([
    422,
    expect.stringContaining("注文数100個（許容差 10%）を1個超えます"),
  ]);
  expect((await ship("111", { over: true })).status).toBe(201);
  expect(refusal(await deliver(key, "111"))[0]).toBe(422);
  expect((await deliver(key, "110")).status).toBe(201);
  const plain = await ordered({ num_items: "100" }, {});
  const { version } = (await yamada.get(`/cards/${plain.card}`)).body.card;
  const beyond = { version, num_good: "103", uncounted: true };
  expect((await yamada.post(`/cards/${plain.card}/ship`, beyond)).body.errors.over[0]).toMatch(
    /許容差 2%）を1個超えます/,
  );
  const { card: exact } = await ordered({ num_items: "100", over_pct: "0" }, { num_good: "101" });
  expect(refusal(await deliver(exact, "101"))[0]).toBe(422);
});
