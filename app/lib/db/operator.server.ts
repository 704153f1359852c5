import { sql } from "drizzle-orm";
import type { Tx } from "./connection.server";

const set = (db: Tx, value: "on" | "off") =>
  db.execute(sql`select set_config('app.operator', ${value}, true)`);

export async function asOperator<T>(db: Tx, run: () => Promise<T>): Promise<T> {
  await set(db, "on");
  try {
    return await run();
  } finally {
    await set(db, "off").catch(() => {});
  }
}
