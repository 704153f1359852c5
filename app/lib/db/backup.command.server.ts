import { writeFile } from "node:fs/promises";
import path from "node:path";
import { backUp } from "./backup.server";
import { type Embedded, keptSecret, runningEmbedded, startEmbedded } from "./embedded.server";
import { dataFolder, type Env } from "./open.server";
import { headOf, restore } from "./restore.server";

type Owned = { owner_url: string; home: string | null; stop: () => Promise<void> };

async function ownedBy(env: Env, running: boolean): Promise<Owned> {
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

const secretFile = (home: string) => path.join(home, "app.secret");

/** `backup FILE`: also while the app runs on the embedded database. `restore FILE`: into an empty one. */
export async function safekeep(env: Env, [task, file]: string[]): Promise<boolean> {
  if (task !== "backup" && task !== "restore") return false;
  if (!file) throw new Error(`npm run ${task} -- ファイル名 (name a file)`);
  const head = task === "restore" ? await headOf(file) : null;
  const { owner_url, home, stop } = await ownedBy(env, task === "backup");
  const began = Date.now();
  try {
    const own = !env.APP_SECRET && home !== null;
    if (head) {
      const secret = env.APP_SECRET || head.secret || "";
      const tables = await restore(owner_url, secret, file);
      if (own) await writeFile(secretFile(home), `${secret}\n`, { mode: 0o600, flush: true });
      console.log(
        `${file} から${tables}個の表を戻しました。(restored in ${((Date.now() - began) / 1000).toFixed(1)} s)`,
      );
    } else {
      const secret = env.APP_SECRET || (home ? await keptSecret(secretFile(home)) : "");
      const tables = await backUp(owner_url, secret, own, file);
      console.log(
        `${tables}個の表を ${file} に保存しました。(saved in ${((Date.now() - began) / 1000).toFixed(1)} s)`,
      );
    }
  } finally {
    await stop();
  }
  return true;
}
