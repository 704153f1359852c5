import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { eq, like } from "drizzle-orm";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMember } from "~/lib/auth/member.server";
import { createFactory } from "~/lib/company/factory.server";
import { operator } from "~/lib/db/connection.server";
import { type TestDatabase, testDatabase } from "~/lib/db/testing.server";
import { makeApp } from "~/lib/server/app.server";
import { outbox } from "~/lib/tables/mail.table.server";
import { session } from "~/lib/tables/session.table.server";
import { attempts, places, users } from "~/lib/tables/user.table.server";
import { type App } from "~/lib/web/app";
import { rememberNetwork } from "./network.server";
import { KEIRI, PASSWORD, refusal } from "./testing.server";
import { hotp, stepAt, unbase32 } from "./totp.server";
import { NETWORK_HEADER } from "./wire.server";

const secret = "a secret of the tests, 32 letters or more";
const folder = path.resolve("node_modules", ".cache", `pool-${process.pid}`);

// server.ts without the pages, so that no test waits for a build of the product.
const entry = `
  import { operate } from "~/lib/server/operate.server";
  process.exit(await operate(process.env, process.argv.slice(2)));`;

let database: TestDatabase;
let child: ChildProcess | undefined;
let environment: Record<string, string>;
let app: App;

beforeAll(async () => {
  database = await testDatabase();
  await operator(database.db, (tx) =>
    createFactory(tx, {
      id: "yamada",
      name: "山田精機株式会社",
      company_type: "seller",
      email: "info@yamada.example",
    }),
  );
  for (const email of [KEIRI, "genba@yamada.example"]) {
    await createMember(database.db, {
      email,
      name: email,
      company_id: "yamada",
      is_admin: false,
      permissions: [],
      groups: [],
      password: PASSWORD,
    });
  }
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, "pool.mjs");
  await build({
    stdin: { contents: entry, resolveDir: process.cwd(), loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { "~": path.resolve("app") },
    logLevel: "error",
    jsx: "automatic",
  });
  const env = {
    ...process.env,
    DATABASE_URL: database.app_url,
    DATABASE_OWNER_URL: database.owner_url,
    APP_SECRET: secret,
    COGNITO_USER_POOL_ID: "",
  };
  child = spawn(process.execPath, [outfile, "pool", "--port", "0"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((found, failed) => {
    child!.stdout!.on(
      "data",
      (data: Buffer) => data.toString().includes("COGNITO_ENDPOINT") && found(data.toString()),
    );
    child!.once("exit", () => failed(new Error("the pool's process ended")));
  });
  environment = Object.fromEntries(
    line
      .trim()
      .split(" ")
      .map((part) => part.split("=") as [string, string]),
  );
  app = makeApp(
    { NODE_ENV: "test", ...environment },
    database.db,
    "another secret: the app and the pool share nothing but the address",
  );
});

afterAll(async () => {
  if (child?.exitCode === null) {
    const gone = new Promise((done) => child!.once("exit", done));
    child.kill("SIGTERM");
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const url = () => environment.COGNITO_ENDPOINT!;

async function signedIn() {
  const answer = await app.provider.signIn(KEIRI, PASSWORD);
  if (answer.kind !== "tokens") throw new Error("asked for a new password");
  return answer.tokens;
}

/** As a program on this machine might send it. */
function send(
  method: string,
  at: string,
  headers: Record<string, string>,
  body = "",
): Promise<{ status: number; body: string }> {
  return new Promise((done, failed) => {
    const out = request(url() + at, { method, headers }, async (answer) =>
      done({ status: answer.statusCode!, body: Buffer.concat(await answer.toArray()).toString() }),
    );
    out.once("error", failed).end(body);
  });
}

const call = (operation: string, body: object) =>
  send(
    "POST",
    "/",
    {
      "Content-Type": "application/x-amz-json-1.1",
      "X-Amz-Target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    JSON.stringify(body),
  );

test("by configuration alone the app signs in at a pool in another process and believes its tokens by their JWKS", async () => {
  const tokens = await signedIn();
  expect(app.provider.tokens).toMatchObject({
    issuer: `${url()}/ap-northeast-1_embedded`,
    keys: new URL(`${url()}/ap-northeast-1_embedded/.well-known/jwks.json`),
  });
  const ask = (token: string) =>
    app.backend.fetch(new Request("http://backend.internal/users/self", { headers: { "X-Auth": token } }));
  expect(await (await ask(tokens.id_token)).json()).toMatchObject({ username: KEIRI, company_id: "yamada" });
  expect((await ask(tokens.access_token)).status).toBe(401);
  expect(await refusal(app.provider.signIn(KEIRI, "wrong password"))).toBe(
    "NotAuthorizedException: Incorrect username or password.",
  );
});

test("a session is refreshed there, and ends there", async () => {
  const id = await app.sessions.begin(KEIRI, await signedIn());
  const first = await app.sessions.find(id);
  await database.db.update(session).set({ refresh_time: new Date(0).toISOString() });
  const second = await app.sessions.find(id);
  expect(second!.id_token).not.toBe(first!.id_token);
  await app.provider.globalSignOut(second!.access_token);
  await database.db.update(session).set({ refresh_time: new Date(0).toISOString() });
  expect(await app.sessions.find(id)).toBeNull();
});

test("a forgotten password is reset there", async () => {
  expect(await app.provider.forgotPassword("genba@yamada.example")).toEqual({
    medium: "EMAIL",
    destination: "g***@y***",
    attribute: "email",
  });
  const [mail] = await database.db.select().from(outbox);
  await app.provider.confirmForgotPassword(
    "genba@yamada.example",
    /確認コード: (\d{6})/.exec(mail!.body)![1]!,
    "a quite new password",
  );
  const answer = await app.provider.signIn("genba@yamada.example", "a quite new password");
  if (answer.kind !== "tokens") throw new Error("no tokens");
  await app.provider.changePassword(
    answer.tokens.access_token,
    "a quite new password",
    "an even newer password",
  );
});

test("the same app with rotation switched on takes each refresh token once", async () => {
  const rotating = makeApp(
    { NODE_ENV: "test", ...environment, COGNITO_REFRESH_ROTATION: "1" },
    database.db,
    secret,
  );
  const tokens = await signedIn();
  const next = await rotating.provider.refresh(tokens.refresh_token, KEIRI);
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
});

test("a second factor is set up there, and asked for there", async () => {
  const KIKO = "kiko@yamada.example";
  await createMember(database.db, {
    email: KIKO,
    name: KIKO,
    company_id: "yamada",
    is_admin: false,
    permissions: [],
    groups: [],
    password: PASSWORD,
  });
  const answer = await app.provider.signIn(KIKO, PASSWORD);
  if (answer.kind !== "tokens") throw new Error("no tokens");
  const { secret: key, holder } = await app.provider.factor.associate(answer.tokens);
  const code = (drift: number) => hotp(unbase32(key), stepAt(new Date()) + drift);
  await app.provider.factor.confirm(holder, code(0));
  const step = await app.provider.signIn(KIKO, PASSWORD);
  if (step.kind !== "code") throw new Error(`asked for ${step.kind}`);
  expect(await refusal(app.provider.factor.respondCode(step.session, step.username, "000000"))).toMatch(
    /^CodeMismatchException/,
  );
  expect((await app.provider.factor.respondCode(step.session, step.username, code(1))).kind).toBe("tokens");
});

test("the port believes nobody's network: a stranger who names a known one is locked out as a stranger", async () => {
  const [office, name] = ["203.0.113.9", "genba@yamada.example"];
  const [{ sub } = { sub: "" }] = await database.db
    .select({ sub: users.sub })
    .from(users)
    .where(eq(users.username, name));
  await rememberNetwork(database.db, sub, { IpAddress: office });
  const knock = (password: string) =>
    send(
      "POST",
      "/",
      {
        "Content-Type": "application/x-amz-json-1.1",
        "X-Amz-Target": "AWSCognitoIdentityProviderService.InitiateAuth",
        [NETWORK_HEADER]: office,
      },
      JSON.stringify({
        ClientId: environment.COGNITO_CLIENT_ID,
        AuthFlow: "USER_PASSWORD_AUTH",
        UserContextData: { IpAddress: office },
        AuthParameters: { USERNAME: name, PASSWORD: password },
      }),
    );
  for (let turn = 0; turn < 6; turn++) await knock("wrong password");
  expect((await knock("an even newer password")).body).toContain("Password attempts exceeded");
  expect(await database.db.$count(attempts, like(attempts.key, `${sub}%`))).toBe(1);
  expect(await database.db.$count(places, eq(places.sub, sub))).toBe(1);
});

test("administration is not to be had over the port", async () => {
  const client = new CognitoIdentityProviderClient({
    region: "ap-northeast-1",
    endpoint: url(),
    credentials: { accessKeyId: "x", secretAccessKey: "x" },
  });
  const error = await client
    .send(new AdminGetUserCommand({ UserPoolId: environment.COGNITO_USER_POOL_ID, Username: KEIRI }))
    .catch((refused: unknown) => refused);
  expect((error as Error).name).toBe("UnknownOperationException");
  for (const name of [
    "AdminSetUserPassword",
    "AdminCreateUser",
    "CreateGroup",
    "ListUsers",
    "ListUsersInGroup",
    "DeleteGroup",
    "constructor",
    "__proto__",
  ]) {
    expect(await call(name, { UserPoolId: environment.COGNITO_USER_POOL_ID })).toMatchObject({
      status: 400,
      body: expect.stringContaining("UnknownOperationException"),
    });
  }
});

test("the port answers loopback names, its own type and sizes only, and nothing else that is asked", async () => {
  const type = { "Content-Type": "application/x-amz-json-1.1" };
  expect((await send("GET", "/ap-northeast-1_embedded/.well-known/jwks.json", {})).body).not.toContain('"d"');
  expect((await send("GET", "/", {})).status).toBe(404);
  expect((await send("POST", "/", { "Content-Type": "text/plain" }, "{}")).status).toBe(415);
  expect((await send("POST", "/", { ...type, Host: "evil.example" }, "{}")).status).toBe(403);
  expect((await call("InitiateAuth", { ClientId: "x".repeat(200_000) })).status).toBe(413);
  expect(await send("POST", "/", type, "{")).toMatchObject({ status: 400 });
});
