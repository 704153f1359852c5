import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { someone } from "~/lib/task/testing.server";
import { addDays, today } from "~/lib/time/date";
import type { StartPage } from "./start.schema";
import { daysWithGaps } from "./worktime.gaps.server";

let t: TestApp;
let yamada: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, sato] = await t.people("admin@yamada", "admin@tanaka", "admin@sato");
});
afterAll(() => t.stop());

const start = async (person: Person): Promise<StartPage> => (await person.get("/bi/start")).body;

async function made(more: object) {
  const body = {
    buyer_id: "tanaka",
    name: "ブラケットA",
    num_items: "200",
    order_unit: "piece",
    unit: "piece",
    group_id: 3,
    ...more,
  };
  const answer = await yamada.post("/cards", body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body as { key: number; id: string };
}
const aged = (key: number, days: number) =>
  tenant(
    t.db,
    someone("yamada", "seller"),
    async (db) => {
      await db.execute(
        sql`update card set group_update_time = group_update_time - ${days} * interval '1 day' where key = ${key}`,
      );
      await db.execute(
        sql`update work set work_start = work_start - ${days} * interval '1 day' where card_key = ${key}`,
      );
    },
    "write",
  );

/** A 実績 with 4 bad, of which a correction made 6. */
async function corrected(reason_id: number) {
  const { key } = await made({});
  await yamada.post(`/cards/${key}/start`, { version: 1 });
  const given = {
    version: 2,
    num_good: "196",
    num_defective: "4",
    reason_id,
    treatment: "scrap",
    next: "stay",
  };
  const done = await yamada.post(`/cards/${key}/finish`, given);
  expect(done, JSON.stringify(done.body)).toMatchObject({ status: 201 });
  const { works } = (await yamada.get(`/cards/${key}/work`)).body;
  const better = {
    version: done.body.version,
    work_key: works[0].key,
    num_good: "194",
    num_defective: "6",
    reason: "数え直し",
  };
  const answer = await yamada.post(`/cards/${key}/correct`, better);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
}

test("what is due by tomorrow, late or not, is told to both companies, and to the factory what stands and what was forgotten", async () => {
  const day = today();
  const before = await start(yamada);
  const late = await made({ delivery_date: addDays(day, -3) });
  const soon = await made({ delivery_date: addDays(day, 1), name: "蓋B" });
  await made({ delivery_date: addDays(day, 2) });
  const due = (await start(yamada)).due;
  expect(due.n).toBe(before.due.n + 2);
  expect(due.cards.map(({ id }) => id)).toEqual(expect.arrayContaining([late.id, soon.id]));
  expect(due.cards.map(({ delivery_date }) => delivery_date)).toEqual(
    due.cards.map(({ delivery_date }) => delivery_date).sort(),
  );
  expect((await start(tanaka)).due.cards.map(({ id }) => id)).toContain(late.id);
  expect((await start(sato)).due.cards.map(({ id }) => id)).not.toContain(late.id);

  expect((await yamada.post(`/cards/${late.key}/start`, { version: 1 })).status).toBeLessThan(300);
  expect((await start(yamada)).open_work).toEqual(before.open_work);
  await aged(late.key, 40);
  const { open_work, stalled } = await start(yamada);
  expect(open_work.n).toBe(before.open_work.n + 1);
  expect(open_work.works[0]).toMatchObject({ card_id: late.id, worker: null });
  expect(stalled[0]).toMatchObject({ group_id: 3, n: 1, longest_days: 40 });
  expect(await start(tanaka)).toMatchObject({
    stalled: [],
    defects: [],
    open_work: { n: 0, works: [] },
    gaps: { n: 0, days: [] },
  });
});

test("記録漏れ has no work that is paused or said to go on", async () => {
  const card = await made({});
  const worker_id = (await yamada.get("/workers")).body.items[0].worker_id as number;
  const isOpen = async () => (await start(yamada)).open_work.works.some((one) => one.card_key === card.key);
  expect((await yamada.post(`/cards/${card.key}/start`, { version: 1, worker_id })).status).toBeLessThan(300);
  await aged(card.key, 300);
  expect(await isOpen()).toBe(true);
  const goesOn = (until: string) =>
    tenant(
      t.db,
      someone("yamada", "seller"),
      (db) => db.execute(sql`update work set goes_on_until = ${until} where card_key = ${card.key}`),
      "write",
    );
  await goesOn(`${addDays(today(), 1)}T12:00:00Z`);
  expect(await isOpen()).toBe(false);
  await goesOn(`${addDays(today(), -2)}T12:00:00Z`);
  expect(await isOpen()).toBe(true);
  const { reasons } = (await yamada.get(`/cards/${card.key}/work`)).body;
  const { reason_id } = reasons.find((one: any) => one.kind === "pause");
  const paused = await yamada.post(`/cards/${card.key}/pause`, { version: 2, reason_id });
  expect(paused, JSON.stringify(paused.body)).toMatchObject({ status: 201 });
  expect(await isOpen()).toBe(false);
});

test("gaps of a night are told once its shift is over", async () => {
  const { items } = (await yamada.get("/workers")).body;
  const { worker_id } = items.at(-1);
  const owner = await t.owner();
  await owner.query(
    "insert into shift (company_id, worker_id, shift_start, shift_end) values ('yamada', $1, 1320, 1770)",
    [worker_id],
  );
  await owner.query(
    `insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, work_end, origin)
      select 'yamada', $1, reason_id, label, false, '2025-05-07T22:00+09', '2025-05-07T23:00+09', 'PC' from reason
      where company_id = 'yamada' and kind = 'indirect' limit 1`,
    [worker_id],
  );
  const range = { from: "2025-05-07", to: "2025-05-07" };
  const gapsAt = (clock: string) =>
    tenant(t.db, someone("yamada", "seller"), (db) =>
      daysWithGaps(db, { ...someone("yamada", "seller"), now: `2025-05-08T${clock}:00+09:00` }, range),
    );
  expect(await gapsAt("02:00")).toEqual([]);
  expect(await gapsAt("05:30")).toMatchObject([{ worker_id, day: "2025-05-07", minutes: 390, n: 1 }]);
  // Somebody whose machine ran on may have been off: of them nobody asks for the whole shift.
  await owner.query(
    "insert into shift (company_id, worker_id, shift_start, shift_end) values ('yamada', $1, 1320, 1770)",
    [items.at(-2).worker_id],
  );
  const { key } = await made({});
  await owner.query(
    `insert into work (seller_id, card_key, group_id, status, worker_id, work_start, work_end, is_unmanned)
      select 'yamada', $1, group_id, label, $2, '2025-05-07T22:30+09', '2025-05-07T23:30+09', true from process
      where company_id = 'yamada' and role = 'work' limit 1`,
    [key, items.at(-2).worker_id],
  );
  expect(await gapsAt("05:30")).toMatchObject([{ worker_id }]);
  await owner.query("update work set is_void = true where card_key = $1", [key]);
});

test("the three worst reasons of this week are told as 不良明細 has them, which each opens into", async () => {
  const { key } = await made({});
  const { reasons } = (await yamada.get(`/cards/${key}/work`)).body;
  const [first, second, third] = reasons.filter((one: any) => one.kind === "defect");
  let version = 1;
  for (const [reason_id, num] of [
    [first.reason_id, "2"],
    [second.reason_id, "5"],
    [first.reason_id, "1"],
  ]) {
    const answer = await yamada.post(`/cards/${key}/defect`, {
      version,
      num,
      reason_id,
      treatment: "scrap",
    });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
    version = answer.body.version ?? version + 1;
  }
  expect((await start(yamada)).defects).toEqual([
    { reason_id: second.reason_id, label: second.label, unit: "piece", num: "5", n: 1 },
    { reason_id: first.reason_id, label: first.label, unit: "piece", num: "3", n: 2 },
  ]);
  await corrected(third.reason_id);
  const told = (await start(yamada)).defects;
  expect(told).toHaveLength(3);
  expect(told[0]).toEqual({ reason_id: third.reason_id, label: third.label, unit: "piece", num: "6", n: 1 });
  for (const { reason_id, unit, num } of told) {
    const { body } = await yamada.get(`/bi/defective?period=week&reason_id=${reason_id ?? 0}&unit=${unit}`);
    expect(body.sums[`num_defective.${unit}`]).toBe(num);
  }
});
