import type { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { InitiateAuthCommand } from "@aws-sdk/client-cognito-identity-provider";
import { poolClient } from "~/lib/auth/cognito.client.server";
import type { Database } from "~/lib/db/connection.server";
import { testDatabase } from "~/lib/db/testing.server";
import { signing_keys } from "~/lib/tables/token.table.server";
import { createPoolUser } from "./admin.server";
import type { PoolSettings } from "./context.server";
import { keyRing } from "./key.server";
import { embeddedPool, embeddedSettings, type Pool } from "./pool.server";

export const PASSWORD = "koba-demo-2026";
export const KEIRI = "keiri@yamada.example";

export type TestPool = {
  db: Database;
  pool: Pool;
  client: CognitoIdentityProviderClient;
  /** Moves the pool's clock, which otherwise stands. */
  pass(seconds: number): void;
  now(): Date;
  signIn(username: string, password: string, ip?: string): ReturnType<typeof signIn>;
  /** How a refresh token is refused, or "not refused". */
  refreshed(refresh_token: string): Promise<string>;
  drop(): Promise<void>;
};

function signIn(
  client: CognitoIdentityProviderClient,
  USERNAME: string,
  password: string,
  IpAddress?: string,
) {
  const ClientId = embeddedSettings.client_id;
  const AuthParameters = { USERNAME, PASSWORD: password };
  return client.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters,
      UserContextData: { IpAddress },
    }),
  );
}

const SECRET = "secret of the test";
let knownKeys: (typeof signing_keys.$inferInsert)[] | undefined;

/** What a pool signs with: made once, since that takes longer than most of what is tried with it. */
async function giveKey(db: Database): Promise<void> {
  if (knownKeys) await db.insert(signing_keys).values(knownKeys);
  else await keyRing(db, SECRET).signing();
  knownKeys ??= await db.select().from(signing_keys);
}

export async function testPool(settings: Partial<PoolSettings> = {}): Promise<TestPool> {
  const { db, drop } = await testDatabase();
  await giveKey(db);
  const start = Date.now();
  let ahead = 0;
  const now = () => new Date(start + ahead * 1000);
  const pool = embeddedPool(db, SECRET, { ...embeddedSettings, ...settings }, now);
  const client = poolClient(pool);
  await createPoolUser(db, {
    username: KEIRI,
    email: KEIRI,
    password: PASSWORD,
    groups: ["yamada"],
    zoneinfo: "seller",
    name: "山本 経子",
  });
  return {
    db,
    pool,
    client,
    drop,
    pass: (seconds) => void (ahead += seconds),
    now,
    signIn: (username, password, ip) => signIn(client, username, password, ip),
    refreshed: (REFRESH_TOKEN) =>
      refusal(
        client.send(
          new InitiateAuthCommand({
            ClientId: embeddedSettings.client_id,
            AuthFlow: "REFRESH_TOKEN_AUTH",
            AuthParameters: { REFRESH_TOKEN },
          }),
        ),
      ),
  };
}

/** What a call throws; what it answers, when it throws nothing. */
export const caught = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

/** The name and message a call is refused with. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return "not refused";
}
