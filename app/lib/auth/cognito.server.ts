import { createHmac } from "node:crypto";
import {
  type AuthenticationResultType,
  ChangePasswordCommand,
  ConfirmDeviceCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  type InitiateAuthCommandOutput,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Pool } from "~/lib/pool/pool.server";
import { comingFrom, type Environment, embedded, remote } from "./cognito.client.server";
import { factorProvider } from "./factor.provider.server";
import type { IdentityProvider } from "./identity.provider.server";
import { network } from "./limit.server";
import type { Seen, SignIn, Tokens } from "./tokens.server";

const KINDS: Record<string, Exclude<SignIn["kind"], "tokens">> = {
  NEW_PASSWORD_REQUIRED: "new_password",
  SOFTWARE_TOKEN_MFA: "code",
  MFA_SETUP: "setup",
};

/**
 * AWS Cognito when COGNITO_USER_POOL_ID is set, else the embedded pool; the rest of the app can't tell which.
 */
export function cognito(env: Environment, pool?: Pool): IdentityProvider {
  const place = env.COGNITO_USER_POOL_ID ? remote(env, env.COGNITO_USER_POOL_ID) : pool && embedded(pool);
  if (!place) throw new Error("Auth UserPool not configured.");
  const {
    client,
    client_secret,
    tokens: { client_id },
  } = place;
  const origin = (ip?: string | null) =>
    !ip || env.COGNITO_USER_POOL_ID ? {} : { UserContextData: { IpAddress: network(ip) } };
  const seen: Seen = (command, ip) =>
    ip && !env.COGNITO_USER_POOL_ID ? comingFrom(command, network(ip)) : command;
  const rotation = env.COGNITO_REFRESH_ROTATION === "1";

  function secretHash(username: string): Record<string, string> {
    if (!client_secret) return {};
    return {
      SECRET_HASH: createHmac("sha256", client_secret)
        .update(username + client_id)
        .digest("base64"),
    };
  }

  const hashOf = (username: string) => secretHash(username).SECRET_HASH;

  /**
   * A pool that tracks devices wants to hear of a new one; that it can't be told is no reason to keep the
   * person out.
   */
  async function signedIn(
    result: AuthenticationResultType | undefined,
    challenge: string | undefined,
  ): Promise<SignIn> {
    const tokens = read(result, challenge);
    const device = result?.NewDeviceMetadata?.DeviceKey;
    if (device)
      await client
        .send(new ConfirmDeviceCommand({ AccessToken: tokens.access_token, DeviceKey: device }))
        .catch(() => undefined);
    return { kind: "tokens", tokens };
  }

  type Answered = Pick<
    InitiateAuthCommandOutput,
    "AuthenticationResult" | "ChallengeName" | "ChallengeParameters" | "Session"
  >;
  async function step(
    { ChallengeName, Session = "", ChallengeParameters, AuthenticationResult }: Answered,
    username: string,
  ): Promise<SignIn> {
    const kind = KINDS[ChallengeName ?? ""];
    if (kind) return { kind, session: Session, username: ChallengeParameters?.USER_ID_FOR_SRP ?? username };
    return signedIn(AuthenticationResult, ChallengeName);
  }

  return {
    tokens: place.tokens,
    factor: factorProvider({ client, client_id, secretHash, signedIn, origin, seen }),

    async signIn(username, password, ip) {
      const answer = await client.send(
        new InitiateAuthCommand({
          AuthFlow: "USER_PASSWORD_AUTH",
          ClientId: client_id,
          AuthParameters: { USERNAME: username, PASSWORD: password, ...secretHash(username) },
          ...origin(ip),
        }),
      );
      return step(answer, username);
    },

    async respondNewPassword(session, username, new_password, ip) {
      const answer = await client.send(
        new RespondToAuthChallengeCommand({
          ChallengeName: "NEW_PASSWORD_REQUIRED",
          ClientId: client_id,
          Session: session,
          ChallengeResponses: { USERNAME: username, NEW_PASSWORD: new_password, ...secretHash(username) },
          ...origin(ip),
        }),
      );
      return step(answer, username);
    },

    async refresh(refresh_token, username) {
      if (rotation) {
        const input = { ClientId: client_id, RefreshToken: refresh_token, ClientSecret: client_secret };
        return read(
          (await client.send(new GetTokensFromRefreshTokenCommand(input))).AuthenticationResult,
          undefined,
        );
      }
      const answer = await client.send(
        new InitiateAuthCommand({
          AuthFlow: "REFRESH_TOKEN_AUTH",
          ClientId: client_id,
          AuthParameters: { REFRESH_TOKEN: refresh_token, ...secretHash(username) },
        }),
      );
      return read({ RefreshToken: refresh_token, ...answer.AuthenticationResult }, answer.ChallengeName);
    },

    async revoke(refresh_token) {
      await client.send(
        new RevokeTokenCommand({ ClientId: client_id, Token: refresh_token, ClientSecret: client_secret }),
      );
    },

    async globalSignOut(access_token) {
      await client.send(new GlobalSignOutCommand({ AccessToken: access_token }));
    },

    async forgotPassword(username, metadata) {
      const input = {
        ClientId: client_id,
        Username: username,
        SecretHash: hashOf(username),
        ClientMetadata: metadata,
      };
      const { CodeDeliveryDetails: sent } = await client.send(new ForgotPasswordCommand(input));
      return {
        medium: sent?.DeliveryMedium ?? "EMAIL",
        destination: sent?.Destination ?? "",
        attribute: sent?.AttributeName ?? "email",
      };
    },

    async confirmForgotPassword(username, code, new_password) {
      await client.send(
        new ConfirmForgotPasswordCommand({
          ClientId: client_id,
          Username: username,
          SecretHash: hashOf(username),
          ConfirmationCode: code,
          Password: new_password,
        }),
      );
    },

    async changePassword(access_token, previous, proposed, ip) {
      await client.send(
        seen(
          new ChangePasswordCommand({
            AccessToken: access_token,
            PreviousPassword: previous,
            ProposedPassword: proposed,
          }),
          ip,
        ),
      );
    },
  };
}

function read(result: AuthenticationResultType | undefined, challenge: string | undefined): Tokens {
  const { IdToken, AccessToken, RefreshToken, ExpiresIn } = result ?? {};
  if (!IdToken || !AccessToken || !RefreshToken || !ExpiresIn)
    throw new Error(`Sign-in answered with ${challenge ?? "no tokens"}`);
  return { id_token: IdToken, access_token: AccessToken, refresh_token: RefreshToken, expires_in: ExpiresIn };
}
