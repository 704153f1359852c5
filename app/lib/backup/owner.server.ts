import path from "node:path";
import { type Embedded, runningEmbedded, startEmbedded } from "~/lib/db/embedded.server";
import { dataFolder, type Env } from "~/lib/db/open.server";

type Owned = { owner_url: string; home: string | null; stop: () => Promise<void> };

/** The database as its owner, who alone may read all of it: beside the server, or started for the while. */
export async function ownedBy(env: Env, running: boolean): Promise<Owned> {
  if (!env.DATABASE_URL) {
    const found = running ? await runningEmbedded(dataFolder(env)) : null;
    const opened: Pick<Embedded, "owner_url" | "home"> & { stop?: () => Promise<void> } =
      found ?? (await startEmbedded(dataFolder(env)));
    return { owner_url: opened.owner_url, home: opened.home, stop: opened.stop ?? (async () => {}) };
  }
  if (env.DATABASE_OWNER_URL) return { owner_url: env.DATABASE_OWNER_URL, home: null, stop: async () => {} };
  throw new Error(
    "DATABASE_OWNER_URL(所有者の接続先)を設定してください。(a backup is made and restored by the owner: set DATABASE_OWNER_URL)",
  );
}

export const secretFile = (home: string) => path.join(home, "app.secret");
