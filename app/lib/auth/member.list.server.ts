import { and, eq, ilike, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders, type Sorted } from "~/lib/api/keyset.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { member } from "~/lib/tables/member.table.server";
import { push_device } from "~/lib/tables/push.table.server";
import { refresh_tokens } from "~/lib/tables/token.table.server";
import { users } from "~/lib/tables/user.table.server";
import { USER_MAX_SIZE } from "./member";
import { type MemberRow, type memberFilter, memberRow } from "./member.schema";

const state = sql<"invited" | "active" | "stopped">`case when not ${member.is_active} then 'stopped'
  when coalesce(${users.status} = 'FORCE_CHANGE_PASSWORD', ${member.is_invited}) then 'invited' else 'active' end`;
const last_login_time = sql<
  string | null
>`greatest(${member.last_login_time}, (select max(r.auth_time) from ${refresh_tokens} r where r.sub = ${users}.sub))`;
const columns = {
  id: member.id,
  username: member.username,
  name: member.name,
  email: member.email,
  is_admin: member.is_admin,
  permissions: member.permissions,
  created_time: member.created_time,
  version: member.version,
  state,
  last_login_time,
  num_devices: sql<number>`(select count(*)::int from ${push_device} d where d.username = ${member}.username)`,
};

const rows = (db: Tx, who: Who, more?: SQL) =>
  db
    .select(columns)
    .from(member)
    .leftJoin(users, sql`lower(${users.username}) = lower(${member.username})`)
    .where(and(eq(member.company_id, who.company_id), more))
    .$dynamic();

const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const ORDERS: Orders<MemberRow> = {
  key: member.id,
  keyOf: (row) => row.id,
  by: {
    name: { by: member.name, kind: "text", of: (row) => row.name },
    email: { by: member.email, kind: "text", of: (row) => row.email },
    state: { by: state, kind: "text", of: (row) => row.state },
    last_login_time: {
      by: last_login_time,
      kind: "instant",
      nullable: true,
      of: (row) => row.last_login_time,
    },
    created_time: { by: member.created_time, kind: "instant", of: (row) => row.created_time },
  },
};

export async function membersOf(
  db: Tx,
  who: Who,
  filter: z.output<typeof memberFilter> & Sorted & { size: number },
) {
  const wanted = and(
    filter.q
      ? or(ilike(member.name, like(filter.q)), ilike(member.email, like(filter.q.normalize("NFKC"))))
      : undefined,
    filter.state ? sql`${state} = ${filter.state}` : undefined,
    filter.is_admin ? eq(member.is_admin, true) : undefined,
  );
  const page = await keysetPage(
    (where, by, limit) =>
      rows(db, who, and(wanted, where)).orderBy(by).limit(limit) as unknown as Promise<MemberRow[]>,
    ORDERS,
    filter,
    filter.size,
  );
  const active = await countActive(db, who.company_id);
  return {
    ...page,
    ...(await countRows(db, rows(db, who, wanted))),
    sums: { active, max: USER_MAX_SIZE[who.company_type!] },
  };
}

export async function countActive(db: Tx, company_id: string): Promise<number> {
  return db.$count(member, and(eq(member.company_id, company_id), eq(member.is_active, true)));
}

export async function memberOf(db: Tx, who: Who, id: number): Promise<MemberRow> {
  const [row] = await rows(db, who, eq(member.id, id));
  if (!row) throw notFound("アカウント");
  return memberRow.parse(row);
}
