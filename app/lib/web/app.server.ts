import { readFileSync } from "node:fs";
import { cognito, type IdentityProvider } from "~/lib/auth/cognito.server";
import { sessions, type Sessions } from "~/lib/auth/session.server";
import { tokenVerifier } from "~/lib/auth/token.server";
import { backend, type Backend } from "~/lib/backend/backend.server";
import { calls } from "~/lib/backend/calls.server";
import type { Database } from "~/lib/db/connection.server";
import { openDatabase } from "~/lib/db/open.server";
import { readConfig, type Config } from "./config.server";
import { cookies, type Cookies } from "./cookie.server";

export type App = {
  config: Config; db: Database; provider: IdentityProvider; sessions: Sessions; cookies: Cookies; backend: Backend; revision: number;
  stop: () => Promise<void>;
};

/** Seconds since 1970 at which this build was made; 0 when it was not built. */
function readRevision(): number {
  try {
    return Number(readFileSync("build/revision", "utf8"));
  } catch {
    return 0;
  }
}

/** Everything behind the front door: database, identity provider, sessions, API. */
export async function openApp(env: NodeJS.ProcessEnv): Promise<App> {
  const config = readConfig(env);
  const opened = await openDatabase(env);
  const { db, app_secret } = opened;
  const { provider, tokens } = await cognito(env, db, app_secret);
  const revision = readRevision();
  return {
    config, db, provider, revision,
    sessions: sessions(db, provider, app_secret),
    cookies: cookies(config, app_secret),
    backend: backend(calls, { db, verify: tokenVerifier(tokens), revision, product_name: config.product_name }),
    stop: opened.stop,
  };
}
