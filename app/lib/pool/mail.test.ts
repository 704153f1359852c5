import type { AddressInfo } from "node:net";
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  CodeDeliveryFailureException,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  LimitExceededException,
  UnsupportedUserStateException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { outbox } from "~/lib/tables/mail.table.server";
import { createPoolUser } from "./admin.server";
import { showArrivals } from "./mail.send.server";
import { drainOutbox, type Post, sendMail, smtpOptions } from "./mail.server";
import { readable } from "./smtp.testing.server";
import { caught, KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";

type Arrived = { to: string[]; from: string; text: string };

let arrived: Arrived[];
let refused: Set<string>;
let server: SMTPServer;
let post: Post;
let house: TestPool;

beforeEach(async () => {
  [arrived, refused] = [[], new Set()];
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? new Error("no such mailbox") : null),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        arrived.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: (envelope.mailFrom as { address: string }).address,
          text: readable(Buffer.concat(parts).toString()),
        });
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  post = { smtp_url: `smtp://127.0.0.1:${port}`, from: "no-reply@koba.example" };
  house = await testPool({ post, product_name: "KOBA", origin: "https://koba.example" });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await house.drop();
  await new Promise<void>((done) => server.close(() => done()));
});

const UserPoolId = "ap-northeast-1_embedded";
const ClientId = "embedded";
const create = (Username: string, more: Partial<AdminCreateUserCommand["input"]> = {}) =>
  house.client.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username,
      UserAttributes: [
        { Name: "email", Value: Username },
        { Name: "email_verified", Value: "true" },
      ],
      ...more,
    }),
  );
const resetFor = (Username: string) =>
  house.client.send(new AdminResetUserPasswordCommand({ UserPoolId, Username }));

test("a confirmation code goes through the SMTP server and sets the new password", async () => {
  await house.client.send(new ForgotPasswordCommand({ ClientId, Username: KEIRI }));
  expect(await drainOutbox(house.db, post)).toBe(1);
  expect(arrived).toMatchObject([{ to: [KEIRI], from: "no-reply@koba.example" }]);
  const ConfirmationCode = /確認コード: (\d{6})/.exec(arrived[0]!.text)![1]!;
  await house.client.send(
    new ConfirmForgotPasswordCommand({
      ClientId,
      Username: KEIRI,
      ConfirmationCode,
      Password: "a quite new password",
    }),
  );
  expect((await house.signIn(KEIRI, "a quite new password")).AuthenticationResult).toBeDefined();
  expect(await house.db.select().from(outbox)).toEqual([]);
});

test("an invitation brings the temporary password; it can be sent again with another one", async () => {
  await create("new@yamada.example");
  const password = () => /仮パスワード: (\S+)/.exec(arrived.at(-1)!.text)![1]!;
  const first = password();
  for (const part of ["https://koba.example/login", "new@yamada.example", "7日間"])
    expect(arrived[0]!.text).toContain(part);
  expect((await house.signIn("new@yamada.example", first)).ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
  house.pass(8 * 86_400);
  expect((await create("new@yamada.example", { MessageAction: "RESEND" })).User?.UserStatus).toBe(
    "FORCE_CHANGE_PASSWORD",
  );
  expect(password()).not.toBe(first);
  expect((await house.signIn("new@yamada.example", password())).ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
});

test("an invitation is sent again only to somebody who is there and has never signed in", async () => {
  expect(await caught(create("nobody@yamada.example", { MessageAction: "RESEND" }))).toBeInstanceOf(
    UserNotFoundException,
  );
  expect(await caught(create(KEIRI, { MessageAction: "RESEND" }))).toBeInstanceOf(
    UnsupportedUserStateException,
  );
  expect(await refusal(create("bare", { UserAttributes: [] }))).toContain("InvalidParameterException");
  await create("quiet@yamada.example", { MessageAction: "SUPPRESS" });
  expect(arrived).toEqual([]);
});

test("nobody is made whose invitation is not taken, and a refused mail says so by name", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  refused.add("wrong@yamada.example");
  expect(await caught(create("wrong@yamada.example"))).toBeInstanceOf(CodeDeliveryFailureException);
  expect(
    await caught(
      house.client.send(new AdminGetUserCommand({ UserPoolId, Username: "wrong@yamada.example" })),
    ),
  ).toBeInstanceOf(UserNotFoundException);
});

test("a pool of the older kind tells that a code could not be delivered", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const legacy = await testPool({ post, existence_errors: "LEGACY" });
  try {
    const forgot = () => legacy.client.send(new ForgotPasswordCommand({ ClientId, Username: KEIRI }));
    refused.add(KEIRI);
    expect(await caught(forgot())).toBeInstanceOf(CodeDeliveryFailureException);
    refused.clear();
    await forgot();
    expect(arrived).toHaveLength(1);
  } finally {
    await legacy.drop();
  }
});

test("a reset by the administrator shuts the old password out and sends a code", async () => {
  const { AuthenticationResult } = await house.signIn(KEIRI, PASSWORD);
  await resetFor(KEIRI);
  expect(await refusal(house.signIn(KEIRI, PASSWORD))).toBe(
    "PasswordResetRequiredException: Password reset required for the user",
  );
  expect(await house.refreshed(AuthenticationResult!.RefreshToken!)).toBe(
    "NotAuthorizedException: Refresh Token has been revoked",
  );
  const ConfirmationCode = /確認コード: (\d{6})/.exec(arrived[0]!.text)![1]!;
  await house.client.send(
    new ConfirmForgotPasswordCommand({
      ClientId,
      Username: KEIRI,
      ConfirmationCode,
      Password: "a quite new password",
    }),
  );
  expect((await house.signIn(KEIRI, "a quite new password")).AuthenticationResult).toBeDefined();
});

test("a reset by the administrator is refused where no code can go", async () => {
  expect(await caught(resetFor("nobody"))).toBeInstanceOf(UserNotFoundException);
  await createPoolUser(house.db, {
    username: "bare",
    email: null,
    password: PASSWORD,
    groups: [],
    zoneinfo: null,
  });
  expect(await refusal(resetFor("bare"))).toContain("InvalidParameterException");
  await create("new@yamada.example");
  expect(await refusal(resetFor("new@yamada.example"))).toContain("NotAuthorizedException");
  for (let turn = 0; turn < 10; turn++) await resetFor(KEIRI);
  expect(await caught(resetFor(KEIRI))).toBeInstanceOf(LimitExceededException);
});

test("mail that is not taken waits and is tried again; what is rolled back is never sent", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const letter = { subject: "件名", text: "本文 123456" };
  await caught(
    house.db.transaction(async (tx) => {
      await sendMail(tx, { to: KEIRI, ...letter });
      throw new Error("rolled back");
    }),
  );
  await sendMail(house.db, { to: "slow@yamada.example", ...letter });
  await sendMail(house.db, { to: KEIRI, ...letter });
  refused.add("slow@yamada.example");
  expect(await drainOutbox(house.db, post)).toBe(1);
  const [waiting] = await house.db.select().from(outbox);
  expect(waiting).toMatchObject({
    recipient: "slow@yamada.example",
    tries: 1,
    problem: expect.stringContaining("no such mailbox"),
  });
  expect(await drainOutbox(house.db, post)).toBe(0);
  await house.db.update(outbox).set({ next_time: new Date().toISOString() });
  refused.clear();
  expect(await drainOutbox(house.db, post)).toBe(1);
  expect(arrived.map(({ to }) => to[0])).toEqual([KEIRI, "slow@yamada.example"]);
  expect(JSON.stringify(log.mock.calls)).not.toContain("123456");
});

test("two postmen at once bring each mail once", async () => {
  for (let turn = 0; turn < 6; turn++)
    await sendMail(house.db, { to: `p${turn}@yamada.example`, subject: "件名", text: "本文" });
  const sent = await Promise.all([drainOutbox(house.db, post), drainOutbox(house.db, post)]);
  expect(sent[0]! + sent[1]!).toBe(6);
  expect(new Set(arrived.map(({ to }) => to[0])).size).toBe(6);
});

test("an address or subject with a line break makes no second header", async () => {
  await sendMail(house.db, { to: KEIRI, subject: "件名\r\nBcc: thief@evil.example", text: "本文" });
  await drainOutbox(house.db, post);
  expect(arrived[0]!.to).toEqual([KEIRI]);
  expect(arrived[0]!.text).not.toMatch(/^Bcc:/m);
});

test("the demo shows mail on the console as it arrives, and nothing from before", async () => {
  await sendMail(house.db, { to: KEIRI, subject: "前のもの", text: "前" });
  const shown: string[] = [];
  const stop = await showArrivals(house.db, (text) => shown.push(text));
  await sendMail(house.db, { to: KEIRI, subject: "新しいもの", text: "確認コード: 123456" });
  await vi.waitFor(() => expect(shown).toHaveLength(1), 20_000);
  stop();
  expect(shown[0]).toContain("確認コード: 123456");
});

test("a password leaves this machine under TLS only, unless the address says otherwise", () => {
  const needsTls = (url: string) => smtpOptions(url, 5_000).requireTLS;
  expect(needsTls("smtp://koba:secret@mail.example.com:587")).toBe(true);
  for (const url of [
    "smtp://mail.example.com:25",
    "smtp://koba:secret@127.0.0.1:25",
    "smtp://koba:secret@localhost",
    "smtps://koba:secret@mail.example.com",
  ])
    expect([url, needsTls(url)]).toEqual([url, false]);
});

test("a mail server that offers no TLS gets no mail from who asks for it", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const guarded = { ...post, smtp_url: `${post.smtp_url}?requireTLS=true` };
  await sendMail(house.db, { to: KEIRI, subject: "件名", text: "本文" });
  expect(await drainOutbox(house.db, guarded)).toBe(0);
  expect(arrived).toEqual([]);
  await house.db.update(outbox).set({ next_time: new Date().toISOString() });
  expect(await drainOutbox(house.db, post)).toBe(1);
});
