import { GetUserCommand, NotAuthorizedException } from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { poolClient } from "~/lib/auth/cognito.client.server";
import { caught, KEIRI, PASSWORD, type TestPool, testPool } from "./testing.server";

let house: TestPool;
beforeAll(async () => (house = await testPool()));
afterAll(() => house.drop());

const send = (target: string, body: unknown, pool = house.pool) =>
  pool.requestHandler
    .handle({ headers: { "x-amz-target": target }, body })
    .then(({ response }) => ({ ...response, json: JSON.parse(Buffer.from(response.body).toString()) }));
const named = (operation: string) => `AWSCognitoIdentityProviderService.${operation}`;

test("a refusal is HTTP 400 with the error's name in the body and in the headers", async () => {
  const AuthParameters = { USERNAME: KEIRI, PASSWORD: "wrong password" };
  const { statusCode, headers, json } = await send(
    named("InitiateAuth"),
    JSON.stringify({ ClientId: "embedded", AuthFlow: "USER_PASSWORD_AUTH", AuthParameters }),
  );
  expect([statusCode, json]).toEqual([
    400,
    { __type: "NotAuthorizedException", message: "Incorrect username or password." },
  ]);
  expect(headers).toMatchObject({
    "content-type": "application/x-amz-json-1.1",
    "x-amzn-errortype": "NotAuthorizedException:",
    "x-amzn-errormessage": "Incorrect username or password.",
    "x-amzn-requestid": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("targets and bodies that are none are refused by name", async () => {
  for (const target of [
    "",
    "InitiateAuth",
    named(""),
    named("constructor"),
    named("__proto__"),
    named("SignUp"),
  ]) {
    expect((await send(target, "{}")).json.__type, target).toBe("UnknownOperationException");
  }
  for (const body of ["", "{", "[]", "null", "5", undefined])
    expect((await send(named("GetUser"), body)).json.__type, String(body)).toBe("InvalidParameterException");
});

test("what goes wrong inside is an InternalErrorException that tells nothing, and is logged without what was sent", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  // A secret that is no text makes the hash throw.
  const pool = await testPool({ client_secret: 5 as never });
  const answer = await send(
    named("InitiateAuth"),
    JSON.stringify({
      ClientId: "embedded",
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: KEIRI, PASSWORD, SECRET_HASH: "x" },
    }),
    pool.pool,
  );
  expect([answer.statusCode, answer.json]).toEqual([
    500,
    { __type: "InternalErrorException", message: "Internal error" },
  ]);
  expect(JSON.stringify(log.mock.calls)).not.toContain(PASSWORD);
  log.mockRestore();
  await pool.drop();
});

test("the SDK turns each answer into its own class", async () => {
  expect(await caught(poolClient(house.pool).send(new GetUserCommand({ AccessToken: "x" })))).toBeInstanceOf(
    NotAuthorizedException,
  );
});
