import { type SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { errorCode } from "./failure.server";
import { HouseClient, valueTypes } from "./parser.server";
import { takeTouched } from "./touch.server";

type Nothing = Record<string, never>;

/**
 * One pool of connections, as drizzle. Tenant rows are reached through `tenant` only: without it row-level
 * security shows none.
 */
export type Database = NodePgDatabase<Nothing> & { $client: pg.Pool };
/** What queries and commands take: a drizzle transaction that knows who is asking. */
export type Tx = NodePgTransaction<Nothing, Nothing>;
type Mode = "read" | "write";

/** Opens the pool, of `most` connections. Close it with `db.$client.end()`. */
export function connect(app_url: string, most = 20): Database {
  const pool = new pg.Pool({
    connectionString: app_url,
    application_name: "koba",
    max: most,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    pipeline: true,
    options:
      "-c timezone=UTC -c datestyle=ISO -c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s",
    Client: HouseClient,
    types: valueTypes,
  });
  // A connection that breaks, idle or in use, must not end the process; the next query says what is wrong.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return drizzle(pool) as unknown as Database;
}

const dialect = new PgDialect();
const transactions = new WeakMap<pg.PoolClient, Tx>();
const clients = new WeakMap<Tx, pg.PoolClient>();
const endings = new WeakMap<Tx, Promise<pg.QueryResult>>();

function transactionOn(client: pg.PoolClient): Tx {
  const known = transactions.get(client);
  if (known) return known;
  const session = new NodePgSession<Nothing, Nothing>(client, dialect, undefined);
  // The constructor is drizzle's own, left out of its declarations; its `transaction` gives savepoints.
  const made = Reflect.construct(NodePgTransaction, [dialect, session, undefined]) as Tx;
  transactions.set(client, made);
  clients.set(made, client);
  return made;
}

function clientOf(tx: Tx): pg.PoolClient {
  const client = clients.get(tx);
  if (!client || endings.has(tx)) throw new Error("no transaction of its own, or one that has ended");
  return client;
}

/**
 * Sends the commit behind what has been asked by now, without waiting for its answers: one trip less. Nothing
 * may be asked after it.
 */
export function conclude(tx: Tx): void {
  const client = clientOf(tx);
  // Drizzle asks once its promise is waited for, a moment later.
  const ending = Promise.resolve().then(() => client.query("commit"));
  ending.catch(() => undefined);
  endings.set(tx, ending);
}

/**
 * The last statement of a transaction, sent together with its commit: what it locks is held for no round
 * trip, however busy this process is.
 * What it wrote stands once the transaction's own promise is kept.
 */
export async function runLast<R extends pg.QueryResultRow>(tx: Tx, statement: SQL): Promise<R[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const asked = clientOf(tx).query<R>({ text, values: params });
  conclude(tx);
  return (await asked).rows;
}

function takeEnding(tx: Tx): Promise<pg.QueryResult> | undefined {
  const ending = endings.get(tx);
  endings.delete(tx);
  return ending;
}

const begins: Record<Mode, string> = {
  read: "begin isolation level repeatable read read only",
  write: "begin",
};

/** `assured` throws where the transaction's settings could not be made. */
async function transact<T>(
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
    const ended = takeEnding(tx) ?? client.query("commit");
    // What was read is there already, and whoever has the connection next is behind the commit.
    if (mode === "read") void ended.catch(() => {});
    // PostgreSQL answers a commit of a failed transaction with a quiet rollback.
    else if ((await ended).command !== "COMMIT")
      throw new Error("transaction was rolled back: an error inside it was swallowed");
    const touched = takeTouched(tx);
    if (touched.length > 0) db.$client.emit("changed" as "error", touched as never, client);
    return result;
  } catch (error) {
    takeTouched(tx);
    await takeEnding(tx);
    await client.query("rollback").catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    client.release(broken);
  }
}

const again = new Set(["40001", "40P01"]);

async function withRetry<T>(mode: Mode, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (mode === "write" && again.has(errorCode(error) ?? "")) return attempt();
    throw error;
  }
}

const settingsOf = (who: Tenant) =>
  `${setting("app.company", who.company_id ?? "")}, ${setting("app.username", who.username)}`;
const setting = (name: string, value: string) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`;

/** The identity a transaction acts for; no company, no tenant row. */
export type Tenant = { company_id: string | null; username: string };

/**
 * Runs one transaction as `who`; row-level security sees the company. "read" is a read-only snapshot.
 * In "write" mode `run` may be called a second time after a deadlock: side effects outside the database come
 * after it.
 */
export function tenant<T>(
  db: Database,
  who: Tenant,
  run: (tx: Tx) => Promise<T>,
  mode: Mode = "write",
): Promise<T> {
  return withRetry(mode, () => transact(db, settingsOf(who), run, mode));
}

/** Reads as `tenant` does. */
export type Reads = <T>(who: Tenant, run: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Reads that touch each other in time, of one person, share a snapshot and its connection: the first opens
 * it, and once nobody reads in it
 * any more, and nobody begins within the same turn, it ends. So nothing is held while something else is
 * waited for.
 */
export function sharedReads(db: Database): Reads {
  let open:
    | { settings: string; readers: number; begun: Promise<{ tx: Tx; assured: () => void }>; end: () => void }
    | undefined;

  function begin(settings: string) {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const begun = new Promise<{ tx: Tx; assured: () => void }>((resolve, reject) => {
      transact(
        db,
        settings,
        (tx, assured) => {
          resolve({ tx, assured });
          return ended;
        },
        "read",
      ).catch(reject);
    });
    return { settings, readers: 0, begun, end };
  }

  return async (who, run) => {
    const settings = settingsOf(who);
    if (open?.settings !== settings) open = begin(settings);
    const own = open;
    own.readers++;
    try {
      const { tx, assured } = await own.begun;
      const result = await run(tx);
      assured();
      if (takeEnding(tx)) throw new Error("what shares a snapshot must not end it");
      return result;
    } finally {
      if (--own.readers === 0)
        setImmediate(() => {
          if (own.readers > 0) return;
          if (open === own) open = undefined;
          own.end();
        });
    }
  };
}

/** One transaction beyond any company: signing in, making companies. Nothing else. */
export function operator<T>(db: Database, run: (tx: Tx) => Promise<T>, mode: Mode = "write"): Promise<T> {
  return withRetry(mode, () => transact(db, setting("app.operator", "on"), run, mode));
}

/**
 * Refuses a connection that row-level security would not bind: superuser, BYPASSRLS or the owner of our
 * tables.
 */
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
