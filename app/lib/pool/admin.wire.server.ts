import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "~/lib/tables/user.table.server";
import { Attributes, admin, attributeMap, listed, usernameSchema, userType } from "./admin.operation.server";
import {
  createPoolUser,
  enablePoolUser,
  poolUser,
  setPoolPassword,
  signOutPoolUser,
  temporaryPassword,
  updatePoolUser,
} from "./admin.server";
import { newCode } from "./code.server";
import type { PoolContext } from "./context.server";
import { factorSettings } from "./factor.server";
import { invalidParameter, notAuthorized, PoolFault } from "./fault.server";
import { deliver } from "./forgot.server";
import { invitationLetter, orderedCodeLetter } from "./letter";
import { type Store } from "./store.server";
import { attributesOf, endSessions, type PoolUser } from "./user.server";

async function invite(context: PoolContext, tx: Store, user: PoolUser, password: string): Promise<void> {
  if (user.email === null)
    throw invalidParameter("The user has no email to which the invitation could be sent.");
  const { product_name, origin } = context.settings;
  await deliver(context, tx, user.email, invitationLetter(product_name, origin, user.username, password));
}

const MessageAction = z.enum(["RESEND", "SUPPRESS"]).nullish();

export const AdminCreateUser = admin(
  {
    Username: usernameSchema,
    UserAttributes: Attributes,
    TemporaryPassword: z.string().min(1).nullish(),
    MessageAction,
  },
  async (context, sent) => {
    const password = sent.TemporaryPassword ?? temporaryPassword();
    if (sent.MessageAction === "RESEND")
      return { User: listed(await inviteAgain(context, sent.Username, password)) };
    const attributes = attributeMap(sent.UserAttributes);
    const user = await context.db.transaction(async (tx) => {
      const made = await createPoolUser(
        tx,
        {
          username: sent.Username,
          email: attributes.get("email") ?? null,
          name: attributes.get("name") ?? null,
          zoneinfo: attributes.get("zoneinfo") ?? null,
          groups: [],
          temporary_password: password,
        },
        context.now(),
      );
      const email_verified = made.email !== null && attributes.get("email_verified") === "true";
      await tx.update(users).set({ email_verified }).where(eq(users.sub, made.sub));
      if (sent.MessageAction !== "SUPPRESS") await invite(context, tx, made, password);
      return { ...made, email_verified };
    });
    return { User: listed(user) };
  },
);

/** Another temporary password, good for a week again, for who has never signed in. */
async function inviteAgain(context: PoolContext, name: string, password: string): Promise<PoolUser> {
  const { status } = await poolUser(context.db, name);
  if (status !== "FORCE_CHANGE_PASSWORD")
    throw new PoolFault("UnsupportedUserStateException", `Resend not possible. User status is ${status}`);
  return context.db.transaction(async (tx) => {
    await setPoolPassword(tx, name, password, false, context.now());
    const user = await poolUser(tx, name);
    await invite(context, tx, user, password);
    return user;
  });
}

export const AdminGetUser = admin({ Username: usernameSchema }, async ({ db }, { Username }) => {
  const user = await poolUser(db, Username);
  return { ...userType(user), UserAttributes: attributesOf(user), ...(await factorSettings(db, user.sub)) };
});

export const AdminDeleteUser = admin({ Username: usernameSchema }, async ({ db }, { Username }) => {
  const { sub } = await poolUser(db, Username);
  await db.delete(users).where(eq(users.sub, sub));
  return {};
});

export const AdminUpdateUserAttributes = admin(
  { Username: usernameSchema, UserAttributes: Attributes },
  async ({ db, now }, sent) => {
    const attributes = attributeMap(sent.UserAttributes);
    const of = (name: string) => (attributes.has(name) ? attributes.get(name) || null : undefined);
    const verified = attributes.get("email_verified");
    await updatePoolUser(
      db,
      sent.Username,
      {
        email: of("email"),
        name: of("name"),
        zoneinfo: of("zoneinfo"),
        email_verified: verified === undefined ? undefined : verified === "true",
      },
      now(),
    );
    return {};
  },
);

export const AdminSetUserPassword = admin(
  { Username: usernameSchema, Password: z.string().min(1), Permanent: z.boolean().default(false) },
  async ({ db, now }, { Username, Password, Permanent }) => {
    await setPoolPassword(db, Username, Password, Permanent, now());
    return {};
  },
);

export const AdminResetUserPassword = admin({ Username: usernameSchema }, async (context, { Username }) => {
  const {
    db,
    secret,
    settings: { product_name, origin },
    now,
  } = context;
  const user = await poolUser(db, Username);
  if (user.email === null || !user.email_verified) throw invalidParameter("User has no verified email.");
  if (user.status === "FORCE_CHANGE_PASSWORD")
    throw notAuthorized("User password cannot be reset in the current state.");
  await db.transaction(async (tx) => {
    const code = await newCode(tx, secret, user.sub, now());
    await tx
      .update(users)
      .set({ status: "RESET_REQUIRED", updated_at: now() })
      .where(eq(users.sub, user.sub));
    await endSessions(tx, user.sub, now());
    await deliver(context, tx, user.email!, orderedCodeLetter(product_name, code, origin));
  });
  return {};
});

export const AdminDisableUser = admin({ Username: usernameSchema }, async ({ db, now }, { Username }) => {
  await enablePoolUser(db, Username, false, now());
  return {};
});

export const AdminEnableUser = admin({ Username: usernameSchema }, async ({ db, now }, { Username }) => {
  await enablePoolUser(db, Username, true, now());
  return {};
});

export const AdminUserGlobalSignOut = admin(
  { Username: usernameSchema },
  async ({ db, now }, { Username }) => {
    await signOutPoolUser(db, Username, now());
    return {};
  },
);
