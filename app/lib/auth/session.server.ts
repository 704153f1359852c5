import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type Source } from "~/lib/api/who";
import type { Database } from "~/lib/db/connection.server";
import { session } from "~/lib/tables/session.table.server";
import { encodeLines } from "~/lib/text/escape";
import type { IdentityProvider } from "./identity.provider.server";
import { NOWHERE, type SecurityLog } from "./security.server";
import { endSessions, sweepSessions } from "./session.end.server";
import { renewAt, sessionRenewal } from "./session.renew.server";
import { hashOf, keepOf, openSealed, type Session, seal, sessionOf } from "./session.seal.server";
import type { Tokens } from "./tokens.server";

const IDLE_MS = 12 * 3600_000;
export const SESSION_MS = 30 * 86_400_000;
/** A wall shows the board day and night; somebody signs it in again each month. */
const DISPLAY_MS = SESSION_MS;
export const ENROL_MS = 15 * 60_000;
/** `seen_time` is written this often at most, so that reading a page seldom writes. */
const SEEN_MS = 600_000;

export type Sessions = ReturnType<typeof sessions>;

export function sessions(db: Database, provider: IdentityProvider, secret: string, log: SecurityLog) {
  const byHash = db
    .select()
    .from(session)
    .where(eq(session.hash, sql.placeholder("hash")))
    .prepare("session_by_hash");
  const renew = sessionRenewal(db, provider, secret, log);

  async function begin(username: string, tokens: Tokens, from = NOWHERE): Promise<string> {
    const id = randomBytes(32).toString("base64url");
    const now = Date.now();
    const sealed = seal(secret, keepOf(tokens, ""));
    await db.execute(sql`select begin_session(${hashOf(id)}, ${username}, ${sealed}, ${new Date(now).toISOString()}, ${renewAt(tokens, now)},
      ${new Date(now + SESSION_MS).toISOString()}, ${from.ip}, ${encodeLines(from.user_agent.slice(0, 300))})`);
    return id;
  }

  /** A display does not idle out, and is a session only where the board on the wall is asked for. */
  async function find(id: string, on_display = false): Promise<Session | null> {
    const hash = hashOf(id);
    const [row] = await byHash.execute({ hash });
    const now = Date.now();
    if (!row || row.is_enrolling || Date.parse(row.expires_time) < now) return null;
    if (row.is_display ? !on_display : Date.parse(row.seen_time) + IDLE_MS < now) return null;
    if (Date.parse(row.refresh_time) <= now) return renew(hash);
    if (Date.parse(row.seen_time) + SEEN_MS < now) {
      await db
        .update(session)
        .set({ seen_time: new Date(now).toISOString() })
        .where(eq(session.hash, hash));
    }
    const keep = openSealed(secret, row.sealed);
    return keep && sessionOf(row, hash, keep);
  }

  async function end(id: string): Promise<string | null> {
    const [row] = await db
      .delete(session)
      .where(eq(session.hash, hashOf(id)))
      .returning();
    const keep = row && openSealed(secret, row.sealed);
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
      row?.is_enrolling && Date.parse(row.expires_time) > Date.now() ? openSealed(secret, row.sealed) : null;
    return keep && sessionOf(row!, hashOf(id), keep);
  }

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

  return {
    begin,
    find,
    enrol,
    enrolling,
    admit,
    act,
    display,
    end,
    endAll: (name: string, but?: string) => endSessions(db, name, but),
    sweep: () => sweepSessions(db),
  };
}
