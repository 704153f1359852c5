import { and, eq, lt } from "drizzle-orm";
import { challenges, type PoolChallenge } from "~/lib/tables/token.table.server";
import { CHALLENGE_MS, digest, later, opaque, type PoolContext } from "./context.server";
import { notAuthorized } from "./fault.server";
import { type Store } from "./store.server";
import { attributesOf, findUser, type PoolUser, userBySub } from "./user.server";

const challengeOver = () => notAuthorized("Invalid session for the user, session is expired.");

/** What the wire answers instead of tokens: the next step, and the session that carries it. */
export async function challenge(
  { db, settings, now }: PoolContext,
  user: PoolUser,
  ChallengeName: PoolChallenge,
): Promise<object> {
  const at = now();
  const Session = opaque();
  await db.delete(challenges).where(and(eq(challenges.sub, user.sub), lt(challenges.expires_at, at)));
  await db.insert(challenges).values({
    session_hash: digest(Session),
    sub: user.sub,
    client_id: settings.client_id,
    name: ChallengeName,
    expires_at: later(at, CHALLENGE_MS),
  });
  return {
    ChallengeName,
    Session,
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...PARAMETERS[ChallengeName](user) },
  };
}

const PARAMETERS: Record<PoolChallenge, (user: PoolUser) => Record<string, string>> = {
  NEW_PASSWORD_REQUIRED: (user) => {
    const given = attributesOf(user)
      .filter(({ Name }) => Name !== "sub")
      .map(({ Name, Value }) => [Name, Value]);
    return { requiredAttributes: "[]", userAttributes: JSON.stringify(Object.fromEntries(given)) };
  },
  SOFTWARE_TOKEN_MFA: () => ({}),
  MFA_SETUP: () => ({ MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' }),
};

/**
 * Whose open session this is; thrown out when it is over, of another client or step, or of somebody else than
 * `username`.
 */
export async function openChallenge(
  { db, settings, now }: PoolContext,
  Session: string,
  name: PoolChallenge,
  username?: string,
): Promise<PoolUser> {
  const [open] = await db
    .select()
    .from(challenges)
    .where(eq(challenges.session_hash, digest(Session)));
  const good = open && open.client_id === settings.client_id && open.name === name && open.expires_at > now();
  const user = good ? await userBySub(db, open.sub) : null;
  if (!user || (username !== undefined && user.sub !== (await findUser(db, username))?.sub))
    throw challengeOver();
  if (!user.enabled) throw notAuthorized("User is disabled.");
  return user;
}

export async function closeChallenge(db: Store, Session: string): Promise<void> {
  const taken = await db
    .delete(challenges)
    .where(eq(challenges.session_hash, digest(Session)))
    .returning({ sub: challenges.sub });
  if (taken.length === 0) throw challengeOver();
}
