import { sql } from "drizzle-orm";
import { operator } from "~/lib/db/connection.server";
import type { PoolContext } from "./context.server";
import type { Called } from "./password.personal.server";
import { refuseWeak } from "./password.server";
import { ownWords, type PoolUser } from "./user.server";

/** Refuses what is weak for anybody, or too near to the person, their company or the product. */
export async function refuseWeakFor(
  { db, settings }: PoolContext,
  user: PoolUser,
  password: string,
): Promise<void> {
  const { rows } = await operator(
    db,
    (tx) =>
      tx.execute<Called>(
        sql`select name, kana from factory where id = any(${sql.param(user.groups)}::text[])`,
      ),
    "read",
  );
  refuseWeak(password, [...ownWords(user), settings.product_name], rows);
}
