import {
  CognitoIdentityProviderServiceException,
  InitiateAuthCommand,
  NotAuthorizedException,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "~/lib/tables/user.table.server";
import { createPoolUser, enablePoolUser } from "./admin.server";
import { KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";

let house: TestPool;
beforeAll(async () => (house = await testPool()));
afterAll(() => house.drop());

const ClientId = "embedded";
const wrong = "NotAuthorizedException: Incorrect username or password.";

function person(username: string, password: { password: string } | { temporary_password: string }) {
  return createPoolUser(house.db, {
    username,
    email: `${username}@yamada.example`,
    groups: ["yamada"],
    zoneinfo: "seller",
    ...password,
  });
}

function respond(Session: string, USERNAME: string, NEW_PASSWORD: string) {
  return house.client.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: "NEW_PASSWORD_REQUIRED",
      Session,
      ChallengeResponses: { USERNAME, NEW_PASSWORD },
    }),
  );
}

test("user name and password bring three tokens for an hour", async () => {
  const { AuthenticationResult, ChallengeName, ChallengeParameters } = await house.signIn(KEIRI, PASSWORD);
  expect(AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: "Bearer" });
  expect(AuthenticationResult?.RefreshToken).toHaveLength(64);
  expect(AuthenticationResult?.IdToken?.split(".")).toHaveLength(3);
  expect([ChallengeName, ChallengeParameters]).toEqual([undefined, {}]);
});

test("the user name, the address, either case and full-width letters all sign in", async () => {
  await person("Genba", { password: PASSWORD });
  for (const name of [
    "genba",
    "GENBA",
    "ｇｅｎｂａ",
    " genba ",
    "genba@yamada.example",
    "Genba@Yamada.example",
  ]) {
    expect((await house.signIn(name, PASSWORD)).AuthenticationResult?.TokenType).toBe("Bearer");
  }
});

test("an address that nobody has shown to be theirs does not sign in", async () => {
  await person("shady", { password: PASSWORD });
  await house.db.update(users).set({ email_verified: false }).where(eq(users.username, "shady"));
  expect(await refusal(house.signIn("shady@yamada.example", PASSWORD))).toBe(wrong);
});

test("wrong password and unknown user get the same answer, as the SDK's own class", async () => {
  const error = await house.signIn(KEIRI, "wrong password").catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(NotAuthorizedException);
  expect((error as NotAuthorizedException).$metadata.httpStatusCode).toBe(400);
  expect(await refusal(house.signIn(KEIRI, "wrong password"))).toBe(wrong);
  for (const name of [
    "nobody",
    "nobody@yamada.example",
    "a\0b",
    "\ud800",
    "'; drop table pool.users; --",
    "x".repeat(5000),
  ]) {
    expect(await refusal(house.signIn(name, PASSWORD))).toBe(wrong);
  }
  expect(await refusal(house.signIn("nobody", "x".repeat(5000)))).toBe(wrong);
  expect((await house.signIn(KEIRI, PASSWORD)).AuthenticationResult).toBeDefined();
});

test("an unknown user costs the time of a known one", async () => {
  const times: Record<string, number[]> = { [KEIRI]: [], "nobody@nowhere.example": [] };
  // In turns, so that a busy machine is busy for both.
  for (let round = 0; round < 15; round++) {
    for (const [name, spent] of Object.entries(times)) {
      const from = performance.now();
      await refusal(house.signIn(name, "wrong password"));
      spent.push(performance.now() - from);
      house.pass(3600);
    }
  }
  const [known, unknown] = Object.values(times).map((spent) => spent.sort((a, b) => a - b)[7]!) as [
    number,
    number,
  ];
  console.log(`wrong password ${known.toFixed(1)} ms, unknown user ${unknown.toFixed(1)} ms (medians of 15)`);
  expect(unknown / known).toBeGreaterThan(0.3);
});

test("disabled, unconfirmed and reset accounts are told apart only to who knows the password", async () => {
  await person("gone", { password: PASSWORD });
  await enablePoolUser(house.db, "gone", false);
  await person("fresh", { password: PASSWORD });
  await house.db.update(users).set({ status: "UNCONFIRMED" }).where(eq(users.username, "fresh"));
  await person("lost", { password: PASSWORD });
  await house.db.update(users).set({ status: "RESET_REQUIRED" }).where(eq(users.username, "lost"));
  expect(await refusal(house.signIn("gone", PASSWORD))).toBe("NotAuthorizedException: User is disabled.");
  expect(await refusal(house.signIn("fresh", PASSWORD))).toBe(
    "UserNotConfirmedException: User is not confirmed.",
  );
  expect(await refusal(house.signIn("lost", PASSWORD))).toBe(
    "PasswordResetRequiredException: Password reset required for the user",
  );
  for (const name of ["gone", "fresh", "lost"])
    expect(await refusal(house.signIn(name, "wrong password"))).toBe(wrong);
});

test("a temporary password leads to choosing a new one, once", async () => {
  await person("new", { temporary_password: "Temp-2026-first" });
  const first = await house.signIn("new@yamada.example", "Temp-2026-first");
  const ChallengeParameters = { USER_ID_FOR_SRP: "new", requiredAttributes: "[]" };
  expect(first).toMatchObject({ ChallengeName: "NEW_PASSWORD_REQUIRED", ChallengeParameters });
  expect(first.AuthenticationResult).toBeUndefined();
  const session = first.Session!;
  expect(await refusal(respond(session, "new", "short"))).toContain(
    "InvalidPasswordException: Password did not conform with policy",
  );
  expect(await refusal(respond(session, "new", "password123"))).toContain("InvalidPasswordException");
  expect(await refusal(respond(session, "new", "new@yamada.example"))).toContain("InvalidPasswordException");
  expect(
    (await respond(session, "new", "長い合言葉を使います")).AuthenticationResult?.RefreshToken,
  ).toHaveLength(64);
  const over = "NotAuthorizedException: Invalid session for the user, session is expired.";
  expect(await refusal(respond(session, "new", "another password"))).toBe(over);
  expect((await house.signIn("new", "長い合言葉を使います")).AuthenticationResult).toBeDefined();
  expect(await refusal(house.signIn("new", "Temp-2026-first"))).toBe(wrong);
});

test("twenty answers to one challenge at once set one password", async () => {
  await person("race", { temporary_password: "Temp-2026-first" });
  const { Session } = await house.signIn("race", "Temp-2026-first");
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, turn) => respond(Session!, "race", `password no ${turn}`)),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("the challenge ends after three minutes and belongs to one user; the temporary password ends after a week", async () => {
  await person("slow", { temporary_password: "Temp-2026-first" });
  const over = "NotAuthorizedException: Invalid session for the user, session is expired.";
  const { Session } = await house.signIn("slow", "Temp-2026-first");
  expect(await refusal(respond(Session!, KEIRI, "a good password"))).toBe(over);
  expect(await refusal(respond("made up", "slow", "a good password"))).toBe(over);
  house.pass(181);
  expect(await refusal(respond(Session!, "slow", "a good password"))).toBe(over);
  house.pass(7 * 86_400);
  expect(await refusal(house.signIn("slow", "Temp-2026-first"))).toBe(
    "NotAuthorizedException: Temporary password has expired and must be reset by an administrator.",
  );
});

test("calls that miss something or ask for what is not there say so", async () => {
  const start = (input: Partial<InitiateAuthCommand["input"]>) =>
    refusal(
      house.client.send(new InitiateAuthCommand({ ClientId, AuthFlow: "USER_PASSWORD_AUTH", ...input })),
    );
  expect(await start({ AuthParameters: { USERNAME: KEIRI } })).toBe(
    "InvalidParameterException: Missing required parameter PASSWORD",
  );
  expect(await start({ AuthParameters: { PASSWORD } })).toBe(
    "InvalidParameterException: Missing required parameter USERNAME",
  );
  expect(await start({ AuthFlow: "USER_SRP_AUTH" })).toBe(
    "InvalidParameterException: USER_SRP_AUTH flow not enabled for this client",
  );
  expect(await start({ ClientId: "other", AuthParameters: { USERNAME: KEIRI, PASSWORD } })).toContain(
    "ResourceNotFoundException",
  );
  expect(await start({ AuthFlow: 5 as never })).toContain(
    "InvalidParameterException: 1 validation error detected: Value at 'AuthFlow'",
  );
  const unknown = await house.client
    .send(new SignUpCommand({ ClientId, Username: KEIRI }))
    .catch((refused: unknown) => refused);
  expect(unknown).toBeInstanceOf(CognitoIdentityProviderServiceException);
  expect((unknown as Error).name).toBe("UnknownOperationException");
});
