import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { isUniqueViolation } from "~/lib/db/failure.server";
import { groups, memberships, users } from "~/lib/tables/user.table.server";
import { forgetAll } from "./attempt.server";
import { later, TEMPORARY_DAYS } from "./context.server";
import { invalidParameter, PoolFault, userNotFound } from "./fault.server";
import { hashPassword, refuseWeak } from "./password.server";
import type { Store, TransactingStore } from "./store.server";
import { endSessions, findUser, nameKey, ownWords, type PoolUser } from "./user.server";

type NewPoolUser = {
  username: string;
  email: string | null;
  groups: string[];
  zoneinfo: string | null;
  name?: string | null;
} & ({ password: string } | { temporary_password: string });

const NAME = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u;
const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u;

const badName = (field: string) =>
  invalidParameter(`Value at '${field}' failed to satisfy constraint: 1 to 128 characters without spaces`);

/** 16 random characters, for a temporary password that a person reads from a mail. */
export const temporaryPassword = () => randomBytes(12).toString("base64url");

/** A temporary password must be changed at the first sign-in. */
export async function createPoolUser(db: Store, person: NewPoolUser, now = new Date()): Promise<PoolUser> {
  const { zoneinfo, name = null } = person;
  const [username, email] = [nameKey(person.username), person.email === null ? null : nameKey(person.email)];
  if (!NAME.test(username)) throw badName("username");
  if (email !== null && !EMAIL.test(email)) throw invalidParameter("Invalid email address format.");
  // Else somebody could take another person's address as a user name.
  if (username.includes("@") && username !== email)
    throw invalidParameter("A user name of email format must be the user's own email.");
  const permanent = "password" in person;
  const password = permanent ? person.password : person.temporary_password;
  refuseWeak(password, ownWords({ username, email, name, groups: person.groups }));
  const password_hash = await hashPassword(password);
  const made = await db
    .insert(users)
    .values({
      sub: randomUUID(),
      username,
      email,
      name,
      zoneinfo,
      password_hash,
      email_verified: email !== null,
      status: permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD",
      temporary_until: permanent ? null : later(now, TEMPORARY_DAYS * 86_400_000),
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
    .returning({ sub: users.sub });
  if (made.length === 0) throw new PoolFault("UsernameExistsException", "User account already exists");
  for (const group_name of person.groups) {
    await createPoolGroup(db, group_name, null, now);
    await addPoolUserToGroup(db, username, group_name);
  }
  return poolUser(db, username);
}

export async function poolUser(db: Store, name: string): Promise<PoolUser> {
  const user = await findUser(db, name);
  if (!user) throw userNotFound();
  return user;
}

export async function createPoolGroup(
  db: Store,
  group_name: string,
  description: string | null = null,
  now = new Date(),
) {
  if (!NAME.test(group_name)) throw badName("groupName");
  const made = await db
    .insert(groups)
    .values({ group_name, description, created_at: now })
    .onConflictDoNothing()
    .returning();
  return made.length > 0;
}

export async function addPoolUserToGroup(db: Store, name: string, group_name: string): Promise<void> {
  const user = await poolUser(db, name);
  const [group] = await db.select().from(groups).where(eq(groups.group_name, group_name));
  if (!group) throw new PoolFault("ResourceNotFoundException", "Group not found.");
  await db.insert(memberships).values({ sub: user.sub, group_name }).onConflictDoNothing();
}

/** Sets a password for someone; a temporary one must be changed at the next sign-in, within 7 days. */
export async function setPoolPassword(
  db: TransactingStore,
  name: string,
  password: string,
  permanent: boolean,
  now = new Date(),
): Promise<void> {
  const user = await poolUser(db, name);
  refuseWeak(password, ownWords(user));
  const password_hash = await hashPassword(password);
  const temporary_until = permanent ? null : later(now, TEMPORARY_DAYS * 86_400_000);
  await db.transaction((tx) => storePassword(tx, user.sub, { password_hash, temporary_until, now }));
}

type NewPassword = { password_hash: string; temporary_until: Date | null; now: Date; spared?: string };

/** `temporary_until` null: a password for good. */
export async function storePassword(
  tx: Store,
  sub: string,
  { password_hash, temporary_until, now, spared }: NewPassword,
): Promise<void> {
  const status = temporary_until ? "FORCE_CHANGE_PASSWORD" : "CONFIRMED";
  await tx
    .update(users)
    .set({ password_hash, temporary_until, status, updated_at: now })
    .where(eq(users.sub, sub));
  await forgetAll(tx, sub);
  await endSessions(tx, sub, now, spared);
}

type PoolChanges = {
  email?: string | null;
  email_verified?: boolean;
  name?: string | null;
  zoneinfo?: string | null;
};

/** What is undefined stays. A new address counts as unverified where nothing else is said. */
export async function updatePoolUser(
  db: Store,
  name: string,
  changes: PoolChanges,
  now = new Date(),
): Promise<void> {
  const user = await poolUser(db, name);
  const email = changes.email == null ? changes.email : nameKey(changes.email);
  if (email && !EMAIL.test(email)) throw invalidParameter("Invalid email address format.");
  const moved = email !== undefined && email !== user.email;
  const email_verified = email === null ? false : (changes.email_verified ?? (moved ? false : undefined));
  const taken = new PoolFault("AliasExistsException", "An account with the email already exists.");
  const [other] = email
    ? await db
        .select({ sub: users.sub })
        .from(users)
        .where(
          and(
            sql`lower(${users.username}) = ${email} or lower(${users.email}) = ${email}`,
            ne(users.sub, user.sub),
          ),
        )
        .limit(1)
    : [];
  if (other) throw taken;
  await db
    .update(users)
    .set({ email, email_verified, name: changes.name, zoneinfo: changes.zoneinfo, updated_at: now })
    .where(eq(users.sub, user.sub))
    .catch((error: unknown): never => {
      throw isUniqueViolation(error) ? taken : error;
    });
}

/** Disabled people can't sign in or refresh, and their sessions end. */
export async function enablePoolUser(
  db: Store,
  name: string,
  enabled: boolean,
  now = new Date(),
): Promise<void> {
  const user = await poolUser(db, name);
  await db.update(users).set({ enabled, updated_at: now }).where(eq(users.sub, user.sub));
  if (!enabled) await endSessions(db, user.sub, now);
}

export async function signOutPoolUser(db: Store, name: string, now = new Date()): Promise<void> {
  await endSessions(db, (await poolUser(db, name)).sub, now);
}
