import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { refresh_tokens } from "~/lib/tables/token.table.server";
import { digest, later, opaque, type PoolContext, REFRESH_SECONDS, TOKEN_SECONDS } from "./context.server";
import { notAuthorized, PoolFault } from "./fault.server";
import { type PoolUser, userBySub } from "./user.server";

type AuthenticationResult = {
  AccessToken: string;
  IdToken: string;
  RefreshToken?: string;
  ExpiresIn: number;
  TokenType: "Bearer";
};

type Grant = { origin_jti: string; auth_time: Date };

export async function signTokens(
  context: PoolContext,
  user: PoolUser,
  grant: Grant,
): Promise<AuthenticationResult> {
  const {
    settings: { client_id, issuer },
  } = context;
  const { kid, key } = await context.ring.signing();
  const now = Math.floor(context.now().getTime() / 1000);
  const shared: JWTPayload = {
    sub: user.sub,
    iss: issuer,
    ...(user.groups.length > 0 && { "cognito:groups": user.groups }),
    origin_jti: grant.origin_jti,
    event_id: randomUUID(),
    auth_time: Math.floor(grant.auth_time.getTime() / 1000),
    iat: now,
    exp: now + TOKEN_SECONDS,
  };
  const about: JWTPayload = {
    aud: client_id,
    "cognito:username": user.username,
    ...(user.email !== null && { email: user.email, email_verified: user.email_verified }),
    ...(user.name !== null && { name: user.name }),
    ...(user.zoneinfo !== null && { zoneinfo: user.zoneinfo }),
  };
  const write = (claims: JWTPayload) =>
    new SignJWT({ ...shared, ...claims, jti: randomUUID() })
      .setProtectedHeader({ kid, alg: "RS256" })
      .sign(key);
  const [IdToken, AccessToken] = await Promise.all([
    write({ token_use: "id", ...about }),
    write({
      token_use: "access",
      client_id,
      username: user.username,
      scope: "aws.cognito.signin.user.admin",
    }),
  ]);
  return { AccessToken, IdToken, ExpiresIn: TOKEN_SECONDS, TokenType: "Bearer" };
}

export async function grantTokens(context: PoolContext, user: PoolUser): Promise<AuthenticationResult> {
  const now = context.now();
  const grant = { origin_jti: randomUUID(), auth_time: now };
  const RefreshToken = opaque();
  await context.db.execute(sql`with gone as (delete from ${refresh_tokens} where sub = ${user.sub} and expires_at < ${now.toISOString()})
    insert into ${refresh_tokens} (token_hash, sub, client_id, origin_jti, auth_time, expires_at) values (${digest(RefreshToken)}, ${user.sub},
      ${context.settings.client_id}, ${grant.origin_jti}, ${now.toISOString()}, ${later(now, REFRESH_SECONDS * 1000).toISOString()})`);
  return { ...(await signTokens(context, user, grant)), RefreshToken };
}

type RefreshTokenRow = typeof refresh_tokens.$inferSelect;

async function keptToken(
  context: PoolContext,
  refresh_token: string,
): Promise<{ user: PoolUser; grant: RefreshTokenRow }> {
  const [grant] = await context.db
    .select()
    .from(refresh_tokens)
    .where(eq(refresh_tokens.token_hash, digest(refresh_token)));
  if (!grant || grant.client_id !== context.settings.client_id) throw notAuthorized("Invalid Refresh Token");
  if (grant.revoked_at) throw revoked();
  if (grant.expires_at <= context.now()) throw notAuthorized("Refresh Token has expired");
  const user = await userBySub(context.db, grant.sub);
  if (!user?.enabled) throw notAuthorized("User is disabled.");
  return { user, grant };
}

const revoked = () => notAuthorized("Refresh Token has been revoked");

// An answer may be lost on its way: for a moment the token may be changed again.
const GRACE_MS = 10_000;
const isStale = (grant: RefreshTokenRow, now: Date) =>
  grant.rotated_at !== null && later(grant.rotated_at, GRACE_MS) <= now;

/** The sign-in a refresh token belongs to, while it lasts. */
export async function openGrant(
  context: PoolContext,
  refresh_token: string,
): Promise<{ user: PoolUser; grant: RefreshTokenRow }> {
  const kept = await keptToken(context, refresh_token);
  if (isStale(kept.grant, context.now())) throw revoked();
  return kept;
}

/** A token that was changed before is a copy in other hands: the whole sign-in ends. */
export async function rotateToken(
  context: PoolContext,
  refresh_token: string,
): Promise<AuthenticationResult> {
  const { user, grant } = await keptToken(context, refresh_token);
  const now = context.now();
  if (isStale(grant, now)) {
    await revokeSignIn(context, grant.origin_jti);
    throw new PoolFault("RefreshTokenReuseException", "Refresh token has been reused");
  }
  const RefreshToken = opaque();
  const { origin_jti, auth_time, client_id, sub, expires_at, token_hash } = grant;
  await context.db.transaction(async (tx) => {
    // Locks the row: a sign-out at the same moment either sees the new token or stops it.
    const [open] = await tx
      .update(refresh_tokens)
      .set({ rotated_at: grant.rotated_at ?? now })
      .where(and(eq(refresh_tokens.token_hash, token_hash), isNull(refresh_tokens.revoked_at)))
      .returning({ sub: refresh_tokens.sub });
    if (!open) throw revoked();
    await tx
      .insert(refresh_tokens)
      .values({ token_hash: digest(RefreshToken), sub, client_id, origin_jti, auth_time, expires_at });
  });
  return { ...(await signTokens(context, user, grant)), RefreshToken };
}

async function revokeSignIn({ db, now }: PoolContext, origin_jti: string): Promise<void> {
  await db
    .update(refresh_tokens)
    .set({ revoked_at: now() })
    .where(and(eq(refresh_tokens.origin_jti, origin_jti), isNull(refresh_tokens.revoked_at)));
}

/** Revokes one sign-in. An unknown token is no error (RFC 7009). */
export async function revokeToken(context: PoolContext, refresh_token: string): Promise<void> {
  const [grant] = await context.db
    .select()
    .from(refresh_tokens)
    .where(
      and(
        eq(refresh_tokens.token_hash, digest(refresh_token)),
        eq(refresh_tokens.client_id, context.settings.client_id),
      ),
    );
  if (grant) await revokeSignIn(context, grant.origin_jti);
}

export async function bearer(
  context: PoolContext,
  access_token: string,
): Promise<{ user: PoolUser; origin_jti: string }> {
  const {
    db,
    ring,
    settings: { client_id, issuer },
  } = context;
  const { payload } = await jwtVerify(access_token, ring.keys, {
    algorithms: ["RS256"],
    issuer,
    currentDate: context.now(),
  }).catch((error: unknown): never => {
    if (error instanceof errors.JWTExpired) throw notAuthorized("Access Token has expired");
    if (error instanceof errors.JOSEError) throw notAuthorized("Invalid Access Token");
    throw error;
  });
  if (payload.token_use !== "access" || payload.client_id !== client_id)
    throw notAuthorized("Invalid Access Token");
  const origin_jti = String(payload.origin_jti);
  const [grant] = await db
    .select()
    .from(refresh_tokens)
    .where(and(eq(refresh_tokens.origin_jti, origin_jti), isNull(refresh_tokens.revoked_at)))
    .limit(1);
  const user = grant ? await userBySub(db, grant.sub) : null;
  if (!user) throw notAuthorized("Access Token has been revoked");
  if (!user.enabled) throw notAuthorized("User is disabled.");
  return { user, origin_jti };
}
