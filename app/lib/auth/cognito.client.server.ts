import {
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
} from "@aws-sdk/client-cognito-identity-provider";

import type { Pool } from "~/lib/pool/pool.server";
import { NETWORK_HEADER } from "~/lib/pool/wire.server";
import type { TokenConfig } from "./token.server";

export type Environment = Record<string, string | undefined>;
type PoolAccess = {
  client: CognitoIdentityProviderClient;
  client_secret: string | undefined;
  tokens: TokenConfig;
};

const REGION = "ap-northeast-1";
/** Cognito answers within a second; silent, it must not keep a sign-in or the row of a session. */
const PATIENCE = { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true };
// The SDK announces AWS's plans for older Node versions.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

export function remote(env: Environment, pool_id: string): PoolAccess {
  const client_id = env.COGNITO_CLIENT_ID;
  if (!client_id) throw new Error("oauth param not configured.");
  const config: CognitoIdentityProviderClientConfig = {
    region: REGION,
    requestHandler: PATIENCE,
    maxAttempts: 2,
  };
  if (env.COGNITO_ENDPOINT) config.endpoint = env.COGNITO_ENDPOINT;
  const host = env.COGNITO_ENDPOINT?.replace(/\/+$/, "") || `https://cognito-idp.${REGION}.amazonaws.com`;
  const issuer = `${host}/${pool_id}`;
  return {
    client: new CognitoIdentityProviderClient(config),
    client_secret: env.COGNITO_CLIENT_SECRET || undefined,
    tokens: { issuer, client_id, keys: new URL(`${issuer}/.well-known/jwks.json`) },
  };
}

let known: { place: string; client: CognitoIdentityProviderClient } | undefined;

export function remoteClient(env: Environment): CognitoIdentityProviderClient {
  const place = `${env.COGNITO_USER_POOL_ID} ${env.COGNITO_ENDPOINT}`;
  if (known?.place !== place) known = { place, client: remote(env, env.COGNITO_USER_POOL_ID!).client };
  return known.client;
}

/** Answered by the embedded pool in this process: no port, and no signature is checked. */
export function poolClient(pool: Pool): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({
    region: REGION,
    endpoint: "https://pool.invalid",
    credentials: { accessKeyId: "embedded", secretAccessKey: "embedded" },
    requestHandler: pool.requestHandler,
    maxAttempts: 1,
  });
}

export function embedded(pool: Pool): PoolAccess {
  const { client_id, client_secret, issuer } = pool.settings;
  return {
    client: poolClient(pool),
    client_secret: client_secret ?? undefined,
    tokens: { issuer, client_id, keys: pool.keys },
  };
}

type Handler = (args: { request: unknown }) => unknown;
type Stack = { add(middleware: (next: Handler) => Handler, options: { step: "build" }): void };

export function comingFrom<C extends object>(command: C, place: string): C {
  (command as unknown as { middlewareStack: Stack }).middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers[NETWORK_HEADER] = place;
      return next(args);
    },
    { step: "build" },
  );
  return command;
}
