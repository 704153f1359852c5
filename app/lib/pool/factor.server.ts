import { and, eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { decrypt, encrypt } from "~/lib/config/encrypt.server";
import { factors } from "~/lib/tables/token.table.server";
import { say } from "~/lib/telemetry/logger.server";
import { admin, usernameSchema } from "./admin.operation.server";
import { poolUser } from "./admin.server";
import { counted, forgetFailures } from "./attempt.server";
import { openChallenge } from "./challenge.server";
import type { PoolContext } from "./context.server";
import { invalidParameter, PoolFault } from "./fault.server";
import { knownNetwork, UserContextData } from "./network.server";
import { operation } from "./operation.server";
import type { Store } from "./store.server";
import { bearer } from "./token.server";
import { matchingStep, newFactorSecret } from "./totp.server";
import type { PoolUser } from "./user.server";

const TOKEN = "SOFTWARE_TOKEN_MFA";

async function factorOf(db: Store, sub: string) {
  const [row] = await db.select().from(factors).where(eq(factors.sub, sub));
  return row ?? null;
}

export const hasFactor = async (db: Store, sub: string): Promise<boolean> =>
  (await factorOf(db, sub))?.is_enabled ?? false;

export async function factorSettings(db: Store, sub: string): Promise<object> {
  return (await hasFactor(db, sub)) ? { UserMFASettingList: [TOKEN], PreferredMfaSetting: TOKEN } : {};
}

const bySession = z.object({
  AccessToken: z.string().min(1).nullish(),
  Session: z.string().min(1).nullish(),
});

async function holder(
  context: PoolContext,
  { AccessToken, Session }: z.output<typeof bySession>,
): Promise<PoolUser> {
  if (AccessToken) return (await bearer(context, AccessToken)).user;
  if (Session) return openChallenge(context, Session, "MFA_SETUP");
  throw invalidParameter("Either AccessToken or Session is required.");
}

/** The secret; a lost APP_SECRET leaves none that could be read. */
function opened(sealed: string | null | undefined, secret: string, sub: string): string {
  try {
    if (sealed) return decrypt(secret, sealed, sub);
  } catch {
    say("error", "user_pool", { reason: "a software token was sealed with another APP_SECRET" });
  }
  throw new PoolFault("SoftwareTokenMFANotFoundException", "No software token is associated.");
}

/** A new secret. The one in use stays until a code confirms this one. */
export const AssociateSoftwareToken = operation(bySession, async (context, sent) => {
  const { sub } = await holder(context, sent);
  const SecretCode = newFactorSecret();
  const fresh = { new_sealed: encrypt(context.secret, SecretCode, sub), updated_at: context.now() };
  await context.db
    .insert(factors)
    .values({ sub, ...fresh })
    .onConflictDoUpdate({ target: factors.sub, set: fresh });
  return { SecretCode, ...(sent.Session && { Session: sent.Session }) };
});

export const VerifySoftwareToken = operation(
  bySession.extend({
    UserCode: z.string().max(64),
    FriendlyDeviceName: z.string().max(100).nullish(),
    UserContextData,
  }),
  async (context, sent) => {
    const { db, now, secret } = context;
    const { sub } = await holder(context, sent);
    const row = await factorOf(db, sub);
    const key = opened(row?.new_sealed, secret, sub);
    const new_sealed = row!.new_sealed!;
    let step: number | null = null;
    const place = await knownNetwork(db, sub, sent.UserContextData);
    await counted(
      db,
      sub,
      now,
      async () => (step = matchingStep(key, sent.UserCode, now(), 0)) !== null,
      place,
    );
    if (step === null) throw new PoolFault("EnableSoftwareTokenMFAException", "Code mismatch");
    const set = {
      secret_sealed: new_sealed,
      new_sealed: null,
      last_step: step,
      updated_at: now(),
      ...(sent.Session && { is_enabled: true }),
    };
    const kept = await db
      .update(factors)
      .set(set)
      .where(and(eq(factors.sub, sub), eq(factors.new_sealed, new_sealed)))
      .returning({ sub: factors.sub });
    if (kept.length === 0)
      throw new PoolFault(
        "ConcurrentModificationException",
        "The software token was changed at the same time.",
      );
    await forgetFailures(db, place ?? sub);
    return { Status: "SUCCESS", ...(sent.Session && { Session: sent.Session }) };
  },
);

const Preference = z
  .object({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().default(false) })
  .nullish();

async function prefer(
  db: Store,
  sub: string,
  wanted: z.output<typeof Preference>,
  now: Date,
): Promise<object> {
  if (!wanted) return {};
  const row = await factorOf(db, sub);
  if (wanted.Enabled && !row?.secret_sealed)
    throw invalidParameter("User has not verified software token mfa");
  if (row)
    await db.update(factors).set({ is_enabled: wanted.Enabled, updated_at: now }).where(eq(factors.sub, sub));
  return {};
}

export const SetUserMFAPreference = operation(
  z.object({ AccessToken: z.string().min(1), SoftwareTokenMfaSettings: Preference }),
  async (context, sent) => {
    const { user } = await bearer(context, sent.AccessToken);
    return prefer(context.db, user.sub, sent.SoftwareTokenMfaSettings, context.now());
  },
);

export const AdminSetUserMFAPreference = admin(
  { Username: usernameSchema, SoftwareTokenMfaSettings: Preference },
  async ({ db, now }, sent) =>
    prefer(db, (await poolUser(db, sent.Username)).sub, sent.SoftwareTokenMfaSettings, now()),
);

export async function passCode(
  { db, now, secret }: PoolContext,
  user: PoolUser,
  code: string,
  place?: string,
): Promise<void> {
  const { sub } = user;
  const row = await factorOf(db, sub);
  const key = opened(row?.secret_sealed, secret, sub);
  const given = code.normalize("NFKC").replace(/\s/g, "");
  let step: number | null = null;
  await counted(db, sub, now, async () => (step = matchingStep(key, given, now(), 0)) !== null, place);
  if (step === null) throw new PoolFault("CodeMismatchException", "Invalid code received for user");
  const fresh = and(eq(factors.sub, sub), lt(factors.last_step, step));
  const used = await db.update(factors).set({ last_step: step }).where(fresh).returning({ sub: sql`1` });
  if (used.length === 0)
    throw new PoolFault("ExpiredCodeException", "Your software token has already been used once.");
  await forgetFailures(db, place ?? sub);
}
