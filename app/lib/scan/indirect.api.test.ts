import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, genba: Person, sato: Person, tanaka: Person;
let kinds: { reason_id: number; label: string }[];
const [INOUE, UEDA] = [1, 2];

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, genba, sato, tanaka] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@sato",
    "admin@tanaka",
  );
  kinds = (await yamada.get(`/days/${INOUE}`)).body.kinds;
});
afterAll(async () => {
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
  await t.stop();
});

const kind = (label: string) => kinds.find((one) => one.label === label)!.reason_id;
const start = (label: string, more: object = {}, by = genba) =>
  by.post("/indirect", { worker_id: INOUE, reason_id: kind(label), ...more });
const stop = ({ key, version }: { key: number; version: number }, more: object = {}) =>
  genba.post(`/indirect/${key}/stop`, { version, ...more });
async function working(...worker_ids: number[]) {
  const card = (
    await yamada.post("/cards", {
      buyer_id: "tanaka",
      name: "試作",
      num_items: "10",
      order_unit: "piece",
      unit: "piece",
      group_id: 4,
    })
  ).body;
  return (await genba.post(`/cards/${card.key}/start`, { version: 1, worker_ids })).body as {
    key: number;
    id: string;
    version: number;
  };
}
const stateOf = async (key: number) => (await genba.get(`/cards/${key}/work`)).body.state;

test("a worker begins and ends 間接作業; another kind ends the one before, the same is refused", async () => {
  const mopping = await start("清掃", { note: "工場の北側" });
  expect(mopping.body).toMatchObject({
    label: "清掃",
    work_end: null,
    note: "工場の北側",
    worker_name: "井上",
  });
  expect((await start("清掃")).body.detail).toBe("井上さんは、すでに「清掃」をしています。");
  const meeting = await start("朝礼・会議");
  const { body: ended } = await genba.get(`/indirect/${mopping.body.key}`);
  expect(ended).toMatchObject({ version: 2, work_end: meeting.body.work_start });
  expect((await stop({ ...meeting.body, version: 7 })).status).toBe(409);
  expect((await stop(meeting.body)).body.work_end).not.toBe(null);
  expect((await stop({ ...meeting.body, version: 2 })).body.detail).toBe(
    "この間接作業は、もう終わっています。",
  );
});

test("beside cards it asks: they wait until it ends, or go on", async () => {
  const [one, two] = [await working(INOUE, UEDA), await working(INOUE)];
  const asked = await start("朝礼・会議");
  expect(asked).toMatchObject({ status: 422, body: { errors: { cards: [expect.any(String)] } } });
  expect(asked.body.detail).toBe(`${one.id} 試作、${two.id} 試作を作業中です。`);
  const meeting = (await start("朝礼・会議", { cards: "pause" })).body;
  expect([await stateOf(one.key), await stateOf(two.key)]).toEqual(["working", "paused"]);
  const { rows } = await owner.query("select reason from pause where indirect_key = $1", [meeting.key]);
  expect(rows).toEqual([{ reason: "朝礼・会議" }, { reason: "朝礼・会議" }]);
  // Another kind in between keeps them waiting.
  const mopping = (await start("清掃")).body;
  expect(await stateOf(two.key)).toBe("paused");
  await stop(mopping, { resume: "on" });
  expect([await stateOf(one.key), await stateOf(two.key)]).toEqual(["working", "working"]);
  const beside = (await start("清掃", { cards: "go_on" })).body;
  expect(await stateOf(two.key)).toBe("working");
  await stop(beside);
});

test("who starts a card has ended what they did at none; a colleague has not", async () => {
  const mopping = (await start("運搬", { cards: "go_on" })).body;
  const others = (await start("清掃", { worker_id: UEDA, cards: "go_on" })).body;
  await working(INOUE);
  expect((await genba.get(`/indirect/${mopping.key}`)).body.work_end).not.toBe(null);
  expect((await genba.get(`/indirect/${others.key}`)).body.work_end).toBe(null);
  await stop(others);
});

test("the same key twice is one start, and two who press at once begin one", async () => {
  const body = { worker_id: UEDA, reason_id: kind("教育"), cards: "go_on" };
  const [first, again] = [
    await genba.post("/indirect", body, "press-1"),
    await genba.post("/indirect", body, "press-1"),
  ];
  expect(again.body).toEqual(first.body);
  const both = await Promise.all(
    [yamada, genba].map((by) => start("運搬", { worker_id: UEDA, cards: "go_on" }, by)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { rows } = await owner.query(
    "select count(*)::int as n from indirect_work where worker_id = $1 and work_end is null",
    [UEDA],
  );
  expect(rows[0].n).toBe(1);
});

test("the database itself holds nobody to two at once", async () => {
  const insert = `insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, work_end, origin)
    values ('yamada', 3, $1, '清掃', false, $2, $3, 'PC')`;
  await owner.query(insert, [kind("清掃"), "2026-01-05T00:00:00Z", "2026-01-05T01:00:00Z"]);
  const twice = owner.query(insert, [kind("清掃"), "2026-01-05T00:30:00Z", null]);
  await expect(twice).rejects.toMatchObject({ code: "23P01" });
  const other = owner.query(insert.replace("'yamada'", "'sato'"), [
    kind("清掃"),
    "2026-02-05T00:00:00Z",
    null,
  ]);
  await expect(other).rejects.toMatchObject({ code: "23503" });
});

test("another factory's 間接作業 is not there, and a buyer has none", async () => {
  const { rows } = await owner.query(
    "select max(key)::int as key from indirect_work where seller_id = 'yamada'",
  );
  const path = `/indirect/${rows[0].key}`;
  const bodies = {
    stop: { version: 1 },
    correct: { version: 1, reason: "x" },
    void: { version: 1, reason: "x" },
  };
  expect((await sato.get(path)).status).toBe(404);
  for (const [act, body] of Object.entries(bodies)) {
    expect((await sato.post(`${path}/${act}`, body)).status).toBe(404);
    expect((await tanaka.post(`${path}/${act}`, body)).status).toBe(403);
  }
});
