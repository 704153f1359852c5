import { readFileSync } from "node:fs";
import { cognito } from "~/lib/auth/cognito.server";
import { recoveryCodes } from "~/lib/auth/factor.server";
import { limits } from "~/lib/auth/limit.server";
import { securityLog } from "~/lib/auth/security.server";
import { sessions } from "~/lib/auth/session.server";
import { withStandingGroups } from "~/lib/auth/staff.server";
import { tokenVerifier } from "~/lib/auth/token.server";
import { chatGraphql } from "~/lib/chat/graphql.server";
import { type Hub, hub } from "~/lib/chat/hub.server";
import { type Sender, senderOf } from "~/lib/chat/push.server";
import { remoteChat } from "~/lib/chat/remote.server";
import { readConfig } from "~/lib/config/config.server";
import { sealWith } from "~/lib/config/secret.server";
import type { Database } from "~/lib/db/connection.server";
import { openStorage } from "~/lib/file/storage.open.server";
import { embeddedPool, poolSettings } from "~/lib/pool/pool.server";
import type { App } from "~/lib/web/app";
import { cookies } from "~/lib/web/cookie.server";
import { backend } from "./backend.server";
import { calls } from "./calls.server";
import { subscribeAll } from "./subscriptions.server";

/** Seconds since 1970 at which this build was made; 0 when it was not built. */
function readRevision(): number {
  try {
    return Number(readFileSync("build/revision", "utf8"));
  } catch {
    return 0;
  }
}

export function makeApp(env: NodeJS.ProcessEnv, db: Database, secret: string): App {
  subscribeAll();
  sealWith(secret);
  const config = readConfig(env);
  const settings = poolSettings(env, config.product_name, config.origins[0]!);
  const hasOwnPool = !env.COGNITO_USER_POOL_ID;
  const provider = cognito(env, hasOwnPool ? embeddedPool(db, secret, settings) : undefined);
  const revision = readRevision();
  const storage = openStorage(env);
  const told = tokenVerifier(provider.tokens);
  const verify = hasOwnPool ? async (token: string) => withStandingGroups(db, await told(token)) : told;
  const security = securityLog(db, secret);
  const api = backend(calls, {
    security,
    db,
    verify,
    knowsEnded: hasOwnPool,
    revision,
    storage,
    product_name: config.product_name,
  });
  let opened: Hub | undefined;
  const live = () => (opened ??= hub(db));
  let endpoint: ReturnType<typeof chatGraphql> | undefined;
  const graphql = {
    fetch: async (request: Request) => (await (endpoint ??= chatGraphql(api, live))).fetch(request),
  };
  const chat = config.chat_graphql_url
    ? remoteChat(config.chat_graphql_url, config.origins[0]!, graphql)
    : null;
  let keys: Promise<Sender> | undefined;
  return {
    hub: live,
    graphql: chat?.graphql ?? graphql,
    chat,
    backend: api,
    sender: () => (keys ??= senderOf(db, secret, config.origins[0]!)),
    security,
    recovery: recoveryCodes(db, secret),
    config,
    db,
    provider,
    revision,
    storage,
    post: settings.post,
    limit: limits(db),
    sessions: sessions(db, provider, secret, security),
    cookies: cookies(config, secret),
  };
}
