import type { Database } from "~/lib/db/connection.server";
import { carry, type Carrier } from "./carry.server";
import { sendDigests } from "./digest.server";

const ROUND_MS = 2_000;
const DIGEST_MS = 60_000;

/** Carries notices and talk to browsers and mail boxes, again and again; several processes may do so at once. Answers how to stop. */
export function startCarrier(db: Database, carrier: Carrier): () => void {
  let busy = false;
  const run = async (round: () => Promise<unknown>) => {
    if (busy) return;
    busy = true;
    await round().catch(() => undefined);
    busy = false;
  };
  const timers = [
    setInterval(() => void run(() => carry(carrier)), ROUND_MS),
    setInterval(() => void run(() => sendDigests(db, carrier.product, carrier.origin, new Date().toISOString())), DIGEST_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}
