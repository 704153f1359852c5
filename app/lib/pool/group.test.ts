import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUpdateUserAttributesCommand,
  AliasExistsException,
  CreateGroupCommand,
  DeleteGroupCommand,
  GetUserCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
  ResourceNotFoundException,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPoolUser } from "./admin.server";
import { caught, KEIRI, PASSWORD, refusal, type TestPool, testPool } from "./testing.server";

let house: TestPool;
beforeAll(async () => {
  house = await testPool();
  for (const name of ["ando", "baba", "chiba", "doi"]) {
    await createPoolUser(house.db, {
      username: name,
      email: `${name}@sato.example`,
      groups: ["sato"],
      zoneinfo: "seller",
      password: PASSWORD,
    });
  }
});
afterAll(() => house.drop());

const UserPoolId = "ap-northeast-1_embedded";
const listUsers = (more: Partial<ListUsersCommand["input"]> = {}) =>
  house.client.send(new ListUsersCommand({ UserPoolId, ...more }));
const names = (list: { Username?: string }[] | undefined) => list?.map(({ Username }) => Username);
const update = (Username: string, attributes: Record<string, string>) =>
  house.client.send(
    new AdminUpdateUserAttributesCommand({
      UserPoolId,
      Username,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  );

test("ListUsers gives everybody, a page at a time", async () => {
  const first = await listUsers({ Limit: 3 });
  expect(names(first.Users)).toEqual(["ando", "baba", "chiba"]);
  const rest = await listUsers({ Limit: 3, PaginationToken: first.PaginationToken });
  expect([names(rest.Users), rest.PaginationToken]).toEqual([["doi", KEIRI], undefined]);
  expect(first.Users![0]).toMatchObject({
    Enabled: true,
    UserStatus: "CONFIRMED",
    UserCreateDate: expect.any(Date),
  });
  expect(first.Users![0]!.Attributes).toContainEqual({ Name: "email", Value: "ando@sato.example" });
});

test("ListUsers filters by one attribute and shows only the attributes asked for", async () => {
  expect(names((await listUsers({ Filter: 'email = "doi@sato.example"' })).Users)).toEqual(["doi"]);
  expect(names((await listUsers({ Filter: 'username ^= "b"' })).Users)).toEqual(["baba"]);
  expect((await listUsers({ Filter: 'status = "Disabled"' })).Users).toEqual([]);
  expect((await listUsers({ Filter: 'email ^= "%"' })).Users).toEqual([]);
  expect(
    (await listUsers({ Filter: 'username = "ando"', AttributesToGet: ["email"] })).Users![0]!.Attributes,
  ).toEqual([{ Name: "email", Value: "ando@sato.example" }]);
});

test("ListUsers refuses filters and tokens that it can't read", async () => {
  for (const Filter of ["email", 'password_hash ^= "$"', 'email = "a" or true'])
    expect(await refusal(listUsers({ Filter }))).toContain("InvalidParameterException");
  expect(await refusal(listUsers({ PaginationToken: "!!" }))).toBe(
    "InvalidParameterException: Invalid pagination token",
  );
  expect(await refusal(listUsers({ Limit: 61 }))).toContain("InvalidParameterException");
});

test("ListUsersInGroup gives the members, a page at a time", async () => {
  const list = (more: object) =>
    house.client.send(new ListUsersInGroupCommand({ UserPoolId, GroupName: "sato", ...more }));
  const first = await list({ Limit: 2 });
  expect(names(first.Users)).toEqual(["ando", "baba"]);
  expect(names((await list({ NextToken: first.NextToken })).Users)).toEqual(["chiba", "doi"]);
  expect(await caught(list({ GroupName: "nowhere" }))).toBeInstanceOf(ResourceNotFoundException);
});

test("AdminListGroupsForUser and AdminRemoveUserFromGroup", async () => {
  const list = async (Username: string) =>
    (await house.client.send(new AdminListGroupsForUserCommand({ UserPoolId, Username }))).Groups!.map(
      ({ GroupName }) => GroupName,
    );
  const remove = (Username: string, GroupName: string) =>
    house.client.send(new AdminRemoveUserFromGroupCommand({ UserPoolId, Username, GroupName }));
  await house.client.send(new CreateGroupCommand({ UserPoolId, GroupName: "internal" }));
  await house.client.send(
    new AdminAddUserToGroupCommand({ UserPoolId, Username: "baba", GroupName: "internal" }),
  );
  expect(await list("baba")).toEqual(["internal", "sato"]);
  await remove("baba", "internal");
  expect(await list("baba")).toEqual(["sato"]);
  expect(await caught(list("nobody"))).toBeInstanceOf(UserNotFoundException);
  expect(await caught(remove("nobody", "sato"))).toBeInstanceOf(UserNotFoundException);
  expect(await caught(remove("baba", "nowhere"))).toBeInstanceOf(ResourceNotFoundException);
});

test("DeleteGroup takes the group from its members", async () => {
  const drop = () => house.client.send(new DeleteGroupCommand({ UserPoolId, GroupName: "shortlived" }));
  await house.client.send(new CreateGroupCommand({ UserPoolId, GroupName: "shortlived" }));
  await house.client.send(
    new AdminAddUserToGroupCommand({ UserPoolId, Username: "chiba", GroupName: "shortlived" }),
  );
  await drop();
  const left = await house.client.send(new AdminListGroupsForUserCommand({ UserPoolId, Username: "chiba" }));
  expect(left.Groups).toHaveLength(1);
  expect(await caught(drop())).toBeInstanceOf(ResourceNotFoundException);
});

test("AdminUpdateUserAttributes: a new address must be shown again, unless the administrator vouches for it", async () => {
  await update("doi", { email: "doi2@sato.example", name: "土井 次" });
  const { AuthenticationResult } = await house.signIn("doi", PASSWORD);
  const { UserAttributes } = await house.client.send(
    new GetUserCommand({ AccessToken: AuthenticationResult!.AccessToken! }),
  );
  expect(UserAttributes).toEqual(
    expect.arrayContaining([
      { Name: "email_verified", Value: "false" },
      { Name: "name", Value: "土井 次" },
      { Name: "zoneinfo", Value: "seller" },
    ]),
  );
  await update("doi", { email: "doi3@sato.example", email_verified: "true", name: "" });
  expect((await house.signIn("doi3@sato.example", PASSWORD)).AuthenticationResult).toBeDefined();
});

test("AdminUpdateUserAttributes refuses taken and malformed addresses, unknown attributes and unknown users", async () => {
  expect(await caught(update("doi", { email: "ANDO@sato.example" }))).toBeInstanceOf(AliasExistsException);
  expect(await caught(update("doi", { email: KEIRI }))).toBeInstanceOf(AliasExistsException);
  expect(await refusal(update("doi", { email: "nonsense" }))).toContain("InvalidParameterException");
  for (const name of ["is_admin", "sub", "constructor"])
    expect(await refusal(update("doi", { [name]: "x" }))).toContain("InvalidParameterException");
  expect(await caught(update("nobody", { name: "x" }))).toBeInstanceOf(UserNotFoundException);
});

test("AdminDeleteUser leaves nothing that still lets in", async () => {
  const { AuthenticationResult } = await house.signIn("ando", PASSWORD);
  const drop = () => house.client.send(new AdminDeleteUserCommand({ UserPoolId, Username: "ando" }));
  await drop();
  expect(await refusal(house.signIn("ando", PASSWORD))).toBe(
    "NotAuthorizedException: Incorrect username or password.",
  );
  expect(await house.refreshed(AuthenticationResult!.RefreshToken!)).toBe(
    "NotAuthorizedException: Invalid Refresh Token",
  );
  expect(
    await refusal(house.client.send(new GetUserCommand({ AccessToken: AuthenticationResult!.AccessToken! }))),
  ).toContain("NotAuthorizedException");
  expect(await caught(drop())).toBeInstanceOf(UserNotFoundException);
});

test("none of it works on another pool's id", async () => {
  const other = {
    UserPoolId: "ap-northeast-1_other",
    Username: KEIRI,
    GroupName: "sato",
    UserAttributes: [],
  };
  const commands = [
    ListUsersCommand,
    ListUsersInGroupCommand,
    AdminListGroupsForUserCommand,
    AdminRemoveUserFromGroupCommand,
    DeleteGroupCommand,
    AdminUpdateUserAttributesCommand,
    AdminDeleteUserCommand,
  ];
  for (const Command of commands as unknown as (new (
    input: object,
  ) => never)[]) {
    expect(await caught(house.client.send(new Command(other)))).toBeInstanceOf(ResourceNotFoundException);
  }
});
