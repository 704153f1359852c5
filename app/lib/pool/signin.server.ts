import { z } from "zod";
import type { PoolChallenge } from "~/lib/tables/token.table.server";
import { storePassword } from "./admin.server";
import { forgetFailures, guess } from "./attempt.server";
import { challenge, closeChallenge, openChallenge } from "./challenge.server";
import { refuseClient, refuseSecretHash } from "./client.server";
import { refuseWeakFor } from "./company.server";
import type { PoolContext } from "./context.server";
import { hasFactor, passCode } from "./factor.server";
import { invalidParameter, notAuthorized, PoolFault, userNotFound } from "./fault.server";
import { knownNetwork, type Origin, rememberNetwork, UserContextData } from "./network.server";
import { operation } from "./operation.server";
import { checking, hashPassword, matches } from "./password.server";
import { grantTokens, openGrant, signTokens } from "./token.server";
import { findUser, keyOf, type PoolUser } from "./user.server";

type Parameters = Record<string, string>;

const TEMPORARY = "Password did not conform with policy: The temporary password must be changed";

const parameters = z.record(z.string(), z.string());

function need(from: Parameters, name: string): string {
  const value = from[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

async function signIn(context: PoolContext, sent: Parameters, origin: Origin): Promise<object> {
  const { db, settings, now } = context;
  const [username, password] = [need(sent, "USERNAME"), need(sent, "PASSWORD")];
  refuseSecretHash(context, username, sent.SECRET_HASH);
  const user = await findUser(db, username);
  if (!user && settings.existence_errors === "LEGACY") throw userNotFound();
  const key = keyOf(user, username);
  const place = await knownNetwork(db, user?.sub, origin);
  const { right, failed } = await guess(db, key, now, user?.password_hash ?? null, password, place);
  if (!user || !right) throw notAuthorized();
  const factor = await hasFactor(db, user.sub);
  // Whoever has the password alone must not wipe out the codes that were guessed.
  if (failed && !factor) await forgetFailures(db, place ?? key);
  if (!user.enabled) throw notAuthorized("User is disabled.");
  if (user.status === "UNCONFIRMED")
    throw new PoolFault("UserNotConfirmedException", "User is not confirmed.");
  if (user.status === "RESET_REQUIRED")
    throw new PoolFault("PasswordResetRequiredException", "Password reset required for the user");
  if (user.status !== "FORCE_CHANGE_PASSWORD") return proven(context, user, origin, factor);
  if (user.temporary_until && user.temporary_until <= now()) {
    throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
  }
  return challenge(context, user, "NEW_PASSWORD_REQUIRED");
}

async function proven(
  context: PoolContext,
  user: PoolUser,
  origin: Origin,
  factor?: boolean,
): Promise<object> {
  if (factor ?? (await hasFactor(context.db, user.sub)))
    return challenge(context, user, "SOFTWARE_TOKEN_MFA");
  return context.settings.mfa === "ON"
    ? challenge(context, user, "MFA_SETUP")
    : granted(context, user, origin);
}

async function granted(context: PoolContext, user: PoolUser, origin: Origin): Promise<object> {
  await rememberNetwork(context.db, user.sub, origin);
  return { AuthenticationResult: await grantTokens(context, user), ChallengeParameters: {} };
}

export const InitiateAuth = operation(
  z.object({
    ClientId: z.string(),
    AuthFlow: z.string(),
    AuthParameters: parameters.default({}),
    UserContextData,
  }),
  async (context, { ClientId, AuthFlow, AuthParameters, UserContextData: origin }) => {
    refuseClient(context, ClientId);
    if (AuthFlow === "USER_PASSWORD_AUTH") return signIn(context, AuthParameters, origin);
    if (AuthFlow === "REFRESH_TOKEN_AUTH" || AuthFlow === "REFRESH_TOKEN")
      return refresh(context, AuthParameters);
    throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
  },
);

async function refresh(context: PoolContext, sent: Parameters): Promise<object> {
  const { user, grant } = await openGrant(context, need(sent, "REFRESH_TOKEN"));
  refuseSecretHash(context, user.username, sent.SECRET_HASH);
  return { AuthenticationResult: await signTokens(context, user, grant), ChallengeParameters: {} };
}

type Answer = { context: PoolContext; Session: string; username: string; sent: Parameters; origin: Origin };

/** Answers to challenges; each session is answered once, and stays open while what was sent is refused. */
const ANSWERS: Record<PoolChallenge, (answer: Answer) => Promise<object>> = {
  async NEW_PASSWORD_REQUIRED({ context, Session, username, sent, origin }) {
    const { db, now } = context;
    const password = need(sent, "NEW_PASSWORD");
    const user = await openChallenge(context, Session, "NEW_PASSWORD_REQUIRED", username);
    // What stood in a mail, or on somebody's screen, must not stay.
    if (await checking(() => matches(user.password_hash, password)))
      throw new PoolFault("InvalidPasswordException", TEMPORARY);
    await refuseWeakFor(context, user, password);
    const password_hash = await hashPassword(password);
    await db.transaction(async (tx) => {
      await closeChallenge(tx, Session);
      await storePassword(tx, user.sub, { password_hash, temporary_until: null, now: now() });
    });
    return proven(context, user, origin);
  },

  async SOFTWARE_TOKEN_MFA({ context, Session, username, sent, origin }) {
    const user = await openChallenge(context, Session, "SOFTWARE_TOKEN_MFA", username);
    await passCode(
      context,
      user,
      need(sent, "SOFTWARE_TOKEN_MFA_CODE"),
      await knownNetwork(context.db, user.sub, origin),
    );
    await closeChallenge(context.db, Session);
    return granted(context, user, origin);
  },

  async MFA_SETUP({ context, Session, username, origin }) {
    const user = await openChallenge(context, Session, "MFA_SETUP", username);
    if (!(await hasFactor(context.db, user.sub)))
      throw invalidParameter("User has not set up software token mfa");
    await closeChallenge(context.db, Session);
    return granted(context, user, origin);
  },
};

export const RespondToAuthChallenge = operation(
  z.object({
    ClientId: z.string(),
    ChallengeName: z.string(),
    Session: z.string().default(""),
    ChallengeResponses: parameters.default({}),
    UserContextData,
  }),
  async (context, { ClientId, ChallengeName, Session, ChallengeResponses, UserContextData: origin }) => {
    refuseClient(context, ClientId);
    if (!Object.hasOwn(ANSWERS, ChallengeName))
      throw invalidParameter(`${ChallengeName} is not offered by this client`);
    const username = need(ChallengeResponses, "USERNAME");
    refuseSecretHash(context, username, ChallengeResponses.SECRET_HASH);
    return ANSWERS[ChallengeName as PoolChallenge]({
      context,
      Session,
      username,
      sent: ChallengeResponses,
      origin,
    });
  },
);
