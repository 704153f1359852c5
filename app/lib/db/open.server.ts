import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { assertPlainRole, connect, type Database, operator, PROGRAM } from "./connection.server";
import { keptSecret, runningEmbedded, startEmbedded } from "./embedded.server";
import { errorCode } from "./failure.server";
import { migrate, migrations, pendingMigrations } from "./migrate.server";
import { watchSpace } from "./space.server";

/** The opened database, migrated and guarded. `owner_url` is null where only the plain role is known. */
export type Opened = {
  db: Database;
  app_url: string;
  owner_url: string | null;
  /** The folder of the embedded database; null where it is another's. */
  home: string | null;
  /** APP_SECRET: keys that must outlive the process are derived from it. */
  secret: string;
  stop(): Promise<void>;
};

export type Env = Record<string, string | undefined>;

/** Where the embedded database is kept: KOBA_DATA, else var/postgres in the project. */
export const dataFolder = (env: Env) => path.resolve(env.KOBA_DATA || path.join("var", "postgres"));

/**
 * Opens DATABASE_URL, or the embedded database where none is given; brings the schema up to date and refuses
 * a privileged role.
 */
export function openDatabase(env: Env, new_keys = false): Promise<Opened> {
  return env.DATABASE_URL ? openGiven(env, env.DATABASE_URL) : openEmbedded(env, new_keys);
}

type Beside = {
  db: Database;
  secret: string;
  is_running: boolean;
  made: string | null;
  stop(): Promise<void>;
};

/** A server asks for its work every few seconds, and keeps the connection. */
async function servedByAnother(db: Database): Promise<boolean> {
  const { rows } = await operator(db, (tx) =>
    tx.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and application_name = ${PROGRAM}`,
    ),
  );
  return rows.length > db.$client.totalCount;
}

/** `made`: the folder of an embedded database that was not there before. */
export async function openBeside(env: Env, new_keys: boolean): Promise<Beside> {
  const folder = dataFolder(env);
  const running = env.DATABASE_URL ? null : await runningEmbedded(folder);
  if (!running) {
    const made = env.DATABASE_URL || existsSync(path.join(folder, "data")) ? null : folder;
    const opened = await openDatabase(env, new_keys);
    return { ...opened, is_running: await servedByAnother(opened.db), made };
  }
  const db = await guarded({ ...env, WEB_PROCESSES: "8" }, running.app_url, assertCurrent);
  const secret = env.APP_SECRET || (await keptSecret(path.join(running.home, "app.secret")));
  return { db, secret, is_running: true, made: null, stop: () => db.$client.end() };
}

async function openEmbedded(env: Env, new_keys: boolean): Promise<Opened> {
  const embedded = await startEmbedded(dataFolder(env));
  try {
    await migrate(embedded.owner_url);
    const file = path.join(embedded.home, "app.secret");
    const db = await guarded(env, embedded.app_url, async (opened) => {
      if (!env.APP_SECRET && !existsSync(file) && !new_keys) await assertUnsealed(opened, file);
    });
    const secret = env.APP_SECRET || (await keptSecret(file));
    const { owner_url, app_url, home } = embedded;
    watchSpace(db, home);
    return { db, app_url, owner_url, home, secret, stop: () => stopBoth(db, () => embedded.stop()) };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function openGiven(env: Env, app_url: string): Promise<Opened> {
  const secret = env.APP_SECRET ?? "";
  if (secret.length < 32) {
    throw new Error(
      "DATABASE_URLを使うときは、APP_SECRETに32文字以上の値を設定してください。(set APP_SECRET, e.g. openssl rand -base64 32)",
    );
  }
  const owner_url = env.DATABASE_OWNER_URL || null;
  if (owner_url) await migrate(owner_url);
  const db = await guarded(env, app_url, owner_url ? async () => {} : assertCurrent);
  // Of several processes the first has the embedded database; the others only look at its disk.
  const home = env.KOBA_HOME || null;
  if (home) watchSpace(db, home);
  return { db, app_url, owner_url, home, secret, stop: () => stopBoth(db, async () => {}) };
}

async function assertUnsealed(db: Database, file: string): Promise<void> {
  const { rows } = await operator(db, (tx) =>
    tx.execute(sql`select 1 from vapid union all select 1 from pool.signing_keys limit 1`),
  );
  if (rows.length === 0) return;
  throw new Error(
    `APP_SECRET が見つかりません: ${file}。控えからこのファイルを戻すか、APP_SECRET に元の値を設定してください。` +
      "どちらもないときは npm run operator -- new-keys で鍵を作り直せます（全員がログインし直し、プッシュ通知は端末ごとに登録し直します）。" +
      "(app.secret is missing beside an existing database: restore it, or run the operator's new-keys)",
  );
}

/**
 * The embedded database takes 80 connections; streams, locks and the parent of several processes need some of
 * their own.
 */
const connectionsEach = (processes: number) => Math.min(20, Math.max(3, Math.floor(32 / processes)));

async function guarded(env: Env, app_url: string, check: (db: Database) => Promise<void>): Promise<Database> {
  const db = connect(app_url, connectionsEach(Number(env.WEB_PROCESSES) || 1));
  try {
    await check(db);
    await assertPlainRole(db);
    return db;
  } catch (error) {
    await db.$client.end();
    throw error;
  }
}

async function stopBoth(db: Database, stop: () => Promise<void>): Promise<void> {
  if (!db.$client.ended) await db.$client.end();
  await stop();
}

/** Without the owner's address the schema can't be changed from here, only checked. */
async function assertCurrent(db: Database): Promise<void> {
  const applied = await db
    .execute<{ name: string; checksum: string }>(sql`select name, checksum from schema_migration`)
    .then(
      (answer) => answer.rows,
      (error) => {
        // No such table, or not for this role: then the role itself is what to tell about.
        if (errorCode(error) === "42P01") return [];
        if (errorCode(error) === "42501") return null;
        throw error;
      },
    );
  if (!applied) return;
  const names = pendingMigrations(await migrations(), applied).map((one) => one.name);
  if (names.length === 0) return;
  throw new Error(
    "データベースの更新が必要です。DATABASE_OWNER_URL(所有者の接続先)を設定して起動してください。" +
      `(set DATABASE_OWNER_URL to apply ${names.join(", ")})`,
  );
}
