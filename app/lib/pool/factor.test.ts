import {
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cognito } from "~/lib/auth/cognito.server";
import { factors } from "~/lib/tables/token.table.server";
import { setPoolPassword } from "./admin.server";
import { caught, KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";
import { hotp, stepAt, unbase32 } from "./totp.server";

const ClientId = "embedded";
let house: TestPool;
beforeEach(async () => {
  house = await testPool();
});
afterEach(() => house.drop());

/** The code of the pool's clock, so many half minutes on. */
const codeOf = (secret: string, drift = 0) => hotp(unbase32(secret), stepAt(house.now()) + drift);
const respond = (Session: string | undefined, code: string, username = KEIRI) =>
  house.client.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: "SOFTWARE_TOKEN_MFA",
      Session,
      ChallengeResponses: { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code },
    }),
  );

async function enrol(): Promise<{ secret: string; AccessToken: string }> {
  const AccessToken = (await house.signIn(KEIRI, PASSWORD)).AuthenticationResult!.AccessToken!;
  const { SecretCode: secret = "" } = await house.client.send(
    new AssociateSoftwareTokenCommand({ AccessToken }),
  );
  const enable = new SetUserMFAPreferenceCommand({
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  expect(await refusal(house.client.send(enable))).toBe(
    "InvalidParameterException: User has not verified software token mfa",
  );
  expect(
    await refusal(house.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: "000000" }))),
  ).toBe("EnableSoftwareTokenMFAException: Code mismatch");
  expect(
    (await house.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: codeOf(secret) })))
      .Status,
  ).toBe("SUCCESS");
  expect((await house.signIn(KEIRI, PASSWORD)).ChallengeName).toBeUndefined();
  await house.client.send(enable);
  house.pass(60);
  return { secret, AccessToken };
}

test("a factor is asked for once it is confirmed and preferred; its code brings tokens, and never twice", async () => {
  const { secret, AccessToken } = await enrol();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(JSON.stringify(await house.db.select().from(factors))).not.toContain(secret);
  const me = await house.client.send(new GetUserCommand({ AccessToken }));
  expect([me.UserMFASettingList, me.PreferredMfaSetting]).toEqual([
    ["SOFTWARE_TOKEN_MFA"],
    "SOFTWARE_TOKEN_MFA",
  ]);
  const first = await house.signIn(KEIRI, PASSWORD);
  expect([first.ChallengeName, first.AuthenticationResult]).toEqual(["SOFTWARE_TOKEN_MFA", undefined]);
  expect(await refusal(respond(first.Session, "000000"))).toBe(
    "CodeMismatchException: Invalid code received for user",
  );
  expect((await respond(first.Session, codeOf(secret))).AuthenticationResult?.TokenType).toBe("Bearer");
  expect(await refusal(respond(first.Session, codeOf(secret, 1)))).toMatch(
    /^NotAuthorizedException: Invalid session/,
  );
  const second = await house.signIn(KEIRI, PASSWORD);
  expect(await refusal(respond(second.Session, codeOf(secret)))).toBe(
    "ExpiredCodeException: Your software token has already been used once.",
  );
  expect(await refusal(respond(second.Session, codeOf(secret, -1)))).toMatch(/^ExpiredCodeException/);
  expect((await respond(second.Session, codeOf(secret, 1))).AuthenticationResult).toBeDefined();
  const late = await house.signIn(KEIRI, PASSWORD);
  house.pass(181);
  expect(await refusal(respond(late.Session, codeOf(secret)))).toMatch(
    /^NotAuthorizedException: Invalid session/,
  );
});

test("wrong codes count with the password's lock-out, and the right password does not wipe them out", async () => {
  const { secret } = await enrol();
  for (let i = 0; i < 5; i++) {
    const { Session } = await house.signIn(KEIRI, PASSWORD);
    expect(await refusal(respond(Session, "000000"))).toMatch(/^CodeMismatchException/);
  }
  expect(await refusal(house.signIn(KEIRI, PASSWORD))).toBe(
    "NotAuthorizedException: Password attempts exceeded",
  );
  house.pass(901);
  const { Session } = await house.signIn(KEIRI, PASSWORD);
  expect((await respond(Session, codeOf(secret))).AuthenticationResult).toBeDefined();
});

test("while strangers have locked the account its code is taken where the person has signed in from before, and nowhere else", async () => {
  const { secret, AccessToken } = await enrol();
  const [provider, office, elsewhere] = [cognito({}, house.pool), "203.0.113.9", "198.51.100.4"];
  const begin = async (ip: string) => {
    const step = await provider.signIn(KEIRI, PASSWORD, ip);
    if (step.kind !== "code") throw new Error(`asked for ${step.kind}`);
    return (code: string) => provider.factor.respondCode(step.session, step.username, code, ip);
  };
  expect((await (await begin(office))(codeOf(secret))).kind).toBe("tokens");
  const [here, there] = [await begin(office), await begin(elsewhere)];
  for (let i = 0; i < 5; i++) expect(await refusal(there("000000"))).toMatch(/^CodeMismatchException/);
  expect(await refusal(there(codeOf(secret, 1)))).toBe("NotAuthorizedException: Password attempts exceeded");
  expect((await here(codeOf(secret, 1))).kind).toBe("tokens");
  // Nor does it keep them from setting up another, whose wrong codes are counted there alone.
  const next = await provider.factor.associate({ access_token: AccessToken });
  const confirm = (code: string) => provider.factor.confirm({ access_token: AccessToken }, code, office);
  for (let i = 0; i < 5; i++)
    expect(await refusal(confirm("000000"))).toMatch(/^EnableSoftwareTokenMFAException/);
  expect(await refusal(confirm(codeOf(next.secret)))).toBe(
    "NotAuthorizedException: Password attempts exceeded",
  );
  house.pass(60);
  await confirm(codeOf(next.secret));
});

test("a new password keeps the factor, changed, set by an administrator or chosen at the first sign-in", async () => {
  const { secret, AccessToken } = await enrol();
  await house.client.send(
    new ChangePasswordCommand({
      AccessToken,
      PreviousPassword: PASSWORD,
      ProposedPassword: "another-word-26",
    }),
  );
  expect((await house.signIn(KEIRI, "another-word-26")).ChallengeName).toBe("SOFTWARE_TOKEN_MFA");
  await setPoolPassword(house.db, KEIRI, "temporary-word-26", false);
  const { Session } = await house.signIn(KEIRI, "temporary-word-26");
  const next = await house.client.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: "NEW_PASSWORD_REQUIRED",
      Session,
      ChallengeResponses: { USERNAME: KEIRI, NEW_PASSWORD: "chosen-word-26" },
    }),
  );
  expect(next.ChallengeName).toBe("SOFTWARE_TOKEN_MFA");
  expect((await respond(next.Session, codeOf(secret))).AuthenticationResult).toBeDefined();
});

test("a factor is replaced only by a confirmed one, and an administrator takes it off", async () => {
  const { secret, AccessToken } = await enrol();
  await house.client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const { Session } = await house.signIn(KEIRI, PASSWORD);
  expect((await respond(Session, codeOf(secret))).AuthenticationResult).toBeDefined();
  await house.client.send(
    new AdminSetUserMFAPreferenceCommand({
      UserPoolId: "ap-northeast-1_embedded",
      Username: KEIRI,
      SoftwareTokenMfaSettings: { Enabled: false },
    }),
  );
  expect((await house.signIn(KEIRI, PASSWORD)).AuthenticationResult).toBeDefined();
});

test("a pool that asks everybody has the factor set up in the middle of the sign-in", async () => {
  await house.drop();
  house = await testPool({ mfa: "ON" });
  const first = await house.signIn(KEIRI, PASSWORD);
  expect([first.ChallengeName, first.ChallengeParameters?.MFAS_CAN_SETUP]).toEqual([
    "MFA_SETUP",
    '["SOFTWARE_TOKEN_MFA"]',
  ]);
  const { SecretCode = "", Session } = await house.client.send(
    new AssociateSoftwareTokenCommand({ Session: first.Session }),
  );
  const on = (session: string | undefined) =>
    house.client.send(
      new RespondToAuthChallengeCommand({
        ClientId,
        ChallengeName: "MFA_SETUP",
        Session: session,
        ChallengeResponses: { USERNAME: KEIRI },
      }),
    );
  expect(await refusal(on(Session))).toMatch(/^InvalidParameterException/);
  const verified = await house.client.send(
    new VerifySoftwareTokenCommand({ Session, UserCode: codeOf(SecretCode) }),
  );
  expect(verified.Status).toBe("SUCCESS");
  expect((await on(verified.Session)).AuthenticationResult).toBeDefined();
  expect((await house.signIn(KEIRI, PASSWORD)).ChallengeName).toBe("SOFTWARE_TOKEN_MFA");
  expect(
    await caught(house.client.send(new AssociateSoftwareTokenCommand({ Session: "made up" }))),
  ).toMatchObject({ name: "NotAuthorizedException" });
});
