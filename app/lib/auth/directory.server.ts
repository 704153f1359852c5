import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  CreateGroupCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { Refusal } from "~/lib/api/refusal";
import type { Database, Tx } from "~/lib/db/connection.server";
import { isUnavailable } from "~/lib/db/failure.server";
import { embeddedPool, embeddedSettings } from "~/lib/pool/pool.server";
import { sayError } from "~/lib/telemetry/logger.server";
import { type Environment, poolClient, remoteClient } from "./cognito.client.server";

export type NewPerson = {
  username: string;
  email: string;
  name: string;
  zoneinfo: string | null;
  groups: string[];
  password: string;
};

/** Refusals that mean something to who asked; anything else is a pool out of reach. */
const MEANT = new Set([
  "UsernameExistsException",
  "InvalidParameterException",
  "InvalidPasswordException",
  "UserNotFoundException",
  "GroupExistsException",
  "ResourceNotFoundException",
  "UnsupportedUserStateException",
]);
const AWAY =
  "アカウントの管理先（ユーザープール）が受け付けませんでした。何も変更していません。しばらく待ってから、もう一度お試しください。";
const named = (error: unknown, name: string) => error instanceof Error && error.name === name;

/**
 * Administration of the accounts in the user pool by the AWS SDK's Admin* calls: to AWS Cognito where it is
 * configured, else to the embedded pool in this process, within the caller's own transaction, so that the
 * pool and the company's accounts change together or not at all.
 */
export function directory(db: Tx, env: Environment = process.env) {
  const remote = env.COGNITO_USER_POOL_ID;
  const UserPoolId = remote ?? embeddedSettings.pool_id;
  const client = remote
    ? remoteClient(env)
    : poolClient(embeddedPool(db as unknown as Database, "", embeddedSettings));

  async function ask<T>(call: (client: CognitoIdentityProviderClient) => Promise<T>): Promise<T> {
    try {
      return await call(client);
    } catch (error) {
      if (isUnavailable(error) && !remote) throw error;
      if (error instanceof Error && MEANT.has(error.name)) throw error;
      sayError("user_pool", error);
      throw new Refusal(502, AWAY);
    }
  }

  const attributes = ({ email, name, zoneinfo }: NewPerson) => [
    { Name: "email", Value: email },
    { Name: "email_verified", Value: "true" },
    { Name: "name", Value: name },
    ...(zoneinfo ? [{ Name: "zoneinfo", Value: zoneinfo }] : []),
  ];

  async function createGroup(GroupName: string): Promise<void> {
    await ask((pool) => pool.send(new CreateGroupCommand({ UserPoolId, GroupName }))).catch((error) => {
      if (!named(error, "GroupExistsException")) throw error;
    });
  }

  async function join(Username: string, GroupName: string): Promise<void> {
    const add = () =>
      ask((pool) => pool.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName })));
    await add().catch(async (error) => {
      if (!named(error, "ResourceNotFoundException")) throw error;
      await createGroup(GroupName);
      await add();
    });
  }

  async function remove(Username: string): Promise<void> {
    await ask((pool) => pool.send(new AdminDeleteUserCommand({ UserPoolId, Username })));
  }

  /**
   * Set by an earlier try that was cut off after the pool and before the database: in the company's group,
   * and never signed in.
   */
  async function leftOver({ username, groups }: NewPerson): Promise<string | null> {
    if (!remote) return null;
    const user = await ask((pool) =>
      pool.send(new AdminGetUserCommand({ UserPoolId, Username: username })),
    ).catch((error) => {
      if (named(error, "UserNotFoundException")) return null;
      throw error;
    });
    if (!user) return null;
    const { Groups = [] } = await ask((pool) =>
      pool.send(new AdminListGroupsForUserCommand({ UserPoolId, Username: username })),
    );
    const same =
      Groups.length === groups.length && Groups.every(({ GroupName }) => groups.includes(GroupName!));
    return user.UserStatus === "FORCE_CHANGE_PASSWORD" && same ? user.Username! : null;
  }

  async function setPassword(Username: string, Password: string, permanent: boolean): Promise<void> {
    await ask((pool) =>
      pool.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: permanent })),
    );
    await signOut(Username);
  }

  async function signOut(Username: string): Promise<void> {
    await ask((pool) => pool.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username })));
  }

  return {
    createGroup,
    remove,
    setPassword,
    signOut,

    /**
     * Makes a person with a temporary password (no mail goes out from here) and gives the pool's own name of
     * them.
     */
    async create(person: NewPerson): Promise<string> {
      const input = {
        UserPoolId,
        Username: person.username,
        TemporaryPassword: person.password,
        MessageAction: "SUPPRESS" as const,
        UserAttributes: attributes(person),
      };
      const username = await ask((pool) => pool.send(new AdminCreateUserCommand(input))).then(
        ({ User }) => User!.Username!,
        async (error) => {
          const found = named(error, "UsernameExistsException") ? await leftOver(person) : null;
          if (!found) throw error;
          await setPassword(found, person.password, false);
          return found;
        },
      );
      try {
        for (const group of person.groups) await join(username, group);
      } catch (error) {
        await remove(username).catch(() => undefined);
        throw error;
      }
      return username;
    },

    /** Whether somebody has still to sign in for the first time. */
    async isInvited(Username: string): Promise<boolean> {
      return (
        (await ask((pool) => pool.send(new AdminGetUserCommand({ UserPoolId, Username })))).UserStatus ===
        "FORCE_CHANGE_PASSWORD"
      );
    },

    async enable(Username: string, enabled: boolean): Promise<void> {
      const input = { UserPoolId, Username };
      await ask(
        async (pool) =>
          void (enabled
            ? await pool.send(new AdminEnableUserCommand(input))
            : await pool.send(new AdminDisableUserCommand(input))),
      );
      if (!enabled) await signOut(Username);
    },

    /** The second factor is off; the next one is set up anew. */
    async dropFactor(Username: string): Promise<void> {
      const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
      await ask((pool) =>
        pool.send(new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username, SoftwareTokenMfaSettings })),
      );
    },

    async hasFactor(Username: string): Promise<boolean> {
      const { UserMFASettingList = [] } = await ask((pool) =>
        pool.send(new AdminGetUserCommand({ UserPoolId, Username })),
      );
      return UserMFASettingList.length > 0;
    },

    /** The name that the next identity token will carry. */
    async rename(Username: string, name: string): Promise<void> {
      await ask((pool) =>
        pool.send(
          new AdminUpdateUserAttributesCommand({
            UserPoolId,
            Username,
            UserAttributes: [{ Name: "name", Value: name }],
          }),
        ),
      );
    },
  };
}
