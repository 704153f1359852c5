import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import type { Database } from "~/lib/db/connection.server";
import type { PoolContext, PoolSettings } from "./context.server";
import { keyRing } from "./key.server";
import { requestHandler, type PoolHandler } from "./wire.server";

export type Pool = {
  settings: PoolSettings;
  /** In-process transport for the AWS SDK's client: every operation, the administrative ones too. */
  requestHandler: PoolHandler;
  /** The public keys that tokens of this pool are checked with. */
  keys: JWTVerifyGetKey;
  jwks(): Promise<JSONWebKeySet>;
};

const POOL_ID = "ap-northeast-1_embedded";

export const embeddedSettings: PoolSettings = {
  pool_id: POOL_ID,
  client_id: "embedded",
  client_secret: null,
  issuer: `https://pool.invalid/${POOL_ID}`,
  existence_errors: "ENABLED",
};

/** The user pool that lives in the app's own database. `secret`: APP_SECRET, which closes the signing keys. */
export function embeddedPool(db: Database, secret: string, settings = embeddedSettings, now = () => new Date()): Pool {
  const ring = keyRing(db, secret);
  const context: PoolContext = { db, settings, ring, now };
  return { settings, requestHandler: requestHandler(context), keys: ring.keys, jwks: ring.jwks };
}
