import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { count } from "~/lib/telemetry/count.server";
import { sayError } from "~/lib/telemetry/logger.server";
import { storePassword } from "./admin.server";
import { refuseClient, refuseSecretHash } from "./client.server";
import { checkCode, mismatch, newCode, useUp } from "./code.server";
import { refuseWeakFor } from "./company.server";
import type { PoolContext } from "./context.server";
import { invalidParameter, notAuthorized, PoolFault, userNotFound } from "./fault.server";
import { codeLetter, type Letter, notYetLetter } from "./letter";
import { sendMail, sendNow } from "./mail.server";
import { operation } from "./operation.server";
import { hashPassword, refuseWeak } from "./password.server";
import { type Store } from "./store.server";
import { findUser, keyOf, nameKey, type PoolUser } from "./user.server";

/** No answer comes sooner, so that the little more that a known user costs can't be seen. */
const FLOOR_MS = 100;

/** "k***@y***": enough to know one's own address, too little to learn another's. */
const start = (text: string) => `${[...text][0] ?? "*"}***`;

export function masked(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${start(name)}@${start(host)}`;
}

/** What an unknown name's mask would be: of the address that was typed, else made up, but always the same. */
function pretended({ secret }: PoolContext, name: string): string {
  if (name.includes("@")) return masked(name);
  const [a = 0, b = 0] = createHmac("sha256", secret).update(`mask:${name}`).digest();
  return masked(`${String.fromCharCode(97 + (a % 26))}@${String.fromCharCode(97 + (b % 26))}`);
}

/** Why this person can't be sent a code, or null. A pool that hides who exists keeps it to itself. */
function unreachable(user: PoolUser): PoolFault | null {
  if (!user.enabled) return notAuthorized("User is disabled.");
  if (user.email === null || !user.email_verified) {
    return invalidParameter(
      "Cannot reset password for the user as there is no registered/verified email or phone_number",
    );
  }
  if (user.status === "FORCE_CHANGE_PASSWORD")
    return notAuthorized("User password cannot be reset in the current state.");
  return null;
}

export async function deliver(
  { settings: { post } }: PoolContext,
  db: Store,
  to: string,
  letter: Letter,
): Promise<void> {
  await sendNow(db, post, { to, ...letter }).catch((error: unknown): never => {
    if (post.smtp_url === null) throw error;
    count("mail.failed");
    sayError("mail_failed", error);
    throw new PoolFault("CodeDeliveryFailureException", "The mail could not be delivered.");
  });
}

const delivered = (Destination: string) => ({
  CodeDeliveryDetails: { DeliveryMedium: "EMAIL", Destination, AttributeName: "email" },
});

const ClientId = z.string();
const Username = z.string().min(1).max(256);
const SecretHash = z.string().nullish();

export const ForgotPassword = operation(
  z.object({ ClientId, Username, SecretHash, ClientMetadata: z.record(z.string(), z.string()).nullish() }),
  async (context, sent) => {
    refuseClient(context, sent.ClientId);
    refuseSecretHash(context, sent.Username, sent.SecretHash);
    if (context.settings.existence_errors === "LEGACY") return sendOpenly(context, sent.Username);
    const [answer] = await Promise.allSettled([sendHidden(context, sent.Username), wait(FLOOR_MS)]);
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  },
);

/** The same answer to everybody; the mail is sent later by the outbox, so that its time tells nothing. */
async function sendHidden(context: PoolContext, name: string): Promise<object> {
  const {
    db,
    secret,
    settings: { product_name, origin },
    now,
  } = context;
  const user = await findUser(db, name);
  await db.transaction(async (tx) => {
    const code = await newCode(tx, secret, keyOf(user, name), now());
    if (!user?.email) return;
    if (!unreachable(user)) await sendMail(tx, { to: user.email, ...codeLetter(product_name, code) });
    else if (user.enabled && user.email_verified)
      await sendMail(tx, { to: user.email, ...notYetLetter(product_name, origin) });
  });
  return delivered(user?.email ? masked(user.email) : pretended(context, nameKey(name)));
}

async function sendOpenly(context: PoolContext, name: string): Promise<object> {
  const user = await findUser(context.db, name);
  if (!user) throw userNotFound();
  const fault = unreachable(user);
  if (fault) throw fault;
  const code = await newCode(context.db, context.secret, user.sub, context.now());
  await deliver(context, context.db, user.email!, codeLetter(context.settings.product_name, code));
  return delivered(masked(user.email!));
}

export const ConfirmForgotPassword = operation(
  z.object({
    ClientId,
    Username,
    SecretHash,
    ConfirmationCode: z.string().min(1).max(64),
    Password: z.string().min(1),
  }),
  async (context, sent) => {
    const { db, secret, settings, now } = context;
    refuseClient(context, sent.ClientId);
    refuseSecretHash(context, sent.Username, sent.SecretHash);
    // Before the code is looked at: a weak password shall cost no try, whoever's it is.
    refuseWeak(sent.Password, [nameKey(sent.Username)]);
    const user = await findUser(db, sent.Username);
    if (!user && settings.existence_errors === "LEGACY") throw userNotFound();
    const key = keyOf(user, sent.Username);
    const code_hash = await checkCode(db, secret, key, sent.ConfirmationCode.normalize("NFKC").trim(), now());
    const fault = user ? unreachable(user) : mismatch();
    if (!user || fault) throw settings.existence_errors === "LEGACY" && fault ? fault : mismatch();
    await refuseWeakFor(context, user, sent.Password);
    const password_hash = await hashPassword(sent.Password);
    await db.transaction(async (tx) => {
      await useUp(tx, key, code_hash);
      await storePassword(tx, user.sub, { password_hash, temporary_until: null, now: now() });
    });
    return {};
  },
);
