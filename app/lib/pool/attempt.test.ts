import { afterEach, beforeEach, expect, test } from "vitest";
import { attempts, places } from "~/lib/tables/user.table.server";
import { semaphore } from "./semaphore.server";
import { KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";

let house: TestPool;
beforeEach(async () => (house = await testPool()));
afterEach(() => house.drop());

const wrong = "NotAuthorizedException: Incorrect username or password.";
const locked = "NotAuthorizedException: Password attempts exceeded";

async function fail(times: number, name = KEIRI): Promise<void> {
  for (let turn = 0; turn < times; turn++)
    expect(await refusal(house.signIn(name, "wrong password"))).toBe(wrong);
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
  for (let turn = 0; turn < 20; turn++)
    expect(await refusal(house.signIn(KEIRI, "wrong password"))).toBe(locked);
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

const OFFICE = "203.0.113.9";

test("who has signed in from a network before gets in there while strangers have locked the account", async () => {
  await house.signIn(KEIRI, PASSWORD, OFFICE);
  await fail(5);
  expect(await refusal(house.signIn(KEIRI, PASSWORD, "198.51.100.4"))).toBe(locked);
  expect((await house.signIn(KEIRI, PASSWORD, OFFICE)).AuthenticationResult).toBeDefined();
  expect(await refusal(house.signIn(KEIRI, PASSWORD, "198.51.100.4"))).toBe(locked);
  expect(await refusal(house.signIn("Nobody@nowhere.example", PASSWORD, OFFICE))).toBe(wrong);
});

test("guesses from a known network lock it by the same rule, and count for strangers: nobody has more of them", async () => {
  await house.signIn(KEIRI, PASSWORD, OFFICE);
  for (let turn = 0; turn < 5; turn++)
    expect(await refusal(house.signIn(KEIRI, "wrong password", OFFICE))).toBe(wrong);
  expect(await refusal(house.signIn(KEIRI, PASSWORD, OFFICE))).toBe(locked);
  expect(await refusal(house.signIn(KEIRI, "wrong password"))).toBe(locked);
  house.pass(1);
  expect((await house.signIn(KEIRI, PASSWORD, OFFICE)).AuthenticationResult).toBeDefined();
  expect((await house.db.select().from(attempts)).map(({ failures }) => failures)).toEqual([5]);
});

test("a network is known by a whole sign-in alone, is kept as a hash, and only the newest five of a person are", async () => {
  await refusal(house.signIn(KEIRI, "wrong password", OFFICE));
  expect(await house.db.select().from(places)).toEqual([]);
  for (let turn = 0; turn < 8; turn++) await house.signIn(KEIRI, PASSWORD, `203.0.113.${turn}`);
  const kept = await house.db.select().from(places);
  expect(kept).toHaveLength(5);
  expect(JSON.stringify(kept)).not.toContain("203.0.113");
  await fail(5);
  expect((await house.signIn(KEIRI, PASSWORD, "203.0.113.7")).AuthenticationResult).toBeDefined();
  expect(await refusal(house.signIn(KEIRI, PASSWORD, "203.0.113.0"))).toBe(locked);
});

test("a burst of sixty guesses gets no more than seven looked at: four free ones, and as many as are looked at together", async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => refusal(house.signIn(KEIRI, "wrong password"))),
  );
  expect(answers.filter((answer) => answer === wrong).length).toBeLessThanOrEqual(7);
  expect(new Set(answers)).toEqual(new Set([wrong, locked]));
});

test("sixty right sign-ins at once all succeed", async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => house.signIn(KEIRI, PASSWORD)));
  expect(answers.every(({ AuthenticationResult }) => AuthenticationResult?.IdToken)).toBe(true);
});

test("more sign-ins than can be served in time are refused as too many", async () => {
  const pass = semaphore(2);
  let [now, most] = [0, 0];
  const answers = await Promise.all(
    Array.from({ length: 260 }, () =>
      refusal(
        pass(async () => {
          most = Math.max(most, (now += 1));
          await new Promise((resolve) => setImmediate(resolve));
          now -= 1;
        }),
      ),
    ),
  );
  expect(most).toBe(2);
  expect(answers.filter((answer) => answer === "not refused")).toHaveLength(202);
  expect(new Set(answers)).toEqual(new Set(["not refused", "TooManyRequestsException: Too many requests"]));
  expect(await refusal(pass(async () => undefined))).toBe("not refused");
});
