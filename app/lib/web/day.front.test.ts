import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, formatDate, today, weekday } from "~/lib/time/date";
import { type Site, startSite } from "./server.testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;
let genba: Browser;
let boss: Browser;
let admin: Person;
let day: string;
beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  genba = await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD);
  boss = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  admin = await t.as("admin@yamada.example");
  await (await t.owner()).query("delete from company_holiday where company_id = 'yamada'");
  day = addDays(today(), -1);
  while (weekday(day) % 6 === 0) day = addDays(day, -1);
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

const hiddenField = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

test("勤務時間 is set in メタ情報, and what can't be read stays as it was typed", async () => {
  const page = await boss.get("/setting/meta/shift");
  expect(page.text).toContain("まだ決めていないので");
  const form = {
    version: hiddenField(page.text, "version"),
    since: "2020/01/01",
    "shifts[0].whose": "all",
    "shifts[0].shift_start": "8:00",
    "shifts[0].shift_end": "17:00",
    "shifts[0].breaks": "昼",
  };
  const wrong = await boss.post("/setting/meta/shift", form);
  expect([wrong.status, wrong.text.includes('value="昼"')]).toEqual([422, true]);
  const saved = await boss.post("/setting/meta/shift", { ...form, "shifts[0].breaks": "12:00-12:50" });
  expect(saved.to).toBe("/setting/meta/shift");
  expect((await boss.get("/setting/meta/shift")).text).toContain('value="12:00-12:50"');
  expect((await genba.get("/setting/meta/shift")).status).toBe(403);
});

test("the evening page asks for the gaps of a day, and each tap answers one, without a script", async () => {
  const path = `/s/day?worker=1&day=${day}`;
  const page = await genba.get(path);
  expect(page.text).toContain("8:00〜12:00（4時間）は何をしていましたか".replace("8:00", "08:00"));
  const { kinds, gaps } = (await admin.get(`/days/1?day=${day}`)).body;
  for (const gap of gaps) {
    const form = { what: "gap", worker_id: "1", day, answer: "indirect", idempotency_key: gap.from };
    const { from, to } = gap;
    const done = await genba.post("/s/day", { ...form, from, to, reason_id: String(kinds[0].reason_id) });
    expect(done.to).toBe(path);
  }
  expect((await genba.get(path)).text).toContain("すべて記入済みです");
  const [{ key }] = (await admin.get(`/days/1?day=${day}`)).body.records;
  const mend = await genba.get(`/s/day/${key}`);
  expect(mend.text).toContain("間接作業を直す");
  const told = await genba.post(`/s/day/${key}`, {
    version: hiddenField(mend.text, "version"),
    reason_id: String(kinds[1].reason_id),
    work_start: `${day}T08:00`,
    work_end: `${day}T12:00`,
    reason: "会議だった",
  });
  expect(told.to).toBe(path);
  expect((await genba.get(path)).text).toContain(kinds[1].label);
});

test("a day out of all reach is today's, and answers to it are asked for anew", async () => {
  for (const far of ["9999-12-31", "0001-01-01", "2026-02-30"]) {
    const page = await genba.get(`/s/day?worker=1&day=${far}`);
    expect([far, page.status]).toEqual([far, 200]);
    const answer = { what: "told", worker_id: "1", day: far, version: "0", idempotency_key: far };
    expect((await genba.post("/s/day", answer)).to).toBe("/s/day");
  }
});

test("nobody chosen is asked who it is; a number that is nobody's is not there", async () => {
  expect((await genba.get("/s/day?worker=0")).text).toContain("だれの日報ですか");
  expect((await genba.get("/s/day?worker=999999")).status).toBe(404);
});

test("間接作業 begins and ends on the scan page; cards at work are asked about", async () => {
  await genba.get("/s/?worker=2");
  const { kinds } = (await admin.get("/days/2")).body;
  const begin = (more: object = {}) =>
    genba.post("/s/", {
      act: "indirect_start",
      worker_id: "2",
      client_id: crypto.randomUUID(),
      reason_id: String(kinds[0].reason_id),
      ...more,
    });
  const card = {
    buyer_id: "tanaka",
    name: "試作",
    num_items: "1",
    order_unit: "piece",
    unit: "piece",
    group_id: 3,
  };
  const { key } = (await admin.post("/cards", card)).body;
  await admin.post(`/cards/${key}/start`, { version: 1, worker_ids: [2] });
  const asked = await begin();
  expect(asked.to).toBe(`/s/?indirect=${kinds[0].reason_id}`);
  expect((await genba.get(`${asked.to}&worker=2`)).text).toContain("カードを中断して始める");
  expect((await begin({ cards: "pause" })).to).toBe("/s/");
  const page = await genba.get("/s/?worker=2&indirect=0");
  expect(page.text).toContain(`上田さんは「${kinds[0].label}」をしています`);
  expect(page.text).toContain("終わってカードを再開する（1枚）");
  const form = { act: "indirect_stop", worker_id: "2", client_id: "x", resume: "on" };
  const { rows } = await (await t.owner()).query(
    "select key::text, version::text from indirect_work where worker_id = 2 and work_end is null",
  );
  expect((await genba.post("/s/", { ...form, ...rows[0] })).to).toBe("/s/");
  expect((await admin.get(`/cards/${key}/work`)).body.state).toBe("working");
});

test("間接作業 without a worker says to choose one first", async () => {
  expect((await genba.get("/s/?worker=")).text).not.toContain("先に、作業者を選んでください。");
  expect((await genba.get("/s/?indirect=0")).text).toContain("先に、作業者を選んでください。");
});

test("間接作業 that already runs, or that another tablet has ended, is told on the scan page", async () => {
  await genba.get("/s/?worker=3");
  const { kinds } = (await admin.get("/days/3")).body;
  const press = (more: object) =>
    genba.post("/s/", { worker_id: "3", client_id: crypto.randomUUID(), ...more });
  const next = ({ cookies, to }: Awaited<ReturnType<Browser["post"]>>) =>
    site.browser([genba.cookie, ...cookies].join("; ")).get(to!);
  const begin = () => press({ act: "indirect_start", reason_id: String(kinds[0].reason_id) });
  expect((await begin()).to).toBe("/s/");
  const twice = await begin();
  expect([twice.status, twice.to]).toEqual([303, "/s/?indirect=0"]);
  expect((await next(twice)).text).toContain(`すでに「${kinds[0].label}」をしています`);
  const { rows } = await (await t.owner()).query(
    "select key::text, version::text from indirect_work where worker_id = 3 and work_end is null",
  );
  const end = () => press({ act: "indirect_stop", ...rows[0] });
  expect((await end()).to).toBe("/s/");
  const late = await end();
  expect([late.status, late.to]).toEqual([303, "/s/?indirect=0"]);
  expect((await next(late)).text).toContain("他の人が更新しました");
});

test("待ち asks what for, keeps what was answered, and one tap more records it", async () => {
  const on = addDays(day, -7);
  const { kinds, gaps, whys } = (await admin.get(`/days/1?day=${on}`)).body;
  const wait = kinds.find((one: { label: string }) => one.label === "待ち").reason_id;
  const form = {
    what: "gap",
    worker_id: "1",
    day: on,
    answer: "indirect",
    reason_id: String(wait),
    ...gaps[0],
  };
  const { before: _, after: __, ...first } = form;
  const asked = await genba.post("/s/day", { ...first, idempotency_key: "wait" });
  expect([asked.status, asked.text.includes(`name="why" value="${whys[0]}"`)]).toEqual([409, true]);
  expect(asked.text).toContain(`name="reason_id" value="${wait}"`);
  const told = await genba.post("/s/day", { ...first, idempotency_key: "wait2", why: whys[0] });
  expect(told.to).toBe(`/s/day?worker=1&day=${on}`);
  expect((await genba.get(told.to!)).text).toContain(`待ち（${whys[0]}）`);
});

test("a refused answer is drawn for the worker and day it was of, whoever the tablet knows", async () => {
  const on = addDays(day, -14);
  const { worker_name, told } = (await admin.get(`/days/2?day=${on}`)).body;
  await genba.get("/s/?worker=3");
  const form = { what: "told", worker_id: "2", day: on, shift_start: "09:15", shift_end: "18:45" };
  const stale = await genba.post("/s/day", { ...form, version: String(told.version + 7) });
  expect(stale.status).toBe(409);
  expect(stale.text).toContain(`${worker_name}さんの日報`);
  expect(stale.text).toContain(formatDate(on));
  expect([hiddenField(stale.text, "worker_id"), hiddenField(stale.text, "day")]).toEqual(["2", on]);
  expect(stale.text).toContain('role="alert"');
  for (const typed of ["09:15", "18:45"]) expect(stale.text).toContain(`value="${typed}"`);
  const card = { what: "gap", worker_id: "2", day: on, answer: "card", card: "存在しない-9" };
  const { gaps } = (await admin.get(`/days/2?day=${on}`)).body;
  const wrong = await genba.post("/s/day", { ...card, from: gaps[0].from, to: gaps[0].to });
  expect(wrong.status).toBe(409);
  expect(wrong.text).toContain(`${worker_name}さんの日報`);
  expect(wrong.text).toContain('value="存在しない-9"');
  expect((await admin.get(`/days/2?day=${on}`)).body.told.version).toBe(told.version);
});

test("a PIN that the day asks for leads back to the day", async () => {
  const { worker_id } = (await admin.post("/workers", { name: "暗証 守", pin: "4649" })).body;
  const page = await genba.get(`/s/day?worker=${worker_id}&day=${day}`);
  const link = `/s/?worker=${worker_id}&day=${day}`;
  expect(page.text).toContain(`href="${link.replace("&", "&amp;")}"`);
  expect((await genba.get(link)).text).toContain(`name="day" value="${day}"`);
  const form = { act: "pin", worker_id: String(worker_id), day };
  expect((await genba.post("/s/", { ...form, pin: "0000" })).to).toBe(link);
  expect((await genba.post("/s/", { ...form, pin: "4649" })).to).toBe(
    `/s/day?worker=${worker_id}&day=${day}`,
  );
  expect((await genba.post("/s/", { ...form, day: "//evil", pin: "4649" })).to).toBe("/s/");
});

test("勤務時間 that changed shows what held before, and a period too long says so on its page", async () => {
  const page = await boss.get("/setting/meta/shift");
  const form = {
    version: hiddenField(page.text, "version"),
    since: "2026/01/05",
    "shifts[0].whose": "all",
    "shifts[0].shift_start": "9:00",
    "shifts[0].shift_end": "18:00",
  };
  expect((await boss.post("/setting/meta/shift", form)).to).toBe("/setting/meta/shift");
  const now = (await boss.get("/setting/meta/shift")).text;
  expect(now).toContain("これまでの勤務時間");
  expect(now).toContain("全員　8:00〜17:00　休憩 12:00-12:50");
  const long = await boss.get("/bi/worktime?from=2025-01-01&to=2026-01-01");
  expect([long.status, long.text.includes("日報と一覧は92日までです")]).toEqual([200, true]);
});

test("an answer for somebody whom the factory does not know is no fault of the server", async () => {
  const form = { what: "told", worker_id: "0", day, version: "1", is_absent: "on" };
  expect((await genba.post("/s/day", form)).status).toBe(404);
  const odd = await genba.post("/s/day", {
    ...form,
    worker_id: "1",
    version: "あ",
    idempotency_key: "１２３",
  });
  expect([odd.status, odd.text.includes("今日の日報")]).toEqual([409, true]);
});
