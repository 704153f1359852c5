import { eq } from "drizzle-orm";
import { z } from "zod";
import {
  addPoolUserToGroup, createPoolGroup, createPoolUser, enablePoolUser, poolUser, setPoolPassword, signOutPoolUser, temporaryPassword,
} from "./admin.server";
import type { PoolContext } from "./context.server";
import { invalidParameter, PoolFault } from "./fault.server";
import { operation, type Operation } from "./operation.server";
import { attributesOf, type PoolUser } from "./user.server";
import { users } from "./user.table.server";

const seconds = (at: Date) => at.getTime() / 1000;

type Run<S extends z.ZodRawShape> = (context: PoolContext, input: z.output<z.ZodObject<S>>) => Promise<object>;

/** An operation on this pool, named by UserPoolId. */
function admin<S extends z.ZodRawShape>(shape: S, run: Run<S>): Operation {
  const schema = z.object(shape);
  const inPool = operation(z.object({ UserPoolId: z.string() }), async ({ settings }, { UserPoolId }) => {
    if (UserPoolId !== settings.pool_id) throw new PoolFault("ResourceNotFoundException", `User pool ${UserPoolId} does not exist.`);
    return {};
  });
  const call = operation(schema, run);
  return async (context, body) => {
    await inPool(context, body);
    return call(context, body);
  };
}

const Username = z.string().min(1);
const Attributes = z.array(z.object({ Name: z.string(), Value: z.string().max(2048).default("") })).default([]);
const KNOWN = ["email", "email_verified", "name", "zoneinfo"];

const unsent = () => new PoolFault("CodeDeliveryFailureException", "This pool sends no mail: MessageAction must be SUPPRESS");

function userType(user: PoolUser) {
  return {
    Username: user.username,
    UserCreateDate: seconds(user.created_at),
    UserLastModifiedDate: seconds(user.updated_at),
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

export const AdminCreateUser = admin(
  { Username, UserAttributes: Attributes, TemporaryPassword: z.string().min(1).optional(), MessageAction: z.string().optional() },
  async ({ db, now }, { Username, UserAttributes, TemporaryPassword, MessageAction }) => {
    const stray = UserAttributes.find(({ Name }) => !KNOWN.includes(Name));
    if (stray) throw invalidParameter(`Attributes did not conform to the schema: ${stray.Name}: Attribute does not exist in the schema.`);
    if (MessageAction !== "SUPPRESS") throw unsent();
    const given = new Map(UserAttributes.map(({ Name, Value }) => [Name, Value]));
    const user = await db.transaction(async (tx) => {
      const made = await createPoolUser(tx, {
        username: Username,
        email: given.get("email") ?? null,
        name: given.get("name") ?? null,
        zoneinfo: given.get("zoneinfo") ?? null,
        groups: [],
        temporary_password: TemporaryPassword ?? temporaryPassword(),
      }, now());
      const email_verified = made.email !== null && given.get("email_verified") === "true";
      await tx.update(users).set({ email_verified }).where(eq(users.sub, made.sub));
      return { ...made, email_verified };
    });
    return { User: { ...userType(user), Attributes: attributesOf(user) } };
  },
);

export const AdminGetUser = admin({ Username }, async ({ db }, { Username }) => {
  const user = await poolUser(db, Username);
  return { ...userType(user), UserAttributes: attributesOf(user) };
});

export const AdminSetUserPassword = admin(
  { Username, Password: z.string().min(1), Permanent: z.boolean().default(false) },
  async ({ db, now }, { Username, Password, Permanent }) => {
    await setPoolPassword(db, Username, Password, Permanent, now());
    return {};
  },
);

export const AdminAddUserToGroup = admin({ Username, GroupName: z.string().min(1) }, async ({ db }, { Username, GroupName }) => {
  await addPoolUserToGroup(db, Username, GroupName);
  return {};
});

export const AdminDisableUser = admin({ Username }, async ({ db, now }, { Username }) => {
  await enablePoolUser(db, Username, false, now());
  return {};
});

export const AdminEnableUser = admin({ Username }, async ({ db, now }, { Username }) => {
  await enablePoolUser(db, Username, true, now());
  return {};
});

export const AdminUserGlobalSignOut = admin({ Username }, async ({ db, now }, { Username }) => {
  await signOutPoolUser(db, Username, now());
  return {};
});

export const CreateGroup = admin(
  { GroupName: z.string().min(1), Description: z.string().max(2048).optional() },
  async ({ db, settings, now }, { GroupName, Description }) => {
    const at = now();
    if (!(await createPoolGroup(db, GroupName, Description ?? null, at))) {
      throw new PoolFault("GroupExistsException", "A group with the name already exists.");
    }
    return { Group: { GroupName, Description, UserPoolId: settings.pool_id, CreationDate: seconds(at), LastModifiedDate: seconds(at) } };
  },
);
