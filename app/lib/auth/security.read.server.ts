import { and, desc, eq, ilike, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders, type Sorted } from "~/lib/api/keyset.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { security_event as log } from "~/lib/tables/security.table.server";
import { session } from "~/lib/tables/session.table.server";
import { memberOf } from "./member.list.server";
import type { SecurityRow, securityFilter } from "./security.schema";
import { noteWithin } from "./security.server";

const columns = {
  key: log.key,
  at: log.at,
  event: log.event,
  username: log.username,
  name: member.name,
  name_hash: log.name_hash,
  company_name: factory.name,
  actor_name: log.actor_name,
  ip: log.ip,
  user_agent: log.user_agent,
  reason: log.reason,
  count: log.count,
};
type Filter = z.output<typeof securityFilter> & Sorted & { size: number };

const ORDERS: Orders<SecurityRow> = {
  key: log.key,
  keyOf: (row) => row.key,
  by: { at: { by: log.at, kind: "instant", of: (row) => row.at } },
};

const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
const dayAfter = (date: string, days: number) =>
  sql`((${date}::date + ${days}::int)::timestamp at time zone 'Asia/Tokyo')`;

async function page(db: Tx, whose: SQL | undefined, filter: Filter) {
  const wanted = and(
    whose,
    filter.q
      ? or(
          ...[member.name, log.username, log.ip, log.name_hash].map((field) =>
            ilike(field, like(filter.q!.normalize("NFKC"))),
          ),
        )
      : undefined,
    filter.event ? eq(log.event, filter.event) : undefined,
    filter.from ? sql`${log.at} >= ${dayAfter(filter.from, 0)}` : undefined,
    filter.to ? sql`${log.at} < ${dayAfter(filter.to, 1)}` : undefined,
  );
  const rows = (more?: SQL) =>
    db
      .select(columns)
      .from(log)
      .leftJoin(member, eq(member.username, log.username))
      .leftJoin(factory, eq(factory.id, log.company_id))
      .where(and(wanted, more));
  const read = (where: SQL | undefined, by: SQL, limit: number) =>
    rows(where).orderBy(by).limit(limit) as unknown as Promise<SecurityRow[]>;
  const found = await keysetPage(read, ORDERS, filter, filter.size);
  return { ...found, ...(await countRows(db, rows())) };
}

export const ownSecurity = (db: Tx, who: Who, filter: Filter) =>
  page(db, eq(log.username, who.username), filter);
export const companySecurity = (db: Tx, who: Who, filter: Filter) =>
  page(db, eq(log.company_id, who.company_id), filter);
export const allSecurity = (db: Tx, filter: Filter) => page(db, undefined, filter);

const theirs = (username: string) => sql`lower(${session.username}) = lower(${username})`;
const alive = sql`not ${session.is_enrolling} and ${session.expires_time} > now()
  and (${session.is_display} or ${session.seen_time} > now() - interval '12 hours')`;

export async function sessionsOf(db: Tx, username: string) {
  const { key, created_time, seen_time, expires_time, ip, user_agent, is_display } = session;
  return db
    .select({ key, created_time, seen_time, expires_time, ip, user_agent, is_display })
    .from(session)
    .where(and(theirs(username), alive))
    .orderBy(desc(seen_time), desc(key))
    .limit(200);
}

export const ownSessions = (db: Tx, who: Who) => sessionsOf(db, who.username);
export const memberSessions = async (db: Tx, who: Who, id: number) =>
  sessionsOf(db, (await memberOf(db, who, id)).username);

export async function endOwnSession(db: Tx, who: Who, key: number): Promise<void> {
  await endOne(db, who, who.username, key, "own");
}

export async function endMemberSession(db: Tx, who: Who, id: number, key: number): Promise<void> {
  await endOne(db, who, (await memberOf(db, who, id)).username, key, "admin");
}

/** Whether there was such a one. */
export async function endSession(db: Tx, username: string, key: number): Promise<boolean> {
  const gone = await db
    .delete(session)
    .where(and(theirs(username), eq(session.key, key)))
    .returning({ key: session.key });
  return gone.length > 0;
}

async function endOne(db: Tx, who: Who, username: string, key: number, reason: string): Promise<void> {
  if (!(await endSession(db, username, key))) throw notFound("端末");
  await noteWithin(db, who, "session_ended", reason, username);
}

export async function endOtherSessions(db: Tx, who: Who, but: number): Promise<{ ended: number }> {
  const gone = await db
    .delete(session)
    .where(and(theirs(who.username), ne(session.key, but)))
    .returning({ key: session.key });
  if (gone.length > 0) await noteWithin(db, who, "session_ended", "own_others");
  return { ended: gone.length };
}
