import { setTimeout } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { endsWithMore, forgetEnd, runAtEnd } from "./ending.server";
import { errorCode } from "./failure.server";
import { HouseClient, valueTypes } from "./parser.server";
import { takeTouched, tellTouched } from "./touch.server";

type Nothing = Record<string, never>;

/** Tenant rows are reached through `tenant` only: without it row-level security shows none. */
export type Database = NodePgDatabase<Nothing> & { $client: pg.Pool };
export type Tx = Omit<NodePgDatabase<Nothing>, "transaction"> & {
  $client: pg.PoolClient;
  transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
};
type Mode = "read" | "write";

/** What this program calls itself to PostgreSQL. */
export const PROGRAM = "koba";

export function connect(app_url: string, most = 20): Database {
  const pool = new pg.Pool({
    connectionString: app_url,
    application_name: PROGRAM,
    max: most,
    idleTimeoutMillis: 60_000,
    // With a connection go the statements whose names others have taken over.
    maxLifetimeSeconds: 3_600,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline: true,
    // Compiling costs seconds where a function asks small questions many times; it is on by default.
    options:
      "-c jit=off -c timezone=UTC -c datestyle=ISO " +
      "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s",
    Client: HouseClient,
    types: valueTypes,
  });
  // A connection that breaks, idle or in use, must not end the process; the next query says what is wrong.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle(pool) as unknown as Database;
}

const endings = new WeakMap<Tx, Promise<pg.QueryResult>>();
const transactions = new WeakMap<pg.PoolClient, Tx>();

/** The same for each transaction on a connection: `prepared` keeps what it has written out by it. */
function transactionOn(client: pg.PoolClient): Tx {
  const known = transactions.get(client);
  if (known) return known;
  // drizzle's own would begin a second transaction, and end ours with it.
  const made: Tx = Object.assign(drizzle(client), {
    transaction: <T>(run: (tx: Tx) => Promise<T>) => savepoint(made, run),
  });
  transactions.set(client, made);
  return made;
}

async function savepoint<T>(tx: Tx, run: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint part`);
  try {
    const result = await run(tx);
    await tx.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    // Released too: it would hide the one of the same name around it.
    await tx.execute(sql`rollback to savepoint part`);
    await tx.execute(sql`release savepoint part`);
    throw error;
  }
}

function assertOpen(tx: Tx): void {
  if (endings.has(tx)) throw new Error("this transaction has ended");
  if (endsWithMore(tx)) throw new Error("something is still to be done at the end of this transaction");
}

/** Sends the commit behind what has been asked by now; nothing may be asked after it (decision 030). */
export function conclude(tx: Tx): void {
  assertOpen(tx);
  // drizzle asks once its promise is waited for, a moment later.
  const ending = Promise.resolve().then(() => tx.$client.query("commit"));
  ending.catch(() => undefined);
  endings.set(tx, ending);
}

/** Sent together with the commit: what it locks is held for no round trip (decision 030). */
export async function runLast<R extends Record<string, unknown>>(tx: Tx, statement: SQL): Promise<R[]> {
  assertOpen(tx);
  const rows = tx.execute<R>(statement).then((answer) => answer.rows as R[]);
  conclude(tx);
  return rows;
}

export function takeEnding(tx: Tx): Promise<pg.QueryResult> | undefined {
  const ending = endings.get(tx);
  endings.delete(tx);
  return ending;
}

const begins: Record<Mode, string> = {
  read: "begin isolation level repeatable read read only",
  write: "begin",
};

/** `assured` throws where the transaction's settings could not be made. */
export async function transact<T>(
  db: Database,
  settings: string,
  run: (tx: Tx, assured: () => void) => Promise<T>,
  mode: Mode,
): Promise<T> {
  const client = await db.$client.connect();
  const tx = transactionOn(client);
  let broken: Error | undefined;
  let unset: unknown;
  const assured = () => {
    if (unset) throw unset;
  };
  try {
    // What reads need not wait for the answer, which comes before any row.
    const begun = client.query(`${begins[mode]}; select ${settings}`);
    if (mode === "write") await begun;
    else begun.catch((error) => (unset = error));
    const result = await run(tx, assured);
    assured();
    if (endsWithMore(tx)) await runAtEnd(tx);
    const ended = takeEnding(tx) ?? client.query("commit");
    // What was read is there already, and whoever has the connection next is behind the commit.
    if (mode === "read") void ended.catch(() => {});
    // PostgreSQL answers a commit of a failed transaction with a quiet rollback.
    else if ((await ended).command !== "COMMIT")
      throw new Error("transaction was rolled back: an error inside it was swallowed");
    tellTouched(db.$client, takeTouched(tx));
    return result;
  } catch (error) {
    takeTouched(tx);
    forgetEnd(tx);
    await takeEnding(tx);
    await client.query("rollback").catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.release(broken);
  }
}

const again = new Set(["40001", "40P01"]);

async function withRetry<T>(mode: Mode, attempt: () => Promise<T>): Promise<T> {
  for (let retries = 2; ; retries--) {
    try {
      return await attempt();
    } catch (error) {
      if (mode !== "write" || retries === 0 || !again.has(errorCode(error) ?? "")) throw error;
      // The other comes first, or the two deadlock again.
      await setTimeout(20 + Math.random() * 60);
    }
  }
}

export const settingsOf = (who: Tenant) =>
  `${setting("app.company", who.company_id ?? "")}, ${setting("app.username", who.username)}`;
const setting = (name: string, value: string) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`;

export type Tenant = { company_id: string | null; username: string };

/** After a deadlock a writing `run` is called again: side effects outside the database come after it. */
export function tenant<T>(
  db: Database,
  who: Tenant,
  run: (tx: Tx) => Promise<T>,
  mode: Mode = "write",
): Promise<T> {
  return withRetry(mode, () => transact(db, settingsOf(who), run, mode));
}

/** Beyond any company: for signing in and making companies, nothing else. */
export function operator<T>(db: Database, run: (tx: Tx) => Promise<T>, mode: Mode = "write"): Promise<T> {
  return withRetry(mode, () => transact(db, setting("app.operator", "on"), run, mode));
}

/** Row-level security does not bind a superuser, BYPASSRLS or the owner of the tables. */
export async function assertPlainRole(db: Database): Promise<void> {
  const answer = await db.execute<{ name: string; strong: boolean; owner: boolean; member: boolean }>(sql`
    select current_user::text as name, bool_or(rolsuper or rolbypassrls) as strong,
      exists(select from pg_class c where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'pool'))
        and pg_has_role(current_user, c.relowner, 'member')) as owner,
      coalesce((select pg_has_role(current_user, oid, 'usage') from pg_roles where rolname = 'koba_app'), false) as member
    from pg_roles where pg_has_role(current_user, oid, 'member')`);
  const role = answer.rows[0];
  if (role && !role.strong && !role.owner && role.member) return;
  throw new Error(
    `DATABASE_URLの利用者「${role?.name}」は使えません。所有者でも特権利用者でもない、koba_appに属するロールで接続してください。` +
      "(the app must connect as a plain role: not superuser, not BYPASSRLS, not the owner, member of koba_app)",
  );
}
