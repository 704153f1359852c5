import type { Database } from "~/lib/db/connection.server";
import { sendDigests } from "./digest.server";
import { type Dispatcher, dispatchDue } from "./dispatch.server";
import { sendReminders } from "./remind.server";

const ROUND_MS = 2_000;
const MINUTE_MS = 60_000;

export function startDispatch(db: Database, carrier: Dispatcher): () => void {
  const alone = (round: () => Promise<unknown>) => {
    let busy = false;
    return async () => {
      if (busy) return;
      busy = true;
      await round().catch(() => undefined);
      busy = false;
    };
  };
  const minute = async () => {
    const now = new Date().toISOString();
    await sendReminders(db, now);
    await sendDigests(db, carrier.product, carrier.origin, now);
  };
  const timers = [
    setInterval(
      alone(() => dispatchDue(carrier)),
      ROUND_MS,
    ),
    setInterval(alone(minute), MINUTE_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}
