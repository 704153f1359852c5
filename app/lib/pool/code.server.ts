import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { codes } from "~/lib/tables/token.table.server";
import { PoolFault } from "./fault.server";
import type { Store } from "./store.server";

const MINUTES = 10;
const TRIES = 5;
const REQUESTS_PER_HOUR = 10;
const REQUESTS_PER_DAY = 20;
const WRONG_PER_DAY = 10;

export const tooOften = () =>
  new PoolFault("LimitExceededException", "Attempt limit exceeded, please try after some time.");
const expired = () =>
  new PoolFault("ExpiredCodeException", "Invalid code provided, please request a code again.");
export const mismatch = () =>
  new PoolFault("CodeMismatchException", "Invalid verification code provided, please try again.");

// Six digits are soon guessed from a plain hash: the pool's secret goes in.
const hashOf = (secret: string, key: string, code: string) =>
  createHmac("sha256", secret).update(`code:${key}:${code}`).digest("base64url");

/** A new code for a person, or a name that nobody has; the one before no longer counts. */
export async function newCode(db: Store, secret: string, key: string, now: Date): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const at = sql`${now.toISOString()}::timestamptz`;
  const over = sql`c.window_at <= ${at} - interval '1 hour'`;
  const next = sql`c.day_at <= ${at} - interval '1 day'`;
  const made = await db.execute(sql`
    insert into pool.codes as c (key, code_hash, tries, requests, window_at, day_at, day_requests, expires_at)
    values (${key}, ${hashOf(secret, key, code)}, 0, 1, ${at}, ${at}, 1, ${at} + make_interval(mins => ${MINUTES}))
    on conflict (key) do update set code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at,
      requests = case when ${over} then 1 else c.requests + 1 end,
      window_at = case when ${over} then excluded.window_at else c.window_at end,
      day_requests = case when ${next} then 1 else c.day_requests + 1 end,
      wrong = case when ${next} then 0 else c.wrong end, day_at = case when ${next} then excluded.day_at else c.day_at end
    where (${over} or c.requests < ${REQUESTS_PER_HOUR})
      and (${next} or (c.day_requests < ${REQUESTS_PER_DAY} and c.wrong < ${WRONG_PER_DAY})) returning key`);
  if (made.rows.length === 0) throw tooOften();
  await db.execute(sql`delete from pool.codes where key in
    (select key from pool.codes where expires_at < ${at} - interval '1 day' limit 20 for update skip locked)`);
  return code;
}

/** Spends one of a code's five tries; throws unless it is the newest, in time, and right. */
export async function checkCode(
  db: Store,
  secret: string,
  key: string,
  code: string,
  now: Date,
): Promise<string> {
  // Counted as wrong until it is found right.
  const [spent] = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1`, wrong: sql`${codes.wrong} + 1` })
    .where(
      and(
        eq(codes.key, key),
        isNotNull(codes.code_hash),
        gt(codes.expires_at, now),
        lt(codes.tries, TRIES),
        lt(codes.wrong, WRONG_PER_DAY),
      ),
    )
    .returning();
  if (!spent?.code_hash) {
    const [row] = await db.select().from(codes).where(eq(codes.key, key));
    if (!row?.code_hash || row.expires_at <= now) throw expired();
    if (row.wrong >= WRONG_PER_DAY) throw tooOften();
    if (row.requests >= REQUESTS_PER_HOUR && row.window_at > new Date(now.getTime() - 3_600_000))
      throw tooOften();
    throw new PoolFault(
      "TooManyFailedAttemptsException",
      "The code was tried too often, please request a code again.",
    );
  }
  const [right, sent] = [Buffer.from(spent.code_hash), Buffer.from(hashOf(secret, key, code))];
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) throw mismatch();
  return spent.code_hash;
}

/** A code works once; of two at the same time one is told that it is over. */
export async function useUp(tx: Store, key: string, code_hash: string): Promise<void> {
  const used = await tx
    .update(codes)
    .set({ code_hash: null, wrong: 0 })
    .where(and(eq(codes.key, key), eq(codes.code_hash, code_hash)))
    .returning({ key: codes.key });
  if (used.length === 0) throw expired();
}
