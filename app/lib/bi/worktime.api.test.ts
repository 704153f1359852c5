import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Who } from "~/lib/api/who";
import { type Tx, tenant } from "~/lib/db/connection.server";
import fc, { runs } from "~/lib/dice.testing";
import { startIndirect } from "~/lib/indirect/indirect.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { createCard } from "~/lib/task/card.create.server";
import { beginIndirect } from "~/lib/task/indirect.server";
import { settleOvernight } from "~/lib/task/overnight.server";
import { someone } from "~/lib/task/testing.server";
import { undoCard } from "~/lib/task/undo.server";
import { correctWork } from "~/lib/task/work.correct.server";
import { finishWork } from "~/lib/task/work.finish.server";
import { correcting, finishing, pausing, resuming, starting } from "~/lib/task/work.schema";
import { pauseWork, resumeWork, startWork } from "~/lib/task/work.server";
import { addDays } from "~/lib/time/date";
import { cardCostOf } from "./cost.server";
import { daysWithGaps } from "./worktime.gaps.server";
import type { DayRow, SumRow, WorktimeRow } from "./worktime.schema";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, genba: Person, sato: Person, tanaka: Person;
let workers: number[];
let pause_id: number, indirect_id: number;
const FIRST = Date.parse("2024-02-27T12:00:00Z");
const RANGE = "period=custom&from=2024-02-01&to=2024-06-30";

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, genba, sato, tanaka] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@sato",
    "admin@tanaka",
  );
  const ids = async (query: string) => (await owner.query(query)).rows.map(({ id }) => Number(id));
  workers = await ids("select worker_id as id from worker where company_id = 'yamada' order by 1 limit 4");
  const reason = (kind: string) =>
    ids(
      `select min(reason_id) as id from reason where company_id = 'yamada' and kind = '${kind}' and not is_break`,
    );
  [pause_id] = (await reason("pause")) as [number];
  [indirect_id] = (await reason("indirect")) as [number];
  await owner.query("delete from shift");
  await owner.query("update process set runs_unmanned = true");
});
afterAll(() => t.stop());

let clock = FIRST;
const who = (): Who => ({ ...someone("yamada", "seller"), now: new Date(clock).toISOString() });
const as = <T>(run: (db: Tx, me: Who) => Promise<T>) => tenant(t.db, who(), (db) => run(db, who()));
const goTo = (text: string) => {
  clock = Date.parse(`${text}+09:00`);
};

async function newCard(): Promise<number> {
  const made = await as((db, me) =>
    createCard(db, me, {
      seller_id: "yamada",
      buyer_id: "tanaka",
      name: "試験の品",
      product_id: null,
      num_items: "40",
      order_unit: "piece",
      unit: "piece",
      num_units: "40",
      unit_price: "100",
      price: 4000,
      group_id: 3,
      status: "切断",
      delivery_date: null,
    }),
  );
  return made.key;
}
const versionOf = async (key: number) =>
  Number((await owner.query("select version from card where key = $1", [key])).rows[0].version);

type Turn = { act: string; card: number; worker: number; m: number; after: number };
const turn: fc.Arbitrary<Turn> = fc.record({
  act: fc.constantFrom(
    "start",
    "start",
    "pause",
    "resume",
    "finish",
    "finish",
    "undo",
    "correct",
    "indirect",
    "indirect",
    "told",
    "shift",
  ),
  card: fc.nat(2),
  worker: fc.nat(3),
  m: fc.nat(9),
  after: fc.constantFrom(1, 7, 45, 137, 300, 900, 2000),
});

async function act(cards: number[], { act: name, card, worker, m }: Turn): Promise<void> {
  const key = cards[card]!;
  const version = await versionOf(key);
  // One is at it whom nobody named.
  const worker_ids = worker === 3 ? [] : [workers[worker]!];
  const reason = "試験";
  await as<unknown>(async (db, me) => {
    if (name === "start")
      return startWork(
        db,
        me,
        key,
        starting.parse({ version, worker_ids, is_unmanned: m % 3 === 0, override: true, reason }),
      );
    if (name === "pause")
      return pauseWork(db, me, key, pausing.parse({ version, worker_ids: [], reason_id: pause_id }));
    if (name === "resume") return resumeWork(db, me, key, { version, worker_ids: [] });
    if (name === "finish")
      return finishWork(
        db,
        me,
        key,
        finishing.parse({
          version,
          worker_ids: m % 2 ? worker_ids : [],
          num_good: "0",
          num_partial: "1",
          next: "stay",
        }),
      );
    if (name === "undo") return undoCard(db, me, key, { version });
    if (name === "indirect") {
      const [from, to] = [clock - (m + 1) * 700_000, clock].map((one) => new Date(one).toISOString());
      return owner
        .query(
          `insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, work_end, origin)
            values ('yamada', $1, $2, '清掃', $3, $4, $5, 'PC')`,
          [workers[worker % 3], indirect_id, m % 4 === 0, from, to],
        )
        .catch((error: { code?: string }) => {
          if (error.code !== "23P01") throw error;
        });
    }
    // 休憩なし, half a day, 休み; another 勤務時間 from that day on.
    if (name === "told")
      return owner.query(
        `insert into worker_day (seller_id, worker_id, day, is_without_breaks, is_absent, shift_start, shift_end)
          values ('yamada', $1, ($2::timestamptz at time zone 'Asia/Tokyo')::date, $3, $4, $5, $6)
          on conflict (worker_id, day) do update set is_without_breaks = excluded.is_without_breaks, is_absent = excluded.is_absent`,
        [
          workers[worker % 3],
          new Date(clock),
          m % 3 === 0,
          m === 1,
          ...(m % 3 === 2 ? [480, 750] : [null, null]),
        ],
      );
    if (name === "shift")
      return owner.query("update shift set breaks = $2 where worker_id = $1 and until is null", [
        workers[1],
        JSON.stringify([[1320 + m, 1320 + m * 6]].filter(() => m > 0)),
      ]);
    const { rows } = await owner.query(
      "select * from work where card_key = $1 and work_start is not null order by key desc limit 1",
      [key],
    );
    if (rows.length === 0) return;
    const { key: work_key, work_end, work_start } = rows[0];
    const given =
      m === 9
        ? { is_unmanned: !rows[0].is_unmanned }
        : m % 3 === 0
          ? { worker_id: workers[m % 3] }
          : m % 3 === 1
            ? { work_start: new Date(+work_start - m * 400_000).toISOString() }
            : { work_end: new Date(Math.max(+work_start, +(work_end ?? clock) - m * 600_000)).toISOString() };
    return correctWork(
      db,
      me,
      key,
      correcting.parse({ version, work_key: Number(work_key), reason, ...given }),
    );
  }).catch((error: { status?: number; name?: string }) => {
    if (!error.status && error.name !== "ZodError") throw error;
  });
}

/** 日報 and 一覧 show three months at most. */
const months = (range: string, from: string, to: string): string[] =>
  from > to
    ? []
    : [
        range.replace("RANGE", `from=${from}&to=${[addDays(from, 91), to].sort()[0]}`),
        ...months(range, addDays(from, 92), to),
      ];

async function all<T>(path: string, person = yamada): Promise<T[]> {
  const [, from = "", to = ""] = /from=(\S{10})&to=(\S{10})/.exec(path) ?? [];
  const parts = months(path.replace(/from=\S{10}&to=\S{10}/, "RANGE"), from, to);
  return (await Promise.all(parts.map((one) => allOf<T>(one, person)))).flat();
}
async function allOf<T>(path: string, person: Person): Promise<T[]> {
  const items: T[] = [];
  let after: string | null = null;
  do {
    const answer = await person.get(`${path}&size=37${after ? `&after=${encodeURIComponent(after)}` : ""}`);
    expect([path, answer.status, answer.body.detail]).toEqual([path, 200, undefined]);
    items.push(...answer.body.items);
    after = answer.body.next;
  } while (after);
  return items;
}
const sum = (rows: { minutes: number | null }[]) =>
  rows.reduce((one, { minutes }) => one + (minutes ?? 0), 0);
const isWork = ({ kind }: { kind: string }) => kind !== "indirect" && kind !== "break" && kind !== "machine";
const machineSum = (rows: { machine_minutes: number | null }[]) =>
  rows.reduce((one, { machine_minutes }) => one + (machine_minutes ?? 0), 0);
const statMinutes = async (query: string) =>
  (await yamada.get(`/bi/stat?${query}`)).body.total.minutes as number;

async function workedOn(day: string, from: string, to: string | null, worker = workers[2]!) {
  const key = await newCard();
  goTo(`${day}T${from}:00`);
  await as((db, me) =>
    startWork(
      db,
      me,
      key,
      starting.parse({ version: 1, worker_ids: [worker], override: true, reason: "試験" }),
    ),
  );
  if (to) {
    goTo(`${day}T${to}:00`);
    await as(async (db, me) =>
      finishWork(
        db,
        me,
        key,
        finishing.parse({ version: await versionOf(key), num_good: "0", num_partial: "1", next: "stay" }),
      ),
    );
  }
  const { rows } = await owner.query(
    "select key::int from work where card_key = $1 order by key desc limit 1",
    [key],
  );
  return { card: key, work: rows[0].key as number };
}
const dayAt = async (day: string, worker = workers[2]) =>
  (await yamada.get(`/bi/worktime/days/${worker}:${day}`)).body;
const review = (days: string[], how: string, more = {}, person = yamada) =>
  person.post("/bi/worktime/review", { days, act: how, ...more });

test("a day is approved as it was seen, and a correction afterwards says so on the day", async () => {
  const { card, work } = await workedOn("2025-03-03", "09:00", "11:00");
  const { day } = await dayAt("2025-03-03");
  expect(day).toMatchObject({ minutes: 120, review: null, num_left: 0 });
  expect((await review([day.tick], "approve", {}, genba)).status).toBe(403);
  const done = await review([day.tick], "approve");
  expect(done.body.items).toMatchObject([{ detail: null }]);
  expect((await review([day.tick], "approve")).body.items[0].detail).toMatch(/他の人が先に/);
  const approved = (await dayAt("2025-03-03")).day;
  expect(approved).toMatchObject({
    tick: done.body.items[0].tick,
    is_changed: false,
    review: { kind: "approved" },
  });
  expect((await review([approved.tick], "approve")).body.items[0].detail).toBe("すでに承認しています。");

  goTo("2025-03-04T09:00:00");
  await as(async (db, me) =>
    correctWork(
      db,
      me,
      card,
      correcting.parse({
        version: await versionOf(card),
        work_key: work,
        work_end: "2025-03-03T01:30:00Z",
        reason: "終了の押し忘れ",
      }),
    ),
  );
  const after = await dayAt("2025-03-03");
  expect(after.day).toMatchObject({
    minutes: 90,
    is_changed: true,
    review: { kind: "approved", minutes: 120 },
  });
  expect(after.changes).toEqual([expect.stringMatching(/終了 11:00 → 10:30、2時間 → 1時間30分/)]);
  expect((await review([approved.tick], "approve")).body.items[0].detail).toMatch(/記録が変わりました/);
  const row = (await all<WorktimeRow>("/bi/worktime/rows?period=custom&from=2025-03-03&to=2025-03-03"))[0];
  expect(row).toMatchObject({ review: "approved", is_changed: true });

  expect((await review([after.day.tick], "approve")).body.items[0].detail).toBe(null);
  expect((await dayAt("2025-03-03")).day).toMatchObject({ is_changed: false, review: { minutes: 90 } });
});

test("間接作業 of an approved day is entered, put right and taken back with a reason, and the day says so", async () => {
  const DAY = "2025-06-12";
  await workedOn(DAY, "09:00", "11:00");
  const late = (from: string, to: string, more = {}) =>
    genba.post("/indirect/late", {
      worker_id: workers[2],
      reason_id: indirect_id,
      work_start: `${DAY}T${from}`,
      work_end: `${DAY}T${to}`,
      ...more,
    });
  const mopped = (await late("11:00", "11:30")).body;
  const approve = async () => {
    const { tick } = (await dayAt(DAY)).day;
    expect((await review([tick], "approve")).body.items[0].detail).toBe(null);
  };
  await approve();
  const refused = await late("13:00", "13:30");
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["reason"]]);
  expect(refused.body.detail).toMatch(/2025\/6\/12\(木\)の作業日報は承認済みです/);
  expect((await dayAt(DAY)).day.is_changed).toBe(false);

  const { day: asked } = (await genba.get(`/days/${workers[2]}?day=${DAY}`)).body;
  expect(asked).toBe(DAY);
  expect((await late("13:00", "13:30", { reason: "朝礼の記入漏れ" })).status).toBe(201);
  const added = await dayAt(DAY);
  expect(added.day).toMatchObject({
    is_changed: true,
    indirect_minutes: 60,
    review: { indirect_minutes: 30 },
  });
  expect(added.reasons).toMatchObject([{ reason: "間接作業を後から記入：朝礼の記入漏れ" }]);
  await approve();

  const correct = (body: object) => genba.post(`/indirect/${mopped.key}/correct`, { version: 1, ...body });
  expect((await correct({ work_end: `${DAY}T11:15` })).body.errors.reason).toHaveLength(1);
  expect((await correct({ work_end: `${DAY}T11:15`, reason: "早く終わった" })).status).toBe(201);
  await approve();
  const gone = await genba.post(`/indirect/${mopped.key}/void`, { version: 2, reason: "二重" });
  expect(gone.status).toBe(201);
  const after = await dayAt(DAY);
  expect(after.changes).toEqual([expect.stringMatching(/がなくなりました$/)]);
  expect(after.reasons).toMatchObject([{ reason: "間接作業の取消：二重" }]);
});

test("answers to the gaps of an approved day ask why, and live 間接作業 begun on it is told on the day", async () => {
  const DAY = "2025-06-13";
  const { card, work } = await workedOn(DAY, "09:00", "10:00");
  await workedOn(DAY, "11:00", "12:00");
  const approve = async () => {
    const { tick } = (await dayAt(DAY)).day;
    expect((await review([tick], "approve")).body.items[0].detail).toBe(null);
  };
  await approve();
  const page = (await genba.get(`/days/${workers[2]}?day=${DAY}`)).body;
  expect([page.is_approved, page.gaps.length]).toEqual([true, 1]);
  const answer = (body: object) =>
    genba.post(`/days/${workers[2]}/gap`, { day: DAY, ...page.gaps[0], ...body });
  for (const body of [{ answer: "indirect", reason_id: indirect_id }, { answer: "before" }])
    expect((await answer(body)).body.errors.reason).toHaveLength(1);
  const told = { day: DAY, version: 0, is_absent: "on" };
  expect((await genba.post(`/days/${workers[2]}/told`, told)).body.errors.reason).toHaveLength(1);
  expect((await dayAt(DAY)).day.is_changed).toBe(false);
  expect((await answer({ answer: "before", reason: "片付け" })).status).toBe(201);
  expect((await dayAt(DAY)).reasons).toMatchObject([
    { reason: "日報で後から記入：片付け（前の作業を延ばす）" },
  ]);

  await approve();
  clock = Date.now();
  await as(async (db, me) => {
    const body = { version: await versionOf(card), work_key: work, is_void: "on", reason: "別の人の作業" };
    return correctWork(db, me, card, correcting.parse(body));
  });
  const away = await dayAt(DAY);
  expect(away.reasons).toMatchObject([{ reason: "別の人の作業" }]);
  goTo(`${DAY}T15:00:00`);
  await approve();
  await as((db, me) => startIndirect(db, me, { worker_id: workers[2]!, reason_id: indirect_id }));
  const begun = await dayAt(DAY);
  expect(begun.day.is_changed).toBe(true);
  expect(begun.changes).toEqual([expect.stringMatching(/（15:00〜―）が増えました$/)]);
  await owner.query("update indirect_work set work_end = work_start where work_end is null");
});

test("a finish of an approved day is not undone without a reason", async () => {
  const { card } = await workedOn("2025-03-07", "09:00", "11:00");
  const { day } = await dayAt("2025-03-07");
  expect((await review([day.tick], "approve")).body.items[0].detail).toBe(null);
  const undo = async () => yamada.post(`/cards/${card}/undo`, { version: await versionOf(card) });
  const refused = await undo();
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringMatching(/作業日報は承認済み/)]);
  const { tick } = (await dayAt("2025-03-07")).day;
  expect((await review([tick], "withdraw")).body.items[0].detail).toBe(null);
  expect((await undo()).status).toBe(201);
});

test("sent back with a reason, taken back, and found by 未承認のみ until it is approved", async () => {
  await workedOn("2025-03-05", "09:00", "10:00");
  const find = async () =>
    (await all<DayRow>("/bi/worktime/days?period=custom&from=2025-03-05&to=2025-03-05&unapproved=on")).length;
  const { day } = await dayAt("2025-03-05");
  const refused = await review([day.tick], "return");
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["reason"]]);
  const back = (await review([day.tick], "return", { reason: "昼の記録がありません" })).body.items[0];
  expect([back.detail, await find()]).toEqual([null, 1]);
  const told = await dayAt("2025-03-05");
  expect(told.day.review).toMatchObject({ kind: "returned", reason: "昼の記録がありません" });
  const taken = (await review([told.day.tick], "withdraw")).body.items[0];
  expect(taken.detail).toBe(null);
  expect((await review([taken.tick], "withdraw")).body.items[0].detail).toMatch(/承認も差戻しも/);
  expect((await review([taken.tick], "approve")).body.items[0].detail).toBe(null);
  expect(await find()).toBe(0);
  expect((await dayAt("2025-03-05")).history.map(({ kind }: { kind: string }) => kind)).toEqual([
    "approved",
    "withdrawn",
    "returned",
  ]);
});

test("日報 and 一覧 show 92 days, and a longer period is refused in words", async () => {
  for (const path of ["/bi/worktime/days", "/bi/worktime/rows"]) {
    const read = (to: string) => yamada.get(`${path}?period=custom&from=2024-01-01&to=${to}`);
    expect((await read("2024-04-01")).status).toBe(200);
    const long = await read("2024-04-02");
    expect([long.status, long.body.detail]).toEqual([
      422,
      "日報と一覧は92日までです（93日が指定されました）。期間を絞るか、集計を使ってください。",
    ]);
  }
});

test("a day with open work waits, and another company's worker is not found", async () => {
  await workedOn("2025-03-06", "09:00", null);
  const { day } = await dayAt("2025-03-06");
  expect(day).toMatchObject({ num_left: 1, minutes: 0 });
  expect((await review([day.tick], "approve")).body.items[0].detail).toMatch(/未終了/);
  expect((await sato.get(`/bi/worktime/days/${workers[2]}:2025-03-06`)).status).toBe(404);
  expect((await review([day.tick], "approve", {}, sato)).status).toBe(404);
  expect((await owner.query("select from day_review where seller_id = 'sato'")).rowCount).toBe(0);
});

test("集計 comes to the rows it is made of, by whatever it is divided", async () => {
  const range = `period=custom&from=2025-03-01&to=2025-04-30`;
  await owner.query(
    `insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, work_end, origin)
      values ('yamada', $1, $2, '会議', false, '2025-04-01T13:00+09', '2025-04-01T13:30+09', 'PC')`,
    [workers[2], indirect_id],
  );
  const rows = await all<WorktimeRow>(`/bi/worktime/rows?${range}`);
  const indirect = sum(rows.filter(({ kind }) => kind === "indirect"));
  const whole = sum(rows.filter(isWork)) + indirect;
  expect(indirect).toBe(30);
  for (const by of ["worker", "process", "product"]) {
    const { items, sums } = (await yamada.get(`/bi/worktime/sums?${range}&by=${by}`)).body;
    expect([by, sums.total, sums["2025-03"] + sums["2025-04"]]).toEqual([by, whole, whole]);
    expect(items.at(-1)).toMatchObject({ label: "間接", months: { "2025-04": 30 } });
  }
  const sums = (more: string) => yamada.get(`/bi/worktime/sums?${range}&by=product${more}`);
  const { body: at_once } = await sums("");
  const seen: SumRow[] = [];
  let after = "";
  do {
    const { body } = await sums(`&size=1${after}`);
    expect([body.total, body.sums, body.previous !== null]).toEqual([
      at_once.items.length,
      at_once.sums,
      after !== "",
    ]);
    seen.push(...body.items);
    after = body.next && `&after=${encodeURIComponent(body.next)}`;
  } while (after);
  expect(at_once.items.length).toBeGreaterThan(1);
  expect(seen).toEqual(at_once.items);
  const second = await sums(`&size=1&after=${encodeURIComponent(seen[0]!.row_key)}`);
  const back = await sums(`&size=1&before=${encodeURIComponent(second.body.previous)}`);
  expect(back.body).toMatchObject({ items: at_once.items.slice(0, 1), previous: null });
  expect((await sums("&after=gone")).status).toBe(422);
  const by = (await yamada.get(`/bi/worktime/sums?${range}&by=indirect`)).body;
  expect(by.items).toMatchObject([{ label: "会議", total: 30 }]);
  const years = await yamada.get("/bi/worktime/sums?period=custom&from=2020-01-01&to=2025-12-31");
  expect([years.status, years.body.detail]).toEqual([422, "集計は24か月までです。期間を絞ってください。"]);
});

test("what was left open is ended at a time for each, all of them or none", async () => {
  await owner.query("update work set is_void = true, work_end = work_start where work_end is null");
  const one = await workedOn("2025-05-07", "09:00", null);
  const two = await workedOn("2025-05-07", "13:00", null);
  const { items } = (await yamada.get("/bi/worktime/open")).body;
  expect(items.map(({ key }: { key: number }) => key)).toEqual([one.work, two.work]);
  expect(items[0]).toMatchObject({ day: "2025-05-07", work_end: "2025-05-07T08:00:00.000Z" });
  const rows = items.map(({ kind, key, version, work_end }: Record<string, unknown>) => ({
    kind,
    key,
    version,
    work_end,
    is_taken: "on",
  }));
  const close = (given: object[], person = yamada) =>
    person.post("/bi/worktime/close", { rows: given, reason: "終了の押し忘れ" });
  const early = await close([rows[0], { ...rows[1], work_end: "2025-05-07T12:00" }]);
  expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ["rows[1].work_end"]]);
  expect((await yamada.get("/bi/worktime/open")).body.items.length).toBe(2);
  expect((await close(rows, sato)).status).toBe(404);
  expect((await close(rows)).body).toEqual({ num: 2 });
  expect((await dayAt("2025-05-07")).day).toMatchObject({ num_left: 0, minutes: 480, num_parallel: 2 });
  expect((await close(rows)).body.errors).toMatchObject({
    "rows[0].work_end": [expect.stringMatching(/すでに終了/)],
  });
});

test("間接作業 left open is 未終了, offered the end of the shift, and ended together with the work", async () => {
  await owner.query(
    "update indirect_work set work_end = work_start where work_end is null; update work set is_void = true, work_end = work_start where work_end is null",
  );
  await owner.query(
    `insert into shift (company_id, worker_id, shift_start, shift_end) values ('yamada', $1, 480, 990)
      on conflict do nothing`,
    [workers[3]],
  );
  const one = await workedOn("2025-05-08", "09:00", null, workers[3]);
  const { rows: made } = await owner.query(
    `insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, origin)
      values ('yamada', $1, $2, '清掃', false, '2025-05-08T15:00+09', 'PC') returning key::int`,
    [workers[3], indirect_id],
  );
  const day = (await dayAt("2025-05-08", workers[3])).day;
  expect(day).toMatchObject({ num_left: 2 });
  expect(day.records[1]).toMatchObject({ label: "清掃", state: "left", spans: [[900, 990]] });
  expect((await review([day.tick], "approve")).body.items[0].detail).toMatch(/未終了/);
  const { items } = (await yamada.get("/bi/worktime/open")).body;
  const end = "2025-05-08T07:30:00.000Z";
  expect(items).toMatchObject([
    { kind: "card", key: one.work, work_end: end },
    { kind: "indirect", key: made[0].key, card_key: null, label: "清掃", work_end: end },
  ]);
  const rows = items.map(({ kind, key, version, work_end }: Record<string, unknown>) => ({
    kind,
    key,
    version,
    work_end,
    is_taken: "on",
  }));
  const close = (given: object[], person = yamada) =>
    person.post("/bi/worktime/close", { rows: given, reason: "終了の押し忘れ" });
  const early = await close([rows[0], { ...rows[1], work_end: "2025-05-08T14:00" }]);
  expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ["rows[1].work_end"]]);
  expect((await close([{ ...rows[1], version: 7 }])).body.errors).toHaveProperty("rows[0].work_end");
  expect((await close([rows[1]], sato)).status).toBe(404);
  expect((await close([rows[1]], genba)).status).toBe(403);
  expect((await close(rows)).body).toEqual({ num: 2 });
  expect((await dayAt("2025-05-08", workers[3])).day).toMatchObject({ num_left: 0, minutes: 450 });
  const { rows: log } = await owner.query(
    "select kind, reason from activity where subject = 'indirect' and subject_key = $1",
    [made[0].key],
  );
  expect(log).toEqual([{ kind: "corrected", reason: "終了の押し忘れ" }]);
});

test("間接作業 before 9:00, under work that was left open, is no minute of 集計 either", async () => {
  const one = await workedOn("2025-05-09", "06:00", null, workers[3]);
  await owner.query(
    `insert into indirect_work (seller_id, worker_id, reason_id, label, is_break, work_start, work_end, origin)
      values ('yamada', $1, $2, '清掃', false, '2025-05-09T07:00+09', '2025-05-09T07:30+09', 'PC')`,
    [workers[3], indirect_id],
  );
  const range = `period=custom&from=2025-05-09&to=2025-05-09&worker_id=${workers[3]}`;
  const { records } = (await dayAt("2025-05-09", workers[3])).day;
  expect(records).toMatchObject([{ state: "left" }, { kind: "indirect", minutes: 0 }]);
  expect((await yamada.get(`/bi/worktime/sums?${range}&by=indirect`)).body.items).toEqual([]);
  await owner.query("update work set is_void = true, work_end = work_start where key = $1", [one.work]);
  expect((await yamada.get(`/bi/worktime/sums?${range}&by=indirect`)).body.items).toMatchObject([
    { label: "清掃", total: 30 },
  ]);
});

test("a machine that runs on by itself is 機械時間 and nobody's 実働, and its night is no question", async () => {
  const { rows: come } = await owner.query(
    "insert into worker (company_id, name) values ('yamada', '新田') returning worker_id::int as id",
  );
  const [ueda, mori] = [come[0].id as number, workers[1]!];
  const key = await newCard();
  const start = (more: object) =>
    as(async (db, me) =>
      startWork(db, me, key, starting.parse({ version: await versionOf(key), worker_ids: [ueda], ...more })),
    );
  const say = (promise: Promise<unknown>) =>
    promise.catch((error: { status?: number; errors?: object; detail?: string }) => error);
  const worksOfCard = async () =>
    (
      await owner.query(
        "select worker_id::int, is_unmanned, work_end, is_void from work where card_key = $1 order by key",
        [key],
      )
    ).rows;
  goTo("2024-01-16T09:00:00");
  await start({});
  goTo("2024-01-16T09:20:00");
  expect(await say(start({ worker_ids: [ueda, mori], is_unmanned: true }))).toMatchObject({
    status: 422,
    errors: { worker_ids: ["無人運転の担当は1人だけ選んでください"] },
  });
  await start({ is_unmanned: true });
  expect(await worksOfCard()).toMatchObject([
    { is_unmanned: false, work_end: new Date(clock) },
    { is_unmanned: true, work_end: null },
  ]);
  expect(await say(start({ worker_ids: [mori], is_unmanned: true }))).toMatchObject({
    status: 409,
    detail: "このカードは、すでに無人運転中です。",
  });
  // Taken back, whoever set it up is at it again, since then.
  await as(async (db, me) => undoCard(db, me, key, { version: await versionOf(key) }));
  expect(await worksOfCard()).toMatchObject([
    { is_unmanned: false, work_end: null },
    { is_unmanned: true, is_void: true },
  ]);
  goTo("2024-01-16T09:30:00");
  await start({ is_unmanned: true });
  // A break meanwhile asks nothing of the machine, and the next morning nobody asks about its night.
  goTo("2024-01-16T10:00:00");
  await as((db, me) =>
    beginIndirect(db, me, { worker_id: ueda, reason_id: indirect_id, note: undefined, cards: undefined }),
  );
  // The machine stops, and somebody presses 再開: what its person does elsewhere goes on.
  goTo("2024-01-16T10:10:00");
  await as(async (db, me) =>
    pauseWork(db, me, key, pausing.parse({ version: await versionOf(key), reason: "刃物" })),
  );
  await as(async (db, me) => resumeWork(db, me, key, resuming.parse({ version: await versionOf(key) })));
  expect(
    (await owner.query("select from indirect_work where worker_id = $1 and work_end is null", [ueda])).rows,
  ).toHaveLength(1);
  goTo("2024-01-17T08:00:00");
  await owner.query("update indirect_work set work_end = $2 where worker_id = $1 and work_end is null", [
    ueda,
    "2024-01-16T10:30:00+09:00",
  ]);
  expect(await as((db, me) => settleOvernight(db, me, { worker_id: ueda, card_key: key }))).toBe(false);
  await as(async (db, me) =>
    finishWork(
      db,
      me,
      key,
      finishing.parse({ version: await versionOf(key), num_good: "0", num_partial: "40", next: "stay" }),
    ),
  );
  const days = [(await dayAt("2024-01-16", ueda)).day, (await dayAt("2024-01-17", ueda)).day];
  expect(days).toMatchObject([
    // Of what they did while it ran nobody knows but the break.
    {
      minutes: 30,
      machine_minutes: 870,
      indirect_minutes: 30,
      gaps: [[570, 600]],
      num_left: 0,
      num_parallel: 0,
    },
    { minutes: 0, machine_minutes: 480 },
  ]);
  const total = async () =>
    (await yamada.get("/bi/stat?period=custom&from=2024-01-16&to=2024-01-17")).body.total;
  expect(await total()).toMatchObject({ minutes: 30, machine_minutes: 1350 });
  for (const more of ["", "&unapproved=on"]) {
    const sums = async (by: string) =>
      (
        await yamada.get(
          `/bi/worktime/sums?period=custom&from=2024-01-16&to=2024-01-17&worker_id=${ueda}&by=${by}${more}`,
        )
      ).body.items;
    expect(await sums("worker")).toMatchObject([
      { label: "作業", total: 30 },
      { label: "間接", total: 30 },
    ]);
    expect(await sums("machine")).toMatchObject([{ months: { "2024-01": 1350 }, total: 1350 }]);
  }
  const cost = await as((db, me) => cardCostOf(db, me, key));
  expect(cost).toMatchObject({ minutes: 30, machine_minutes: 1350 });
  // It was not by itself after all.
  const { rows } = await owner.query("select max(key)::int as key from work where card_key = $1", [key]);
  await as(async (db, me) =>
    correctWork(
      db,
      me,
      key,
      correcting.parse({
        version: await versionOf(key),
        work_key: rows[0].key,
        is_unmanned: "off",
        reason: "有人",
      }),
    ),
  );
  expect(await total()).toMatchObject({ minutes: 30 + 1350, machine_minutes: null });
  expect((await owner.query("select * from check_bi('2024-01-01')")).rows).toEqual([]);
});

/** Of who worked all days by one 勤務時間: minutes counted one by one, without those of its breaks. */
async function checkBreaks() {
  const query = async (text: string) => (await owner.query(text, [workers[0]])).rows;
  const works =
    await query(`select w.work_start, w.work_end, coalesce((select json_agg(json_build_array(pause_start, pause_end)) from pause
      where work_key = w.key and pause_end is not null), '[]') as pauses
    from work w where w.worker_id = $1 and not w.is_void and not w.is_unmanned and w.work_start >= '2024-02-20' and w.work_end - w.work_start <= interval '7 days'`);
  const told = new Map(
    (await query("select *, day::text as day from worker_day where worker_id = $1")).map((row) => [
      row.day,
      row,
    ]),
  );
  const inBreak = (second: number) => {
    const tokyo = new Date(second * 1000 + 32_400_000).toISOString();
    const minute = ((second + 32_400) % 86_400) / 60;
    const said = told.get(tokyo.slice(0, 10));
    if (said?.is_absent || said?.is_without_breaks) return false;
    const isThere = minute >= (said?.shift_start ?? 0) && minute < (said?.shift_end ?? 1440);
    return isThere && ((minute >= 600 && minute < 610) || (minute >= 720 && minute < 770));
  };
  const seconds = new Map<string, Set<number>>();
  for (const { work_start, work_end, pauses } of works)
    for (let second = Math.ceil(+work_start / 1000); second < +work_end / 1000; second++) {
      const isPaused = pauses.some(
        ([from, to]: string[]) => second * 1000 >= Date.parse(from!) && second * 1000 < Date.parse(to!),
      );
      if (isPaused || inBreak(second)) continue;
      const day = new Date(second * 1000 + 32_400_000).toISOString().slice(0, 10);
      seconds.set(day, (seconds.get(day) ?? new Set()).add(second));
    }
  for (const [day, found] of seconds) {
    const counted = await statMinutes(`period=custom&from=${day}&to=${day}&worker_id=${workers[0]}`);
    expect([day, Math.abs(counted - found.size / 60) < 1.01]).toEqual([day, true]);
  }
}

test("over whatever happened, 日報 come to the 実働 of 加工実績, by worker and by day", {
  timeout: 180_000 + runs(10) * 2_000,
}, async () => {
  await owner.query(
    `insert into shift (company_id, worker_id, shift_start, shift_end, breaks, since, until) values
      ('yamada', $1, 1320, 1770, '[[1500, 1545]]', '1900-01-01', '2024-03-02'), ('yamada', $1, 480, 1020, '[]', '2024-03-02', '2024-03-09'),
      ('yamada', $1, 1260, 1740, '[]', '2024-03-09', null)`,
    [workers[1]],
  );
  await owner.query(
    `insert into shift (company_id, worker_id, shift_start, shift_end, breaks) values ('yamada', $1, 420, 1020, '[[600, 610], [720, 770]]')`,
    [workers[0]],
  );
  // However often it is thrown, what the tests above need is behind them.
  clock = FIRST;
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 4, maxLength: 18 }), fc.nat(3), async (turns, which) => {
      clock = Math.max(clock, FIRST + which * 86_400_000) + 3_600_000;
      const cards = [await newCard(), await newCard(), await newCard()];
      for (const one of turns) {
        clock += one.after * 61_003;
        await act(cards, one);
      }
    }),
    { numRuns: runs(10) },
  );
  const range = `period=custom&from=2024-02-01&to=${addDays(new Date(clock).toISOString().slice(0, 10), 5)}`;
  expect((await owner.query("select * from check_bi('2024-02-01')")).rows).toEqual([]);
  await checkBreaks();
  const rows = (await all<WorktimeRow>(`/bi/worktime/rows?${range}`)).filter(isWork);
  expect(sum(rows)).toBeGreaterThan(0);
  expect(sum(rows)).toBe(await statMinutes(range));
  const days = await all<DayRow>(`/bi/worktime/days?${range}`);
  expect(sum(days)).toBe(sum(rows));
  const ran = (await all<WorktimeRow>(`/bi/worktime/rows?${range}`)).filter(({ kind }) => kind === "machine");
  expect(machineSum(ran)).toBe((await yamada.get(`/bi/stat?${range}`)).body.total.machine_minutes ?? 0);
  expect(machineSum(days)).toBe(machineSum(ran));
  for (const day of days) {
    expect(sum(day.records.filter(isWork))).toBe(day.minutes);
    expect(sum(day.records.filter(({ kind }) => kind === "indirect"))).toBe(day.indirect_minutes);
  }
  for (const worker_id of [0, ...workers.slice(0, 3)]) {
    const own = rows.filter((row) => row.worker_id === worker_id);
    expect([worker_id, sum(own)]).toEqual([worker_id, await statMinutes(`${range}&worker_id=${worker_id}`)]);
  }
  // Whose day turns at midnight agrees day by day.
  for (const day of ["2024-02-28", "2024-02-29", "2024-03-01"]) {
    const one = `period=custom&from=${day}&to=${day}&worker_id=${workers[0]}`;
    expect([day, sum(await all<DayRow>(`/bi/worktime/days?${one}`))]).toEqual([day, await statMinutes(one)]);
  }
  // Every third day of each person is approved: what remains is theirs to the minute, on both sides of a night.
  await owner.query(
    `insert into day_review (seller_id, worker_id, day, seq, kind, mark, minutes, indirect_minutes, records, reviewed_by, reviewed_time)
      select 'yamada', w.id, d.day, 1, case (w.id + d.n) % 3 when 0 then 'approved' else 'withdrawn' end, '', 0, 0, '[]', 'admin@yamada.example', now()
      from unnest($1::int[]) w (id), generate_series('2024-02-01'::timestamp, '2024-04-30', '1 day') with ordinality as d (day, n)
      on conflict do nothing`,
    [workers.slice(0, 3)],
  );
  for (const asked of [
    range,
    "period=custom&from=2024-02-29&to=2024-03-01",
    `${range}&unapproved=on`,
    "period=custom&from=2024-02-29&to=2024-03-01&unapproved=on",
    `${range}&worker_id=${workers[1]}`,
  ]) {
    const listed_rows = await all<WorktimeRow>(`/bi/worktime/rows?${asked}`);
    for (const by of ["worker", "process", "product", "machine"]) {
      const { items } = (await yamada.get(`/bi/worktime/sums?${asked}&by=${by}&size=1000`)).body;
      const all_rows = listed_rows.filter((row) => isWork(row) === (by !== "machine"));
      const minutesOf = by === "machine" ? machineSum : sum;
      const made = (items as SumRow[]).filter(({ label }) => label !== "間接");
      for (const month of ["2024-02", "2024-03"])
        for (const worker_id of [0, ...workers.slice(0, 3)]) {
          const own = all_rows.filter((row) => row.worker_id === worker_id && row.day.startsWith(month));
          const told = made.filter((row) => row.worker_id === worker_id);
          const found = told.reduce((all_minutes, row) => all_minutes + (row.months[month] ?? 0), 0);
          expect([asked, by, month, worker_id, found]).toEqual([asked, by, month, worker_id, minutesOf(own)]);
        }
    }
  }
  await owner.query(
    "delete from day_review where seller_id = 'yamada' and day >= '2024-02-01' and day < '2024-05-01'",
  );
  const beside = (await yamada.get(`/bi/worktime/sums?${range}&by=indirect`)).body.items as SumRow[];
  const months_rows = (await all<WorktimeRow>(`/bi/worktime/rows?${range}`)).filter((row) => !isWork(row));
  expect(sum(months_rows)).toBeGreaterThan(0);
  for (const worker_id of workers.slice(0, 3))
    for (const month of ["2024-02", "2024-03"]) {
      const own = months_rows.filter((row) => row.worker_id === worker_id && row.day.startsWith(month));
      const told = beside.filter((row) => row.worker_id === worker_id);
      const kept = told.reduce((all_minutes, row) => all_minutes + (row.months[month] ?? 0), 0);
      expect([month, worker_id, kept]).toEqual([month, worker_id, sum(own)]);
    }
  const listed = days.filter(({ worker_id, gaps }) => worker_id > 0 && gaps.length > 0);
  expect(listed.length).toBeGreaterThan(0);
  const whole = { from: "2024-02-01", to: addDays(new Date(clock).toISOString().slice(0, 10), 5) };
  const named = await as((db, me) => daysWithGaps(db, { ...me, now: new Date().toISOString() }, whole));
  const oneOf = ({ worker_id, day, n, minutes }: (typeof named)[number]) =>
    `${day} ${worker_id} ${n} ${minutes}`;
  expect(named.map(oneOf).sort()).toEqual(
    listed.map((one) => oneOf({ ...one, n: one.gaps.length, minutes: one.gap_minutes })).sort(),
  );
  await owner.query("select rebuild_bi()");
  expect((await yamada.get(`/bi/worktime/sums?${range}&by=indirect`)).body.items).toEqual(beside);
  const ids = rows.map(({ row_key, day }) => `${row_key} ${day}`);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await all<WorktimeRow>(`/bi/worktime/rows?${RANGE}`, sato)).length).toBe(0);
  expect((await tanaka.get(`/bi/worktime/days?${RANGE}`)).status).toBe(403);
});
