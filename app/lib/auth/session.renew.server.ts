import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import type { Database } from "~/lib/db/connection.server";
import { semaphore } from "~/lib/pool/semaphore.server";
import { session } from "~/lib/tables/session.table.server";
import type { IdentityProvider } from "./identity.provider.server";
import type { SecurityLog } from "./security.server";
import { keepOf, openSealed, type Session, seal, sessionOf } from "./session.seal.server";
import type { Tokens } from "./tokens.server";

/**
 * Tokens count as expired this long before they are (product §9), and are renewed after this long at the
 * latest.
 */
const EARLY_MS = 5_000;
const RENEW_MS = 3_000_000;

export const renewAt = (tokens: Tokens, now: number) =>
  new Date(now + Math.min(RENEW_MS, tokens.expires_in * 1000 - EARLY_MS)).toISOString();

/** A refresh answered so is final; anything else may pass. */
const OVER = new Set(["NotAuthorizedException", "RefreshTokenReuseException", "UserNotFoundException"]);

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * Renews a session's tokens once however many ask at a time: in this process they share the answer, and
 * between processes the row is locked.
 */
export function sessionRenewal(
  db: Database,
  provider: IdentityProvider,
  secret: string,
  log: SecurityLog,
): (hash: string) => Promise<Session | null> {
  const renewals = new Map<string, Promise<Session | null>>();
  // Each renewal holds a connection while the pool, on the same database, needs another: never may they take
  // all of them.
  const renewing = semaphore(5);

  function renew(hash: string): Promise<Session | null> {
    const known = renewals.get(hash);
    if (known) return known;
    const made = renewing(() => db.transaction((tx) => renewLocked(tx, hash))).finally(() =>
      renewals.delete(hash),
    );
    renewals.set(hash, made);
    return made;
  }

  async function renewLocked(tx: Transaction, hash: string): Promise<Session | null> {
    const [row] = await tx.select().from(session).where(eq(session.hash, hash)).for("update");
    let keep = row ? openSealed(secret, row.sealed) : null;
    if (!row || !keep) return null;
    const now = Date.now();
    if (Date.parse(row.refresh_time) <= now) {
      const tokens = await provider.refresh(keep.refresh_token, row.username).catch((error: Error) => {
        if (error.name === "RefreshTokenReuseException")
          void log.note(row, { event: "refresh_reused", name: row.username });
        if (OVER.has(error.name)) return "over" as const;
        if (decodeJwt(keep!.id_token).exp! * 1000 - EARLY_MS > now) return "later" as const;
        throw error;
      });
      if (tokens === "over") {
        await tx.delete(session).where(eq(session.hash, hash));
        return null;
      }
      if (tokens !== "later") {
        keep = keepOf(tokens, keep.refresh_token);
        const at = new Date(now).toISOString();
        await tx
          .update(session)
          .set({
            sealed: seal(secret, keep),
            refresh_time: renewAt(tokens, now),
            seen_time: at,
          })
          .where(eq(session.hash, hash));
      }
    }
    return sessionOf(row, hash, keep);
  }

  return renew;
}
