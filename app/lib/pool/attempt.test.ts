import { afterEach, beforeEach, expect, test } from "vitest";
import { gate } from "./gate.server";
import { attempts } from "./user.table.server";
import { KEIRI, PASSWORD, refusal, testPool, type TestPool } from "./testing.server";

let house: TestPool;
beforeEach(async () => (house = await testPool()));
afterEach(() => house.drop());

const wrong = "NotAuthorizedException: Incorrect username or password.";
const locked = "NotAuthorizedException: Password attempts exceeded";

async function fail(times: number, name = KEIRI): Promise<void> {
  for (let turn = 0; turn < times; turn++) expect(await refusal(house.signIn(name, "wrong password"))).toBe(wrong);
}

test("the fifth failure locks for a second, then each further one doubles it", async () => {
  await fail(5);
  expect(await refusal(house.signIn(KEIRI, PASSWORD))).toBe(locked);
  for (const seconds of [1, 2, 4, 8, 16]) {
    house.pass(seconds - 0.25);
    expect(await refusal(house.signIn(KEIRI, "wrong password"))).toBe(locked);
    house.pass(0.25);
    await fail(1);
  }
});

test("attempts while locked out do not lengthen it, and the right password afterwards forgets everything", async () => {
  await fail(5);
  house.pass(1);
  await fail(1);
  house.pass(2);
  await fail(1);
  for (let turn = 0; turn < 20; turn++) expect(await refusal(house.signIn(KEIRI, "wrong password"))).toBe(locked);
  house.pass(4);
  expect((await house.signIn(KEIRI, PASSWORD)).AuthenticationResult).toBeDefined();
  expect(await house.db.select().from(attempts)).toEqual([]);
  await fail(5);
});

test("the lock never lasts longer than a quarter of an hour, and fifteen quiet minutes forget the failures", async () => {
  await fail(1);
  await house.db.update(attempts).set({ failures: 30 });
  await fail(1);
  house.pass(899);
  expect(await refusal(house.signIn(KEIRI, PASSWORD))).toBe(locked);
  house.pass(1);
  await fail(1);
  expect((await house.db.select().from(attempts))[0]?.failures).toBe(32);
  house.pass(901);
  await fail(4);
  expect((await house.db.select().from(attempts))[0]).toMatchObject({ failures: 4, locked_until: null });
});

test("names that nobody has are locked out just the same", async () => {
  await fail(5, "nobody@nowhere.example");
  expect(await refusal(house.signIn("Nobody@nowhere.example", PASSWORD))).toBe(locked);
  expect((await house.signIn(KEIRI, PASSWORD)).AuthenticationResult).toBeDefined();
});

test("user name and address share one count, so that two names do not give twice the guesses", async () => {
  await fail(2);
  await fail(3, KEIRI.toUpperCase());
  expect(await refusal(house.signIn(KEIRI, PASSWORD))).toBe(locked);
});

test("a burst of sixty guesses gets no more than seven looked at: four free ones, and as many as are looked at together", async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => refusal(house.signIn(KEIRI, "wrong password"))));
  expect(answers.filter((answer) => answer === wrong).length).toBeLessThanOrEqual(7);
  expect(new Set(answers)).toEqual(new Set([wrong, locked]));
});

test("sixty right sign-ins at once all succeed", async () => {
  const [from, work] = [performance.now(), process.cpuUsage()];
  const answers = await Promise.all(Array.from({ length: 60 }, () => house.signIn(KEIRI, PASSWORD)));
  const { user, system } = process.cpuUsage(work);
  const cpu = (user + system) / 60_000;
  console.log(`60 sign-ins at once: ${(60_000 / (performance.now() - from)).toFixed(0)}/s, ${cpu.toFixed(1)} ms of CPU each`);
  expect(answers.every(({ AuthenticationResult }) => AuthenticationResult?.IdToken)).toBe(true);
});

test("more sign-ins than can be served in time are refused as too many", async () => {
  const pass = gate(2);
  let [now, most] = [0, 0];
  const answers = await Promise.all(Array.from({ length: 260 }, () => refusal(pass(async () => {
    most = Math.max(most, (now += 1));
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
  }))));
  expect(most).toBe(2);
  expect(answers.filter((answer) => answer === "not refused")).toHaveLength(202);
  expect(new Set(answers)).toEqual(new Set(["not refused", "TooManyRequestsException: Too many requests"]));
  expect(await refusal(pass(async () => undefined))).toBe("not refused");
});
