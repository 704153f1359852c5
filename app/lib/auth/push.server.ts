import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { readConfig } from "~/lib/config/config.server";
import type { Tx } from "~/lib/db/connection.server";
import { member } from "~/lib/tables/member.table.server";
import { push_device } from "~/lib/tables/push.table.server";
import { writeMember } from "./member.write.server";
import { type noticeInput, type notices, SWITCHES } from "./notice.schema";
import { pushProblem } from "./push";
import type { pushInfo } from "./push.schema";

const DEVICES = 20;

const TAKEN =
  "この端末は、ほかの人の通知に使われています。その人がログインして通知をやめてから、もう一度お試しください。";

const mine = (who: Who) => eq(push_device.username, who.username);

/**
 * Registers the browser for this person; one that stood with somebody else changes hands, if it is the same.
 */
export async function registerDevice(
  db: Tx,
  who: Who,
  { auth_key, info, user_agent }: z.output<typeof pushInfo>,
): Promise<{ device_id: number }> {
  const problem = pushProblem(info.endpoint, readConfig(process.env).push_hosts);
  if (problem) throw new Refusal(422, problem, { info: [problem] });
  const { endpoint } = info;
  const {
    rows: [device],
  } = await db.execute<{ free: boolean }>(sql`select release_device(${endpoint}, ${auth_key}) as free`);
  if (!device!.free) throw new Refusal(422, TAKEN, { info: [TAKEN] });
  const kept = {
    company_id: who.company_id || null,
    auth_key,
    info,
    user_agent: user_agent ?? null,
    used_time: who.now,
  };
  const [row] = await db
    .insert(push_device)
    .values({ ...kept, username: who.username, endpoint })
    .onConflictDoUpdate({ target: push_device.endpoint, set: kept })
    .returning({ device_id: push_device.device_id });
  const old = db
    .select({ id: push_device.device_id })
    .from(push_device)
    .where(mine(who))
    .orderBy(desc(push_device.used_time), desc(push_device.device_id))
    .offset(DEVICES);
  await db.delete(push_device).where(and(mine(who), inArray(push_device.device_id, old)));
  return row!;
}

export async function removeDevice(db: Tx, who: Who, device_id: number): Promise<void> {
  const gone = await db
    .delete(push_device)
    .where(and(mine(who), eq(push_device.device_id, device_id)))
    .returning({ id: push_device.device_id });
  if (gone.length === 0) throw notFound("端末");
}

async function devicesOf(db: Tx, username: string) {
  return db
    .select()
    .from(push_device)
    .where(eq(push_device.username, username))
    .orderBy(desc(push_device.used_time), desc(push_device.device_id));
}

export async function noticesOf(db: Tx, who: Who): Promise<z.output<typeof notices>> {
  const [row] = await db.select().from(member).where(eq(member.username, who.username));
  if (!row) throw notFound("アカウント");
  const devices = (await devicesOf(db, who.username)).map(
    ({ device_id, user_agent, endpoint, created_time, used_time }) => ({
      device_id,
      user_agent,
      host: new URL(endpoint).hostname,
      created_time,
      used_time,
    }),
  );
  return {
    version: row.version,
    mail_digest: row.mail_digest,
    on: SWITCHES.filter((one) => !row.notices_off.includes(one)),
    devices,
  };
}

export async function changeNotices(
  db: Tx,
  who: Who,
  { version, mail_digest, on }: z.output<typeof noticeInput>,
) {
  const [row] = await db.select().from(member).where(eq(member.username, who.username)).for("update");
  if (!row) throw notFound("アカウント");
  if (row.version !== version) throw stale("内容");
  await writeMember(db, who, row, "notices", {
    mail_digest,
    notices_off: SWITCHES.filter((one) => !on.includes(one)),
  });
  return noticesOf(db, who);
}
