import { asc, gt, max } from "drizzle-orm";
import type { Database } from "~/lib/db/connection.server";
import { outbox } from "~/lib/tables/mail.table.server";
import { drainOutbox, type Post } from "./mail.server";

const ROUND_MS = 1_000;

/** Runs `round` again and again, never twice at a time, until stopped. A round that fails is tried again. */
function rounds(round: () => Promise<unknown>): () => void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    await round().catch(() => undefined);
    busy = false;
  }, ROUND_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export function startPostman(db: Database, post: Post): () => void {
  return post.smtp_url === null ? () => undefined : rounds(() => drainOutbox(db, post));
}

/** The demo shows mail as it arrives from now on. Nowhere else: mail holds codes and passwords. */
export async function showArrivals(db: Database, print: (text: string) => void): Promise<() => void> {
  let last = (await db.select({ last: max(outbox.key) }).from(outbox))[0]?.last ?? 0;
  return rounds(async () => {
    for (const mail of await db
      .select()
      .from(outbox)
      .where(gt(outbox.key, last))
      .orderBy(asc(outbox.key))
      .limit(20)) {
      last = mail.key;
      print(`\n  メール → ${mail.recipient}\n  ${mail.subject}\n\n${mail.body.replace(/^/gm, "    ")}`);
    }
  });
}
