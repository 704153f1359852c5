import { randomBytes, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export type CognitoPerson = {
  email: string;
  password: string;
  groups: string[];
  zoneinfo?: string;
  /** Asked for before tokens are given. */
  status?: "FORCE_CHANGE_PASSWORD";
  factor?: string;
};
export type Known = CognitoPerson & { username: string; token_seconds: number };

export const CLIENT = { id: "1example23456789", secret: "9example87654321" };

/** A pool's keys, one for identity and one for access tokens as Cognito has them, and what they sign. */
export async function cognitoTokens(issuer: () => string) {
  const [ours, access, foreign] = await Promise.all(
    [0, 1, 2].map(async (at) => {
      const pair = await generateKeyPair("RS256", { extractable: true });
      return { ...pair, kid: `${randomBytes(31).toString("base64")}${at}=` };
    }),
  );
  const jwks = {
    keys: await Promise.all(
      [ours!, access!].map(async ({ publicKey, kid }) => ({
        ...(await exportJWK(publicKey)),
        alg: "RS256",
        use: "sig",
        kid,
      })),
    ),
  };

  const sign = (claims: object, { username, token_seconds }: Known, { privateKey, kid } = ours!) =>
    new SignJWT({
      ...claims,
      sub: username,
      event_id: randomUUID(),
      origin_jti: randomUUID(),
      jti: randomUUID(),
      auth_time: Math.floor(Date.now() / 1000),
    })
      .setProtectedHeader({ kid, alg: "RS256" })
      .setIssuer(issuer())
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + token_seconds)
      .sign(privateKey);
  const claimsOf = (known: Known) => ({
    token_use: "id",
    aud: CLIENT.id,
    "cognito:username": known.username,
    email: known.email,
    email_verified: true,
    ...(known.groups.length ? { "cognito:groups": known.groups } : {}),
    ...(known.zoneinfo ? { zoneinfo: known.zoneinfo } : {}),
  });

  return {
    jwks,
    identity: (known: Known) => sign(claimsOf(known), known),
    /** Signed by another pool's key, under the name that this one's key bears. */
    forged: (known: Known) => sign(claimsOf(known), known, { ...foreign!, kid: ours!.kid }),
    access: (known: Known) =>
      sign(
        { token_use: "access", client_id: CLIENT.id, scope: "aws.cognito.signin.user.admin" },
        known,
        access!,
      ),
  };
}
