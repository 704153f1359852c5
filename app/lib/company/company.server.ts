import { and, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { RESERVED_IDS } from "~/lib/api/identity";
import { countRows, keysetPage, type Orders, type Sorted } from "~/lib/api/keyset.server";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { directory } from "~/lib/auth/directory.server";
import { mailPassword, makeMember } from "~/lib/auth/member.invite.server";
import type { Tx } from "~/lib/db/connection.server";
import { acting, company_note } from "~/lib/tables/acting.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { refresh_tokens } from "~/lib/tables/token.table.server";
import { users } from "~/lib/tables/user.table.server";
import {
  type CompanyRow,
  type companyFilter,
  type companyInput,
  type companyNote,
  companyRow,
} from "./company.schema";
import { createFactory } from "./factory.server";

const staff = sql`${member} m where m.company_id = ${factory}.id and m.is_active`;
// In a company's room with the provider its other side is the provider: how far it was answered. What was
// said 30 days ago is gone.
const waiting = sql`r.last_number - r.buyer_read`;
const asking = sql`r.kind = 'support' and r.seller_id = ${factory}.id and r.last_time > now() - interval '30 days'`;
const columns = {
  id: factory.id,
  name: factory.name,
  company_type: factory.company_type,
  is_active: factory.is_active,
  created_time: factory.created_time,
  key: factory.key,
  num_members: sql<number>`(select count(*)::int from ${staff})`,
  num_cards: sql<number>`cards_in_progress(${factory}.id)::int`,
  last_login_time: sql<
    string | null
  >`greatest((select max(m.last_login_time) from ${member} m where m.company_id = ${factory}.id),
    (select max(r.auth_time) from ${refresh_tokens} r join ${users} u on u.sub = r.sub
    join ${member} m on lower(m.username) = lower(u.username) where m.company_id = ${factory}.id))`,
  num_waiting: sql<number>`coalesce((select ${waiting} from chat_room r where ${asking}), 0)::int`,
  is_starred: sql<boolean>`coalesce(${company_note.is_starred}, false)`,
  note: company_note.note,
};

const rows = (db: Tx, who: Who, more?: SQL) =>
  db
    .select(columns)
    .from(factory)
    .leftJoin(
      company_note,
      and(eq(company_note.company_id, factory.id), eq(company_note.username, who.username)),
    )
    .where(and(eq(factory.is_stock, false), more))
    .$dynamic();
const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

const { num_members, num_cards, last_login_time } = columns;
const ORDERS: Orders<CompanyRow> = {
  key: factory.key,
  keyOf: (row) => row.key,
  by: {
    created_time: { by: factory.created_time, kind: "instant", of: (row) => row.created_time },
    name: { by: factory.name, kind: "text", of: (row) => row.name },
    id: { by: factory.id, kind: "text", of: (row) => row.id },
    num_members: { by: num_members, kind: "number", of: (row) => row.num_members },
    num_cards: { by: num_cards, kind: "number", of: (row) => row.num_cards },
    last_login_time: {
      by: last_login_time,
      kind: "instant",
      nullable: true,
      of: (row) => row.last_login_time,
    },
  },
};

/** Companies by name, kana or id. For staff of the provider alone: runs beyond row-level security. */
export async function companiesOf(
  db: Tx,
  who: Who,
  filter: z.output<typeof companyFilter> & Sorted & { size: number },
) {
  const wanted = and(
    filter.q
      ? or(
          ilike(factory.name, like(filter.q)),
          ilike(factory.kana, like(filter.q)),
          ilike(factory.id, like(filter.q.normalize("NFKC"))),
        )
      : undefined,
    filter.waiting ? sql`exists (select from chat_room r where ${asking} and ${waiting} > 0)` : undefined,
    filter.company_type ? eq(factory.company_type, filter.company_type) : undefined,
    filter.is_starred
      ? sql`exists (select from ${company_note} n
      where n.company_id = ${factory}.id and n.username = ${who.username} and n.is_starred)`
      : undefined,
  );
  const page = await keysetPage(
    (where, by, limit) => rows(db, who, and(wanted, where)).orderBy(by).limit(limit),
    ORDERS,
    filter,
    filter.size,
  );
  return {
    ...page,
    ...(await countRows(
      db,
      db
        .select({ key: factory.key })
        .from(factory)
        .where(and(eq(factory.is_stock, false), wanted)),
    )),
  };
}

export async function companyOf(db: Tx, who: Who, id: string): Promise<CompanyRow> {
  const [row] = await rows(db, who, eq(factory.id, id));
  if (!row) throw notFound("会社");
  return companyRow.parse(row);
}

export async function starredOf(db: Tx, who: Who): Promise<CompanyRow[]> {
  return (
    await rows(db, who, eq(company_note.is_starred, true)).orderBy(factory.name, factory.key).limit(50)
  ).map((row) => companyRow.parse(row));
}

export async function noteCompany(
  db: Tx,
  who: Who,
  id: string,
  { is_starred, note }: z.output<typeof companyNote>,
): Promise<CompanyRow> {
  await companyOf(db, who, id);
  const kept = { is_starred, note: note ?? null };
  await db
    .insert(company_note)
    .values({ ...kept, username: who.username, company_id: id })
    .onConflictDoUpdate({ target: [company_note.username, company_note.company_id], set: kept });
  return companyOf(db, who, id);
}

export async function recentOf(db: Tx, who: Who): Promise<CompanyRow[]> {
  const last = await db
    .select({ id: acting.company_id })
    .from(acting)
    .where(eq(acting.username, who.username))
    .groupBy(acting.company_id)
    .orderBy(desc(sql`max(${acting.key})`))
    .limit(5);
  const ids = last.map(({ id }) => id);
  if (ids.length === 0) return [];
  const found = new Map(
    (await rows(db, who, inArray(factory.id, ids))).map((row) => [row.id, companyRow.parse(row)]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function createCompany(
  db: Tx,
  who: Who,
  { person, ...input }: z.output<typeof companyInput>,
): Promise<CompanyRow> {
  if (!who.internalWrite) throw new Refusal(403, "会社を作る権限がありません。");
  const { id, name, kana, company_type, email } = input;
  const taken = RESERVED_IDS.includes(id) || (await db.$count(factory, eq(factory.id, id))) > 0;
  if (taken)
    throw new Refusal(422, "入力内容を確認してください。", { id: ["この会社IDは、すでに使われています"] });
  await createFactory(db, { id, name, kana, company_type, email });
  await directory(db).createGroup(id);
  const admin = {
    email,
    name: person,
    is_admin: true,
    permissions: ["accounting" as const, "inventory" as const, "bi" as const],
  };
  await makeMember(db, id, company_type, admin, (made, password) =>
    mailPassword(db, who, "invite", made, password),
  );
  return companyOf(db, who, id);
}
