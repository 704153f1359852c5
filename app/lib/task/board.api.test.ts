import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addBusinessDays } from "~/lib/time/businessday";
import { addDays, today } from "~/lib/time/date";
import type { Board } from "./board.schema";
import { gaps, project } from "./project.testing";
import { request, stored } from "./testing.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, suzuki: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, suzuki, sato] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@suzuki",
    "admin@sato",
  );
  const day = today();
  const made = { name: "カバープレート", num_items: "2.5", order_unit: "kg", unit: "kg" } as const;
  for (let n = 0; n < 20; n++) {
    await request(t, {
      group_id: 3,
      status: "切断",
      answer: "accepted",
      delivery_date: n === 9 ? null : addDays(day, n - 3),
      is_urgent: n === 15,
      name: `部品${n}`,
    });
  }
  await request(t, {
    ...made,
    group_id: 3,
    status: "切断",
    answer: "accepted",
    buyer_id: "suzuki",
    order_id: "SZ-77",
  });
  for (let n = 0; n < 3; n++) await request(t, { delivery_date: addDays(day, n) });
});
afterAll(() => t.stop());

const boardOf = async (person: Person, query = ""): Promise<Board> =>
  (await person.get(`/board${query}`)).body;
const column = (board: Board, id: string) => board.columns.find((one) => one.id === id)!;

test("a column shows six cards, urgent ones first, then by date, and its true counts", async () => {
  const board = await boardOf(yamada);
  expect(board.columns.map((one) => one.label)).toEqual([
    "新規依頼",
    "材料待ち",
    "切断",
    "曲げ",
    "溶接",
    "外注",
    "検査",
    "出荷待ち",
  ]);
  const cut = column(board, "3");
  expect(cut).toMatchObject({
    count: 21,
    late: 3,
    sums: [
      { order_unit: "piece", num_items: "2000" },
      { order_unit: "kg", num_items: "2.5" },
    ],
  });
  expect(cut.cards.map((card) => card.name)).toEqual(["部品15", "部品0", "部品1", "部品2", "部品3", "部品4"]);
  expect(board.summary).toMatchObject({ total: 24, late: 3, urgent: 1 });
  expect(column(board, "4")).toMatchObject({ count: 0, cards: [], next: null });
});

test("さらに表示 brings every further card once, in order, those without a date last", async () => {
  const first = column(await boardOf(yamada), "3");
  const names = first.cards.map((card) => card.name);
  for (let next = first.next; next; ) {
    const page = (await yamada.get(`/board/column?id=3&size=4&cursor=${next}`)).body;
    names.push(...page.cards.map((card: { name: string }) => card.name));
    next = page.next;
  }
  expect(names).toHaveLength(21);
  expect(new Set(names).size).toBe(21);
  expect(names[20]).toBe("部品9");
  expect((await yamada.get("/board/column?id=3&cursor=xyz")).status).toBe(422);
  expect((await yamada.get("/board/column?id=77")).status).toBe(404);
});

test("the board is narrowed by words, partner, late, urgent, kind and dates; the strip still counts the whole", async () => {
  const found = async (query: string) =>
    (await boardOf(yamada, query)).columns.reduce((n, one) => n + one.count, 0);
  expect(await found("?q=" + encodeURIComponent("ｶﾊﾞｰ"))).toBe(1);
  expect(await found("?q=sz-77")).toBe(1);
  expect(await found("?q=" + encodeURIComponent("鈴木"))).toBe(1);
  expect(await found("?q=" + encodeURIComponent("100%_"))).toBe(0);
  expect(await found("?buyer_id=suzuki")).toBe(1);
  expect(await found("?late=on")).toBe(3);
  expect(await found("?urgent=on")).toBe(1);
  expect(await found("?stalled=on")).toBe(0);
  expect(await found("?task_type=normal")).toBe(24);
  expect(await found("?task_type=part")).toBe(0);
  expect(await found(`?delivery_date_from=${today()}&delivery_date_to=${addDays(today(), 1)}`)).toBe(4);
  expect((await boardOf(yamada, "?late=on")).summary).toMatchObject({ total: 24, late: 3 });
});

test("納期の警告 of the factory colours its cards, its closed days left out; a buyer's board goes by the factory's too", async () => {
  const { version } = (await yamada.get("/factories/self/meta")).body;
  const until = async (person: Person, id: string) =>
    column(await boardOf(person), id).cards[0] as unknown as { key: number; warn_until: string };
  expect((await until(yamada, "3")).warn_until).toBe(addBusinessDays(today(), 3));
  expect(
    (await yamada.put("/factories/self/meta/days", { version, stall_days: 5, warn_days: 7 })).status,
  ).toBe(200);
  expect((await until(tanaka, "work")).warn_until).toBe(addBusinessDays(today(), 7));
  const closed = addBusinessDays(today(), 2);
  await tenant(
    t.db,
    { company_id: "yamada", username: "x" },
    (db) =>
      db.execute(sql`insert into company_holiday (company_id, holiday) values ('yamada', ${closed}::date)`),
    "write",
  );
  const { key, warn_until } = await until(yamada, "3");
  expect(warn_until).toBe(addBusinessDays(today(), 8));
  expect((await yamada.get(`/cards/${key}`)).body.card.warn_until).toBe(warn_until);
});

test("工程期限 comes back from the date by what the following processes take; the factory alone is told", async () => {
  const due = addBusinessDays(today(), 4);
  await tenant(
    t.db,
    { company_id: "yamada", username: "x" },
    async (db) => {
      await db.execute(sql`delete from company_holiday where company_id = 'yamada'`);
      await db.execute(
        sql`update process set standard_days = case when group_id = 8 then 2 end where company_id = 'yamada'`,
      );
    },
    "write",
  );
  const { key } = await request(t, { group_id: 7, status: "検査", answer: "accepted", delivery_date: due });
  const seen = async (person: Person, id: string) =>
    column(await boardOf(person), id).cards.find((card) => card.key === key)!.leave_by;
  expect(await seen(yamada, "7")).toBe(addBusinessDays(due, -2));
  expect(await seen(tanaka, "inspect")).toBeNull();
  await tenant(
    t.db,
    { company_id: "yamada", username: "x" },
    (db) =>
      db.execute(
        sql`update card set group_id = 99, status = '出荷済み', shipped_time = now() where key = ${key}`,
      ),
    "write",
  );
});

test("messages about a card are unread for each person until read in their room; one's own are not", async () => {
  const { key } = column(await boardOf(yamada), "3").cards.find((card) => card.buyer_id === "tanaka")!;
  const say = (person: Person, taskId?: number) =>
    person.post("/chats/messages", {
      id: crypto.randomUUID(),
      roomId: "yamada_tanaka",
      message: "いつですか",
      taskId,
    });
  for (const about of [key, undefined, key]) expect((await say(tanaka, about)).status).toBe(201);
  const unread = async (person: Person, id = "3") =>
    column(await boardOf(person), id).cards.flatMap((card) =>
      card.num_unread ? [[card.key, card.num_unread]] : [],
    );
  expect(await unread(yamada)).toEqual([[key, 2]]);
  expect(await unread(genba)).toEqual([[key, 2]]);
  expect(await unread(tanaka, "work")).toEqual([]);
  await say(yamada);
  expect(await unread(yamada)).toEqual([]);
  expect(await unread(genba)).toEqual([[key, 2]]);
});

test("a buyer sees its own cards over all sellers by role, or by one seller's processes; never another buyer's", async () => {
  const all = await boardOf(tanaka);
  expect(all.columns.map(({ label, count }) => [label, count])).toEqual([
    ["回答待ち", 3],
    ["未着手", 0],
    ["加工", 20],
    ["外注", 0],
    ["検査", 0],
    ["出荷待ち", 0],
  ]);
  expect(column(all, "work").cards).toHaveLength(6);
  expect(all.processes).toEqual([]);
  const one = await boardOf(tanaka, "?seller_id=yamada");
  expect(column(one, "3")).toMatchObject({ label: "切断", count: 20 });
  expect((await tanaka.get(`/board/column?id=work&size=50`)).body.cards).toHaveLength(20);
  expect(JSON.stringify([all, one])).not.toContain("鈴木");
  expect((await boardOf(suzuki)).summary.total).toBe(1);
  expect((await suzuki.get("/board?seller_id=sato")).status).toBe(404);
  expect((await boardOf(sato)).summary.total).toBe(0);
});

test("the board carries no money; the list does, for those who may see it", async () => {
  expect(JSON.stringify(await boardOf(yamada))).not.toContain("price");
  const list = async (person: Person) => (await person.get("/cards?size=10")).body;
  expect(await list(yamada)).toMatchObject({
    total: 24,
    items: expect.arrayContaining([expect.objectContaining({ price: 12840 })]),
  });
  expect(
    (await list(genba)).items.every(
      (card: { price: unknown; unit_price: unknown }) => card.price === null && card.unit_price === null,
    ),
  ).toBe(true);
  const first = await list(yamada);
  const second = (await yamada.get(`/cards?size=10&after=${first.next}`)).body;
  expect(new Set([...first.items, ...second.items].map((card: { key: number }) => card.key)).size).toBe(20);
});

test("two people move one card at once, 200 times: one wins, the other is told, and the log stays whole", async () => {
  const { key } = await request(t, { group_id: 3, status: "切断", answer: "accepted" });
  for (let round = 1; round <= 200; round++) {
    const [a, b] = round % 2 ? [4, 5] : [3, 7];
    const answers = await Promise.all([
      yamada.post(`/cards/${key}/move`, { version: round, group_id: a }),
      genba.post(`/cards/${key}/move`, { version: round, group_id: b }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    const told = answers.find((answer) => answer.status === 409)!;
    expect(told.body.detail).toMatch(/^他の人が更新しました。山(田 太郎|口 現)さんが/);
  }
  const { row, log } = await stored(t, key);
  expect(log).toHaveLength(201);
  expect(gaps(log)).toEqual([]);
  const { key: _, search_key: __, ...kept } = row;
  expect(project(log)).toEqual(kept);
}, 120_000);

test("whatever a card goes through, folding its log gives the database's row", async () => {
  let seed = 7;
  const random = (n: number) => Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * n);
  for (let run = 0; run < 10; run++) {
    const { key } = await request(t, { unit: "kg", unit_weight: "0.742", num_units: "74.2" });
    for (let step = 0; step < 12; step++) {
      const { version } = (await yamada.get(`/cards/${key}`)).body.card;
      const acts: [Person, string, object][] = [
        [yamada, "accept", {}],
        [yamada, "propose", { proposed_delivery_date: addDays(today(), 20 + random(9)) }],
        [tanaka, "agree", {}],
        [tanaka, "refuse", { reason: "遅い" }],
        [genba, "move", { group_id: 2 + random(7), inside: "on" }],
        [yamada, "ship", { uncounted: true, shortage: "close", reason: "試験" }],
        [yamada, "unship", {}],
        [
          genba,
          "count",
          { num_good: String(random(90)), num_defective: String(random(10)), num_partial: "0" },
        ],
      ];
      const [person, act, body] = acts[random(acts.length)]!;
      await person.post(`/cards/${key}/${act}`, { version, ...body });
    }
    const { row, log } = await stored(t, key);
    const { key: _, search_key: __, ...kept } = row;
    expect(project(log)).toEqual(kept);
    expect(gaps(log)).toEqual([]);
  }
});

test("今日の出荷 counts what went today and what is still to go by today, the late ones too; each side its own", async () => {
  const said = async (person: Person) => (await person.get("/board/today")).body;
  const [own, buyers, others] = await Promise.all([said(yamada), said(tanaka), said(suzuki)]);
  const made = { group_id: 3, status: "切断", answer: "accepted" } as const;
  const { key } = await request(t, { ...made, delivery_date: addDays(today(), -1) });
  await request(t, { ...made, delivery_date: today() });
  await request(t, { ...made, delivery_date: addDays(today(), 1) });
  await request(t, { ...made, delivery_date: null });
  expect(await said(yamada)).toEqual({ ...own, to_ship: own.to_ship + 2 });
  await tenant(
    t.db,
    { company_id: "yamada", username: "x" },
    (db) =>
      db.execute(
        sql`update card set group_id = 99, status = '出荷済み', shipped_time = now() where key = ${key}`,
      ),
    "write",
  );
  expect(await said(yamada)).toEqual({ shipped: own.shipped + 1, to_ship: own.to_ship + 1 });
  expect(await said(tanaka)).toEqual({ shipped: buyers.shipped + 1, to_ship: buyers.to_ship + 1 });
  expect(await said(suzuki)).toEqual(others);
});
