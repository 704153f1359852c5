import { inArray, lt } from "drizzle-orm";
import { type Database, operator } from "~/lib/db/connection.server";
import { file_pending } from "~/lib/tables/file.table.server";
import type { Storage } from "./storage.server";
import { dropBytes } from "./take.server";

const DAY = 86_400_000;

/** Stored for posts that never came to an end: a post takes minutes at the most, never a day. */
export async function sweepFiles(db: Database, storage: Storage, now = Date.now()): Promise<number> {
  const old = new Date(now - DAY).toISOString();
  const rows = await operator(
    db,
    (tx) => tx.select().from(file_pending).where(lt(file_pending.made_time, old)).limit(1000),
    "read",
  );
  for (const { blob } of rows) await dropBytes(storage, blob);
  if (rows.length > 0)
    await operator(db, (tx) =>
      tx.delete(file_pending).where(
        inArray(
          file_pending.blob,
          rows.map((row) => row.blob),
        ),
      ),
    );
  return rows.length;
}
