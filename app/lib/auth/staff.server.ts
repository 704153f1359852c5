import { type Claims, identityOf } from "~/lib/api/identity";
import type { Database } from "~/lib/db/connection.server";
import { isUnavailable } from "~/lib/db/failure.server";
import { userBySub } from "~/lib/pool/user.server";

/**
 * The claims with the groups as they stand now, of staff alone, who reach every company: a token's are up to
 * an hour old.
 */
export async function withStandingGroups(db: Database, claims: Claims): Promise<Claims> {
  if (!identityOf(claims).isInternal) return claims;
  try {
    return { ...claims, "cognito:groups": (await userBySub(db, claims.sub))?.groups ?? [] };
  } catch (error) {
    // The token's groups stand in: without a database the call fails by itself.
    if (isUnavailable(error)) return claims;
    throw error;
  }
}
