import { createHmac } from "node:crypto";
import {
  type AuthenticationResultType,
  ChangePasswordCommand,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
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
import { NETWORK_HEADER } from "~/lib/pool/wire.server";
import { type FactorProvider, factorProvider } from "./factor.provider.server";
import { network } from "./limit.server";
import type { TokenConfig } from "./token.server";
import type { Seen, SignIn, Tokens } from "./tokens.server";

/** Where a confirmation code went: "EMAIL", the address with most of it starred, "email". */
type CodeDelivery = { medium: string; destination: string; attribute: string };

/** What the app asks of a user pool. Refusals are the AWS SDK's exceptions, told apart by `name`. */
export type IdentityProvider = {
  /** `ip`: where the person is, which the embedded pool tells apart from strangers; Cognito is not told. */
  signIn(username: string, password: string, ip?: string | null): Promise<SignIn>;
  respondNewPassword(
    session: string,
    username: string,
    new_password: string,
    ip?: string | null,
  ): Promise<SignIn>;
  /** `username`: the cognito:username claim, needed where the app client has a secret. */
  refresh(refresh_token: string, username: string): Promise<Tokens>;
  revoke(refresh_token: string): Promise<void>;
  globalSignOut(access_token: string): Promise<void>;
  /**
   * Sends a confirmation code; unknown users get an answer of the same look. `metadata` goes to the pool's
   * triggers.
   */
  forgotPassword(username: string, metadata?: Record<string, string>): Promise<CodeDelivery>;
  confirmForgotPassword(username: string, code: string, new_password: string): Promise<void>;
  changePassword(access_token: string, previous: string, proposed: string, ip?: string | null): Promise<void>;
  factor: FactorProvider;
  /** Whose identity tokens to believe: for `tokenVerifier`. */
  tokens: TokenConfig;
};

export type Environment = Record<string, string | undefined>;
type PoolAccess = {
  client: CognitoIdentityProviderClient;
  client_secret: string | undefined;
  tokens: TokenConfig;
};

const KINDS: Record<string, Exclude<SignIn["kind"], "tokens">> = {
  NEW_PASSWORD_REQUIRED: "new_password",
  SOFTWARE_TOKEN_MFA: "code",
  MFA_SETUP: "setup",
};

const REGION = "ap-northeast-1";
// The SDK's notice of AWS's plans for older Node versions concerns nobody here.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";

function remote(env: Environment, pool_id: string): PoolAccess {
  const client_id = env.COGNITO_CLIENT_ID;
  if (!client_id) throw new Error("oauth param not configured.");
  const config: CognitoIdentityProviderClientConfig = { region: REGION };
  if (env.COGNITO_ENDPOINT) config.endpoint = env.COGNITO_ENDPOINT;
  const host = env.COGNITO_ENDPOINT?.replace(/\/+$/, "") || `https://cognito-idp.${REGION}.amazonaws.com`;
  const issuer = `${host}/${pool_id}`;
  return {
    client: new CognitoIdentityProviderClient(config),
    client_secret: env.COGNITO_CLIENT_SECRET || undefined,
    tokens: { issuer, client_id, keys: new URL(`${issuer}/.well-known/jwks.json`) },
  };
}

let known: { place: string; client: CognitoIdentityProviderClient } | undefined;

/**
 * The client of the configured Cognito, for administration: it signs with the AWS credentials of this
 * machine.
 */
export function remoteClient(env: Environment): CognitoIdentityProviderClient {
  const place = `${env.COGNITO_USER_POOL_ID} ${env.COGNITO_ENDPOINT}`;
  if (known?.place !== place) known = { place, client: remote(env, env.COGNITO_USER_POOL_ID!).client };
  return known.client;
}

function embedded(pool: Pool): PoolAccess {
  const { client_id, client_secret, issuer } = pool.settings;
  return {
    client: poolClient(pool),
    client_secret: client_secret ?? undefined,
    tokens: { issuer, client_id, keys: pool.keys },
  };
}

/**
 * The AWS SDK's client, answered by the embedded pool in this process: no port, and signatures that nobody
 * reads.
 */
export function poolClient(pool: Pool): CognitoIdentityProviderClient {
  return new CognitoIdentityProviderClient({
    region: REGION,
    endpoint: "https://pool.invalid",
    credentials: { accessKeyId: "embedded", secretAccessKey: "embedded" },
    requestHandler: pool.requestHandler,
    maxAttempts: 1,
  });
}

type Handler = (args: { request: unknown }) => unknown;
type Stack = { add(middleware: (next: Handler) => Handler, options: { step: "build" }): void };

function comingFrom<C extends object>(command: C, place: string): C {
  (command as unknown as { middlewareStack: Stack }).middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers[NETWORK_HEADER] = place;
      return next(args);
    },
    { step: "build" },
  );
  return command;
}

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
