import { eq, like, or, sql } from "drizzle-orm";
import { attempts } from "~/lib/tables/user.table.server";
import { notAuthorized } from "./fault.server";
import { checking, matches } from "./password.server";
import type { Store } from "./store.server";

const FREE = 5;
const QUIET = "15 minutes";
const LONGEST_SECONDS = 900;

type Verdict = { right: boolean; failed: boolean };

/**
 * Whether the password is the right one, and whether there are failures to forget; refused while locked out.
 */
export const guess = (
  db: Store,
  key: string,
  now: () => Date,
  password_hash: string | null,
  password: string,
  place?: string,
): Promise<Verdict> => counted(db, key, now, () => matches(password_hash, password), place);

/**
 * The same for whatever else may be guessed. The lock is read and the failure counted inside one gate, so
 * that a burst can't slip in more guesses than there are places. `place`: where the person has signed in from
 * before has a lock of its own, so that strangers lock out strangers alone; a failure there counts for
 * strangers too, so that nobody has more guesses for it.
 */
export function counted(
  db: Store,
  key: string,
  now: () => Date,
  check: () => Promise<boolean>,
  place?: string,
): Promise<Verdict> {
  return checking(async () => {
    const failed = await refuseLocked(db, place ?? key, now());
    const right = await check();
    if (!right) for (const counter of place ? [place, key] : [key]) await countFailure(db, counter, now());
    return { right, failed };
  });
}

/** Refuses while locked out; else tells whether there are failures to forget. */
async function refuseLocked(db: Store, key: string, now: Date): Promise<boolean> {
  const [row] = await db.select().from(attempts).where(eq(attempts.key, key));
  if (!row?.locked_until || row.locked_until <= now) return row !== undefined;
  await db.update(attempts).set({ last_at: now }).where(eq(attempts.key, key));
  throw notAuthorized("Password attempts exceeded");
}

/**
 * Counts a failure: from the fifth on, 2^(n-5) seconds of lock-out, at most 15 minutes; forgotten after 15
 * quiet minutes.
 */
async function countFailure(db: Store, key: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const count = sql`case when a.last_at < ${at} - interval '${sql.raw(QUIET)}' then 1 else a.failures + 1 end`;
  await db.execute(sql`
    insert into pool.attempts as a (key, failures, last_at) values (${key}, 1, ${at})
    on conflict (key) do update set failures = ${count}, last_at = ${at}, locked_until = case when ${count} < ${FREE} then null
      else ${at} + make_interval(secs => least(${LONGEST_SECONDS}, power(2, least(${count}, 20) - ${FREE}))) end`);
  await db.execute(sql`delete from pool.attempts where key in
    (select key from pool.attempts where last_at < ${at} - interval '${sql.raw(QUIET)}' limit 20 for update skip locked)`);
}

export async function forgetFailures(db: Store, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key));
}

export async function forgetAll(db: Store, sub: string): Promise<void> {
  await db.delete(attempts).where(or(eq(attempts.key, sub), like(attempts.key, `${sub}@%`)));
}
