import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { decideAlerts, type Facts, findMatters } from "./alert";
import { lookForAlerts } from "./alert.server";
import { type TestApp, testApp } from "./testing.server";

const FINE: Facts = {
  host: "a",
  broken: { day: "2026-11-28", num: 0 },
  free: 5e9,
  failed_backup: null,
  stuck: null,
};
const matters = (facts: Partial<Facts>) => findMatters({ ...FINE, ...facts }).map(({ matter }) => matter);

test("what is told: broken promises, little room, a failed backup, mail that waits half an hour", () => {
  expect(matters({})).toEqual([]);
  expect(matters({ broken: { day: "2026-11-28", num: 2 } })).toEqual(["invariants"]);
  expect(matters({ free: 1024 * 1024 * 1024 - 1 })).toEqual(["disk:a"]);
  expect(matters({ failed_backup: "2026/11/28 02:00" })).toEqual(["backup"]);
  expect([matters({ stuck: { num: 3, minutes: 29 } }), matters({ stuck: { num: 3, minutes: 30 } })]).toEqual([
    [],
    ["mail"],
  ]);
  expect(matters({ free: null, broken: null })).toEqual([]);
});

test("what comes and goes within a quarter of an hour is told once; another machine's disk is not ours to end", () => {
  const disk = { matter: "disk:a", text: "x" };
  const known = { ...disk, began_time: "2026-11-28T00:00:00Z", seen_time: "2026-11-28T00:10:00Z" };
  const at = (minute: number) => `2026-11-28T00:${minute}:00Z`;
  expect(decideAlerts([], [disk], "a", at(10))).toMatchObject({ begun: [disk], over: [] });
  expect(decideAlerts([known], [disk], "a", at(15))).toEqual({ begun: [], still: ["disk:a"], over: [] });
  expect(decideAlerts([known], [], "a", at(20)).over).toEqual([]);
  expect(decideAlerts([known], [], "a", at(25)).over).toEqual([known]);
  expect(decideAlerts([known], [], "b", at(59)).over).toEqual([]);
});

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.stop());
beforeEach(async () => {
  await operator(t.db, (tx) => tx.execute(sql`delete from operator_alert`));
  await t.db.execute(sql`delete from pool.outbox`);
});

const place = () => ({ db: t.db, to: ["ops@example.com"], product: "KOBA", origin: "https://koba.example" });
const mails = async () =>
  (
    await t.db.execute<{ recipient: string; subject: string }>(
      sql`select recipient, subject from pool.outbox order by key`,
    )
  ).rows;
const look = (free: number | null, now: string) => lookForAlerts(place(), free, now, true);

test("little room is told once, however often and by however many it is seen, and its end once", async () => {
  const from = Date.parse("2026-11-28T00:00:00Z");
  const at = (minutes: number) => new Date(from + minutes * 60_000).toISOString();
  await Promise.all([look(5e8, at(0)), look(5e8, at(0)), look(5e8, at(0))]);
  for (const minutes of [5, 10, 15]) await look(4e8, at(minutes));
  const low = { recipient: "ops@example.com", subject: "【KOBA】保存する場所の空きが少なくなりました" };
  expect(await mails()).toEqual([low]);
  await look(5e9, at(20));
  expect(await mails()).toEqual([low]);
  for (const minutes of [30, 35, 40]) await look(5e9, at(minutes));
  expect(await mails()).toEqual([
    low,
    { ...low, subject: "【KOBA】解消：保存する場所の空きが少なくなりました" },
  ]);
  await look(5e8, at(60));
  expect(await mails()).toHaveLength(3);
});

test("mail that no server takes and promises that are broken are seen in the database", async () => {
  const now = new Date().toISOString();
  await t.db.execute(sql`insert into pool.outbox (recipient, subject, body, tries, created_time, next_time)
    values ('x@x.example', 's', 'b', 4, now() - interval '2 hours', now() + interval '1 hour')`);
  await operator(t.db, (tx) =>
    tx.execute(
      sql`insert into promise_check (day, began_time, ended_time, num_broken) values ('2026-11-27', now(), now(), 2)`,
    ),
  );
  await look(null, now);
  const subjects = (await mails()).map(({ subject }) => subject);
  expect(subjects).toEqual([
    "s",
    "【KOBA】データの整合性が崩れています",
    "【KOBA】メールが送れずにたまっています",
  ]);
  const told = await operator(t.db, (tx) =>
    tx.execute(sql`select matter from operator_alert order by matter`),
  );
  expect(told.rows).toEqual([{ matter: "invariants" }, { matter: "mail" }]);
});

test("where nobody is to be written to it is known all the same", async () => {
  await lookForAlerts({ ...place(), to: [] }, 1, new Date().toISOString(), true);
  expect(await mails()).toEqual([]);
  const told = await operator(t.db, (tx) =>
    tx.execute(sql`select matter from operator_alert where matter like 'disk%'`),
  );
  expect(told.rows).toEqual([{ matter: `disk:${hostname()}` }]);
});
