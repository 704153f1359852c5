import { eq, sql } from "drizzle-orm";
import type { Identity } from "~/lib/api/identity";
import { Refusal, SIGN_IN_AGAIN } from "~/lib/api/refusal";
import { type Self } from "~/lib/api/self.schema";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { refresh_tokens } from "~/lib/tables/token.table.server";
import { permission } from "~/lib/vocabulary/permission";
import type { Stand } from "./acting.server";

const signIn = sql.placeholder("sign_in");

const selfQuery = prepared((db) =>
  db
    .select({
      member,
      company_name: factory.name,
      company_type: factory.company_type,
      company_active: factory.is_active,
      is_ended: sql<boolean>`${signIn}::uuid is not null and not exists (select from ${refresh_tokens} r
        where r.origin_jti = ${signIn}::uuid and r.revoked_at is null)`,
    })
    .from(member)
    .leftJoin(factory, eq(factory.id, member.company_id))
    .where(eq(member.username, sql.placeholder("username")))
    .prepare("self"),
);

export type Beside = {
  stand?: Stand | null;
  /** The `origin_jti` of a token whose sign-in may have been ended since. */
  sign_in?: string;
};

/**
 * The person behind a verified token as the member row stands now; null when gone, disabled or moved to
 * another company. A sign-in that was ended is a refusal (401).
 */
export async function findSelf(
  db: Tx,
  identity: Identity,
  { stand, sign_in }: Beside = {},
): Promise<Self | null> {
  const [row] = await selfQuery(db).execute({ username: identity.username, sign_in: sign_in ?? null });
  if (row?.is_ended) throw new Refusal(401, SIGN_IN_AGAIN);
  if (!row || !row.member.is_active || row.member.company_id !== identity.factoryId) return null;
  if (row.member.company_id !== null && !row.company_active) return null;
  const self: Self = {
    username: row.member.username,
    id: row.member.id,
    name: row.member.name,
    email: row.member.email,
    is_admin: row.member.is_admin,
    isInternal: identity.isInternal,
    internalWrite: identity.internalWrite,
    permissions: row.member.permissions,
    company_id: row.member.company_id,
    company_name: row.company_name ?? "運営",
    company_type: row.company_type,
    version: row.member.version,
    acting: null,
  };
  if (!stand) return self;
  const { company_id, ...acting } = stand;
  const [company] = await db.select().from(factory).where(eq(factory.id, company_id));
  if (!company?.is_active) return null;
  return {
    ...self,
    is_admin: true,
    permissions: [...permission.options],
    company_id,
    company_name: company.name,
    company_type: company.company_type,
    acting,
  };
}
