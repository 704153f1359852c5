import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Source, Who } from "~/lib/api/who";
import type { Database, Tx } from "~/lib/db/connection.server";
import { nameKey } from "~/lib/pool/user.server";
import { count as countUp } from "~/lib/telemetry/count.server";
import { say, sayError } from "~/lib/telemetry/logger.server";
import type { Trace } from "~/lib/telemetry/trace";
import { encodeLines } from "~/lib/text/escape";
import { type SecurityEvent } from "~/lib/vocabulary/security";
import { network } from "./limit.server";
import { eventLevel, isBounded, REASON_LABEL } from "./security";

export const NOWHERE: Source = { ip: "", user_agent: "" };
export const sourceOf = (request: Request, ip: string | null, trace?: Trace): Source => ({
  ip: ip ?? "",
  user_agent: request.headers.get("User-Agent") ?? "",
  trace,
});
export type Fact = {
  event: SecurityEvent;
  name?: string;
  company_id?: string | null;
  actor_name?: string;
  reason?: string;
};
type Row = { event: SecurityEvent } & Record<"ip" | "user_agent", string> &
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

/** Whose it was is told by a hash alone, which the security log holds too; a reason may be an address. */
function tell({ event, name_hash, company_id, reason }: Row, trace: Trace | undefined): void {
  say(eventLevel(event), "security", {
    number: trace?.number,
    kind: event,
    reason: reason && Object.hasOwn(REASON_LABEL, reason) ? reason : undefined,
    company: company_id ?? trace?.company_id,
    person: trace?.person,
    name_hash,
  });
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
      if (Date.now() - complained > WINDOW_MS) sayError("security_log", error);
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
    countUp(`security.${fact.event}`);
    if (isBounded(fact.event) && !admit(row)) return;
    tell(row, source.trace);
    const patience = new AbortController();
    await Promise.race([
      write([row]),
      wait(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  const refuse = (request: Request, ip: string | null, trace?: Trace): Promise<void> =>
    note(sourceOf(request, ip, trace), { event: "foreign_post", reason: new URL(request.url).pathname });

  setInterval(() => void flush(), WINDOW_MS).unref();
  return { note, refuse, source: sourceOf, flush };
}

/** What an operator of the server did by a command, with it. */
export async function noteOperated(
  db: Tx,
  { secret, by }: { secret: string; by: string },
  { command, company_id, about }: { command: string; company_id?: string | null; about?: string },
): Promise<void> {
  const actor_name = `運営（コマンド、${by}）`;
  const fact: Fact = { event: "operated", name: about, company_id, actor_name, reason: command };
  const row = rowOf(secret, NOWHERE, fact);
  tell(row, undefined);
  await db.execute(insertion([row]));
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
