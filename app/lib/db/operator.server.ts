import { sql } from "drizzle-orm";
import type { Tx } from "./connection.server";

const set = (db: Tx, value: "on" | "off") =>
  db.execute(sql`select set_config('app.operator', ${value}, true)`);

/**
 * A part of a tenant's transaction that reaches beyond its company: making another one, with its first
 * account. Row-level security is
 * silent for as long as `run` takes, so each statement in it names its rows. A failure ends the call's
 * transaction.
 */
export async function asOperator<T>(db: Tx, run: () => Promise<T>): Promise<T> {
  await set(db, "on");
  try {
    return await run();
  } finally {
    await set(db, "off").catch(() => {});
  }
}
