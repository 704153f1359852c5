import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { subgroup } from "~/lib/tables/worker.table.server";
import { today } from "~/lib/time/date";
import { request, someone, stored } from "./testing.server";

let t: TestApp;
let yamada: Person, genba: Person;
let workers: Record<string, number>;
let reason_id: number;
const inYamada = <T>(run: Parameters<typeof tenant<T>>[2]) => tenant(t.db, someone("yamada", "seller"), run);
const broken = async () => (await inYamada((db) => db.execute(sql`select * from check_invariants()`))).rows;

beforeAll(async () => {
  t = await testApp();
  [yamada, genba] = await t.people("admin@yamada", "genba@yamada");
  workers = Object.fromEntries(
    (await yamada.get("/workers")).body.items.map((one: any) => [one.name, one.worker_id]),
  );
  const { reasons } = (await yamada.get(`/cards/${(await made(7)).key}/work`)).body;
  reason_id = reasons.find((one: any) => one.kind === "defect").reason_id;
});
afterAll(() => t.stop());

async function made(group_id: number, more: object = {}) {
  const answer = await yamada.post("/cards", {
    buyer_id: "tanaka",
    name: "ブラケットA",
    num_items: "100",
    order_unit: "piece",
    unit: "piece",
    unit_price: "10",
    group_id,
    ...more,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
/** Does this to the card as it now stands. */
async function act(key: number, name: string, body: object = {}) {
  const { version } = (await yamada.get(`/cards/${key}`)).body.card;
  return yamada.post(`/cards/${key}/${name}`, { version, ...body });
}
async function done(key: number, name: string, body: object = {}) {
  const answer = await act(key, name, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const onPaper = (card_key: number, num_items: string) =>
  yamada.post("/deliveries", {
    buyer_id: "tanaka",
    delivery_date: today(),
    grouping: "one",
    lines: [{ card_key, num_items }],
  });

test("出荷 offers what was counted good, short or over the plan; with nothing counted, everything but the defective", async () => {
  const ship = async (counted: object | null, more: object = {}) => {
    const { key } = await made(7);
    if (counted) await done(key, "finish", counted);
    return done(key, "ship", {
      uncounted: counted === null,
      shortage: "close",
      reason: "数量の変更",
      ...more,
    });
  };
  expect(await ship({ num_good: "90", shortage: "short" })).toMatchObject({
    num_good: "90",
    num_units: "90",
    price: 900,
  });
  expect(await ship({ num_good: "105", over: true })).toMatchObject({ num_good: "105", price: 1050 });
  expect(await ship({ num_good: "97", num_defective: "3", reason_id })).toMatchObject({
    num_good: "97",
    price: 970,
  });
  expect(await ship(null)).toMatchObject({ num_good: "100", price: 1000 });
  const { key } = await made(7);
  await done(key, "finish", { num_good: "90", shortage: "short" });
  expect((await act(key, "ship", { num_good: "101" })).body.errors.over[0]).toContain("予定数を1超えます");
});

test("fewer than asked for are shipped with a word on the rest: it is still made as a card, or closed with a reason; both sides see what is still to come", async () => {
  const { key } = await made(7, { num_items: "1200.5", order_unit: "kg", unit: "kg" });
  await done(key, "finish", { num_good: "800.5", num_partial: "5" });
  expect((await act(key, "ship")).body.errors).toEqual({
    shortage: ["残り400kgをどうするかを選んでください"],
  });
  expect((await act(key, "ship", { shortage: "close" })).body.errors).toEqual({
    reason: ["打ち切る理由を入力してください"],
  });
  expect(await done(key, "ship", { shortage: "divide" })).toMatchObject({
    num_items: "800.5",
    num_good: "800.5",
    price: 8005,
    status: "出荷済み",
  });
  const rests = async () =>
    (await genba.get(`/cards/${key}/work`)).body.branches.filter((one: any) => one.group_id !== 99);
  expect(await rests()).toMatchObject([{ num_items: "400", num_good: "0", group_id: 7 }]);
  expect(await done(key, "undo")).toMatchObject({
    num_items: "1200.5",
    num_good: "800.5",
    num_partial: "5",
    group_id: 7,
  });
  expect(await done(key, "ship", { num_good: "500.5", shortage: "divide" })).toMatchObject({
    num_items: "500.5",
    num_good: "500.5",
  });
  expect(await rests()).toMatchObject([{ num_items: "700", num_good: "300" }]);
  expect(await done(key, "undo")).toMatchObject({ num_items: "1200.5", num_good: "800.5", num_partial: "5" });
  await done(key, "ship", { shortage: "close", reason: "図面の変更" });
  expect((await stored(t, key)).log.at(-1)).toMatchObject({
    kind: "shipped",
    reason: "残り400kgを打切：図面の変更",
  });
  const early = (await made(3)).key;
  expect((await act(early, "ship")).body.errors).toEqual({
    uncounted: [
      "良品として数えたのは0個です。数えていない100個も出荷するときは「数えていない分も良品として出荷する」を選んでください",
    ],
  });
  expect(await broken()).toEqual([]);
});

test("what is found defective after the count is taken from it where that is said, and comes back with 元に戻す", async () => {
  const { key } = await made(7);
  await done(key, "finish");
  const asked = await act(key, "defect", { num: "3", reason_id, treatment: "scrap" });
  expect(Object.keys(asked.body.errors)).toEqual(["over", "from_counted"]);
  expect(
    await done(key, "defect", { num: "3", reason_id, treatment: "scrap", from_counted: true }),
  ).toMatchObject({ num_good: "97", num_defective: "3" });
  expect(await done(key, "undo")).toMatchObject({ num_good: "100", num_defective: "0" });
  const short = (await made(7)).key;
  await done(short, "finish", { num_good: "90", shortage: "short" });
  expect(
    await done(short, "defect", { num: "3", reason_id, treatment: "rework", from_counted: true }),
  ).toMatchObject({ num_good: "87", num_defective: "3" });
  expect(
    await done(short, "defect", { num: "3", reason_id, treatment: "concession", from_counted: true }),
  ).toMatchObject({ num_good: "87", num_defective: "3" });
  expect(
    (await act(key, "defect", { num: "101", reason_id, treatment: "scrap", from_counted: true })).body.errors,
  ).toEqual({
    over: ["予定数を1超えます。この数でよければ「予定数を超えて登録する」を選んでください"],
  });
});

test("what a 納品書 holds before shipping stays good, and its card stays: counts, corrections, merges and 中止 are refused until it is cancelled", async () => {
  const { key } = await made(7);
  await done(key, "finish", { num_good: "60", num_partial: "1" });
  expect((await onPaper(key, "60")).status).toBe(201);
  const held =
    "納品書に60個載っています。良品をそれより少なくしたり、カードをカンバンから外したりする前に、納品書を取り消してください。";
  const { works } = (await genba.get(`/cards/${key}/work`)).body;
  for (const [name, body] of Object.entries({
    count: { num_good: "59", num_defective: "0", num_partial: "0" },
    ship: { num_good: "50", shortage: "close", reason: "やめる" },
    stop: { reason: "やめる" },
    correct: { work_key: works[0].key, num_good: "10", with_counts: true, reason: "数え直し" },
    defect: { num: "41", reason_id, treatment: "scrap", from_counted: true },
  }))
    expect((await act(key, name, body)).body.detail, name).toBe(held);
  expect(await done(key, "divide", { parts: [{ num_items: "19" }, { num_items: "20" }] })).toMatchObject({
    num_items: "80",
    num_good: "60",
    num_delivered: "60",
  });
  const {
    branches: [branch],
  } = (await genba.get(`/cards/${key}/work`)).body;
  await done(branch.key, "count", { num_good: "20", num_defective: "0", num_partial: "0" });
  expect((await onPaper(branch.key, "20")).status).toBe(201);
  const { version } = (await yamada.get(`/cards/${branch.key}`)).body.card;
  expect((await act(key, "merge", { cards: [{ key: branch.key, version }] })).body.detail).toContain(
    "納品書に20個載っています",
  );
  expect(await done(key, "ship", { num_good: "60", shortage: "close", reason: "材料不足" })).toMatchObject({
    num_good: "60",
    price: 600,
  });
  expect((await act(key, "unship")).body.detail).toContain("に載っているため、出荷を取り消せません");
  expect(await broken()).toEqual([]);
});

test("a card comes back from 取消 and 中止 as it was, its work going on; not one that a buyer was told of, nor rework whose defect was taken back", async () => {
  const { key } = await made(4);
  await done(key, "cancel", { reason: "間違い" });
  expect((await genba.get(`/cards/${key}/work`)).body.undo).toBe("取消");
  expect(await done(key, "undo")).toMatchObject({
    group_id: 4,
    status: "曲げ",
    is_billing_target: true,
    cancelled_time: null,
  });
  await done(key, "start", { worker_ids: [workers.井上] });
  await done(key, "pause", { reason: "段取り" });
  await done(key, "stop", { reason: "注文取消" });
  expect(await done(key, "undo")).toMatchObject({ group_id: 4, worker: "井上", is_billing_target: true });
  expect((await genba.get(`/cards/${key}/work`)).body.state).toBe("paused");
  await done(key, "resume");
  await done(key, "defect", { num: "2", reason_id, treatment: "rework" });
  const child = (await genba.get(`/cards/${key}/work`)).body.branches[0].key;
  await done(key, "undo");
  expect((await act(child, "undo")).body.detail).toBe("最後の操作は元に戻せません。");
  const asked = await request(t, {
    group_id: 3,
    status: "切断",
    answer: "accepted",
    order_key: await anOrder(),
  });
  await done(asked.key, "stop", { reason: "材料がない" });
  expect((await act(asked.key, "undo")).body.detail).toBe("最後の操作は元に戻せません。");
});

/** The key of an order of tanaka's, for a card that stands for a line of it. */
async function anOrder() {
  const who = someone("tanaka", "buyer");
  const {
    rows: [row],
  } = await tenant(t.db, who, (db) =>
    db.execute<{
      key: number;
    }>(sql`with made as (insert into orders (seller_id, buyer_id, order_id, order_date, seller, buyer,
    inspection_days, payment_terms, sent_time) values ('yamada', 'tanaka', 'H-1', ${today()}, '{}', '{}', 5, '20日締め翌月20日払い', now()) returning key),
    logged as (insert into activity (subject, subject_key, seq, seller_id, buyer_id, kind, at, actor, actor_name, origin)
      select 'order', key, 1, 'yamada', 'tanaka', 'sent', now(), 'u', '田中', 'web' from made) select key from made`),
  );
  return row!.key;
}

test("部品を追加 leaves nothing to take back; a card that is unshipped to another process leaves the lane it was shipped from", async () => {
  const { key } = await made(3);
  await done(key, "parts", { parts: [{ name: "ピン", per_parent: "2", order_unit: "piece" }] });
  expect((await genba.get(`/cards/${key}/work`)).body.undo).toBeNull();
  await inYamada((db) =>
    db
      .insert(subgroup)
      .values({ company_id: "yamada", group_id: 4, subgroup_id: 1, label: "1号機", sort: 1 }),
  );
  await done(key, "move", { group_id: 4, subgroup_id: 1 });
  await done(key, "ship", { uncounted: true });
  expect(await done(key, "unship")).toMatchObject({ group_id: 4, subgroup_id: 1 });
  await done(key, "ship", { uncounted: true });
  expect(await done(key, "unship", { group_id: 5 })).toMatchObject({ group_id: 5, subgroup_id: null });
  expect((await stored(t, key)).log.at(-1)).toMatchObject({
    kind: "unshipped",
    after: { subgroup_id: null },
  });
  expect(await broken()).toEqual([]);
});

test("a division taken back makes its parts whole again; a part that went on in the meantime stays parted, and no piece is lost", async () => {
  const { key } = await made(3);
  const part = (name: string, per_parent: string, order_unit: string) => ({ name, per_parent, order_unit });
  await done(key, "parts", {
    parts: [part("ピン", "2", "piece"), part("鋼板", "0.333", "kg"), part("軸", "1", "piece")],
  });
  await done(key, "divide", { parts: [{ num_items: "30" }, { num_items: "50" }, { num_items: "20" }] });
  const partsOf = async () =>
    (
      await inYamada((db) =>
        db.execute<{ key: number; name: string; num_items: string; version: number }>(sql`
    select c.key::int as key, c.name, trim_scale(c.num_items)::text as num_items, c.version from card c join card p on p.key = ${key} and p.seller_id = c.seller_id
    where c.task_type = 'part' and (c.parent_id = p.id or c.parent_id like p.id || '-%') and c.group_id <> 99 order by c.key`),
      )
    ).rows;
  const parted = await partsOf();
  expect(parted.map((one) => `${one.name} ${one.num_items}`)).toEqual([
    "ピン 60",
    "鋼板 9.99",
    "軸 30",
    "ピン 100",
    "ピン 40",
    "鋼板 16.65",
    "鋼板 6.66",
    "軸 50",
    "軸 20",
  ]);
  await done(parted.findLast((one) => one.name === "軸")!.key, "urgent", { is_urgent: "on" });
  expect(await done(key, "undo")).toMatchObject({ num_items: "100" });
  expect((await partsOf()).map((one) => `${one.name} ${one.num_items}`)).toEqual([
    "ピン 200",
    "鋼板 33.3",
    "軸 30",
    "軸 50",
    "軸 20",
  ]);
  expect((await genba.get(`/cards/${key}/work`)).body.parts).toHaveLength(5);
  expect((await act(parted[3]!.key, "undo")).body.detail).toBe("最後の操作は元に戻せません。");
  expect(await broken()).toEqual([]);
});
