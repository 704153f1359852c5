import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CreateGroupCommand,
  GroupExistsException,
  InitiateAuthCommand,
  UserNotFoundException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPoolUser, temporaryPassword } from "./admin.server";
import { embeddedSettings } from "./pool.server";
import { KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";

let house: TestPool;
beforeAll(async () => (house = await testPool()));
afterAll(() => house.drop());

const UserPoolId = embeddedSettings.pool_id;
const caught = (call: Promise<unknown>) => call.catch((error: unknown) => error);

function create(Username: string, email: string, more: Partial<AdminCreateUserCommand["input"]> = {}) {
  return house.client.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username,
      MessageAction: "SUPPRESS",
      TemporaryPassword: "Temp-2026-first",
      UserAttributes: [
        { Name: "email", Value: email },
        { Name: "email_verified", Value: "true" },
        { Name: "zoneinfo", Value: "buyer" },
      ],
      ...more,
    }),
  );
}

test("a person made by the pool's own call signs in with the temporary password and must change it", async () => {
  const { User } = await create("kobai", "kobai@tanaka.example");
  expect(User).toMatchObject({ Username: "kobai", Enabled: true, UserStatus: "FORCE_CHANGE_PASSWORD" });
  expect(User?.UserCreateDate).toBeInstanceOf(Date);
  expect((await house.signIn("kobai@tanaka.example", "Temp-2026-first")).ChallengeName).toBe(
    "NEW_PASSWORD_REQUIRED",
  );
});

test("AdminGetUser shows what there is, for a user name or an address", async () => {
  const found = await house.client.send(new AdminGetUserCommand({ UserPoolId, Username: KEIRI }));
  expect(found).toMatchObject({ Username: KEIRI, Enabled: true, UserStatus: "CONFIRMED" });
  expect(found.UserAttributes).toContainEqual({ Name: "zoneinfo", Value: "seller" });
});

test("the same user name or address is refused in any case", async () => {
  await create("once", "once@tanaka.example");
  expect(await caught(create("ONCE", "other@tanaka.example"))).toBeInstanceOf(UsernameExistsException);
  expect(await caught(create("twice", "Once@Tanaka.example"))).toBeInstanceOf(UsernameExistsException);
  const both = await Promise.allSettled([
    create("pair", "pair@tanaka.example"),
    create("pair", "pair@tanaka.example"),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("nobody can take another person's address for a user name", async () => {
  expect(await refusal(create("boss@tanaka.example", "thief@tanaka.example"))).toContain(
    "InvalidParameterException",
  );
});

test("bad names, addresses, attributes and passwords are refused, and nobody is half made", async () => {
  expect(await refusal(create("with space", "a@tanaka.example"))).toContain("InvalidParameterException");
  expect(await refusal(create("a\0b", "a@tanaka.example"))).toContain("InvalidParameterException");
  expect(await refusal(create("plain", "not an address"))).toBe(
    "InvalidParameterException: Invalid email address format.",
  );
  const UserAttributes = [{ Name: "is_admin", Value: "true" }];
  expect(await refusal(create("plain", "a@tanaka.example", { UserAttributes }))).toContain("is_admin");
  expect(await refusal(create("plain", "a@tanaka.example", { TemporaryPassword: "short" }))).toContain(
    "InvalidPasswordException",
  );
  expect(
    await refusal(create("plain", "a@tanaka.example", { UserPoolId: "ap-northeast-1_other" })),
  ).toContain("ResourceNotFoundException");
  expect(
    await caught(house.client.send(new AdminGetUserCommand({ UserPoolId, Username: "plain" }))),
  ).toBeInstanceOf(UserNotFoundException);
});

test("groups are made once, joined in order, and stand in the token in that order", async () => {
  const group = (GroupName: string) =>
    house.client.send(new CreateGroupCommand({ UserPoolId, GroupName, Description: "運営" }));
  const join = (Username: string, GroupName: string) =>
    house.client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName }));
  expect((await group("internal_writer")).Group).toMatchObject({
    GroupName: "internal_writer",
    Description: "運営",
    UserPoolId,
  });
  await group("internal");
  expect(await caught(group("internal"))).toBeInstanceOf(GroupExistsException);
  for (const name of ["internal_writer", "internal", "internal"]) await join(KEIRI, name);
  const { AuthenticationResult } = await house.signIn(KEIRI, PASSWORD);
  expect(decodeJwt(AuthenticationResult!.IdToken!)["cognito:groups"]).toEqual([
    "yamada",
    "internal_writer",
    "internal",
  ]);
  expect(await refusal(join(KEIRI, "nowhere"))).toBe("ResourceNotFoundException: Group not found.");
  expect(await refusal(join("nobody", "internal"))).toBe("UserNotFoundException: User does not exist.");
});

test("an administrator's new password works at once and ends the old sessions", async () => {
  await createPoolUser(house.db, {
    username: "reset",
    email: null,
    password: PASSWORD,
    groups: [],
    zoneinfo: null,
  });
  const set = (Password: string, Permanent: boolean, Username = "reset") =>
    house.client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent }));
  const { AuthenticationResult } = await house.signIn("reset", PASSWORD);
  await set("another password", true);
  expect(await refusal(house.signIn("reset", PASSWORD))).toContain("NotAuthorizedException");
  expect((await house.signIn("reset", "another password")).AuthenticationResult).toBeDefined();
  const AuthParameters = { REFRESH_TOKEN: AuthenticationResult!.RefreshToken! };
  const refresh = new InitiateAuthCommand({
    ClientId: embeddedSettings.client_id,
    AuthFlow: "REFRESH_TOKEN_AUTH",
    AuthParameters,
  });
  expect(await refusal(house.client.send(refresh))).toBe(
    "NotAuthorizedException: Refresh Token has been revoked",
  );
  await set("Temp-2026-again", false);
  expect((await house.signIn("reset", "Temp-2026-again")).ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
  expect(await refusal(set("reset", true))).toContain("InvalidPasswordException");
  expect(await refusal(set("a good password", true, "nobody"))).toContain("UserNotFoundException");
});

test("disabling shuts the door, enabling opens it, and a global sign-out by an administrator is no lock", async () => {
  const { client } = house;
  const who = { UserPoolId, Username: KEIRI };
  await client.send(new AdminDisableUserCommand(who));
  expect(await refusal(house.signIn(KEIRI, PASSWORD))).toBe("NotAuthorizedException: User is disabled.");
  await client.send(new AdminEnableUserCommand(who));
  expect((await house.signIn(KEIRI, PASSWORD)).AuthenticationResult).toBeDefined();
  await client.send(new AdminUserGlobalSignOutCommand(who));
  expect((await house.signIn(KEIRI, PASSWORD)).AuthenticationResult).toBeDefined();
  for (const Command of [AdminDisableUserCommand, AdminEnableUserCommand, AdminUserGlobalSignOutCommand]) {
    expect(await refusal(client.send(new Command({ UserPoolId, Username: "nobody" }) as never))).toContain(
      "UserNotFoundException",
    );
  }
});

test("a person made inside a transaction that fails was never made", async () => {
  const person = {
    username: "ghost",
    email: null,
    temporary_password: temporaryPassword(),
    groups: ["ghosts"],
    zoneinfo: null,
  };
  await caught(
    house.db.transaction(async (tx) => {
      await createPoolUser(tx, person);
      throw new Error("the company was refused");
    }),
  );
  expect(
    await caught(house.client.send(new AdminGetUserCommand({ UserPoolId, Username: "ghost" }))),
  ).toBeInstanceOf(UserNotFoundException);
});
