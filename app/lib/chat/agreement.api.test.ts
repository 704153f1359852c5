import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { agreementText, asSeen, cannotAnswerAgreement } from "./agreement";

let t: TestApp;
let yamada: Person, tanaka: Person, suzuki: Person, genba: Person, kobai: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, suzuki, genba, kobai] = await t.people(
    "admin@yamada",
    "admin@tanaka",
    "admin@suzuki",
    "genba@yamada",
    "kobai@tanaka",
  );
});
afterAll(() => t.stop());

const PAIR = "yamada_tanaka";
const newCard = async (more: object = {}) =>
  (
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name: "ブラケット",
      num_items: "10",
      order_unit: "piece",
      unit: "piece",
      unit_price: "150",
      delivery_date: "2026-12-10",
      ...more,
    })
  ).body;
const propose = (person: Person, taskId: number, field: string, value: string, more: object = {}) =>
  person.post("/chats/agreements", { id: crypto.randomUUID(), roomId: PAIR, taskId, field, value, ...more });
const answer = (person: Person, message: any, what: string) =>
  person.post(`/chats/agreements/${message.agreement.key}/answer`, { answer: what });
const cardOf = async (person: Person, key: number) => (await person.get(`/cards/${key}`)).body;

test("what is proposed reads as a sentence; only the other side may answer, only the proposer take back", () => {
  expect(agreementText({ field: "delivery_date", value: "2026-11-30" })).toBe("納期を 2026/11/30(月) にする");
  expect(agreementText({ field: "unit_price", value: "1234.5" })).toBe("単価を 1,234.5 円にする");
  expect(agreementText(asSeen({ field: "unit_price", value: "1234.5" }, false))).toBe("単価を変える");
  expect(agreementText(asSeen({ field: "num_items", value: "12" }, false))).toBe("数量を 12 にする");
  const open = { state: "open" as const, proposed_by: "tanaka" };
  expect(cannotAnswerAgreement(open, "yamada", "agreed")).toBeNull();
  expect(cannotAnswerAgreement(open, "tanaka", "agreed")).not.toBeNull();
  expect(cannotAnswerAgreement(open, "tanaka", "withdrawn")).toBeNull();
  expect(cannotAnswerAgreement({ ...open, state: "declined" }, "yamada", "agreed")).not.toBeNull();
});

test("a date that the buyer proposes and the factory accepts changes the card, and stands in its log for both", async () => {
  const card = await newCard();
  const said = await propose(tanaka, card.key, "delivery_date", "2026/12/20", { note: "工事が延びたため" });
  expect(said).toMatchObject({
    status: 201,
    body: {
      taskId: card.key,
      agreement: { field: "delivery_date", value: "2026-12-20", state: "open", proposed_by: "tanaka" },
    },
  });
  expect((await answer(tanaka, said.body, "agreed")).status).toBe(409);
  expect((await answer(yamada, said.body, "agreed")).body.agreement).toMatchObject({
    state: "agreed",
    answerer_name: "山田 太郎",
  });
  for (const person of [yamada, tanaka]) {
    const { card: now, log } = await cardOf(person, card.key);
    expect(now.delivery_date).toBe("2026-12-20");
    expect(log.at(-1)).toMatchObject({
      kind: "settled",
      reason: "納期を 2026/12/20(日) にする　工事が延びたため",
      after: { delivery_date: "2026-12-20" },
    });
  }
  expect((await answer(yamada, said.body, "declined")).status).toBe(409);
});

test("a quantity and a price that the factory proposes change the amount once the buyer accepts", async () => {
  const card = await newCard();
  await answer(tanaka, (await propose(yamada, card.key, "num_items", "12")).body, "agreed");
  await answer(tanaka, (await propose(yamada, card.key, "unit_price", "200")).body, "agreed");
  expect((await cardOf(yamada, card.key)).card).toMatchObject({
    num_items: "12",
    unit_price: "200",
    price: 2400,
  });
});

test("対象 of 取適法: no price is lowered once the goods have gone, and that of an order by 変更依頼 alone (R2-10)", async () => {
  const owner = await t.owner();
  const judged = (toriteki: string) =>
    owner.query("update collaboration set toriteki = $1 where seller_id = 'yamada' and buyer_id = 'tanaka'", [
      toriteki,
    ]);
  const lines = [{ name: "蓋", num_items: "5", unit_price: "150", delivery_date: "2026-12-10" }];
  const order = {
    seller_id: "yamada",
    order_date: today(),
    inspection_days: 7,
    destination: "第三工場",
    lines,
  };
  const ordered = await tanaka.post("/orders", order);
  expect(ordered, JSON.stringify(ordered.body)).toMatchObject({ status: 201 });
  const of = (await tanaka.get(`/orders/${ordered.body.key}`)).body.lines[0].card.key;
  const card = await newCard();
  const waiting = (await propose(tanaka, card.key, "unit_price", "140")).body;
  await judged("covered");
  const asked = await propose(tanaka, of, "unit_price", "140");
  expect(asked).toMatchObject({
    status: 422,
    body: { errors: { value: [expect.stringMatching(/「変更を依頼」から/)] } },
  });
  expect((await propose(tanaka, of, "unit_price", "160")).status).toBe(201);
  const gone = await yamada.post(`/cards/${card.key}/ship`, { version: card.version, uncounted: true });
  expect(gone, JSON.stringify(gone.body)).toMatchObject({ status: 201 });
  const late = await answer(yamada, waiting, "agreed");
  expect([late.status, late.body.errors?.value?.[0]]).toEqual([422, expect.stringContaining("減額の禁止")]);
  expect((await cardOf(yamada, card.key)).card.unit_price).toBe("150");
  await judged("unknown");
});

test("a proposed price is shown to those who may see amounts alone: not in words, list, log, bell or on the way to browsers", async () => {
  const card = await newCard();
  const said = (await propose(yamada, card.key, "unit_price", "4321.5", { note: "材料の値上がり" })).body;
  const told = async (person: Person) => {
    const {
      body: {
        items: [seen],
      },
    } = await person.get(`/chats/rooms/${PAIR}/messages?id=${said.id}`);
    return [seen.message, seen.agreement.value];
  };
  for (const person of [yamada, tanaka])
    expect(await told(person)).toEqual(["合意の提案：単価を 4,321.5 円にする\n材料の値上がり", "4321.5"]);
  for (const person of [genba, kobai])
    expect(await told(person)).toEqual(["合意の提案：単価を変える\n材料の値上がり", null]);
  for (const word of ["agreed", "declined"]) expect((await answer(kobai, said, word)).status).toBe(403);
  expect((await answer(tanaka, said, "agreed")).status).toBe(201);
  const { rows } = await t.db
    .execute<{ said: string }>(sql`select m.message || a.reason as said from message m, activity a
    where m.id = ${said.id} and a.subject = 'card' and a.subject_key = ${card.key} and a.kind = 'settled'`)
    .catch(() => ({ rows: [] }));
  for (const person of [genba, kobai]) {
    const everywhere = await Promise.all(
      [`/cards/${card.key}`, "/chats/rooms", "/notices", `/chats/rooms/${PAIR}/messages`].map((path) =>
        person.get(path),
      ),
    );
    expect(JSON.stringify([rows, ...everywhere.map(({ body }) => body)])).not.toMatch(/4,?321/);
  }
  expect((await cardOf(tanaka, card.key)).card.unit_price).toBe("4321.5");
});

test("declined or taken back, nothing changes; words alone are kept in the log", async () => {
  const card = await newCard({ order_id: "H2611-0021" });
  expect(
    (await answer(yamada, (await propose(tanaka, card.key, "num_items", "99")).body, "declined")).body
      .agreement.state,
  ).toBe("declined");
  expect((await tanaka.get("/notices")).body.items[0]).toMatchObject({
    kind: "declined",
    text: `山田精機株式会社：${card.id} ブラケット（H2611-0021）の合意の提案が断られました：数量を 99 にする`,
  });
  const own = (await propose(tanaka, card.key, "num_items", "98")).body;
  expect((await answer(yamada, own, "withdrawn")).status).toBe(409);
  expect((await answer(tanaka, own, "withdrawn")).body.agreement.state).toBe("withdrawn");
  expect((await cardOf(yamada, card.key)).card).toMatchObject({ num_items: "10", version: 1 });
  await answer(yamada, (await propose(tanaka, card.key, "other", "梱包は裸でよい")).body, "agreed");
  expect((await cardOf(tanaka, card.key)).log.at(-1)).toMatchObject({
    kind: "settled",
    reason: "梱包は裸でよい",
  });
});

test("a proposal is not agreed on once its card is another than it was made for: divided, edited", async () => {
  const sooner = ({ key }: { key: number }) =>
    propose(tanaka, key, "delivery_date", "2026-12-01").then(({ body }) => body);
  const card = await newCard();
  const said = (await propose(tanaka, card.key, "num_items", "20")).body;
  const dated = await sooner(card);
  expect(
    (
      await yamada.post(`/cards/${card.key}/divide`, {
        version: 1,
        parts: [{ num_items: "6" }, { num_items: "4" }],
      })
    ).status,
  ).toBe(201);
  expect(await answer(yamada, said, "agreed")).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("数量が 10 から 6 に変わりました") },
  });
  expect((await cardOf(yamada, card.key)).card).toMatchObject({ num_items: "6", price: 900 });
  expect((await answer(yamada, dated, "agreed")).status).toBe(201);
  const edited = await newCard();
  const price = (await propose(tanaka, edited.key, "unit_price", "140")).body;
  const date = await sooner(edited);
  const change = {
    name: "ブラケット",
    num_items: "10",
    order_unit: "piece",
    unit: "piece",
    unit_price: "155",
    delivery_date: "2026-12-11",
  };
  expect((await yamada.put(`/cards/${edited.key}`, { version: 1, ...change })).status).toBe(200);
  expect((await answer(yamada, price, "agreed")).body.detail).toContain("単価が 150 から 155 に変わりました");
  expect((await answer(yamada, date, "agreed")).body.detail).toContain(
    "納期が 2026/12/10(木) から 2026/12/11(金) に変わりました",
  );
  expect((await answer(yamada, date, "declined")).body.agreement.state).toBe("declined");
  expect((await cardOf(yamada, edited.key)).card).toMatchObject({
    unit_price: "155",
    delivery_date: "2026-12-11",
  });
});

test("what can't be is refused with its field: no date, a price without the right, fewer than are done, another pair's card", async () => {
  const card = await newCard();
  expect((await propose(tanaka, card.key, "delivery_date", "いつか")).body.errors.value[0]).toContain("納期");
  expect((await propose(genba, card.key, "unit_price", "1")).status).toBe(403);
  await yamada.post(`/cards/${card.key}/count`, {
    version: 1,
    num_good: "6",
    num_defective: "0",
    num_partial: "0",
  });
  expect((await propose(tanaka, card.key, "num_items", "5")).body.errors.value[0]).toContain("少ない");
  const other = (
    await yamada.post("/cards", {
      buyer_id: "suzuki",
      name: "軸",
      num_items: "1",
      order_unit: "piece",
      unit: "piece",
    })
  ).body;
  expect((await propose(yamada, other.key, "num_items", "2")).status).toBe(404);
  const open = (await propose(tanaka, card.key, "num_items", "20")).body;
  expect((await answer(suzuki, open, "agreed")).status).toBe(404);
  expect((await t.db.execute(sql`select * from check_invariants()`)).rows).toEqual([]);
});
