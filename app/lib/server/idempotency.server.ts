import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Database, Tx } from "~/lib/db/connection.server";
import { idempotency } from "~/lib/tables/idempotency.table.server";

export type Answer = { status: number; body: unknown };
export async function purgeKeys(db: Database): Promise<void> {
  await db.execute(sql`select purge_keys()`);
}

/**
 * Runs a POST once for its key, inside the caller's transaction: the same key and body is answered as before,
 * the same key with another body is refused. A post that comes while the first is at work waits for it at the
 * row.
 */
export async function once(
  db: Tx,
  company_id: string,
  username: string,
  key: string,
  request: string,
  run: () => Promise<Answer>,
): Promise<Answer & { first_time?: string }> {
  const request_hash = createHash("sha256").update(request).digest("base64url");
  const mine = { company_id, username, key };
  const made = await db
    .insert(idempotency)
    .values({ ...mine, request_hash })
    .onConflictDoNothing()
    .returning({ key: idempotency.key });
  const here = and(
    eq(idempotency.company_id, company_id),
    eq(idempotency.username, username),
    eq(idempotency.key, key),
  );
  if (made.length === 0) {
    const [before] = await db.select().from(idempotency).where(here);
    if (!before || before.request_hash !== request_hash) {
      throw new Refusal(
        422,
        "この画面の内容は、すでに別の内容で送信されています。画面を開き直して、もう一度入力してください。",
      );
    }
    return { status: before.status ?? 200, body: before.answer, first_time: before.created_time };
  }
  const answer = await run();
  await db.update(idempotency).set({ status: answer.status, answer: answer.body }).where(here);
  return answer;
}
