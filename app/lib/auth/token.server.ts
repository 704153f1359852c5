import { createHash } from "node:crypto";
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Claims } from "~/lib/api/identity";

/** Whose tokens count. `keys`: a function of the embedded pool, or the address of a JWKS. */
export type TokenConfig = { issuer: string; client_id: string; keys: JWTVerifyGetKey | URL };

type TokenVerifier = (id_token: string) => Promise<Claims>;

const REMEMBERED = 2_000;

/**
 * Checks identity tokens; throws when one is not to be believed. A token seen before costs one hash until it
 * expires.
 */
export function tokenVerifier(config: TokenConfig): TokenVerifier {
  const keys = config.keys instanceof URL ? createRemoteJWKSet(config.keys) : config.keys;
  const pinned = {
    algorithms: ["RS256"],
    issuer: config.issuer,
    audience: config.client_id,
    requiredClaims: ["sub", "exp", "iat"],
  };
  const seen = new Map<string, Claims>();

  return async function verify(id_token) {
    const hash = createHash("sha256").update(id_token).digest("base64");
    const known = seen.get(hash);
    if (known) {
      seen.delete(hash);
      if (known.exp * 1000 > Date.now()) {
        seen.set(hash, known);
        return known;
      }
    }
    const { payload } = await jwtVerify(id_token, keys, pinned);
    const claims = readClaims(payload);
    seen.set(hash, claims);
    if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value!);
    return claims;
  };
}

function readClaims(payload: Record<string, unknown>): Claims {
  if (payload.token_use !== "id") throw new Error("Not an identity token");
  if (typeof payload["cognito:username"] !== "string") throw new Error("Identity token without a user name");
  const groups = payload["cognito:groups"] ?? [];
  if (!Array.isArray(groups) || groups.some((group) => typeof group !== "string"))
    throw new Error("Identity token with odd groups");
  return Object.freeze(payload) as Claims;
}
