import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { error_minute, error_report } from "~/lib/tables/report.table.server";
import { encodeLines } from "~/lib/text/escape";
import { type ErrorReport, REPORTS_A_MINUTE } from "./report.schema";

const MAX_REPORTS = 100;

export async function report(db: Tx, who: Who, { message, stack }: ErrorReport): Promise<{ count: number }> {
  if (message.startsWith("Request failed with status code")) return { count: 0 };
  const me = { company_id: who.company_id, username: who.username };
  const minute = `${who.now.slice(0, 16)}:00.000Z`;
  const [sent] = await db
    .insert(error_minute)
    .values({ ...me, minute, count: 1 })
    .onConflictDoUpdate({
      target: [error_minute.company_id, error_minute.username],
      set: {
        minute,
        count: sql`case when ${error_minute}.minute = ${minute} then ${error_minute}.count + 1 else 1 end`,
      },
    })
    .returning({ count: error_minute.count });
  if (sent!.count > REPORTS_A_MINUTE)
    throw new Refusal(429, "エラーの報告が多すぎます。しばらく待ってください。");

  const words = { message: encodeLines(message), stack: encodeLines(stack) };
  const fingerprint = createHash("sha256").update(`${words.message}\n${words.stack}`).digest("base64url");
  const [kept] = await db
    .insert(error_report)
    .values({ ...me, ...words, fingerprint, count: 1, first_time: who.now, last_time: who.now })
    .onConflictDoUpdate({
      target: [error_report.company_id, error_report.username, error_report.fingerprint],
      set: { count: sql`${error_report}.count + 1`, last_time: who.now },
    })
    .returning({ count: error_report.count });
  if (kept!.count === 1) await forgetOldest(db, me);
  return kept!;
}

async function forgetOldest(db: Tx, me: { company_id: string; username: string }): Promise<void> {
  const mine = and(eq(error_report.company_id, me.company_id), eq(error_report.username, me.username));
  await db.delete(error_report).where(
    and(
      mine,
      sql`${error_report.last_time} < (select r.last_time from error_report r
    where r.company_id = ${me.company_id} and r.username = ${me.username} order by r.last_time desc offset ${MAX_REPORTS} limit 1)`,
    ),
  );
}
