import { and, eq, ne, or, sql } from "drizzle-orm";
import { challenges, refresh_tokens } from "~/lib/tables/token.table.server";
import { memberships, users } from "~/lib/tables/user.table.server";
import { digest } from "./context.server";
import type { Store } from "./store.server";

export type PoolUser = typeof users.$inferSelect & { groups: string[] };

const row = {
  sub: users.sub,
  username: users.username,
  email: users.email,
  email_verified: users.email_verified,
  name: users.name,
  zoneinfo: users.zoneinfo,
  status: users.status,
  enabled: users.enabled,
  password_hash: users.password_hash,
  temporary_until: users.temporary_until,
  created_at: users.created_at,
  updated_at: users.updated_at,
  groups: sql<
    string[]
  >`array(select m.group_name from ${memberships} m where m.sub = ${users}.sub order by m.position)`,
};

export const selectUsers = (db: Store) => db.select(row).from(users).$dynamic();

/** Full-width letters, as an input method leaves them, count as plain ones. */
export async function findUser(db: Store, name: string): Promise<PoolUser | null> {
  const wanted = nameKey(name);
  if (wanted === "" || wanted.length > 256 || wanted.includes("\0")) return null;
  const [user] = await nameQuery(db).execute({ wanted });
  return user ?? null;
}

function makeNameQuery(db: Store) {
  const lower = sql`lower(${sql.placeholder("wanted")})`;
  const byName = sql`lower(${users.username}) = ${lower}`;
  return db
    .select(row)
    .from(users)
    .where(or(byName, sql`(lower(${users.email}) = ${lower} and ${users.email_verified})`))
    .orderBy(sql`${byName} desc`)
    .limit(1)
    .prepare("pool_user_by_name");
}

const nameQueries = new WeakMap<Store, ReturnType<typeof makeNameQuery>>();

function nameQuery(db: Store) {
  const known = nameQueries.get(db) ?? makeNameQuery(db);
  nameQueries.set(db, known);
  return known;
}

export async function userBySub(db: Store, sub: string): Promise<PoolUser | null> {
  const [user] = await db.select(row).from(users).where(eq(users.sub, sub));
  return user ?? null;
}

/** What failures and codes are counted under: the person, or the name that nobody has. */
export const keyOf = (user: PoolUser | null, name: string) => user?.sub ?? `name:${digest(nameKey(name))}`;

export function nameKey(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}

export async function endSessions(db: Store, sub: string, now: Date, spared?: string): Promise<void> {
  await db
    .update(refresh_tokens)
    .set({ revoked_at: sql`coalesce(${refresh_tokens.revoked_at}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        eq(refresh_tokens.sub, sub),
        spared === undefined ? undefined : ne(refresh_tokens.origin_jti, spared),
      ),
    );
  await db.delete(challenges).where(eq(challenges.sub, sub));
}

/** What this person's password must not simply be. */
export const ownWords = ({
  username,
  email,
  name,
  groups,
}: Pick<PoolUser, "username" | "email" | "name" | "groups">) => [username, email, name, ...groups];

export function attributesOf(user: PoolUser): { Name: string; Value: string }[] {
  const { sub, email, email_verified, name, zoneinfo } = user;
  return Object.entries({
    sub,
    email,
    email_verified: email === null ? null : String(email_verified),
    name,
    zoneinfo,
  }).flatMap(([Name, Value]) => (Value === null ? [] : [{ Name, Value }]));
}
