import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let yamada: Person, genba: Person, tanaka: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba, tanaka, sato] = await t.people(
    "admin@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@sato",
  );
});
afterAll(() => t.stop());

const PATH = "/factories/self/shifts";
const read = async () => (await yamada.get(PATH)).body;
const put = async (shifts: object[], version?: number) =>
  yamada.put(PATH, { version: version ?? (await read()).version, shifts });

test("勤務時間 of everybody, a group and one person are kept as they were typed, a night until the next morning", async () => {
  const { workers } = await read();
  const night = { whose: "g夜勤", shift_start: "22:00", shift_end: "5:30", breaks: "1:00〜1:45" };
  const changed = await put([
    { whose: "all", shift_start: "８：００", shift_end: "1700", breaks: "15:00-15:10、12:00-12:50" },
    night,
    { whose: `w${workers[0].worker_id}`, shift_start: "9:00", shift_end: "16:00" },
  ]);
  expect(changed.status).toBe(200);
  expect(changed.body.shifts).toEqual([
    {
      group_name: null,
      worker_id: null,
      shift_start: 480,
      shift_end: 1020,
      breaks: [
        [720, 770],
        [900, 910],
      ],
    },
    { group_name: "夜勤", worker_id: null, shift_start: 1320, shift_end: 1770, breaks: [[1500, 1545]] },
    { group_name: null, worker_id: workers[0].worker_id, shift_start: 540, shift_end: 960, breaks: [] },
  ]);
  expect((await put([night], changed.body.version - 1)).status).toBe(409);
  const { rows } = await (await t.owner()).query(
    "select after ->> 'shifts' as shifts from activity where kind = 'meta' order by key desc limit 1",
  );
  expect(rows[0].shifts).toMatch(/^all 8:00-17:00 12:00-12:50、15:00-15:10、g夜勤 22:00-翌5:30 1:00-1:45、/);
});

test("what can't be is said at its row", async () => {
  const { body, status } = await put([
    { whose: "w999999", shift_start: "8:00", shift_end: "17:00" },
    { whose: "all", shift_start: "8:00", shift_end: "17:00" },
    { whose: "all", shift_start: "8:00", shift_end: "17:00" },
  ]);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(["shifts[0].whose", "shifts[2].whose"]);
  const typed = await put([{ whose: "all", shift_start: "", shift_end: "25:00", breaks: "昼" }]);
  expect(Object.keys(typed.body.errors).sort()).toEqual(["shifts[0].shift_end", "shifts[0].shift_start"]);
  expect((await put([{ whose: "all", shift_start: "8:00", shift_end: "8:00" }])).body.errors).toEqual({
    "shifts[0].shift_end": ["終業は始業と別の時刻を入力してください"],
  });
  expect(
    (await put([{ whose: "all", shift_start: "8:00", shift_end: "17:00", breaks: "昼" }])).body.errors,
  ).toEqual({ "shifts[0].breaks": ["休憩の「昼」を読み取れません（例：12:00-12:50）"] });
});

test("勤務時間 is a factory's own, set by its administrator; nobody's worker is named by another", async () => {
  const [mine] = (await read()).workers;
  expect((await genba.put(PATH, { version: 1, shifts: [] })).status).toBe(403);
  expect((await tanaka.get(PATH)).status).toBe(403);
  const { version } = (await sato.get(PATH)).body;
  const theirs = { whose: `w${mine.worker_id}`, shift_start: "8:00", shift_end: "17:00" };
  expect((await sato.put(PATH, { version, shifts: [theirs] })).body.errors).toEqual({
    "shifts[0].whose": ["対象を選び直してください"],
  });
  expect((await sato.get(PATH)).body.shifts).toEqual([]);
});

test("勤務時間 that changes keeps what held before, and no approved day moves", async () => {
  const owner = await t.owner();
  const day = (from: string, to: string) => [{ whose: "all", shift_start: from, shift_end: to }];
  const change = async (since: string, shifts: object[]) =>
    yamada.put(PATH, { version: (await read()).version, since, shifts });
  expect((await change("2025-01-01", day("8:00", "17:00"))).body.since).toBe("2025-01-01");
  const later = await change("2026-04-01", day("8:30", "17:30"));
  expect(later.body).toMatchObject({
    since: "2026-04-01",
    shifts: [{ shift_start: 510 }],
    before: [{ since: "2025-01-01", until: "2026-04-01", shifts: [{ whose: "全員", shift_start: 480 }] }],
  });
  const { rows } = await owner.query(
    "select after ->> 'shifts' as shifts from activity where kind = 'meta' order by key desc limit 1",
  );
  expect(rows[0].shifts).toBe("all 8:30-17:30（2026/4/1(水)から）");

  await owner.query(`insert into day_review (seller_id, worker_id, day, seq, kind, mark, minutes, indirect_minutes, records, reviewed_by, reviewed_time)
    select 'yamada', worker_id, '2026-05-11', 1, 'approved', 'x', 0, 0, '[]', '山田', now() from worker where company_id = 'yamada' and worker_id = 1`);
  const refused = await change("2026-05-01", day("9:00", "18:00"));
  expect([refused.status, refused.body.errors.since]).toEqual([
    422,
    [expect.stringMatching(/^井上さんの2026\/5\/11\(月\)の作業日報は承認済みです/)],
  ]);
  expect((await read()).since).toBe("2026-04-01");
  expect((await change("2026-05-12", day("9:00", "18:00"))).status).toBe(200);
  // Typed again for the same day: it replaces, and leaves no gap.
  const again = await change("2026-05-12", day("9:30", "18:30"));
  expect(again.body.before[0]).toMatchObject({ since: "2026-04-01", until: "2026-05-12" });
  const none = await change("2026-06-01", []);
  expect([none.body.shifts, none.body.before[0].until]).toEqual([[], "2026-06-01"]);
});
