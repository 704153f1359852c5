import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { readConfig } from "~/lib/config/config.server";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { push_device } from "~/lib/tables/push.table.server";
import { session } from "~/lib/tables/session.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { directory } from "./directory.server";
import { dropFactorWithin } from "./factor.server";
import { adminProblem, fullProblem, selfProblem } from "./member";
import { countActive } from "./member.list.server";
import type { memberChange, selfChange } from "./member.schema";
import { noteWithin } from "./security.server";

export type Member = typeof member.$inferSelect;

/**
 * Changes of a company's accounts come one after the other: the limit and the last administrator are counted
 * under this lock.
 */
export async function lockCompany(db: Tx, company_id: string): Promise<void> {
  await db.select({ key: factory.key }).from(factory).where(eq(factory.id, company_id)).for("update");
}

export async function takeMember(db: Tx, who: Who, id: number, version?: number): Promise<Member> {
  await lockCompany(db, who.company_id);
  const [row] = await db
    .select()
    .from(member)
    .where(and(eq(member.id, id), eq(member.company_id, who.company_id)))
    .for("update");
  if (!row) throw notFound("アカウント");
  if (version !== undefined && row.version !== version) throw stale("アカウント");
  return row;
}

export const loggedFields = (
  row: Pick<Member, "name" | "is_admin" | "permissions" | "is_active">,
): Changed => ({
  name: row.name,
  is_admin: row.is_admin,
  permissions: row.permissions.join(","),
  is_active: row.is_active,
});

export async function writeMember(
  db: Tx,
  who: Who,
  before: Member,
  kind: string,
  change: Partial<Member>,
): Promise<Member> {
  const [after] = await db
    .update(member)
    .set({ ...change, version: sql`${member.version} + 1`, update_time: who.now })
    .where(eq(member.username, before.username))
    .returning();
  await recordOwn(
    db,
    who,
    "member",
    before.id,
    kind,
    { ...loggedFields(before), email: before.email },
    { ...loggedFields(after!), email: after!.email },
  );
  return after!;
}

export async function endSessionsOf(
  db: Tx,
  who: Who,
  username: string,
  reason: "admin" | "stopped" | "reset",
): Promise<void> {
  await noteWithin(db, who, "session_ended", reason, username);
  await db.delete(session).where(eq(session.username, username));
  await db.delete(push_device).where(eq(push_device.username, username));
}

export async function changeMember(
  db: Tx,
  who: Who,
  id: number,
  { version, ...input }: z.output<typeof memberChange>,
): Promise<void> {
  const row = await takeMember(db, who, id, version);
  refuseIf(adminProblem(await everyone(db, who), row.username, { is_admin: input.is_admin }));
  await writeMember(db, who, row, "edited", input);
  await directory(db).rename(row.username, input.name);
}

const everyone = (db: Tx, who: Who) => db.select().from(member).where(eq(member.company_id, who.company_id));

/** Stops accounts: out of every browser, out of the pool, and not counted any more. All of them or none. */
export async function stopMembers(db: Tx, who: Who, ids: number[], version?: number): Promise<number> {
  let stopped = 0;
  for (const id of new Set(ids)) {
    const row = await takeMember(db, who, id, version);
    if (!row.is_active) continue;
    refuseIf(selfProblem(who.username, row.username));
    refuseIf(adminProblem(await everyone(db, who), row.username, { is_active: false }));
    await endSessionsOf(db, who, row.username, "stopped");
    await writeMember(db, who, row, "stopped", { is_active: false });
    await directory(db).enable(row.username, false);
    stopped += 1;
  }
  return stopped;
}

export async function resumeMember(db: Tx, who: Who, id: number, version?: number): Promise<void> {
  const row = await takeMember(db, who, id, version);
  if (row.is_active) return;
  refuseIf(fullProblem(who.company_type!, await countActive(db, who.company_id)));
  await writeMember(db, who, row, "resumed", { is_active: true });
  await directory(db).enable(row.username, true);
}

export async function signOutMember(db: Tx, who: Who, id: number): Promise<void> {
  const row = await takeMember(db, who, id);
  await endSessionsOf(db, who, row.username, "admin");
  await writeMember(db, who, row, "signed_out", {});
  await directory(db).signOut(row.username);
}

/** Takes somebody's second factor off, who has lost it. */
export async function dropMemberFactor(db: Tx, who: Who, id: number): Promise<void> {
  const row = await takeMember(db, who, id);
  refuseIf(row.username === who.username ? "自分の二段階認証は、自分の設定で解除してください。" : null);
  refuseIf((await directory(db).hasFactor(row.username)) ? null : "この人は、二段階認証を使っていません。");
  await writeMember(db, who, row, "factor_reset", {});
  await noteWithin(db, who, "factor_off", "admin", row.username);
  await dropFactorWithin(db, row.username, readConfig(process.env).product_name, "admin");
}

export async function changeSelf(
  db: Tx,
  who: Who,
  { version, name }: z.output<typeof selfChange>,
): Promise<Pick<Member, "name" | "version">> {
  const [row] = await db.select().from(member).where(eq(member.username, who.username)).for("update");
  if (!row) throw new Refusal(404, "アカウントが見つかりません。");
  if (row.version !== version) throw stale("内容");
  const after = await writeMember(db, who, row, "renamed", { name });
  await directory(db).rename(row.username, name);
  return { name, version: after.version };
}
