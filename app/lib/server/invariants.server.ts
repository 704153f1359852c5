import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";
import { sendMail } from "~/lib/pool/mail.server";
import { promise_check } from "~/lib/tables/invariants.table.server";
import { member } from "~/lib/tables/member.table.server";
import { say, sayError } from "~/lib/telemetry/logger.server";
import { tokyoDate } from "~/lib/time/date";
import type { Broken, PromiseCheck } from "./invariants.schema";

const LOOK_MS = 600_000;
/** Tokyo's hour from which the day's check is due; where nothing ran by night it is made up for. */
const DUE_HOUR = 3;
const MAX_STORED = 50;
const MAX_MAILED = 10;

type Installation = { product: string; origin: string };

/** A check that was begun and not ended died with its process: another takes it after an hour. */
async function claim(db: Tx, day: string, now: string): Promise<boolean> {
  const taken = await db
    .insert(promise_check)
    .values({ day, began_time: now })
    .onConflictDoUpdate({
      target: promise_check.day,
      set: { began_time: now },
      setWhere: sql`${promise_check.ended_time} is null and ${promise_check.began_time} < ${now}::timestamptz - interval '1 hour'`,
    })
    .returning({ day: promise_check.day });
  return taken.length > 0;
}

export async function brokenPromises(db: Tx): Promise<Broken[]> {
  await db.execute(sql`set local statement_timeout = 0`);
  return (await db.execute<Broken>(sql`select rule, detail from check_invariants()`)).rows;
}

const lines = (broken: Broken[]) =>
  broken.slice(0, MAX_MAILED).map(({ rule, detail }) => `${rule}: ${detail}`);

async function tell(db: Tx, day: string, broken: Broken[], { product, origin }: Installation): Promise<void> {
  const staff = await db
    .select({ email: member.email })
    .from(member)
    .where(and(isNull(member.company_id), eq(member.is_active, true)));
  const text =
    `${day} の夜の確認で、データの整合性が崩れているところが ${broken.length}件 見つかりました。\n\n${lines(broken).join("\n")}\n\n` +
    `すべては次の画面にあります。\n${origin}/setting/promise\n`;
  const subject = `[${product}] データの整合性が崩れています（${broken.length}件）`;
  for (const { email } of staff) await sendMail(db, { to: email, subject, text });
}

/** Asks check_invariants() once for each Tokyo day, from 3:00 on, in one of several processes. */
export async function checkPromises(
  db: Database,
  now: string,
  place: Installation,
): Promise<Broken[] | null> {
  const day = tokyoDate(now);
  const hour = new Date(Date.parse(now) + 9 * 3_600_000).getUTCHours();
  if (hour < DUE_HOUR || !(await operator(db, (tx) => claim(tx, day, now)))) return null;
  const broken = await operator(db, brokenPromises, "read");
  await operator(db, async (tx) => {
    const ended = { ended_time: sql`now()`, num_broken: broken.length, broken: broken.slice(0, MAX_STORED) };
    await tx.update(promise_check).set(ended).where(eq(promise_check.day, day));
    if (broken.length > 0) await tell(tx, day, broken, place);
  });
  if (broken.length > 0)
    say("error", "invariants", {
      num: broken.length,
      reason: [...new Set(broken.map(({ rule }) => rule))].join(),
    });
  return broken;
}

/** What the log has come to, closed to changes (decision 062). */
export const sealLog = (db: Database) => operator(db, (tx) => tx.execute(sql`select seal_log()`));

/**
 * Looks every ten minutes whether the check is due; not at once, since whoever starts a server wants to be
 * served.
 */
export function startChecking(db: Database, place: Installation): () => void {
  const look = () =>
    sealLog(db)
      .then(() => checkPromises(db, new Date().toISOString(), place))
      .catch((error) => sayError("invariants", error));
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

export const lastChecks = async (db: Tx, num: number): Promise<PromiseCheck[]> =>
  db.select().from(promise_check).orderBy(desc(promise_check.day)).limit(num);
