import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { eq, inArray, sql } from "drizzle-orm";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";
import { dataFolder } from "~/lib/db/open.server";
import { freeBytes } from "~/lib/db/space.server";
import { sendMail } from "~/lib/pool/mail.server";
import { operator_alert } from "~/lib/tables/alert.table.server";
import { say, sayError } from "~/lib/telemetry/logger.server";
import { formatDateTime } from "~/lib/time/date";
import type { App } from "~/lib/web/app";
import { decideAlerts, type Facts, type Found, findMatters, titleOf } from "./alert";

const LOOK_MS = 300_000;
const FIRST_MS = 60_000;

type Addressee = { db: Database; to: string[]; product: string; origin: string };

async function failedBackup(tx: Tx): Promise<string | null> {
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('public.backup_run') is not null as there`,
  );
  if (!rows[0]!.there) return null;
  const last = await tx.execute<{
    at: string;
    problem: string | null;
  }>(sql`select began_time::text as at, problem
    from backup_run where ended_time is not null order by began_time desc limit 1`);
  return last.rows[0]?.problem ? formatDateTime(new Date(last.rows[0].at).toISOString()) : null;
}

async function factsOf(tx: Tx, free: number | null, now: string, has_post: boolean): Promise<Facts> {
  const check = await tx.execute<{ day: string; num: number }>(sql`select day::text as day, num_broken as num
    from promise_check where ended_time is not null order by promise_check.day desc limit 1`);
  const mail = await tx.execute<{ num: number; minutes: number }>(sql`select count(*)::int as num,
    coalesce(floor(extract(epoch from ${now}::timestamptz - min(created_time)) / 60), 0)::int as minutes
    from pool.outbox where tries > 0`);
  return {
    host: hostname(),
    broken: check.rows[0] ?? null,
    free,
    failed_backup: await failedBackup(tx),
    stuck: has_post ? (mail.rows[0] ?? null) : null,
  };
}

async function tell(
  tx: Tx,
  { to, product, origin }: Addressee,
  found: Found,
  is_over: boolean,
): Promise<void> {
  const title = titleOf(found.matter);
  const subject = is_over ? `【${product}】解消：${title}` : `【${product}】${title}`;
  const text = is_over
    ? `次のことは解消しました。\n\n${found.text}\n\n${origin}\n`
    : `${found.text}\n\n解消するまで、このことは繰り返しお知らせしません。解消したときにお知らせします。\n\n${origin}\n`;
  for (const address of to) await sendMail(tx, { to: address, subject, text });
}

/**
 * Of several servers one looks at a time; what is known stands in the database, so that nothing is told
 * twice.
 */
export async function lookForAlerts(
  place: Addressee,
  free: number | null,
  now: string,
  has_post: boolean,
): Promise<void> {
  await operator(place.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('koba.alert'))`);
    const facts = await factsOf(tx, free, now, has_post);
    const known = await tx.select().from(operator_alert);
    const { begun, still, over } = decideAlerts(known, findMatters(facts), facts.host, now);
    for (const found of begun) {
      await tx.insert(operator_alert).values({ ...found, began_time: now, seen_time: now });
      await tell(tx, place, found, false);
      say("error", "alert", { matter: found.matter });
    }
    if (still.length > 0)
      await tx.update(operator_alert).set({ seen_time: now }).where(inArray(operator_alert.matter, still));
    for (const found of over) {
      await tx.delete(operator_alert).where(eq(operator_alert.matter, found.matter));
      await tell(tx, place, found, true);
      say("info", "alert_over", { matter: found.matter });
    }
  });
}

/** The least room of where the database and the files are kept, as far as they are on this machine. */
async function roomHere(db: Database, env: NodeJS.ProcessEnv): Promise<number | null> {
  const folder = env.S3_BUCKET ? null : env.FILES_DIR || `${dataFolder(env)}-files`;
  const files = folder === null ? null : await statfs(folder).catch(() => null);
  const all = [await freeBytes(db).catch(() => null), files && files.bavail * files.bsize];
  const known = all.filter((bytes) => bytes !== null);
  return known.length === 0 ? null : Math.min(...known);
}

export function startAlerts({ db, config, post }: App, env: NodeJS.ProcessEnv): void {
  const place = { db, to: config.operator_mail, product: config.product_name, origin: config.origins[0]! };
  const look = async () =>
    lookForAlerts(place, await roomHere(db, env), new Date().toISOString(), post.smtp_url !== null).catch(
      (error) => sayError("alert_failed", error),
    );
  setTimeout(() => void look(), FIRST_MS).unref();
  setInterval(() => void look(), LOOK_MS).unref();
}
