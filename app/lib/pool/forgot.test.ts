import {
  CodeMismatchException,
  ConfirmForgotPasswordCommand,
  ExpiredCodeException,
  ForgotPasswordCommand,
  InvalidPasswordException,
  LimitExceededException,
  TooManyFailedAttemptsException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { outbox } from "~/lib/tables/mail.table.server";
import { codes } from "~/lib/tables/token.table.server";
import { users } from "~/lib/tables/user.table.server";
import { createPoolUser, enablePoolUser } from "./admin.server";
import { masked } from "./forgot.server";
import { caught, KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";

let house: TestPool;
beforeEach(async () => (house = await testPool()));
afterEach(() => house.drop());

const ClientId = "embedded";
const NEW = "a quite new password";
const forgot = (Username: string, pool = house) =>
  pool.client.send(new ForgotPasswordCommand({ ClientId, Username }));
const confirm = (Username: string, ConfirmationCode: string, Password = NEW, pool = house) =>
  pool.client.send(new ConfirmForgotPasswordCommand({ ClientId, Username, ConfirmationCode, Password }));

const letters = (pool = house) => pool.db.select().from(outbox).orderBy(outbox.key);
async function codeFor(username: string, pool = house): Promise<string> {
  await forgot(username, pool);
  return /確認コード: (\d{6})\n/.exec((await letters(pool)).at(-1)!.body)![1]!;
}
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("the code comes by mail, sets a new password, and ends the sessions there were", async () => {
  const { AuthenticationResult } = await house.signIn(KEIRI, PASSWORD);
  const { CodeDeliveryDetails } = await forgot(KEIRI.toUpperCase());
  expect(CodeDeliveryDetails).toEqual({
    DeliveryMedium: "EMAIL",
    Destination: "k***@y***",
    AttributeName: "email",
  });
  const [mail] = await letters();
  expect(mail).toMatchObject({ recipient: KEIRI, subject: "【KOBA】パスワード再設定の確認コード" });
  for (const part of ["有効期限は10分です", "お心当たりがない場合"]) expect(mail!.body).toContain(part);
  await confirm(KEIRI, /確認コード: (\d{6})/.exec(mail!.body)![1]!);
  expect((await house.signIn(KEIRI, NEW)).AuthenticationResult).toBeDefined();
  expect(await refusal(house.signIn(KEIRI, PASSWORD))).toContain("NotAuthorizedException");
  expect(await house.refreshed(AuthenticationResult!.RefreshToken!)).toBe(
    "NotAuthorizedException: Refresh Token has been revoked",
  );
});

test("the database keeps no code in clear, and hashes differ between users and secrets", async () => {
  const code = await codeFor(KEIRI);
  const [row] = await house.db.select().from(codes);
  expect(row!.code_hash).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(row)).not.toContain(code);
});

test("a wrong code is told as wrong; full-width digits and spaces are forgiven", async () => {
  const code = await codeFor(KEIRI);
  expect(await caught(confirm(KEIRI, wrongFor(code)))).toBeInstanceOf(CodeMismatchException);
  await confirm(
    KEIRI,
    ` ${code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))} `,
  );
});

test("a code works once", async () => {
  const code = await codeFor(KEIRI);
  await confirm(KEIRI, code);
  expect(await caught(confirm(KEIRI, code))).toBeInstanceOf(ExpiredCodeException);
});

test("twenty confirmations of one code at once set one password", async () => {
  const code = await codeFor(KEIRI);
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, turn) => confirm(KEIRI, code, `password no ${turn}`)),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("only the newest code counts", async () => {
  const first = await codeFor(KEIRI);
  const second = await codeFor(KEIRI);
  if (first !== second) expect(await caught(confirm(KEIRI, first))).toBeInstanceOf(CodeMismatchException);
  await confirm(KEIRI, second);
});

test("a code ends after ten minutes", async () => {
  const code = await codeFor(KEIRI);
  house.pass(599);
  expect(await caught(confirm(KEIRI, wrongFor(code)))).toBeInstanceOf(CodeMismatchException);
  house.pass(1);
  expect(await caught(confirm(KEIRI, code))).toBeInstanceOf(ExpiredCodeException);
  expect(await caught(confirm("nobody", "123456"))).toBeInstanceOf(ExpiredCodeException);
});

test("after five wrong tries a code is dead even for who knows it, sent one by one or at once", async () => {
  const code = await codeFor(KEIRI);
  const answers = await Promise.all(Array.from({ length: 12 }, () => caught(confirm(KEIRI, wrongFor(code)))));
  expect(answers.filter((error) => error instanceof CodeMismatchException)).toHaveLength(5);
  expect(answers.filter((error) => error instanceof TooManyFailedAttemptsException)).toHaveLength(7);
  expect(await caught(confirm(KEIRI, code))).toBeInstanceOf(TooManyFailedAttemptsException);
  await confirm(KEIRI, await codeFor(KEIRI));
});

test("ten codes an hour, then no more and no more tries; the next hour is free again", async () => {
  await Promise.all(Array.from({ length: 9 }, () => forgot(KEIRI)));
  const code = await codeFor(KEIRI);
  expect(await caught(forgot(KEIRI))).toBeInstanceOf(LimitExceededException);
  for (let turn = 0; turn < 5; turn++) await caught(confirm(KEIRI, wrongFor(code)));
  expect(await caught(confirm(KEIRI, code))).toBeInstanceOf(LimitExceededException);
  expect(await letters()).toHaveLength(10);
  await Promise.all(Array.from({ length: 10 }, () => forgot("nobody")));
  expect(await caught(forgot("nobody"))).toBeInstanceOf(LimitExceededException);
  house.pass(3600);
  await confirm(KEIRI, await codeFor(KEIRI));
});

test("ten wrong codes in a day are the last, whatever code is asked for and however the name is written; the next day is free again", async () => {
  for (let turn = 0; turn < 2; turn++) {
    const code = await codeFor(turn ? KEIRI : KEIRI.toUpperCase());
    for (let guess = 0; guess < 5; guess++)
      expect(await caught(confirm(KEIRI, wrongFor(code)))).toBeInstanceOf(CodeMismatchException);
    house.pass(3600);
  }
  expect(await caught(forgot(KEIRI))).toBeInstanceOf(LimitExceededException);
  house.pass(86_400);
  await confirm(KEIRI, await codeFor(KEIRI));
});

test("twenty codes a day, then no more until the next", async () => {
  for (let hour = 0; hour < 2; hour++) {
    await Promise.all(Array.from({ length: 10 }, () => forgot(KEIRI)));
    house.pass(6000);
  }
  expect(await caught(forgot(KEIRI))).toBeInstanceOf(LimitExceededException);
  house.pass(86_400);
  await forgot(KEIRI);
});

test("a password that is too short, too common or the own name is refused, and the code stays good", async () => {
  const code = await codeFor(KEIRI);
  for (const weak of ["short", "Password123", KEIRI, "keiri"])
    expect(await caught(confirm(KEIRI, code, weak))).toBeInstanceOf(InvalidPasswordException);
  await confirm(KEIRI, code);
});

test("an unknown user gets the answer, the errors and the time of a known one, and no mail", async () => {
  const { CodeDeliveryDetails } = await forgot("keiko@yamada.example");
  expect(CodeDeliveryDetails).toEqual((await forgot(KEIRI)).CodeDeliveryDetails);
  const made_up = (await forgot("nobody")).CodeDeliveryDetails;
  expect(made_up?.Destination).toMatch(/^[a-z]\*\*\*@[a-z]\*\*\*$/);
  expect((await forgot("NOBODY")).CodeDeliveryDetails).toEqual(made_up);
  expect(await letters()).toHaveLength(1);
  expect(await refusal(confirm("nobody", "123456"))).toBe(await refusal(confirm(KEIRI, wrongFor("123456"))));
  const spent = async (name: string) => {
    const times: number[] = [];
    for (let round = 0; round < 7; round++) {
      const from = performance.now();
      await forgot(name);
      times.push(performance.now() - from);
      house.pass(3600);
    }
    return times.sort((a, b) => a - b)[3]!;
  };
  const [known, unknown] = [await spent(KEIRI), await spent("nobody@nowhere.example")];
  console.log(
    `code for a known user ${known.toFixed(1)} ms, for an unknown one ${unknown.toFixed(1)} ms (medians of 7)`,
  );
  for (const time of [known, unknown]) expect(time).toBeGreaterThanOrEqual(99);
});

test("disabled people and unshown addresses get no code and no word of it; who never signed in is told what helps", async () => {
  const person = { groups: [], zoneinfo: null, password: PASSWORD };
  await createPoolUser(house.db, { username: "gone", email: "gone@yamada.example", ...person });
  await createPoolUser(house.db, { username: "shady", email: "shady@yamada.example", ...person });
  await house.db.update(users).set({ email_verified: false }).where(eq(users.username, "shady"));
  await createPoolUser(house.db, { username: "bare", email: null, ...person });
  const code = await codeFor("gone");
  await enablePoolUser(house.db, "gone", false);
  expect(await caught(confirm("gone", code))).toBeInstanceOf(CodeMismatchException);
  for (const name of ["gone", "shady", "bare"])
    expect((await forgot(name)).CodeDeliveryDetails?.DeliveryMedium).toBe("EMAIL");
  expect(await letters()).toHaveLength(1);
  await createPoolUser(house.db, {
    username: "new",
    email: "new@yamada.example",
    groups: [],
    zoneinfo: null,
    temporary_password: "Temp-2026-first",
  });
  await forgot("new");
  expect((await letters()).at(-1)).toMatchObject({
    recipient: "new@yamada.example",
    subject: "【KOBA】パスワードの再設定について",
  });
  expect((await letters()).at(-1)!.body).not.toMatch(/\d{6}/);
});

test("a pool of the older kind says what is the matter", async () => {
  const legacy = await testPool({ existence_errors: "LEGACY" });
  try {
    expect(await caught(forgot("nobody", legacy))).toBeInstanceOf(UserNotFoundException);
    expect(await caught(confirm("nobody", "123456", NEW, legacy))).toBeInstanceOf(UserNotFoundException);
    const code = await codeFor(KEIRI, legacy);
    await createPoolUser(legacy.db, {
      username: "bare",
      email: null,
      groups: [],
      zoneinfo: null,
      password: PASSWORD,
    });
    expect(await refusal(forgot("bare", legacy))).toContain(
      "InvalidParameterException: Cannot reset password for the user as there is no",
    );
    await createPoolUser(legacy.db, {
      username: "new",
      email: "n@y.example",
      groups: [],
      zoneinfo: null,
      temporary_password: "Temp-2026-first",
    });
    expect(await refusal(forgot("new", legacy))).toBe(
      "NotAuthorizedException: User password cannot be reset in the current state.",
    );
    await enablePoolUser(legacy.db, KEIRI, false);
    expect(await refusal(forgot(KEIRI, legacy))).toBe("NotAuthorizedException: User is disabled.");
    expect(await refusal(confirm(KEIRI, code, NEW, legacy))).toBe(
      "NotAuthorizedException: User is disabled.",
    );
    await enablePoolUser(legacy.db, KEIRI, true);
    await confirm(KEIRI, code, NEW, legacy);
  } finally {
    await legacy.drop();
  }
});

test("calls for another client, without the secret's hash, or with something missing are refused", async () => {
  expect(
    await refusal(house.client.send(new ForgotPasswordCommand({ ClientId: "other", Username: KEIRI }))),
  ).toContain("ResourceNotFoundException");
  expect(await refusal(forgot(""))).toContain("InvalidParameterException");
  expect(await refusal(confirm(KEIRI, ""))).toContain("InvalidParameterException");
  expect(await refusal(confirm(KEIRI, "x".repeat(65)))).toContain("InvalidParameterException");
  const locked = await testPool({ client_secret: "client secret" });
  try {
    expect(await refusal(forgot(KEIRI, locked))).toContain("SECRET_HASH was not received");
    expect(await refusal(confirm(KEIRI, "123456", NEW, locked))).toContain("SECRET_HASH was not received");
  } finally {
    await locked.drop();
  }
});

test("a mask shows the first letters and no more", () => {
  expect([masked("keiri@yamada.example"), masked("𠮷田@例え.jp"), masked("@")]).toEqual([
    "k***@y***",
    "𠮷***@例***",
    "****@****",
  ]);
});
