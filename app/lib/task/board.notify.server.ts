import { sql } from "drizzle-orm";
import type { Database } from "~/lib/db/connection.server";
import { onTouched } from "~/lib/db/touch.server";

const EVERY_MS = 200;

// A few times a second at most, and no call waits for it; what is lost, boards find by their own look every
// 30 seconds.
export function startTelling(db: Database): () => void {
  const changed = new Set<string>();
  const unsubscribe = onTouched(db.$client, (ids) => ids.forEach((id) => changed.add(id)));
  const timer = setInterval(() => {
    if (changed.size === 0) return;
    const ids = [...changed];
    changed.clear();
    db.execute(sql`select pg_notify('koba_board', id) from unnest(${sql.param(ids)}::text[]) id`).catch(
      () => undefined,
    );
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
