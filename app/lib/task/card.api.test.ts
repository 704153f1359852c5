import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { lockCard } from "./card.lock.server";
import { changeCard } from "./card.write.server";
import { request, someone, stored } from "./testing.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, kobai: Person, suzuki: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, kobai, suzuki, sato] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "kobai@tanaka",
    "admin@suzuki",
    "admin@sato",
  );
});
afterAll(() => t.stop());

test("the factory accepts a request: it goes to the first process, and the buyer sees it", async () => {
  const { key } = await request(t);
  const done = await yamada.post(`/cards/${key}/accept`, { version: 1 });
  expect(done).toMatchObject({
    status: 201,
    body: { answer: "accepted", group_id: 2, status: "材料待ち", moved_group: 1, version: 2 },
  });
  expect((await tanaka.get(`/cards/${key}`)).body).toMatchObject({
    card: { answer: "accepted", status: "材料待ち" },
  });
  expect(await yamada.post(`/cards/${key}/accept`, { version: 2 })).toMatchObject({
    status: 409,
    body: { detail: "この依頼は、すでに承諾しています。" },
  });
});

test("many requests are accepted at once: one that was answered or has changed stays as it is and says why, and others can't", async () => {
  const [one, two, offered] = [await request(t), await request(t), await request(t)];
  await yamada.post(`/cards/${offered.key}/propose`, {
    version: 1,
    proposed_delivery_date: addDays(today(), 14),
  });
  const cards = [one, two, offered].map(({ key }) => ({ key, version: 1 }));
  expect((await tanaka.post("/cards/accept", { cards })).status).toBe(403);
  expect(
    (await sato.post("/cards/accept", { cards })).body.items.map((item: any) => [item.id, item.detail]),
  ).toEqual(cards.map(() => [null, "カードが見つかりません。"]));
  expect((await yamada.post("/cards/accept", { cards: [] })).body.errors.cards).toEqual([
    "カードを選択してください",
  ]);
  expect((await yamada.post("/cards/accept", { cards: [{ key: one.key, version: 7 }] })).body).toMatchObject({
    num_moved: 0,
    items: [{ detail: "他の人が更新しました。最新のカードを確認してください。" }],
  });
  expect(
    (await yamada.get(`/cards?state=inbox&q=${one.id}`)).body.items.map((row: { key: number }) => row.key),
  ).toContain(one.key);
  expect(
    await genba.post("/cards/accept", { cards: [cards[0], cards[1], { key: offered.key, version: 2 }] }),
  ).toMatchObject({
    status: 201,
    body: {
      num_moved: 2,
      num_failed: 1,
      items: [{ key: offered.key, detail: "納期の提案に、依頼元の回答を待っています。" }, {}, {}],
    },
  });
  expect((await yamada.get(`/cards/${two.key}`)).body.card).toMatchObject({
    answer: "accepted",
    group_id: 2,
    version: 2,
  });
  expect((await yamada.get(`/cards/${offered.key}`)).body.card).toMatchObject({
    answer: "proposed",
    group_id: 1,
  });
  expect(
    (await yamada.get(`/cards?state=inbox&q=${one.id}`)).body.items.map((row: { key: number }) => row.key),
  ).not.toContain(one.key);
  const again = (await yamada.post("/cards/accept", { cards: [{ key: one.key, version: 2 }] })).body;
  expect([again.num_moved, again.items[0].detail]).toEqual([0, "この依頼は、すでに承諾しています。"]);
});

test("the factory proposes a date, the buyer agrees: the date changes and the card goes on", async () => {
  const { key, delivery_date } = await request(t);
  const proposed_delivery_date = addDays(today(), 14);
  expect(
    await yamada.post(`/cards/${key}/propose`, {
      version: 1,
      proposed_delivery_date,
      reason: "材料の入荷が遅れるため",
    }),
  ).toMatchObject({
    status: 201,
    body: { answer: "proposed", proposed_delivery_date, delivery_date, group_id: 1 },
  });
  expect((await yamada.post(`/cards/${key}/agree`, { version: 2 })).status).toBe(403);
  expect(await tanaka.post(`/cards/${key}/agree`, { version: 2 })).toMatchObject({
    status: 201,
    body: {
      answer: "accepted",
      delivery_date: proposed_delivery_date,
      proposed_delivery_date: null,
      group_id: 2,
    },
  });
  const { log } = (await tanaka.get(`/cards/${key}`)).body;
  expect(log.map((entry: { kind: string; actor_name: string }) => [entry.kind, entry.actor_name])).toEqual([
    ["created", "tanaka"],
    ["proposed", "山田精機株式会社"],
    ["agreed", "田中 一郎"],
  ]);
});

test("the buyer refuses a proposed date: the request waits again, with the reason", async () => {
  const { key } = await request(t);
  await yamada.post(`/cards/${key}/propose`, { version: 1, proposed_delivery_date: addDays(today(), 20) });
  expect(await tanaka.post(`/cards/${key}/refuse`, { version: 2 })).toMatchObject({
    status: 422,
    body: { errors: { reason: ["理由を入力してください"] } },
  });
  expect(await tanaka.post(`/cards/${key}/refuse`, { version: 2, reason: "遅すぎます" })).toMatchObject({
    status: 201,
    body: { answer: "waiting", proposed_delivery_date: null, answer_reason: "遅すぎます", group_id: 1 },
  });
});

test("the factory declines with a reason: the card leaves the board", async () => {
  const { key } = await request(t);
  expect((await yamada.post(`/cards/${key}/decline`, { version: 1, reason: "  " })).body.errors).toEqual({
    reason: ["理由を入力してください"],
  });
  expect(
    await yamada.post(`/cards/${key}/decline`, { version: 1, reason: "設備がありません" }),
  ).toMatchObject({
    status: 201,
    body: { answer: "declined", group_id: 99, status: "辞退", answer_reason: "設備がありません" },
  });
  expect((await yamada.post(`/cards/${key}/move`, { version: 2, group_id: 3 })).body.detail).toBe(
    "取り消されたカードは移動できません。",
  );
});

test("a card moves, is counted, ships and comes back, with its amount following (D8)", async () => {
  const { key } = await request(t, {
    order_unit: "piece",
    unit: "kg",
    unit_weight: "0.742",
    unit_price: "398.5",
    num_units: "74.2",
    price: 29568,
  });
  await yamada.post(`/cards/${key}/accept`, { version: 1 });
  expect((await genba.post(`/cards/${key}/move`, { version: 2, group_id: 8 })).body).toMatchObject({
    status: "出荷待ち",
    moved_group: 2,
  });
  expect((await genba.post(`/cards/${key}/move`, { version: 3, group_id: 99 })).status).toBe(422);
  const counted = await genba.post(`/cards/${key}/count`, {
    version: 3,
    num_good: "９５",
    num_defective: 3,
    num_partial: "0",
  });
  expect(counted.body).toMatchObject({ num_good: "95", num_defective: "3", unit_price: null, price: null });
  expect(
    (
      await genba.post(`/cards/${key}/count`, {
        version: 4,
        num_good: "99",
        num_defective: "3",
        num_partial: "0",
      })
    ).body.errors.over,
  ).toEqual(["予定数を2超えます。この数でよければ「予定数を超えて登録する」を選んでください"]);
  const shipped = await yamada.post(`/cards/${key}/ship`, {
    version: 4,
    shortage: "close",
    reason: "数量の変更",
  });
  expect(shipped.body).toMatchObject({
    group_id: 99,
    status: "出荷済み",
    num_good: "95",
    num_units: "70.49",
    price: 28090,
    version: 5,
  });
  expect(shipped.body.shipped_time).toBeTruthy();
  expect((await yamada.post(`/cards/${key}/unship`, { version: 5 })).body).toMatchObject({
    group_id: 8,
    status: "出荷待ち",
    shipped_time: null,
    num_units: "74.2",
    price: 29568,
  });
  expect((await yamada.post(`/cards/${key}/undo`, { version: 6 })).body).toMatchObject({
    group_id: 99,
    status: "出荷済み",
    shipped_time: shipped.body.shipped_time,
    num_good: "95",
    num_units: "70.49",
    price: 28090,
    version: 7,
  });
});

test("a shipment taken back at once leaves counts and work as they were before it", async () => {
  const made = await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "板",
    num_items: "10",
    order_unit: "piece",
    unit: "piece",
  });
  const { key } = made.body;
  const { workers } = (await yamada.get(`/cards/${key}/work`)).body;
  await yamada.post(`/cards/${key}/start`, { version: 1, worker_ids: [workers[0].worker_id] });
  const before = (
    await yamada.post(`/cards/${key}/count`, {
      version: 2,
      num_good: "4",
      num_defective: "0",
      num_partial: "3",
    })
  ).body;
  expect(
    (
      await yamada.post(`/cards/${key}/ship`, {
        version: 3,
        num_good: "9",
        uncounted: true,
        shortage: "close",
        reason: "数量の変更",
      })
    ).body,
  ).toMatchObject({ num_good: "9", num_partial: "0" });
  expect((await yamada.get(`/cards/${key}/work`)).body).toMatchObject({ state: "done", undo: "出荷" });
  const { group_id, status, worker } = before;
  expect((await yamada.post(`/cards/${key}/undo`, { version: 4 })).body).toMatchObject({
    num_good: "4",
    num_partial: "3",
    group_id,
    status,
    worker,
    shipped_time: null,
    work_end: null,
  });
  expect((await yamada.get(`/cards/${key}/work`)).body).toMatchObject({
    state: "working",
    works: [{ work_end: null }],
  });
});

test("many cards are shipped at once with what was counted; what cannot leave says why and stays, and all of it is taken back at once", async () => {
  const cards = await Promise.all(
    [8, 8, 8, 3].map((group_id) =>
      request(t, { group_id, status: group_id === 8 ? "出荷待ち" : "切断", answer: "accepted" }),
    ),
  );
  const [counted, plain, scrapped, early] = cards as [
    (typeof cards)[0],
    (typeof cards)[0],
    (typeof cards)[0],
    (typeof cards)[0],
  ];
  await yamada.post(`/cards/${counted.key}/count`, {
    version: 1,
    num_good: "96",
    num_defective: "4",
    num_partial: "0",
  });
  await yamada.post(`/cards/${scrapped.key}/count`, {
    version: 1,
    num_good: "0",
    num_defective: "100",
    num_partial: "0",
  });
  const picked = [
    { key: counted.key, version: 2 },
    { key: plain.key, version: 1 },
    { key: scrapped.key, version: 2 },
    { key: early.key, version: 1 },
  ];
  expect((await tanaka.post("/cards/ship", { cards: picked })).status).toBe(403);
  const foreign = (await sato.post("/cards/ship", { cards: picked })).body;
  expect([foreign.num_moved, foreign.items.map((one: any) => [one.id, one.detail])]).toEqual([
    0,
    picked.map(() => [null, "カードが見つかりません。"]),
  ]);
  expect(
    (
      await yamada.post("/cards/ship", {
        cards: Array.from({ length: 101 }, (_, n) => ({ key: n + 1, version: 1 })),
      })
    ).body.errors.cards,
  ).toEqual(["一度に出荷できるのは100枚までです"]);
  const [short] = [await request(t, { group_id: 8, status: "出荷待ち", answer: "accepted" })];
  await yamada.post(`/cards/${short.key}/count`, {
    version: 1,
    num_good: "60",
    num_defective: "0",
    num_partial: "0",
  });
  const unsaid = (await genba.post("/cards/ship", { cards: [picked[1]!, { key: short.key, version: 2 }] }))
    .body.items;
  expect(Object.fromEntries(unsaid.map((one: any) => [one.key, one.detail]))).toEqual({
    [plain.key]:
      "良品として数えたのは0個です。数えていない100個も出荷するときは「数えていない分も良品として出荷する」を選んでください。",
    [short.key]: "残り40個をどうするかを選んでください。",
  });
  const { body } = await genba.post("/cards/ship", {
    cards: [...picked.slice(0, 3), picked[3]!],
    uncounted: true,
  });
  expect([body.num_moved, body.num_failed]).toEqual([2, 2]);
  const why = Object.fromEntries(body.items.map((one: any) => [one.key, one.detail]));
  expect([why[plain.key], why[early.key]]).toEqual([null, "出荷待ちの工程にありません。"]);
  expect(why[scrapped.key]).toContain("出荷");
  const at = async ({ key }: { key: number }) => (await yamada.get(`/cards/${key}`)).body.card;
  expect([await at(counted), await at(plain), await at(scrapped), await at(early)]).toMatchObject([
    { group_id: 99, num_good: "96" },
    { group_id: 99, num_good: "100" },
    { group_id: 8 },
    { group_id: 3 },
  ]);
  const shipped = body.items.filter((one: any) => one.ok).map(({ key, version }: any) => ({ key, version }));
  expect((await sato.post("/cards/unship", { cards: shipped })).body.num_moved).toBe(0);
  const back = (await genba.post("/cards/unship", { cards: [...shipped, { key: early.key, version: 1 }] }))
    .body;
  expect([back.num_moved, back.items.find((one: any) => one.key === early.key).detail]).toEqual([
    2,
    "出荷のあとに更新があるため、元に戻せません。",
  ]);
  expect([await at(counted), await at(plain)]).toMatchObject([
    { group_id: 8, num_good: "96", shipped_time: null },
    { group_id: 8, num_good: "0" },
  ]);
  expect((await (await t.owner()).query("select * from check_invariants()")).rows).toEqual([]);
});

test("a shipment that a 納品書 holds is not taken back", async () => {
  const { key } = await request(t);
  await yamada.post(`/cards/${key}/accept`, { version: 1 });
  await yamada.post(`/cards/${key}/ship`, {
    version: 2,
    num_good: "90",
    uncounted: true,
    shortage: "close",
    reason: "数量の変更",
  });
  const who = someone("yamada", "seller");
  await tenant(t.db, who, async (db) =>
    changeCard(db, who, await lockCard(db, key), "delivered", { num_delivered: "90" }),
  );
  expect(await yamada.post(`/cards/${key}/unship`, { version: 4 })).toMatchObject({ status: 409 });
});

test("cards for stock ship without being billed", async () => {
  const made = await yamada.post("/cards", {
    buyer_id: "shohin-zaiko",
    name: "標準スペーサー",
    num_items: "10",
    order_unit: "piece",
    unit: "piece",
  });
  expect(made).toMatchObject({ status: 201, body: { is_billing_target: false, buyer_name: "商品在庫" } });
});

test("the factory makes a card for an order by telephone, a branch under it, and rework that is not billed", async () => {
  const made = await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "試作ブラケット",
    num_items: "1,250",
    order_unit: "piece",
    unit: "piece",
    unit_price: "３．４７５",
    inner_note: "電話で受注",
    is_urgent: true,
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      status: "材料待ち",
      num_units: "1250",
      price: 4343,
      answer: null,
      is_billing_target: true,
      is_urgent: true,
    },
  });
  const branch = {
    buyer_id: "tanaka",
    name: "試作ブラケット",
    num_items: "50",
    order_unit: "piece",
    unit: "piece",
    parent_id: made.body.id,
    group_id: 4,
  };
  expect((await yamada.post("/cards", { ...branch, task_type: "division" })).body).toMatchObject({
    id: `${made.body.id}-1`,
    status: "曲げ",
    is_billing_target: true,
  });
  expect((await yamada.post("/cards", { ...branch, task_type: "defective" })).body).toMatchObject({
    id: `${made.body.id}-2`,
    is_billing_target: false,
  });
  const page = await yamada.get(`/cards/${made.body.key}`);
  expect(page.body.relatives).toHaveLength(2);
  expect(page.body.card.inner_note).toBe("電話で受注");
  const seen = await tanaka.get(`/cards/${made.body.key}`);
  expect(seen.body.card).toMatchObject({ inner_note: null, collab_name: null, worker: null, price: 4343 });
  expect(JSON.stringify(seen.body)).not.toContain("電話で受注");
});

test("a product gives what was left out, for its own buyer only", async () => {
  const { products } = (await yamada.get("/cards/choices")).body;
  const bar = products.find((one: { code: string }) => one.code === "YM-1005");
  expect(
    (await yamada.post("/cards", { buyer_id: "tanaka", product_id: bar.product_id, num_items: "10" })).body,
  ).toMatchObject({
    name: "丸棒切断材 S45C φ20",
    unit: "kg",
    num_units: "7.42",
    unit_price: "398.5",
    price: 2956,
  });
  expect(
    (await yamada.post("/cards", { buyer_id: "suzuki", product_id: bar.product_id, num_items: "10" })).body
      .errors.product_id,
  ).toHaveLength(1);
});

test("bad input is named field by field, and nothing is saved", async () => {
  const before = (await yamada.get("/board")).body.summary.total;
  const bad = await yamada.post("/cards", {
    buyer_id: "tanaka",
    num_items: "0",
    order_unit: "piece",
    unit: "kg",
    delivery_date: "2026-02-30",
    name: "あ".repeat(121),
  });
  expect(bad).toMatchObject({
    status: 422,
    body: {
      errors: {
        num_items: ["数量は0より大きい数を入力してください"],
        name: ["品名は120文字以内で入力してください"],
      },
    },
  });
  expect((await yamada.post("/cards", { buyer_id: "tanaka", num_items: "1" })).body.errors).toEqual({
    name: ["品名を入力してください"],
    order_unit: ["注文単位を選択してください"],
    unit: ["単位を選択してください"],
  });
  expect(
    (
      await yamada.post("/cards", {
        buyer_id: "nobody",
        name: "x",
        num_items: "1",
        order_unit: "piece",
        unit: "piece",
      })
    ).status,
  ).toBe(404);
  expect(
    (
      await genba.post("/cards", {
        buyer_id: "tanaka",
        name: "x",
        num_items: "1",
        order_unit: "piece",
        unit: "piece",
        unit_price: "1",
      })
    ).body.errors.unit_price,
  ).toHaveLength(1);
  expect((await yamada.get("/board")).body.summary.total).toBe(before);
});

test("a page older than the card is refused, and told who changed what", async () => {
  const { key } = await request(t);
  await genba.post(`/cards/${key}/accept`, { version: 1 });
  await genba.post(`/cards/${key}/move`, { version: 2, group_id: 3 });
  const late = await yamada.post(`/cards/${key}/move`, { version: 2, group_id: 4 });
  expect(late.status).toBe(409);
  expect(late.body.detail).toMatch(
    /^他の人が更新しました。山口 現さんが\d\d:\d\dに「移動」をしました（工程：材料待ち → 切断）。/,
  );
});

test("a post sent twice has one effect and one answer", async () => {
  const { key } = await request(t);
  const twice = await Promise.all(
    [1, 2].map(() => yamada.post(`/cards/${key}/accept`, { version: 1 }, `accept.${key}.1`)),
  );
  expect(twice.map((answer) => answer.status)).toEqual([201, 201]);
  expect(twice[0]!.body).toEqual(twice[1]!.body);
  expect((await stored(t, key)).log).toHaveLength(2);
  const body = { buyer_id: "tanaka", name: "一度だけ", num_items: "1", order_unit: "piece", unit: "piece" };
  const made = await Promise.all([1, 2].map(() => yamada.post("/cards", body, "once")));
  expect(made[0]!.body.key).toBe(made[1]!.body.key);
});

const ACTS: Record<string, object> = {
  accept: {},
  propose: { proposed_delivery_date: addDays(today(), 30) },
  decline: { reason: "x" },
  move: { group_id: 3 },
  count: { num_good: "1", num_defective: "0", num_partial: "0" },
  ship: {},
  unship: {},
  agree: {},
  refuse: { reason: "x" },
};

test("other companies find no such card, whatever they try", async () => {
  const { key } = await request(t);
  for (const outsider of [suzuki, sato]) {
    expect((await outsider.get(`/cards/${key}`)).status).toBe(404);
    for (const [act, body] of Object.entries(ACTS)) {
      const { status } = await outsider.post(`/cards/${key}/${act}`, { version: 1, ...body });
      expect([act, status]).toEqual([
        act,
        outsider === suzuki && !["agree", "refuse"].includes(act) ? 403 : 404,
      ]);
    }
  }
  expect((await stored(t, key)).row.version).toBe(1);
});

test("a buyer is refused what only the factory does", async () => {
  const { key } = await request(t);
  for (const [act, body] of Object.entries(ACTS)) {
    if (["agree", "refuse"].includes(act)) continue;
    expect([act, (await tanaka.post(`/cards/${key}/${act}`, { version: 1, ...body })).status]).toEqual([
      act,
      403,
    ]);
  }
  expect((await tanaka.post("/cards", { buyer_id: "tanaka" })).status).toBe(403);
  expect((await tanaka.get("/cards/choices")).status).toBe(403);
});

test("a seller that orders from another seller can't work that seller's cards", async () => {
  const made = await sato.post("/cards", {
    buyer_id: "yamada",
    name: "ベース板",
    num_items: "5",
    order_unit: "piece",
    unit: "piece",
  });
  expect(made.status).toBe(201);
  expect((await yamada.post(`/cards/${made.body.key}/move`, { version: 1, group_id: 3 })).status).toBe(403);
  expect(
    (await yamada.get("/board")).body.columns
      .flatMap((column: { cards: { seller_id: string }[] }) => column.cards)
      .every((card: { seller_id: string }) => card.seller_id === "yamada"),
  ).toBe(true);
});

test("prices are not there without the accounting permission, in the card nor in its log", async () => {
  const { key } = await request(t);
  await yamada.post(`/cards/${key}/accept`, { version: 1 });
  await yamada.post(`/cards/${key}/ship`, { version: 2, uncounted: true });
  for (const person of [genba, kobai]) {
    const text = JSON.stringify((await person.get(`/cards/${key}`)).body);
    expect(text).not.toContain("12840");
    expect(text).not.toContain("128.4");
  }
  for (const person of [yamada, tanaka])
    expect(JSON.stringify((await person.get(`/cards/${key}`)).body)).toContain("12840");
});

test("nothing but the log is told of a card that the database does not know", async () => {
  expect((await yamada.get("/cards/999999")).status).toBe(404);
  expect((await yamada.get("/cards/abc")).status).toBe(404);
  expect((await yamada.post("/cards/1/dance", { version: 1 })).status).toBe(404);
  const { rows } = await tenant(
    t.db,
    { company_id: "yamada", username: "x" },
    (db) => db.execute(sql`select count(*)::int as n from card`),
    "read",
  );
  expect(rows[0]!.n).toBeGreaterThan(0);
});
