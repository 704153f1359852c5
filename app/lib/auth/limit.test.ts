import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "~/lib/db/connection.server";
import { type TestDatabase, testDatabase } from "~/lib/db/testing.server";
import { createPoolUser } from "~/lib/pool/admin.server";
import { rememberNetwork } from "~/lib/pool/network.server";
import { type Limits, limits, network, TooManyRequests } from "./limit.server";
import { resetMessage, sendCodeMessage } from "./reset";
import { signInMessage } from "./signin";

let database: TestDatabase;
let limit: Limits;
beforeEach(async () => {
  database = await testDatabase();
  limit = limits(database.db);
});
afterEach(() => database.drop());

const caught = (call: Promise<unknown>) => call.catch((error: unknown) => error);
const names = (count: number) => Array.from({ length: count }, (_, turn) => `person${turn}@yamada.example`);

test("a user name may fail thirty times in a quarter of an hour, from wherever, however it is written", async () => {
  for (let turn = 0; turn < 30; turn++)
    await limit.signIn(`192.0.2.${turn}`, turn % 2 ? "keiri@yamada.example" : " ＫＥＩＲＩ@yamada.example");
  const error = await caught(limit.signIn("192.0.2.99", "keiri@yamada.example"));
  expect(error).toBeInstanceOf(TooManyRequests);
  expect((error as TooManyRequests).seconds).toBeGreaterThan(800);
  expect(signInMessage(error)).toBe(
    "ログインの試行回数が多すぎます。しばらく待ってから再試行してください。あと約15分で、また試せます。",
  );
  await limit.signIn("192.0.2.99", "genba@yamada.example");
});

test("thirty knocks of strangers leave the network in which somebody has signed in before, which has thirty of its own", async () => {
  const { sub } = await createPoolUser(database.db, {
    username: "keiri",
    email: "keiri@yamada.example",
    password: "koba-demo-2026",
    groups: [],
    zoneinfo: null,
  });
  await rememberNetwork(database.db, sub, { IpAddress: network("203.0.113.9") });
  for (let turn = 0; turn < 30; turn++) await limit.signIn(`192.0.2.${turn}`, "keiri@yamada.example");
  for (let turn = 0; turn < 29; turn++) await limit.signIn("203.0.113.9", "Keiri@yamada.example");
  expect(await caught(limit.signIn("192.0.2.99", "keiri@yamada.example"))).toBeInstanceOf(TooManyRequests);
  await limit.signedIn("203.0.113.9", "keiri@yamada.example");
  expect(await caught(limit.signIn("192.0.2.99", "keiri@yamada.example"))).toBeInstanceOf(TooManyRequests);
  for (let turn = 0; turn < 30; turn++) await limit.signIn("203.0.113.9", "keiri@yamada.example");
  expect(await caught(limit.signIn("203.0.113.9", "keiri@yamada.example"))).toBeInstanceOf(TooManyRequests);
  expect(await caught(limit.signIn("203.0.113.9", "a\0b"))).toBeUndefined();
});

test("an address may fail a hundred times, whoever it asks for; another address still gets in", async () => {
  const answers = await Promise.all(names(120).map((name) => caught(limit.signIn("198.51.100.7", name))));
  expect(answers.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(20);
  expect(await caught(limit.signIn("::ffff:198.51.100.7", "x@yamada.example"))).toBeInstanceOf(
    TooManyRequests,
  );
  await limit.signIn("198.51.100.8", "x@yamada.example");
});

test("only failures count: an office that signs in rightly is never kept out", async () => {
  for (const name of names(150)) {
    await limit.signIn("198.51.100.7", name);
    await limit.signedIn("198.51.100.7", name);
  }
});

test("where nobody's address can be told a name is all that counts: one who knocks a thousand times shuts out that name alone", async () => {
  const strangers = await Promise.all(names(120).map((name) => caught(limit.signIn(null, name))));
  expect(strangers.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(0);
  const knocks = await Promise.all(
    Array.from({ length: 17 }, () => caught(limit.signIn(null, "keiri@yamada.example"))),
  );
  expect(knocks.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(2);
  const codes = await Promise.all(
    [...names(40), ...Array<string>(7).fill("keiri")].map((name) => caught(limit.sendCode(null, name))),
  );
  expect(codes.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(2);
  await limit.signIn(null, "genba@yamada.example");
});

test("one network of IPv6 addresses counts as one", async () => {
  const answers = await Promise.all(
    names(120).map((name, turn) => caught(limit.signIn(`2001:db8::${turn.toString(16)}`, name))),
  );
  expect(answers.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(20);
  await limit.signIn("2001:db8:0:1::1", "x@yamada.example");
});

test("the count holds across processes", async () => {
  const db = connect(database.app_url);
  const other = limits(db);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      caught((turn % 2 ? limit : other).signIn(`192.0.2.${turn}`, "keiri")),
    ),
  );
  expect(answers.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(10);
  await db.$client.end();
});

test("codes are sent ten times an hour to a name, thirty times for an address", async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => caught(limit.sendCode(`192.0.2.${turn}`, "keiri"))),
  );
  expect(answers.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(2);
  const office = await Promise.all(names(32).map((name) => caught(limit.sendCode("198.51.100.7", name))));
  expect(office.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(2);
  expect(sendCodeMessage(office.find((answer) => answer instanceof TooManyRequests))).toContain(
    "確認コードの送信回数が上限に達しました。",
  );
});

test("codes are confirmed thirty times an hour for a name, sixty times for an address", async () => {
  const answers = await Promise.all(
    Array.from({ length: 33 }, (_, turn) => caught(limit.confirmCode(`192.0.2.${turn}`, "keiri"))),
  );
  expect(answers.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(3);
  const office = await Promise.all(names(62).map((name) => caught(limit.confirmCode("198.51.100.7", name))));
  expect(office.filter((answer) => answer instanceof TooManyRequests)).toHaveLength(2);
  expect(resetMessage(office.find((answer) => answer instanceof TooManyRequests))).toContain(
    "試行回数の上限に達しました。",
  );
});

test("names of any length and content are counted, and none is kept in clear", async () => {
  for (const name of [
    "x".repeat(10_000),
    "a\0b",
    "",
    "'; drop table pool.limits; --",
    "keiri@yamada.example",
  ])
    await limit.signIn("192.0.2.1", name);
  const { rows } = await database.db.$client.query("select key from pool.limits");
  expect(JSON.stringify(rows)).not.toMatch(/keiri|drop table/);
});

test("when the database is away the limit is no answer but an error", async () => {
  await database.db.$client.end();
  expect(await caught(limit.signIn("192.0.2.1", "keiri"))).not.toBeInstanceOf(TooManyRequests);
});
