import {
  AssociateSoftwareTokenCommand,
  type AuthenticationResultType,
  type CognitoIdentityProviderClient,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Seen, SignIn } from "./tokens.server";

export type FactorHolder = { access_token: string } | { session: string };
type Setup = {
  client: CognitoIdentityProviderClient;
  client_id: string;
  secretHash: (username: string) => Record<string, string>;
  origin: (ip?: string | null) => object;
  seen: Seen;
  signedIn: (result: AuthenticationResultType | undefined, challenge: string | undefined) => Promise<SignIn>;
};
export type FactorProvider = ReturnType<typeof factorProvider>;

const wire = (holder: FactorHolder) =>
  "session" in holder ? { Session: holder.session } : { AccessToken: holder.access_token };

export function factorProvider({ client, client_id, secretHash, signedIn, origin, seen }: Setup) {
  async function respond(
    ChallengeName: "SOFTWARE_TOKEN_MFA" | "MFA_SETUP",
    Session: string,
    username: string,
    more: Record<string, string>,
    ip?: string | null,
  ): Promise<SignIn> {
    const ChallengeResponses = { USERNAME: username, ...more, ...secretHash(username) };
    const answer = await client.send(
      new RespondToAuthChallengeCommand({
        ChallengeName,
        ClientId: client_id,
        Session,
        ChallengeResponses,
        ...origin(ip),
      }),
    );
    return signedIn(answer.AuthenticationResult, answer.ChallengeName);
  }

  return {
    /** Answers the step 確認コード of a sign-in. */
    respondCode: (session: string, username: string, code: string, ip?: string | null) =>
      respond("SOFTWARE_TOKEN_MFA", session, username, { SOFTWARE_TOKEN_MFA_CODE: code }, ip),
    /** Goes on with a sign-in that asked for a factor to be set up, once it is. */
    respondSetup: (session: string, username: string) => respond("MFA_SETUP", session, username, {}),

    async hasFactor(access_token: string): Promise<boolean> {
      const { UserMFASettingList = [] } = await client.send(
        new GetUserCommand({ AccessToken: access_token }),
      );
      return UserMFASettingList.includes("SOFTWARE_TOKEN_MFA");
    },

    /** A new secret, in base32, to be confirmed by a code. `holder`: as it goes on from here. */
    async associate(holder: FactorHolder): Promise<{ secret: string; holder: FactorHolder }> {
      const { SecretCode, Session } = await client.send(new AssociateSoftwareTokenCommand(wire(holder)));
      return {
        secret: SecretCode ?? "",
        holder: "session" in holder ? { session: Session ?? holder.session } : holder,
      };
    },

    /** Confirms it; from now on it is asked for. */
    async confirm(holder: FactorHolder, code: string, ip?: string | null): Promise<FactorHolder> {
      const { Session } = await client.send(
        seen(new VerifySoftwareTokenCommand({ ...wire(holder), UserCode: code }), ip),
      );
      if ("session" in holder) return { session: Session ?? holder.session };
      const input = {
        AccessToken: holder.access_token,
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      };
      await client.send(new SetUserMFAPreferenceCommand(input));
      return holder;
    },

    async turnOff(access_token: string): Promise<void> {
      await client.send(
        new SetUserMFAPreferenceCommand({
          AccessToken: access_token,
          SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
        }),
      );
    },
  };
}
