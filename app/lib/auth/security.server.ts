import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Source, Who } from "~/lib/api/who";
import type { Database, Tx } from "~/lib/db/connection.server";
import { loggable } from "~/lib/db/failure.server";
import { nameKey } from "~/lib/pool/user.server";
import { encodeLines } from "~/lib/text/escape";
import { type SecurityEvent } from "~/lib/vocabulary/security";
import { network } from "./limit.server";
import { isBounded } from "./security";

export const NOWHERE: Source = { ip: "", user_agent: "" };
export const sourceOf = (request: Request, ip: string | null): Source => ({
  ip: ip ?? "",
  user_agent: request.headers.get("User-Agent") ?? "",
});
export type Fact = {
  event: SecurityEvent;
  name?: string;
  company_id?: string | null;
  actor_name?: string;
  reason?: string;
};
type Row = Record<"event" | "ip" | "user_agent", string> &
  Partial<Record<"name" | "name_hash" | "company_id" | "actor_name" | "reason", string | null>> & {
    count?: number;
  };

const WINDOW_MS = 60_000;
const ROWS = 30;
const ADDRESSES = 5_000;
const PATIENCE_MS = 300;

type Window = { rows: number; held: Map<string, Row & { count: number }> };
export type SecurityLog = ReturnType<typeof securityLog>;

function rowOf(
  secret: string,
  { ip, user_agent }: Source,
  { event, name, company_id, actor_name, reason }: Fact,
): Row {
  const key = name === undefined ? undefined : nameKey(name);
  return {
    event,
    company_id,
    actor_name,
    ip: ip.slice(0, 64),
    user_agent: encodeLines(user_agent.slice(0, 300)),
    reason: reason && encodeLines(reason.slice(0, 200)),
    name: key && encodeLines(key.slice(0, 256)),
    name_hash: key && createHmac("sha256", secret).update(`security:${key}`).digest("base64url").slice(0, 16),
  };
}

const insertion = (rows: Row[]) => sql`select note_security(${JSON.stringify(rows)}::jsonb)`;

/** A note that can't be written fails nobody's request: it is said on the console. */
export function securityLog(db: Database, secret: string) {
  let windows = new Map<string, Window>();
  let complained = 0;

  async function write(rows: Row[]): Promise<void> {
    try {
      if (rows.length > 0) await db.execute(insertion(rows));
    } catch (error) {
      if (Date.now() - complained > WINDOW_MS) console.error("security log:", loggable(error));
      complained = Date.now();
    }
  }

  async function flush(): Promise<void> {
    const rows = [...windows.values()]
      .flatMap(({ held }) => [...held.values()])
      .filter(({ count }) => count > 0);
    windows = new Map();
    await write(rows);
  }

  /** Whether this one is to be written now; else it has been counted. */
  function admit(row: Row): boolean {
    const address = windows.size < ADDRESSES || windows.has(network(row.ip)) ? network(row.ip) : "";
    const window = windows.get(address) ?? { rows: 0, held: new Map() };
    windows.set(address, window);
    const key = [row.event, row.name_hash, row.ip, row.reason, row.company_id].join("\n");
    const known = window.held.get(key);
    if (known) known.count += 1;
    else if (window.rows < ROWS) {
      window.rows += 1;
      window.held.set(key, { ...row, count: 0 });
      return true;
    } else {
      const rest = window.held.get(row.event) ?? {
        event: row.event,
        ip: address === "" ? "" : row.ip,
        user_agent: "",
        reason: "many",
        count: 0,
      };
      rest.count += 1;
      window.held.set(row.event, rest);
    }
    return false;
  }

  async function note(source: Source, fact: Fact): Promise<void> {
    const row = rowOf(secret, source, fact);
    if (isBounded(fact.event) && !admit(row)) return;
    const patience = new AbortController();
    await Promise.race([
      write([row]),
      wait(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  const refuse = (request: Request, ip: string | null): Promise<void> =>
    note(sourceOf(request, ip), { event: "foreign_post", reason: new URL(request.url).pathname });

  setInterval(() => void flush(), WINDOW_MS).unref();
  return { note, refuse, source: sourceOf, flush };
}

export async function noteWithin(
  db: Tx,
  who: Who,
  event: SecurityEvent,
  reason: string,
  about?: string,
): Promise<void> {
  const source = who.from ?? NOWHERE;
  await db.execute(
    insertion([
      rowOf("", source, {
        event,
        name: about ?? who.username,
        company_id: who.company_id || null,
        actor_name: who.name,
        reason,
      }),
    ]),
  );
}

/** Throws away what is older than 400 days. */
export async function sweepSecurity(db: Database): Promise<void> {
  await db.execute(sql`select sweep_security()`);
}
