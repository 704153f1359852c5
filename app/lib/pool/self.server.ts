import { z } from "zod";
import type { PoolContext } from "./context.server";
import { PoolFault } from "./fault.server";
import { operation } from "./operation.server";
import { refuseClient } from "./signin.server";
import { revokeToken, userOfAccessToken } from "./token.server";
import { attributesOf, endSessions } from "./user.server";

const withAccessToken = z.object({ AccessToken: z.string().min(1) });

export const GetUser = operation(withAccessToken, async (context, { AccessToken }) => {
  const user = await userOfAccessToken(context, AccessToken);
  return { Username: user.username, UserAttributes: attributesOf(user) };
});

export const GlobalSignOut = operation(withAccessToken, async (context, { AccessToken }) => {
  const user = await userOfAccessToken(context, AccessToken);
  await endSessions(context.db, user.sub, context.now());
  return {};
});

export const RevokeToken = operation(
  z.object({ ClientId: z.string(), Token: z.string().min(1), ClientSecret: z.string().nullish() }),
  async (context, { ClientId, Token, ClientSecret }) => {
    refuseClient(context, ClientId);
    refuseSecret(context, ClientSecret ?? null);
    if (Token.split(".").length === 3) throw new PoolFault("UnsupportedTokenTypeException", "Only refresh tokens can be revoked");
    await revokeToken(context, Token);
    return {};
  },
);

function refuseSecret({ settings }: PoolContext, sent: string | null): void {
  if (sent !== settings.client_secret) throw new PoolFault("UnauthorizedException", "Invalid client secret");
}
