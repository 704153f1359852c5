import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CLIENT, type CognitoPerson, cognitoTokens, type Known } from "./cognito.tokens.testing.server";

/** A refusal as Cognito words it: HTTP 400, its name in `__type`. */
export const refused = (__type: string, message: string) => ({ __type, message });

type Call = { operation: string; body: Record<string, string>; signed: boolean };
type Answer = object | "silence";

const POOL = "ap-northeast-1_EXAMPLE";

/**
 * AWS Cognito in the shapes of its API reference, written down by hand: JSON 1.1 over HTTP, sessions and
 * names of its own, tokens by two keys (identity and access), refresh tokens that are not given again, and
 * its own words for what it refuses. `says` answers an operation otherwise until it is taken out again.
 */
export async function startCognito() {
  const mint = await cognitoTokens(() => `${endpoint}/${POOL}`);
  const people = new Map<string, Known>();
  const sessions = new Map<string, Known>();
  const refreshes = new Map<string, Known>();
  const says = new Map<string, (body: Record<string, string>) => Answer>();
  const calls: Call[] = [];

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method === "GET")
      return send(response, request.url === `/${POOL}/.well-known/jwks.json` ? 200 : 404, mint.jwks);
    const operation = String(request.headers["x-amz-target"]).replace(
      "AWSCognitoIdentityProviderService.",
      "",
    );
    const body = JSON.parse(Buffer.concat(parts).toString());
    const signed = /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\//.test(String(request.headers.authorization));
    calls.push({ operation, body, signed });
    const answer = says.get(operation)?.(body) ?? (await answerTo(operation, body));
    if (answer !== "silence") send(response, "__type" in answer ? 400 : 200, answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function send(response: ServerResponse, status: number, body: object): void {
    const type = "__type" in body ? { "x-amzn-errortype": `${body.__type}:` } : {};
    response
      .writeHead(status, {
        "Content-Type": "application/x-amz-json-1.1",
        "x-amzn-requestid": randomUUID(),
        ...type,
      })
      .end(JSON.stringify(body));
  }

  function add(person: CognitoPerson, username: string = randomUUID()): Known {
    const known = { ...person, username, token_seconds: 3600 };
    people.set(person.email, known);
    return known;
  }
  const find = (name: string) =>
    people.get(name) ?? [...people.values()].find(({ username }) => username === name);

  async function tokens(known: Known, again = false): Promise<object> {
    const refresh = randomBytes(300).toString("base64url");
    if (!again) refreshes.set(refresh, known);
    return {
      AuthenticationResult: {
        AccessToken: await mint.access(known),
        ExpiresIn: known.token_seconds,
        IdToken: await mint.identity(known),
        ...(again ? {} : { RefreshToken: refresh }),
        TokenType: "Bearer",
      },
      ChallengeParameters: {},
    };
  }

  function challenge(ChallengeName: string, known: Known, ChallengeParameters: object): object {
    const Session = randomBytes(600).toString("base64url");
    sessions.set(Session, known);
    return {
      ChallengeName,
      ChallengeParameters: { USER_ID_FOR_SRP: known.username, ...ChallengeParameters },
      Session,
    };
  }

  const enter = (known: Known): Promise<object> | object =>
    known.status
      ? challenge("NEW_PASSWORD_REQUIRED", known, {
          requiredAttributes: "[]",
          userAttributes: JSON.stringify({ email_verified: "true", email: known.email }),
        })
      : known.factor
        ? challenge("SOFTWARE_TOKEN_MFA", known, { FRIENDLY_DEVICE_NAME: "" })
        : tokens(known);

  const NO_HASH = refused("NotAuthorizedException", `Unable to verify secret hash for client ${CLIENT.id}`);
  const proves = (hash: string | undefined, name: string) =>
    hash === createHmac("sha256", CLIENT.secret).update(`${name}${CLIENT.id}`).digest("base64");

  async function answerTo(operation: string, body: Record<string, string>): Promise<Answer> {
    const given = (body.AuthParameters ?? body.ChallengeResponses ?? {}) as Record<string, string>;
    switch (operation) {
      case "InitiateAuth": {
        if (body.AuthFlow === "REFRESH_TOKEN_AUTH") {
          const known = refreshes.get(given.REFRESH_TOKEN!);
          if (!known) return refused("NotAuthorizedException", "Refresh Token has been revoked");
          // By the pool's own name of the person, whatever was typed at the sign-in.
          return proves(given.SECRET_HASH, known.username) ? tokens(known, true) : NO_HASH;
        }
        if (!proves(given.SECRET_HASH, given.USERNAME!)) return NO_HASH;
        const known = find(given.USERNAME!);
        return known?.password === given.PASSWORD && known
          ? enter(known)
          : refused("NotAuthorizedException", "Incorrect username or password.");
      }
      case "RespondToAuthChallenge": {
        const known = sessions.get(body.Session!);
        if (!known || given.USERNAME !== known.username)
          return refused("NotAuthorizedException", "Invalid session for the user, session is expired.");
        if (!proves(given.SECRET_HASH, known.username)) return NO_HASH;
        if (body.ChallengeName === "SOFTWARE_TOKEN_MFA") {
          if (given.SOFTWARE_TOKEN_MFA_CODE !== known.factor)
            return refused("CodeMismatchException", "Invalid code received for user");
          return tokens(known);
        }
        if (given.NEW_PASSWORD!.length < 8)
          return refused(
            "InvalidPasswordException",
            "Password does not conform to policy: Password not long enough",
          );
        sessions.delete(body.Session!);
        known.password = given.NEW_PASSWORD!;
        delete known.status;
        return enter(known);
      }
      case "AdminCreateUser": {
        const attributes = Object.fromEntries(
          (body.UserAttributes as unknown as { Name: string; Value: string }[]).map(({ Name, Value }) => [
            Name,
            Value,
          ]),
        );
        const known = add({
          email: body.Username!,
          password: body.TemporaryPassword!,
          groups: [],
          status: "FORCE_CHANGE_PASSWORD",
          ...(attributes.zoneinfo ? { zoneinfo: attributes.zoneinfo } : {}),
        });
        const now = Date.now() / 1000;
        return {
          User: {
            Attributes: body.UserAttributes,
            Enabled: true,
            UserCreateDate: now,
            UserLastModifiedDate: now,
            UserStatus: "FORCE_CHANGE_PASSWORD",
            Username: known.username,
          },
        };
      }
      case "AdminAddUserToGroup":
        find(body.Username!)!.groups.push(body.GroupName!);
        return {};
      case "ForgotPassword":
        if (!proves(body.SecretHash, body.Username!)) return NO_HASH;
        return {
          CodeDeliveryDetails: { AttributeName: "email", DeliveryMedium: "EMAIL", Destination: "k***@y***" },
        };
      case "ConfirmForgotPassword": {
        if (!proves(body.SecretHash, body.Username!)) return NO_HASH;
        if (body.ConfirmationCode !== "123456")
          return refused("CodeMismatchException", "Invalid verification code provided, please try again.");
        find(body.Username!)!.password = body.Password!;
        return {};
      }
      case "RevokeToken":
        refreshes.delete(body.Token!);
        return {};
      default:
        return refused("InvalidParameterException", `not written down: ${operation}`);
    }
  }

  return {
    env: {
      COGNITO_USER_POOL_ID: POOL,
      COGNITO_CLIENT_ID: CLIENT.id,
      COGNITO_CLIENT_SECRET: CLIENT.secret,
      COGNITO_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: "AKIAEXAMPLE",
      AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMI/EXAMPLEKEY",
    },
    calls,
    says,
    add,
    identity: mint.identity,
    forged: mint.forged,
    /** Every refresh token is worth nothing from now on. */
    revokeAll: () => refreshes.clear(),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
