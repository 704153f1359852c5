import { afterAll, beforeAll, expect, test } from "vitest";
import type { Who } from "~/lib/api/who";
import { type Tx, tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { createCard } from "~/lib/task/card.create.server";
import { someone } from "~/lib/task/testing.server";
import { finishWork } from "~/lib/task/work.finish.server";
import { finishing, pausing, resuming, starting } from "~/lib/task/work.schema";
import { pauseWork, resumeWork, startWork } from "~/lib/task/work.server";
import { addDays, today, weekday } from "~/lib/time/date";

let t: TestApp;
let yamada: Person, genba: Person, sato: Person, tanaka: Person;
/** The last day but today on which people work. */
let day: string;
let kinds: { reason_id: number; label: string; is_break: boolean }[];
const INOUE = 1;
const KATO = 5;

beforeAll(async () => {
  t = await testApp();
  [yamada, genba, sato, tanaka] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@sato",
    "admin@tanaka",
  );
  const { version } = (await yamada.get("/factories/self/shifts")).body;
  const whole = { whose: "all", shift_start: "8:00", shift_end: "17:00", breaks: "12:00-12:50" };
  expect(
    (await yamada.put("/factories/self/shifts", { version, since: "2020-01-01", shifts: [whole] })).status,
  ).toBe(200);
  await (await t.owner()).query("delete from company_holiday where company_id = 'yamada'");
  day = addDays(today(), -1);
  while (weekday(day) % 6 === 0) day = addDays(day, -1);
  kinds = (await read()).kinds;
});
afterAll(() => t.stop());

const read = async (on = day, by = yamada) => (await by.get(`/days/${INOUE}?day=${on}`)).body;
const at = (clock: string) => new Date(`${day}T${clock}:00+09:00`).toISOString();
const kind = (label: string) => kinds.find((one) => one.label === label)!.reason_id;
const late = (from: string, to: string, label: string, by = genba) =>
  by.post("/indirect/late", {
    worker_id: INOUE,
    reason_id: kind(label),
    work_start: at(from),
    work_end: at(to),
  });
const answer = (gap: object, body: object, by = genba) =>
  by.post(`/days/${INOUE}/gap`, { day, ...gap, ...body });
const spans = (gaps: { from: string; to: string }[]) => gaps.map(({ from, to }) => [from, to]);

const as = <T>(clock: string, run: (db: Tx, me: Who) => Promise<T>) => {
  const me = { ...someone("yamada", "seller"), now: at(clock) };
  return tenant(t.db, me, (db) => run(db, me));
};
const CARD = {
  seller_id: "yamada",
  buyer_id: "tanaka",
  name: "試作",
  num_items: "10",
  num_units: "10",
  group_id: 3,
  status: "切断",
};
const made = (clock: string) =>
  as(clock, (db, me) => createCard(db, me, { ...CARD, order_unit: "piece", unit: "piece" }));

/** At a card of its own, as the commands do it then. */
async function workAt(from: string, to: string | null, worker_id = INOUE) {
  const card = await made(from);
  const begin = starting.parse({ version: 1, worker_ids: [worker_id] });
  await as(from, (db, me) => startWork(db, me, card.key, begin));
  const done = finishing.parse({ version: 2, worker_ids: [worker_id] });
  if (to) await as(to, (db, me) => finishWork(db, me, card.key, done));
  const { rows } = await (await t.owner()).query("select key::int from work where card_key = $1", [card.key]);
  return { key: rows[0].key as number, card };
}

test("work forgotten overnight is asked about at the next scan, and ends when they say, not then", async () => {
  const owner = await t.owner();
  const scanned = async (card: { id: string }, more: object) => {
    const item = { client_id: crypto.randomUUID(), card: card.id, worker_id: KATO, ...more };
    return (await genba.post("/scans", { items: [item] })).body.items[0];
  };
  const lasted = async (work_key: number) =>
    (
      await owner.query(
        `select coalesce(extract(epoch from w.work_end), extract(epoch from now())) - extract(epoch from w.work_start) -
          coalesce((select sum(extract(epoch from coalesce(pause_end, now()) - pause_start)) from pause where work_key = w.key), 0) as n
         from work w where w.key = $1`,
        [work_key],
      )
    ).rows[0].n / 60;
  const { key, card: own } = await workAt("15:00", null, KATO);
  const asked = await scanned(own, { act: "finish" });
  expect(asked).toMatchObject({ result: "refused", errors: { left_end: ["17:00 で終わりにしますか。"] } });
  expect(asked.detail).toContain("15:00から）が終わっていません。17:00 で終わりにしますか。");
  // What was kept on the device waits for the answer, and isn't lost.
  expect(await scanned(own, { act: "finish", queued: true })).toMatchObject({ result: "conflict" });
  const begun = await genba.post("/indirect", { worker_id: KATO, reason_id: kind("清掃"), cards: "pause" });
  expect(begun).toMatchObject({ status: 422, body: { errors: { left_day: [day] } } });
  const other = await made("08:00");
  expect(await scanned(other, { act: "start" })).toMatchObject({ result: "refused" });
  expect(await scanned(own, { act: "finish", left: "end" })).toMatchObject({ result: "done" });
  expect(Math.round(await lasted(key))).toBe(120);
  expect(await scanned(other, { act: "start" })).toMatchObject({ result: "done" });
  const again = await workAt("16:30", null, KATO);
  expect(await scanned(again.card, { act: "pause", left: "end" })).toMatchObject({ result: "done" });
  expect(Math.round(await lasted(again.key))).toBe(30);
  const night = await workAt("16:00", null, KATO);
  expect(await scanned(night.card, { act: "pause", left: "goes_on", reason: "夜勤" })).toMatchObject({
    result: "done",
  });
  expect(await lasted(night.key)).toBeGreaterThan(120);
});

test("the evening asks only about what nobody recorded within the shift; each answer closes its gap", async () => {
  await workAt("08:00", "11:30");
  await workAt("13:20", "16:00");
  const before = await read();
  expect(spans(before.gaps)).toEqual([
    [at("11:30"), at("12:00")],
    [at("12:50"), at("13:20")],
    [at("16:00"), at("17:00")],
  ]);
  expect(before).toMatchObject({
    work_minutes: 370,
    break_minutes: 50,
    asked_minutes: 120,
    total_minutes: 540,
  });
  const [first, second, third] = before.gaps;
  const one = await answer(first, { answer: "indirect", reason_id: kind("清掃") });
  expect(one.body.gaps).toHaveLength(2);
  const again = await answer(first, { answer: "indirect", reason_id: kind("清掃") });
  expect(again).toMatchObject({ status: 409 });
  expect((await answer(second, { answer: "indirect", reason_id: kind("休憩") })).body).toMatchObject({
    break_minutes: 80,
  });
  const [{ id }] = before.cards;
  const card = await answer(third, { answer: "card", card: id });
  expect(card.body).toMatchObject({
    gaps: [],
    left: [],
    work_minutes: 430,
    indirect_minutes: 30,
    break_minutes: 80,
    asked_minutes: 0,
    total_minutes: 540,
  });
  expect((await (await t.owner()).query("select * from check_invariants()")).rows).toEqual([]);
});

test("an answer is in the history, and a record that was wrong is corrected or taken back with a reason", async () => {
  const { records } = await read();
  const mopped = records.find((row: { label: string }) => row.label === "清掃");
  expect(mopped).toMatchObject({ kind: "indirect", is_late: true, from: at("11:30"), to: at("12:00") });
  const path = `/indirect/${mopped.key}`;
  const asked = { version: mopped.version, work_end: at("11:45"), reason: "" };
  expect((await genba.post(`${path}/correct`, asked)).body.errors.reason).toHaveLength(1);
  const shorter = await genba.post(`${path}/correct`, { ...asked, reason: "早く終わった" });
  expect(shorter.body).toMatchObject({ version: 2, work_end: at("11:45") });
  expect((await genba.post(`${path}/correct`, { ...asked, reason: "二度目" })).status).toBe(409);
  expect(spans((await read()).gaps)).toEqual([[at("11:45"), at("12:00")]]);
  expect((await genba.post(`${path}/void`, { version: 2, reason: "会議だった" })).body.void_reason).toBe(
    "会議だった",
  );
  expect(spans((await read()).gaps)).toEqual([[at("11:30"), at("12:00")]]);
  const all = (await yamada.get("/bi/history?size=100")).body.items;
  const log = all.filter((row: { subject: string }) => row.subject === "indirect");
  expect(log.map((row: { kind: string; reason: string | null }) => [row.kind, row.reason])).toEqual([
    ["voided", "会議だった"],
    ["corrected", "早く終わった"],
    ["added", null],
    ["added", null],
  ]);
  expect(log[0]).toMatchObject({ target: "井上 清掃", href: `/s/day?worker=${INOUE}&day=${day}` });
});

test("前の作業を延ばす and 次の作業を早める close a gap with what stands beside it", async () => {
  const [gap] = (await read()).gaps;
  expect(gap.before).toMatch(/（切断）$/);
  const longer = await answer(gap, { answer: "before" });
  expect(longer.body).toMatchObject({ gaps: [], work_minutes: 460 });
  const { rows } = await (await t.owner()).query(
    "select count(*)::int as n from activity where kind = 'corrected' and subject = 'card'",
  );
  expect(rows[0].n).toBeGreaterThan(0);
});

test("what overlaps, lies ahead or ends before it begins is refused in words", async () => {
  expect((await late("12:55", "13:05", "清掃")).body.detail).toMatch(
    /^井上さんの「休憩」（12:50〜13:20）と時間が重なります。$/,
  );
  expect((await late("10:00", "09:00", "清掃")).body.errors.work_end).toHaveLength(1);
  const ahead = {
    worker_id: INOUE,
    reason_id: kind("清掃"),
    work_start: at("18:00"),
    work_end: "2099-01-01T00:00:00Z",
  };
  expect((await genba.post("/indirect/late", ahead)).body.errors.work_end).toHaveLength(1);
});

test("work left open overnight is asked about: until the shift's end, another time, or it goes on", async () => {
  const { key } = await workAt("16:30", null);
  const asked = await read();
  expect(asked.left).toEqual([
    expect.objectContaining({ kind: "card", key, from: at("16:30"), offered: at("17:00") }),
  ]);
  const say = (body: object) => genba.post(`/days/${INOUE}/open`, { day, kind: "card", key, ...body });
  expect((await say({ answer: "goes_on" })).body.left).toEqual([]);
  await (await t.owner()).query("update work set goes_on_until = null where key = $1", [key]);
  expect((await say({ answer: "end", at: "23:59" })).status).toBeLessThan(500);
  await (await t.owner()).query("delete from pause where work_key = $1", [key]);
  expect((await say({ answer: "end" })).body.left).toEqual([]);
  expect((await say({ answer: "end" })).status).toBe(409);
  const { rows } = await (await t.owner()).query(
    "select pause_start, reason from pause where work_key = $1",
    [key],
  );
  expect(rows.map((row) => [row.pause_start.toISOString(), row.reason])).toEqual([[at("17:00"), "終業"]]);
});

test("a gap that a 中断 left in one work offers neither to lengthen it nor to begin it earlier", async () => {
  const EGUCHI = 3;
  const card = await made("08:00");
  const begin = starting.parse({ version: 1, worker_ids: [EGUCHI] });
  await as("08:00", (db, me) => startWork(db, me, card.key, begin));
  const stop = pausing.parse({ version: 2, worker_ids: [EGUCHI], reason: "待ち" });
  await as("09:00", (db, me) => pauseWork(db, me, card.key, stop));
  const again = resuming.parse({ version: 3, worker_ids: [EGUCHI] });
  await as("10:00", (db, me) => resumeWork(db, me, card.key, again));
  const done = finishing.parse({ version: 4, worker_ids: [EGUCHI] });
  await as("11:00", (db, me) => finishWork(db, me, card.key, done));
  const { gaps } = (await genba.get(`/days/${EGUCHI}?day=${day}`)).body;
  expect(gaps.slice(0, 2)).toMatchObject([
    { from: at("09:00"), to: at("10:00"), before: null, after: null },
    { from: at("11:00"), to: at("12:00"), before: `${card.id} 試作（切断）`, after: null },
  ]);
});

test("休み asks nothing, half a day asks for its half; the second to say so is told", async () => {
  const empty = addDays(day, -1);
  const on = weekday(empty) % 6 === 0 ? addDays(empty, weekday(empty) === 0 ? -2 : -1) : empty;
  expect((await read(on)).gaps).toHaveLength(2);
  const tell = (body: object) => genba.post(`/days/${INOUE}/told`, { day: on, ...body });
  expect((await tell({ version: 0, is_absent: "on" })).body).toMatchObject({ gaps: [], span: null });
  expect((await tell({ version: 0, is_absent: "on" })).status).toBe(409);
  const half = await tell({ version: 1, shift_start: "12:50", shift_end: "17:00" });
  expect(half.body).toMatchObject({ total_minutes: 250, told: { version: 2, is_absent: false } });
  expect((await tell({ version: 2, shift_start: "8:00" })).body.errors.shift_end).toHaveLength(1);
});

test("days far off are a year typed wrong: nothing is told of them, and no 間接作業 entered", async () => {
  const tell = (on: string) => genba.post(`/days/${INOUE}/told`, { day: on, version: 0, is_absent: "on" });
  for (const on of ["1970-01-01", "1990-05-01", addDays(day, 120), "2099-12-31"])
    expect([on, (await tell(on)).status]).toEqual([on, 409]);
  expect((await tell(addDays(day, 21))).status).toBe(201);
  const early = { work_start: "1990-05-01T09:00", work_end: "1990-05-01T10:00" };
  const sent = await genba.post("/indirect/late", { worker_id: INOUE, reason_id: kind("清掃"), ...early });
  expect([sent.status, sent.body.errors]).toEqual([422, { work_start: ["5年より前の日時は入力できません"] }]);
});

test("待ち is told with what was waited for: one of 中断理由, or words", async () => {
  const on = addDays(day, -7);
  const { gaps, whys } = await read(on);
  expect(whys.length).toBeGreaterThan(0);
  const body = { day: on, ...gaps[0], answer: "indirect", reason_id: kind("待ち") };
  const asked = await answer({}, body);
  expect([asked.status, asked.body.errors.why]).toEqual([422, ["待ちの理由を入力してください"]]);
  expect((await answer({}, { ...body, why: whys[0] })).body.records).toContainEqual(
    expect.objectContaining({ label: `待ち（${whys[0]}）`, is_late: true }),
  );
  const { rows } = await (await t.owner()).query(
    "select label, note from indirect_work order by key desc limit 1",
  );
  expect(rows).toEqual([{ label: "待ち", note: whys[0] }]);
});

test("one day has one 実働, without the break worked over, unless 休憩なし is said", async () => {
  const stat = async () =>
    (await yamada.get(`/bi/stat?period=custom&from=${day}&to=${day}&worker_id=${KATO}`)).body.total.minutes;
  const before = await stat();
  await workAt("11:30", "13:00", KATO);
  expect(await stat()).toBe(before + 40);
  const { body: mine } = await genba.get(`/days/${KATO}?day=${day}`);
  const { body: report } = await yamada.get(`/bi/worktime/days/${KATO}:${day}`);
  expect(mine.over_breaks).toBe(50);
  const said = { version: mine.told.version, day };
  const told = await genba.post(`/days/${KATO}/told`, { ...said, is_without_breaks: "on" });
  expect(told).toMatchObject({ status: 201, body: { over_breaks: 0, work_minutes: mine.work_minutes + 50 } });
  expect(await stat()).toBe(before + 90);
  await genba.post(`/days/${KATO}/told`, { day, version: told.body.told.version });
  expect(await stat()).toBe(before + 40);
  expect([mine.work_minutes, mine.indirect_minutes, mine.over_breaks]).toEqual([
    report.day.minutes,
    report.day.indirect_minutes,
    report.day.over_breaks,
  ]);
});

test("a night's work begun after midnight is its day's, and is offered its end", async () => {
  const UEDA = 2;
  const { version } = (await yamada.get("/factories/self/shifts")).body;
  const night = { whose: `w${UEDA}`, shift_start: "22:00", shift_end: "5:30", breaks: "1:00-1:45" };
  const put = await yamada.put("/factories/self/shifts", { version, since: "2020-01-01", shifts: [night] });
  expect(put.status).toBe(200);
  const on = addDays(day, -3);
  const night_at = (clock: string) => new Date(`${addDays(on, 1)}T${clock}:00+09:00`).toISOString();
  const owner = await t.owner();
  await owner.query(
    `insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, origin)
      values ('yamada', $1, $2, '清掃', false, $3, 'PC')`,
    [UEDA, kind("清掃"), night_at("03:00")],
  );
  const of = async (one: string) => (await yamada.get(`/days/${UEDA}?day=${one}`)).body;
  const told = { day: on, version: 0, shift_start: "22:00", shift_end: "5:30" };
  expect((await yamada.post(`/days/${UEDA}/told`, told)).status).toBe(201);
  expect((await of(addDays(on, 1))).left).toEqual([]);
  const [left] = (await of(on)).left;
  expect(left).toMatchObject({ label: "清掃", from: night_at("03:00"), offered: night_at("05:30") });
  const early = { day: on, kind: "indirect", key: left.key, answer: "end", at: "4:15" };
  const ended = await yamada.post(`/days/${UEDA}/open`, early);
  expect(ended.body.records).toContainEqual(expect.objectContaining({ to: night_at("04:15") }));
});

test("another company's day is not there, a buyer has none, and a PIN is asked where there is one", async () => {
  expect((await sato.get(`/days/${INOUE}`)).status).toBe(404);
  expect((await tanaka.get(`/days/${INOUE}`)).status).toBe(403);
  const reason_id = (await sato.get("/days/6")).body.kinds[0].reason_id;
  const theirs = { worker_id: INOUE, reason_id, work_start: at("06:00"), work_end: at("06:30") };
  expect((await sato.post("/indirect/late", theirs)).status).toBe(404);
  expect((await genba.post("/indirect/late", { ...theirs, reason_id })).body.errors.reason_id).toHaveLength(
    1,
  );
  await (await t.owner()).query("update worker set pin_hash = 'x' where worker_id = $1", [INOUE]);
  expect((await late("06:00", "06:30", "清掃")).body.errors.pin).toHaveLength(1);
  expect((await late("06:00", "06:30", "清掃", yamada)).status).toBe(201);
});

test("差戻し reaches the worker with its reason, among the days that ask, until it is approved", async () => {
  const OGAWA = 4;
  await genba.post("/indirect/late", {
    worker_id: OGAWA,
    reason_id: kind("清掃"),
    work_start: at("08:00"),
    work_end: at("08:30"),
  });
  const review = async (act: string, reason?: string) => {
    const { tick } = (await yamada.get(`/bi/worktime/days/${OGAWA}:${day}`)).body.day;
    const { body } = await yamada.post("/bi/worktime/review", { days: [tick], act, reason });
    expect(body.items[0].detail).toBe(null);
  };
  const seen = async (query = `?day=${day}`) => (await genba.get(`/days/${OGAWA}${query}`)).body;
  expect((await seen()).returned).toBe(null);
  const numOf = async () =>
    (await seen(`?day=${today()}`)).others.find((one: any) => one.day === day)?.num ?? 0;
  const before = await numOf();
  await review("return", "清掃は9時までのはずです");
  expect((await seen()).returned).toMatchObject({ reason: "清掃は9時までのはずです" });
  expect(await numOf()).toBe(before + 1);
  await review("approve");
  expect((await seen()).returned).toBe(null);
});

test("a 終業 that is the 始業 is no shift of a whole day", async () => {
  const told = { day, version: 0, shift_start: "8:00", shift_end: "8:00" };
  expect((await genba.post("/days/4/told", told)).body.errors).toEqual({
    shift_end: ["終業は始業と別の時刻を入力してください"],
  });
});

test("the first page of BI names the days of the last week that have gaps, until they are accounted for", async () => {
  const worker_id = 2;
  let before = addDays(day, -1);
  while (weekday(before) % 6 === 0) before = addDays(before, -1);
  const told = async (work_start: string, work_end: string) => {
    const body = { worker_id, reason_id: kind("清掃"), work_start, work_end };
    expect((await genba.post("/indirect/late", body)).status).toBe(201);
  };
  const gaps = async (by = yamada) => (await by.get("/bi/start")).body.gaps;
  const mine = async () =>
    (await gaps()).days.find((one: any) => one.worker_id === worker_id && one.day === before);
  const asked = async () =>
    (await yamada.get(`/days/${worker_id}?day=${before}`)).body.gaps as { from: string; to: string }[];
  const { n } = await gaps();
  await told(`${before}T15:00:00+09:00`, `${before}T16:00:00+09:00`);
  const open = await asked();
  expect(open).not.toEqual([]);
  const minutes = open.reduce((sum, { from, to }) => sum + (Date.parse(to) - Date.parse(from)) / 60_000, 0);
  const found = { worker_id, worker: expect.any(String), day: before, minutes, n: open.length };
  expect(await mine()).toEqual(found);
  expect((await gaps()).n).toBe(n + 1);
  expect(await gaps(sato)).toEqual({ n: 0, days: [] });
  expect(await gaps(tanaka)).toEqual({ n: 0, days: [] });
  for (const { from, to } of open) await told(from, to);
  expect(await mine()).toBeUndefined();
});
