import type { Backend } from "~/lib/api/backend";
import type { IdentityProvider } from "~/lib/auth/cognito.server";
import type { RecoveryCodes } from "~/lib/auth/factor.server";
import type { Limits } from "~/lib/auth/limit.server";
import type { SecurityLog } from "~/lib/auth/security.server";
import type { Sessions } from "~/lib/auth/session.server";
import type { Elsewhere } from "~/lib/chat/elsewhere.server";
import type { Hub } from "~/lib/chat/hub.server";
import type { Sender } from "~/lib/chat/push.server";
import type { Config } from "~/lib/config/config.server";
import type { Database } from "~/lib/db/connection.server";
import type { Storage } from "~/lib/file/storage.server";
import type { Post } from "~/lib/pool/mail.server";
import type { Cookies } from "./cookie.server";

/** Everything behind the front door. */

export type App = {
  config: Config;
  db: Database;
  provider: IdentityProvider;
  limit: Limits;
  sessions: Sessions;
  cookies: Cookies;
  backend: Backend;
  revision: number;
  post: Post;
  storage: Storage;
  security: SecurityLog;
  recovery: RecoveryCodes;
  /** The event streams of this process; the first to ask opens their connection. */
  hub: () => Hub;
  graphql: { fetch: (request: Request) => Response | Promise<Response> };
  /** Where the chat has been moved out to, if it has. */
  chat: Elsewhere | null;
  /** The keys by which push messages are signed. */
  sender: () => Promise<Sender>;
};
