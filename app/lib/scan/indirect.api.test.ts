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

const scans = async (items: object[], by = genba, device_now = new Date().toISOString()) =>
  (await by.post("/scans", { device_now, items })).body.items as {
    result: string;
    detail: string;
    errors: Record<string, string[]>;
  }[];
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
let scanned = 0;
const item = (act: string, more: object = {}) => ({
  client_id: `late-${++scanned}`,
  act: `indirect_${act}`,
  worker_id: EGUCHI,
  ...more,
});
const queued = (act: string, minutes: number, more: object = {}) =>
  item(act, { queued: "on", device_time: ago(minutes), ...more });
const rowsOf = async (worker_id: number) =>
  (
    await owner.query(
      `select label, work_start, work_end from indirect_work where worker_id = $1 and voided_time is null order by work_start`,
      [worker_id],
    )
  ).rows as { label: string; work_start: Date; work_end: Date | null }[];
const near = (at: Date | null, minutes: number) =>
  expect(Math.abs(+at! - Date.parse(ago(minutes)))).toBeLessThan(5_000);
const EGUCHI = 3;
const OGAWA = 4;

test("what a device kept is begun and ended at its own time, and what is sent twice counts once", async () => {
  const items = [
    queued("start", 50, { reason_id: kind("清掃") }),
    queued("stop", 30),
    queued("start", 20, { reason_id: kind("運搬") }),
  ];
  expect((await scans(items)).map(({ result }) => result)).toEqual(["done", "done", "done"]);
  expect((await scans(items)).map(({ result }) => result)).toEqual(["again", "again", "again"]);
  const [mopped, carried, ...more] = (await rowsOf(EGUCHI)).slice(-2);
  expect([mopped!.label, carried!.label, carried!.work_end, more]).toEqual(["清掃", "運搬", null, []]);
  near(mopped!.work_start, 50);
  near(mopped!.work_end, 30);
  near(carried!.work_start, 20);
  expect((await scans([item("stop")]))[0]!.detail).toMatch(/^「運搬」を終わりました/);
  expect((await scans([item("stop")]))[0]).toMatchObject({
    result: "refused",
    detail: "江口さんのしている間接作業がありません。",
  });
});

test("an end that arrives before its start waits to be looked at, and then ends it at its time", async () => {
  const OTHER = { worker_id: OGAWA };
  const [early] = await scans([queued("stop", 10, OTHER)]);
  expect(early).toMatchObject({ result: "conflict", detail: "小川さんのしている間接作業がありません。" });
  const conflicts = async () => (await genba.get("/scans/station")).body.conflicts;
  const [waiting] = await conflicts();
  expect(waiting).toMatchObject({ act: "indirect_stop", worker: "小川", card_key: null, rests: [] });
  const [late] = await scans([queued("start", 40, { ...OTHER, reason_id: kind("教育") })]);
  expect(late!.result).toBe("done");
  const resolve = (decision: string, by = genba) =>
    by.post("/scans/resolve", { client_id: waiting.client_id, decision });
  expect((await resolve("apply", sato)).status).toBe(404);
  expect((await resolve("apply")).body.detail).toMatch(/^「教育」を終わりました/);
  const [taught] = (await rowsOf(OGAWA)).slice(-1);
  near(taught!.work_start, 40);
  near(taught!.work_end, 10);
  expect(await conflicts()).toEqual([]);

  // Within what was recorded meanwhile there is no room: it can only be put away.
  const [over] = await scans([queued("start", 30, { ...OTHER, reason_id: kind("清掃") })]);
  expect([over!.result, over!.detail]).toEqual(["conflict", expect.stringMatching(/時間が重なります/)]);
  const [{ client_id, card }] = await conflicts();
  expect(card).toBe("清掃");
  expect((await genba.post("/scans/resolve", { client_id, decision: "discard" })).status).toBe(201);
});

test("a start that arrives after the card that followed it has ended with that card's", async () => {
  const FIFTH = 5;
  const started = Date.now();
  const at_work = await working(FIFTH);
  const [late] = await scans([queued("start", 25, { worker_id: FIFTH, reason_id: kind("清掃") })]);
  expect([late!.result, late!.detail]).toEqual(["done", expect.stringMatching(/^「清掃」を始めました/)]);
  const [mopped] = (await rowsOf(FIFTH)).slice(-1);
  expect(Math.abs(+mopped!.work_end! - started)).toBeLessThan(5_000);
  expect(await stateOf(at_work.key)).toBe("working");
});

test("beside cards a scan asks too; a device that was not asked leaves it to be looked at; PIN and tenant hold", async () => {
  await working(UEDA);
  const asking = { worker_id: UEDA, reason_id: kind("朝礼・会議") };
  const [asked] = await scans([item("start", asking)]);
  expect([asked!.result, Object.keys(asked!.errors)]).toEqual(["refused", ["cards"]]);
  expect((await scans([queued("start", 0, asking)]))[0]!.result).toBe("conflict");
  expect((await scans([item("start", { ...asking, cards: "pause" })]))[0]!.result).toBe("done");
  expect((await scans([item("stop", { worker_id: UEDA, resume: "on" })]))[0]!.result).toBe("done");
  expect((await scans([item("stop", { worker_id: UEDA })], sato))[0]).toMatchObject({
    result: "refused",
    detail: "作業者が見つかりません。",
  });
  expect((await tanaka.post("/scans", { items: [item("stop")] })).status).toBe(403);
  expect((await scans([{ act: "indirect_stop" }]))[0]!.result).toBe("refused");
  const { worker_id } = (await yamada.post("/workers", { name: "暗証 守", pin: "4649" })).body;
  const [unproved] = await scans([item("start", { worker_id, reason_id: kind("清掃") })]);
  expect([unproved!.result, Object.keys(unproved!.errors)]).toEqual(["refused", ["pin"]]);
});
