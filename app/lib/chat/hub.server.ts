import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import type { Database } from "~/lib/db/connection.server";
import { eventsAfter, feedOf, lastOf, lineOf, type Chunk } from "./feed.server";
import type { Message } from "./message.schema";
import { listen } from "./wake.server";

/** Who holds a stream: the session it lives by (its hash), the company it shows, and until when staff may stand in. */
export type Holder = { hash: string; company_id: string; acting_id: string | null; until: string | null };
type Stream = Holder & { response: ServerResponse; shown: number; blocked: number | null; reading: boolean };
type Listener = (message: Message) => void;
type Company = { last: number; recent: Chunk[]; streams: Set<Stream>; listeners: Set<Listener>; waking: Promise<void> | null; again: boolean };

const HEARTBEAT_MS = 25_000;
const RESCAN_MS = 30_000;
const CHECK_MS = 3_000;
/** A reader this slow is let go; it comes back with its cursor and catches up from the tables. */
const SLOW_MS = 30_000;
const RECENT = 200;
const PAGE = 100;

export type Hub = ReturnType<typeof hub>;

/**
 * The event streams of this process. Each company has one numbered feed (chat_event): a stream shows the numbers after its own in order,
 * nothing else is kept for it, so a slow one holds no memory. Wake-ups carry the company only; what happened is read from the tables.
 */
export function hub(db: Database) {
  const companies = new Map<string, Company>();
  const waker = listen(db.$client.options.connectionString!, (id) => void wake(id), () => void rescan());
  const timers = [
    setInterval(() => each((stream) => send(stream, ": \n\n")), HEARTBEAT_MS),
    setInterval(() => void rescan(), RESCAN_MS),
    setInterval(() => void check().catch(() => undefined), CHECK_MS),
  ];
  for (const timer of timers) timer.unref();

  const each = (run: (stream: Stream) => void) => companies.forEach(({ streams }) => streams.forEach(run));

  function forget(company_id: string): void {
    const company = companies.get(company_id);
    if (company && company.streams.size + company.listeners.size === 0) companies.delete(company_id);
  }

  function close(stream: Stream): void {
    const company = companies.get(stream.company_id);
    company?.streams.delete(stream);
    forget(stream.company_id);
    stream.response.destroy();
  }

  /** False while the reader does not take what it was sent. */
  function send(stream: Stream, text: string): boolean {
    if (stream.response.destroyed) return false;
    if (stream.blocked !== null) {
      if (Date.now() - stream.blocked > SLOW_MS) close(stream);
      return false;
    }
    if (stream.response.write(text)) return true;
    stream.blocked = Date.now();
    return false;
  }

  /** Shows a stream what it has not seen: from memory at the tip, from the tables when it is behind. */
  async function pump(company: Company, stream: Stream): Promise<void> {
    if (stream.reading) return;
    stream.reading = true;
    try {
      while (stream.blocked === null && stream.shown < company.last && !stream.response.destroyed) {
        const first = company.recent[0];
        const known = first && first.number <= stream.shown + 1 ? company.recent.slice(stream.shown + 1 - first.number) : null;
        for (const chunk of known ?? await eventsAfter(db, stream.company_id, stream.shown, PAGE)) {
          const taken = send(stream, chunk.text);
          stream.shown = chunk.number;
          if (!taken) break;
        }
      }
    } finally {
      stream.reading = false;
    }
  }

  async function wake(company_id: string): Promise<void> {
    const company = companies.get(company_id);
    if (!company) return;
    if (company.waking) {
      company.again = true;
      return company.waking;
    }
    company.waking = (async () => {
      do {
        company.again = false;
        const fresh = await eventsAfter(db, company_id, company.last, PAGE);
        if (fresh.length === PAGE) company.again = true;
        if (fresh.length === 0) continue;
        company.recent = [...company.recent, ...fresh].slice(-RECENT);
        company.last = fresh[fresh.length - 1]!.number;
        for (const { message } of fresh) if (message) company.listeners.forEach((told) => told(message));
        for (const stream of company.streams) void pump(company, stream).catch(() => close(stream));
      } while (company.again);
    })().catch(() => undefined).finally(() => (company.waking = null));
    return company.waking;
  }

  /** What a lost wake-up would have brought. */
  async function rescan(): Promise<void> {
    if (companies.size === 0) return;
    const last = await lastOf(db, [...companies.keys()]).catch(() => new Map<string, number>());
    await Promise.all([...companies].filter(([id, company]) => (last.get(id) ?? 0) > company.last).map(([id]) => wake(id)));
  }

  /** Ends the streams whose session is over or shows another company by now, and those that are too slow. */
  async function check(): Promise<void> {
    const hashes = new Set<string>();
    each((stream) => hashes.add(stream.hash));
    if (hashes.size === 0) return;
    const { rows } = await db.execute<{ hash: string; acting_id: string | null }>(sql`
      select hash, acting_id from session where hash = any(${sql.param([...hashes])}::text[]) and expires_time > now()`);
    const alive = new Map(rows.map((row) => [row.hash, row.acting_id]));
    const now = Date.now();
    each((stream) => {
      const over = !alive.has(stream.hash) || alive.get(stream.hash) !== stream.acting_id || (stream.until !== null && Date.parse(stream.until) < now);
      if (over || (stream.blocked !== null && now - stream.blocked > SLOW_MS)) close(stream);
    });
  }

  function companyAt(company_id: string, last: number): Company {
    const known = companies.get(company_id);
    const company = known ?? { last, recent: [], streams: new Set(), listeners: new Set(), waking: null, again: false };
    if (!known) companies.set(company_id, company);
    return company;
  }

  /** Tells of each new message of a company's rooms, from now on; answers how to stop. */
  async function follow(company_id: string, told: Listener): Promise<() => void> {
    const { last } = await feedOf(db, company_id);
    companyAt(company_id, last).listeners.add(told);
    void wake(company_id);
    return () => {
      companies.get(company_id)?.listeners.delete(told);
      forget(company_id);
    };
  }

  /** Opens a stream after an event's number, or from now on; where that is too long ago, `reset` says to begin anew. */
  async function open(request: IncomingMessage, response: ServerResponse, holder: Holder, after: number | null,
    headers: Record<string, string>): Promise<void> {
    const { last, oldest } = await feedOf(db, holder.company_id);
    const company = companyAt(holder.company_id, last);
    const lost = after !== null && (after < oldest - 1 || after > Math.max(last, company.last));
    const stream: Stream = { ...holder, response, shown: after === null || lost ? last : after, blocked: null, reading: false };
    response.writeHead(200, { ...headers, "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store", "X-Accel-Buffering": "no" });
    response.on("drain", () => {
      stream.blocked = null;
      void pump(company, stream).catch(() => close(stream));
    });
    request.on("close", () => close(stream));
    send(stream, `retry: 2000\n${lineOf(lost ? "reset" : "ready", { cursor: stream.shown }, stream.shown)}`);
    company.streams.add(stream);
    await Promise.all([pump(company, stream), wake(holder.company_id)]);
  }

  async function stop(): Promise<void> {
    timers.forEach(clearInterval);
    each(close);
    await waker.stop();
  }

  return { open, follow, stop, started: waker.started, count: () => [...companies.values()].reduce((sum, { streams }) => sum + streams.size, 0) };
}
