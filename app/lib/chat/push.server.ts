import { eq } from "drizzle-orm";
import webpush from "web-push";
import type { Subscription } from "~/lib/auth/push.schema";
import { decrypt, encrypt } from "~/lib/config/encrypt.server";
import { type Database, operator } from "~/lib/db/connection.server";
import { vapid } from "~/lib/tables/notice.table.server";
import { push_device } from "~/lib/tables/push.table.server";

/** `badge`: the number on the app's icon. */
export type PushMessage = { title: string; body: string; path: string; badge: number };
export type Sender = { subject: string; publicKey: string; privateKey: string };

const DAY_SECONDS = 86_400;
const PATIENCE_MS = 10_000;

/** Made at the first start; several processes agree on the first that was stored. */
export async function senderOf(db: Database, secret: string, origin: string): Promise<Sender> {
  const [made] = await operator(db, async (tx) => {
    const known = await tx.select().from(vapid);
    if (known.length > 0) return known;
    const keys = webpush.generateVAPIDKeys();
    await tx
      .insert(vapid)
      .values({ public_key: keys.publicKey, sealed: encrypt(secret, keys.privateKey) })
      .onConflictDoNothing();
    return tx.select().from(vapid);
  });
  const subject = origin.startsWith("https:") ? origin : "mailto:no-reply@localhost.localdomain";
  return { subject, publicKey: made!.public_key, privateKey: decrypt(secret, made!.sealed) };
}

/** "gone": the browser is unsubscribed; "later": it may be tried again. */
export async function sendPush(
  sender: Sender,
  subscription: Subscription,
  parcel: PushMessage,
  topic?: string,
): Promise<"sent" | "gone" | "later"> {
  const { endpoint, method, headers, body } = webpush.generateRequestDetails(
    subscription,
    JSON.stringify(parcel),
    {
      vapidDetails: sender,
      TTL: DAY_SECONDS,
      urgency: "normal",
      ...(topic && { topic }),
    },
  );
  try {
    const answer = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body!),
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.ok) return "sent";
    // 400 and 403 would be answered again, but the browser is still there.
    return answer.status === 404 || answer.status === 410
      ? "gone"
      : answer.status >= 500 || answer.status === 429
        ? "later"
        : "sent";
  } catch {
    return "later";
  }
}

export async function forgetDevice(db: Database, endpoint: string): Promise<void> {
  await operator(db, (tx) => tx.delete(push_device).where(eq(push_device.endpoint, endpoint)));
}
