import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";
import type { Database } from "~/lib/db/connection.server";
import type { PoolContext, PoolSettings } from "./context.server";
import { keyRing } from "./key.server";
import { postOf } from "./mail.server";
import { answerOpenly, type PoolHandler, requestHandler, type WireResponse } from "./wire.server";

export type Pool = {
  settings: PoolSettings;
  /** What a port may offer: one call's answer, administrative ones refused. */
  answerOpenly(target: string, body: string): Promise<WireResponse>;
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
  mfa: "OPTIONAL",
  product_name: "KOBA",
  origin: "http://localhost:3000",
  post: { smtp_url: null, from: "no-reply@localhost" },
};

export function poolSettings(
  env: Record<string, string | undefined>,
  product_name: string,
  origin: string,
): PoolSettings {
  const existence_errors = env.POOL_EXISTENCE_ERRORS === "LEGACY" ? "LEGACY" : "ENABLED";
  return { ...embeddedSettings, existence_errors, product_name, origin, post: postOf(env, origin) };
}

export function embeddedPool(
  db: Database,
  secret: string,
  settings = embeddedSettings,
  now = () => new Date(),
): Pool {
  const ring = keyRing(db, secret);
  const context: PoolContext = { db, settings, ring, secret, now };
  return {
    settings,
    answerOpenly: (target, body) => answerOpenly(context, target, body),
    requestHandler: requestHandler(context),
    keys: ring.keys,
    jwks: ring.jwks,
  };
}
