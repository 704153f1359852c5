import { createHash, randomBytes } from "node:crypto";
import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { type Source } from "~/lib/api/who";
import { decrypt, encrypt } from "~/lib/config/encrypt.server";
import { type Database, operator } from "~/lib/db/connection.server";
import { semaphore } from "~/lib/pool/semaphore.server";
import { nameKey } from "~/lib/pool/user.server";
import { member } from "~/lib/tables/member.table.server";
import { push_device } from "~/lib/tables/push.table.server";
import { session } from "~/lib/tables/session.table.server";
import { encodeLines } from "~/lib/text/escape";
import type { IdentityProvider } from "./cognito.server";
import { NOWHERE, type SecurityLog } from "./security.server";
import type { Tokens } from "./tokens.server";

const IDLE_MS = 12 * 3600_000;
/** However much it is used. */
export const SESSION_MS = 30 * 86_400_000;
/** A wall shows the board day and night, and somebody signs it in again each month. */
const DISPLAY_MS = SESSION_MS;
/** An authenticator app may have to be installed first. */
export const ENROL_MS = 15 * 60_000;
/**
 * Tokens count as expired this long before they are (product §9), and are renewed after this long at the
 * latest.
 */
const EARLY_MS = 5_000;
const RENEW_MS = 3_000_000;
/** `seen_time` is written this often at most, so that reading a page seldom writes. */
const SEEN_MS = 600_000;

type Keep = { id_token: string; access_token: string; refresh_token: string };
/** `acting_id`: the stay of internal staff with a company. */
export type Session = {
  hash: string;
  key: number;
  username: string;
  id_token: string;
  access_token: string;
  acting_id: string | null;
  is_display: boolean;
};
type Row = { key: number; username: string; acting_id: string | null; is_display: boolean };

const hashOf = (id: string) => createHash("sha256").update(id).digest("base64url");
const keepOf = (tokens: Tokens, refresh_token: string): Keep => ({
  id_token: tokens.id_token,
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token ?? refresh_token,
});

const sessionOf = (
  { key, username, acting_id, is_display }: Row,
  hash: string,
  { id_token, access_token }: Keep,
): Session => ({ hash, key, username, id_token, access_token, acting_id, is_display });

/** Null when it was sealed with another secret: then it is no session of this installation. */
function keptIn(secret: string, sealed: string): Keep | null {
  try {
    return JSON.parse(decrypt(secret, sealed)) as Keep;
  } catch {
    return null;
  }
}

const renewAt = (tokens: Tokens, now: number) =>
  new Date(now + Math.min(RENEW_MS, tokens.expires_in * 1000 - EARLY_MS)).toISOString();

/** A refresh answered so is final; anything else may pass. */
const OVER = new Set(["NotAuthorizedException", "RefreshTokenReuseException", "UserNotFoundException"]);

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type Sessions = ReturnType<typeof sessions>;

/** Signed-in browsers. The browser holds a random id; tokens stay here, sealed. */
export function sessions(db: Database, provider: IdentityProvider, secret: string, log: SecurityLog) {
  const byHash = db
    .select()
    .from(session)
    .where(eq(session.hash, sql.placeholder("hash")))
    .prepare("session_by_hash");
  const renewals = new Map<string, Promise<Session | null>>();
  // Each renewal holds a connection while the pool, on the same database, needs another: never may they take
  // all of them.
  const renewing = semaphore(5);

  /** Starts a session and returns the id for the cookie. */
  async function begin(username: string, tokens: Tokens, from = NOWHERE): Promise<string> {
    const id = randomBytes(32).toString("base64url");
    const now = Date.now();
    const sealed = encrypt(secret, JSON.stringify(keepOf(tokens, "")));
    await db.execute(sql`select begin_session(${hashOf(id)}, ${username}, ${sealed}, ${new Date(now).toISOString()}, ${renewAt(tokens, now)},
      ${new Date(now + SESSION_MS).toISOString()}, ${from.ip}, ${encodeLines(from.user_agent.slice(0, 300))})`);
    return id;
  }

  /**
   * The session of a cookie's id, its tokens renewed when due; null when there is none (any more). One that
   * only shows the board does not
   * idle out, and is none but where `display` says that the board on the wall is asked for.
   */
  async function find(id: string, display = false): Promise<Session | null> {
    const hash = hashOf(id);
    const [row] = await byHash.execute({ hash });
    const now = Date.now();
    if (!row || row.is_enrolling || Date.parse(row.expires_time) < now) return null;
    if (row.is_display ? !display : Date.parse(row.seen_time) + IDLE_MS < now) return null;
    if (Date.parse(row.refresh_time) <= now) return renew(hash);
    if (Date.parse(row.seen_time) + SEEN_MS < now) {
      await db
        .update(session)
        .set({ seen_time: new Date(now).toISOString() })
        .where(eq(session.hash, hash));
    }
    const keep = keptIn(secret, row.sealed);
    return keep && sessionOf(row, hash, keep);
  }

  /**
   * Renews once however many ask at a time: in this process they share the answer, and between processes the
   * row is locked.
   */
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
    let keep = row ? keptIn(secret, row.sealed) : null;
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
            sealed: encrypt(secret, JSON.stringify(keep)),
            refresh_time: renewAt(tokens, now),
            seen_time: at,
          })
          .where(eq(session.hash, hash));
      }
    }
    return sessionOf(row, hash, keep);
  }

  /** Forgets the browser at once and takes its refresh token back; tells whose it was. */
  async function end(id: string): Promise<string | null> {
    const [row] = await db
      .delete(session)
      .where(eq(session.hash, hashOf(id)))
      .returning();
    const keep = row && keptIn(secret, row.sealed);
    if (keep) await provider.revoke(keep.refresh_token).catch(() => undefined);
    return row?.username ?? null;
  }

  /** The browser is for the wall from now on: it shows the board and nothing else. */
  async function display(id: string): Promise<void> {
    const expires_time = new Date(Date.now() + DISPLAY_MS).toISOString();
    await db
      .update(session)
      .set({ is_display: true, expires_time })
      .where(eq(session.hash, hashOf(id)));
  }

  /** A session that is none yet: for a quarter of an hour it may set up a second factor. */
  async function enrol(username: string, tokens: Tokens, from: Source): Promise<string> {
    const id = await begin(username, tokens, from);
    const expires_time = new Date(Date.now() + ENROL_MS).toISOString();
    await db
      .update(session)
      .set({ is_enrolling: true, expires_time })
      .where(eq(session.hash, hashOf(id)));
    return id;
  }

  async function enrolling(id: string): Promise<Session | null> {
    const [row] = await byHash.execute({ hash: hashOf(id) });
    const keep =
      row?.is_enrolling && Date.parse(row.expires_time) > Date.now() ? keptIn(secret, row.sealed) : null;
    return keep && sessionOf(row!, hashOf(id), keep);
  }

  /** The factor is there: now it is a session like any other. */
  async function admit(id: string): Promise<void> {
    const expires_time = new Date(Date.now() + SESSION_MS).toISOString();
    await db
      .update(session)
      .set({ is_enrolling: false, expires_time })
      .where(eq(session.hash, hashOf(id)));
  }

  /** Staff stand in for a company from now on, or (null) for themselves again. */
  async function act(id: string, acting_id: string | null): Promise<void> {
    await db
      .update(session)
      .set({ acting_id })
      .where(eq(session.hash, hashOf(id)));
  }

  /**
   * Ends every session of a person (user name or e-mail address): disabled, or the password was reset. `but`:
   * the hash of one to keep.
   */
  async function endAll(name: string, but?: string): Promise<void> {
    const wanted = nameKey(name);
    await operator(db, async (tx) => {
      const named = tx
        .select({ username: member.username })
        .from(member)
        .where(sql`lower(${member.email}) = ${wanted}`);
      const theirs = or(sql`lower(${session.username}) = ${wanted}`, inArray(session.username, named));
      await tx.delete(session).where(and(theirs, but === undefined ? undefined : ne(session.hash, but)));
      if (but === undefined)
        await tx
          .delete(push_device)
          .where(or(sql`lower(${push_device.username}) = ${wanted}`, inArray(push_device.username, named)));
    });
  }

  /** Throws away what has expired; run now and then. */
  async function sweep(): Promise<void> {
    await db.delete(session).where(sql`${session.expires_time} < now()
      or (not ${session.is_display} and ${session.seen_time} < now() - interval '12 hours')`);
  }

  return { begin, find, enrol, enrolling, admit, act, display, end, endAll, sweep };
}
