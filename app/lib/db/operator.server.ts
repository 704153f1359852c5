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

/** What two companies agreed on is written into the books of both, each under its own policies. */
export async function inCompany<T>(
  db: Tx,
  { company_id: own }: { company_id: string },
  company_id: string,
  run: () => Promise<T>,
): Promise<T> {
  const enter = (id: string) => db.execute(sql`select set_config('app.company', ${id}, true)`);
  await enter(company_id);
  try {
    return await run();
  } finally {
    await enter(own).catch(() => {});
  }
}
