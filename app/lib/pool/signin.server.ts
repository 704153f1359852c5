import { and, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { forgetFailures, guess } from "./attempt.server";
import { refuseClient, refuseSecretHash } from "./client.server";
import { CHALLENGE_MS, digest, later, opaque, type PoolContext } from "./context.server";
import { invalidParameter, notAuthorized, PoolFault, userNotFound } from "./fault.server";
import { operation } from "./operation.server";
import { hashPassword, refuseWeak } from "./password.server";
import { storePassword } from "./admin.server";
import { grantTokens, openGrant, signTokens } from "./token.server";
import { challenges } from "./token.table.server";
import { attributesOf, findUser, keyOf, userBySub, type PoolUser } from "./user.server";

type Parameters = Record<string, string>;

const parameters = z.record(z.string(), z.string());

function need(from: Parameters, name: string): string {
  const value = from[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

async function signIn(context: PoolContext, sent: Parameters): Promise<object> {
  const { db, settings, now } = context;
  const [username, password] = [need(sent, "USERNAME"), need(sent, "PASSWORD")];
  refuseSecretHash(context, username, sent.SECRET_HASH);
  const user = await findUser(db, username);
  if (!user && settings.existence_errors === "LEGACY") throw userNotFound();
  const key = keyOf(user, username);
  const { right, failed } = await guess(db, key, now, user?.password_hash ?? null, password);
  if (!user || !right) throw notAuthorized();
  if (failed) await forgetFailures(db, key);
  if (!user.enabled) throw notAuthorized("User is disabled.");
  if (user.status === "UNCONFIRMED") throw new PoolFault("UserNotConfirmedException", "User is not confirmed.");
  if (user.status === "RESET_REQUIRED") throw new PoolFault("PasswordResetRequiredException", "Password reset required for the user");
  if (user.status === "FORCE_CHANGE_PASSWORD") return challenge(context, user);
  return { AuthenticationResult: await grantTokens(context, user), ChallengeParameters: {} };
}

async function challenge({ db, settings, now }: PoolContext, user: PoolUser): Promise<object> {
  const at = now();
  if (user.temporary_until && user.temporary_until <= at) {
    throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
  }
  const Session = opaque();
  await db.delete(challenges).where(and(eq(challenges.sub, user.sub), lt(challenges.expires_at, at)));
  await db.insert(challenges).values({
    session_hash: digest(Session), sub: user.sub, client_id: settings.client_id, expires_at: later(at, CHALLENGE_MS),
  });
  const given = attributesOf(user).filter(({ Name }) => Name !== "sub").map(({ Name, Value }) => [Name, Value]);
  return {
    ChallengeName: "NEW_PASSWORD_REQUIRED",
    Session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username, requiredAttributes: "[]", userAttributes: JSON.stringify(Object.fromEntries(given)),
    },
  };
}

export const InitiateAuth = operation(
  z.object({ ClientId: z.string(), AuthFlow: z.string(), AuthParameters: parameters.default({}) }),
  async (context, { ClientId, AuthFlow, AuthParameters }) => {
    refuseClient(context, ClientId);
    if (AuthFlow === "USER_PASSWORD_AUTH") return signIn(context, AuthParameters);
    if (AuthFlow === "REFRESH_TOKEN_AUTH" || AuthFlow === "REFRESH_TOKEN") return refresh(context, AuthParameters);
    throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
  },
);

async function refresh(context: PoolContext, sent: Parameters): Promise<object> {
  const { user, grant } = await openGrant(context, need(sent, "REFRESH_TOKEN"));
  refuseSecretHash(context, user.username, sent.SECRET_HASH);
  return { AuthenticationResult: await signTokens(context, user, grant), ChallengeParameters: {} };
}

export const RespondToAuthChallenge = operation(
  z.object({
    ClientId: z.string(), ChallengeName: z.string(), Session: z.string().default(""), ChallengeResponses: parameters.default({}),
  }),
  async (context, { ClientId, ChallengeName, Session, ChallengeResponses }) => {
    const { db, now } = context;
    refuseClient(context, ClientId);
    if (ChallengeName !== "NEW_PASSWORD_REQUIRED") throw invalidParameter(`${ChallengeName} is not offered by this client`);
    const [username, password] = [need(ChallengeResponses, "USERNAME"), need(ChallengeResponses, "NEW_PASSWORD")];
    refuseSecretHash(context, username, ChallengeResponses.SECRET_HASH);
    const over = () => notAuthorized("Invalid session for the user, session is expired.");
    const ours = eq(challenges.session_hash, digest(Session));
    const [open] = await db.select().from(challenges).where(ours);
    const user = open && open.client_id === ClientId && open.expires_at > now() ? await userBySub(db, open.sub) : null;
    if (!user || user.sub !== (await findUser(db, username))?.sub) throw over();
    if (!user.enabled) throw notAuthorized("User is disabled.");
    // A refused password leaves the session open: the person corrects it and goes on.
    refuseWeak(password, [user.username, user.email]);
    const password_hash = await hashPassword(password);
    await db.transaction(async (tx) => {
      const taken = await tx.delete(challenges).where(ours).returning({ sub: challenges.sub });
      if (taken.length === 0) throw over();
      await storePassword(tx, user.sub, { password_hash, temporary_until: null, now: now() });
    });
    return { AuthenticationResult: await grantTokens(context, user), ChallengeParameters: {} };
  },
);
