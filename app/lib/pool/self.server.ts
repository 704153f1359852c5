import { z } from "zod";
import { storePassword } from "./admin.server";
import { guess } from "./attempt.server";
import { refuseClient } from "./client.server";
import { tooOften } from "./code.server";
import { refuseWeakFor } from "./company.server";
import type { PoolContext } from "./context.server";
import { factorSettings } from "./factor.server";
import { notAuthorized, PoolFault } from "./fault.server";
import { knownNetwork, UserContextData } from "./network.server";
import { operation } from "./operation.server";
import { hashPassword } from "./password.server";
import { bearer, revokeToken, rotateToken } from "./token.server";
import { attributesOf, endSessions } from "./user.server";

const accessTokenSchema = z.string().min(1);
const withAccessToken = z.object({ AccessToken: accessTokenSchema });

export const GetUser = operation(withAccessToken, async (context, { AccessToken }) => {
  const { user } = await bearer(context, AccessToken);
  return {
    Username: user.username,
    UserAttributes: attributesOf(user),
    ...(await factorSettings(context.db, user.sub)),
  };
});

export const GlobalSignOut = operation(withAccessToken, async (context, { AccessToken }) => {
  const { user } = await bearer(context, AccessToken);
  await endSessions(context.db, user.sub, context.now());
  return {};
});

export const ChangePassword = operation(
  z.object({
    AccessToken: accessTokenSchema,
    PreviousPassword: z.string().min(1),
    ProposedPassword: z.string().min(1),
    UserContextData,
  }),
  async (context, sent) => {
    const { db, now } = context;
    const { user, origin_jti } = await bearer(context, sent.AccessToken);
    const place = await knownNetwork(db, user.sub, sent.UserContextData);
    const { right } = await guess(db, user.sub, now, user.password_hash, sent.PreviousPassword, place).catch(
      (error: unknown): never => {
        throw error instanceof PoolFault ? tooOften() : error;
      },
    );
    if (!right) throw notAuthorized();
    await refuseWeakFor(context, user, sent.ProposedPassword);
    const password_hash = await hashPassword(sent.ProposedPassword);
    await db.transaction((tx) =>
      storePassword(tx, user.sub, { password_hash, temporary_until: null, now: now(), spared: origin_jti }),
    );
    return {};
  },
);

export const ConfirmDevice = operation(
  z.object({ AccessToken: accessTokenSchema, DeviceKey: z.string().min(1) }),
  async (context, sent) => {
    await bearer(context, sent.AccessToken);
    return { UserConfirmationNecessary: false };
  },
);

/** Each refresh token works once: new tokens come with the next one. */
export const GetTokensFromRefreshToken = operation(
  z.object({ ClientId: z.string(), RefreshToken: z.string().min(1), ClientSecret: z.string().nullish() }),
  async (context, { ClientId, RefreshToken, ClientSecret }) => {
    refuseClient(context, ClientId);
    if ((ClientSecret ?? null) !== context.settings.client_secret)
      throw notAuthorized("Invalid client secret");
    return { AuthenticationResult: await rotateToken(context, RefreshToken) };
  },
);

export const RevokeToken = operation(
  z.object({ ClientId: z.string(), Token: z.string().min(1), ClientSecret: z.string().nullish() }),
  async (context, { ClientId, Token, ClientSecret }) => {
    refuseClient(context, ClientId);
    refuseSecret(context, ClientSecret ?? null);
    if (Token.split(".").length === 3)
      throw new PoolFault("UnsupportedTokenTypeException", "Only refresh tokens can be revoked");
    await revokeToken(context, Token);
    return {};
  },
);

function refuseSecret({ settings }: PoolContext, sent: string | null): void {
  if (sent !== settings.client_secret) throw new PoolFault("UnauthorizedException", "Invalid client secret");
}
