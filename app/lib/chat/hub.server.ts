import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Database } from "~/lib/db/connection.server";
import { type Chunk, eventsAfter, feedOf, holdersOf, lastOf, lineOf } from "./feed.server";
import type { Message } from "./message.schema";
import { pulses } from "./pulse.server";
import { type Holder, isOver, isStuck, openedStream, places, type Stream, send } from "./stream.server";
import { listen } from "./wake.server";

type Listener = (message: Message) => void;
type Company = {
  last: number;
  recent: Chunk[];
  streams: Set<Stream>;
  listeners: Set<Listener>;
  waking: Promise<void> | null;
  again: boolean;
};

const HEARTBEAT_MS = 25_000;
const RESCAN_MS = 30_000;
const CHECK_MS = 3_000;
const RECENT = 200;
const PAGE = 100;
/** Bytes that are sent without asking whether the reader takes them. */
const AT_ONCE = 64_000;
/**
 * After telling its streams, a company rests for so many times as long: what comes meanwhile is read and told
 * together, and others get their turn.
 */
const REST = 2;
/** Connections for reading what happened: however long writers wait for each other, what is said goes out. */
const READERS = 3;

export type Hub = ReturnType<typeof hub>;

/** What is remembered of a company after a number; null where that is too long ago. */
function remembered({ recent }: Company, number: number): Chunk[] | null {
  const first = recent[0];
  return first && first.number <= number + 1 ? recent.slice(number + 1 - first.number) : null;
}

/**
 * The event streams of this process. Each company has one numbered feed (chat_event): a stream shows the
 * numbers after its own in order,
 * nothing else is kept for it, so a slow one holds no memory. Wake-ups carry the company only; what happened
 * is read from the tables.
 */
export function hub({ $client: { options } }: Database) {
  const db = connect(options.connectionString!, READERS);
  const companies = new Map<string, Company>();
  const boards = pulses();
  const waker = listen(
    options.connectionString!,
    { koba_chat: (id) => void wake(id), koba_board: (id) => boards.changed(id, companies.get(id)?.streams) },
    () => void rescan(),
  );
  const timers = [
    setInterval(() => each((stream) => send(stream, ": \n\n")), HEARTBEAT_MS),
    setInterval(() => void rescan(), RESCAN_MS),
    setInterval(() => void check().catch(() => undefined), CHECK_MS),
  ];
  for (const timer of timers) timer.unref();

  function each(run: (stream: Stream) => void): void {
    companies.forEach(({ streams }) => streams.forEach(run));
    boards.each(run);
  }

  function forget(company_id: string): void {
    const company = companies.get(company_id);
    if (company && company.streams.size + company.listeners.size === 0 && !boards.has(company_id))
      companies.delete(company_id);
  }

  function close(stream: Stream): void {
    const company = companies.get(stream.company_id);
    company?.streams.delete(stream);
    boards.remove(stream);
    forget(stream.company_id);
    stream.socket.destroy();
  }

  /** Shows a stream what it has not seen: from memory at the tip, from the tables when it is behind. */
  async function pump(company: Company, stream: Stream): Promise<void> {
    if (stream.reading) return;
    stream.reading = true;
    try {
      while (stream.blocked === null && stream.shown < company.last && !stream.socket.destroyed) {
        const known = remembered(company, stream.shown);
        for (const chunk of known ?? (await eventsAfter(db, stream.company_id, stream.shown, PAGE))) {
          const taken = send(stream, chunk.bytes);
          stream.shown = chunk.number;
          if (!taken) break;
        }
      }
    } finally {
      stream.reading = false;
    }
  }

  /**
   * Those at the tip, which are nearly all, get the same bytes at once; the others are shown what they lack.
   */
  function spread(company: Company, before: number, fresh: Chunk[]): void {
    const bytes = fresh.length === 1 ? fresh[0]!.bytes : Buffer.concat(fresh.map((chunk) => chunk.bytes));
    for (const stream of company.streams) {
      if (stream.shown !== before || stream.reading || stream.blocked !== null || bytes.length > AT_ONCE) {
        void pump(company, stream).catch(() => close(stream));
        continue;
      }
      stream.shown = company.last;
      send(stream, bytes);
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
        const before = company.last;
        company.recent = [...company.recent, ...fresh].slice(-RECENT);
        company.last = fresh[fresh.length - 1]!.number;
        for (const { message } of fresh) if (message) company.listeners.forEach((told) => told(message));
        const from = performance.now();
        spread(company, before, fresh);
        const taken = performance.now() - from;
        const said = fresh.flatMap(({ message }) => message ?? []);
        if (said.length > 0)
          boards.talked(
            company_id,
            said.flatMap(({ taskId }) => taskId ?? []),
          );
        if (taken > 1) await new Promise((rested) => setTimeout(rested, taken * REST));
      } while (company.again);
    })()
      .catch(() => undefined)
      .finally(() => (company.waking = null));
    return company.waking;
  }

  /** What a lost wake-up would have brought. */
  async function rescan(): Promise<void> {
    if (companies.size === 0) return;
    const last = await lastOf(db, [...companies.keys()]).catch(() => new Map<string, number>());
    await Promise.all(
      [...companies].filter(([id, company]) => (last.get(id) ?? 0) > company.last).map(([id]) => wake(id)),
    );
  }

  /**
   * Ends the streams whose session is over or shows another company by now, those of accounts and companies
   * that are closed, and too slow ones.
   */
  async function check(): Promise<void> {
    const hashes = new Set<string>();
    each((stream) => hashes.add(stream.hash));
    if (hashes.size === 0) return;
    const alive = await holdersOf(db, [...hashes]);
    const now = Date.now();
    each((stream) => {
      // One that was opened meanwhile has not been asked about.
      const isAsked = hashes.has(stream.hash);
      if ((isAsked && isOver(stream, alive.get(stream.hash), now)) || isStuck(stream, now)) close(stream);
    });
  }

  function companyAt(company_id: string, last: number): Company {
    const known = companies.get(company_id);
    const company = known ?? {
      last,
      recent: [],
      streams: new Set(),
      listeners: new Set(),
      waking: null,
      again: false,
    };
    if (!known) companies.set(company_id, company);
    return company;
  }

  /**
   * Tells of each new message of a company's rooms, from now on; answers how to stop once the first look has
   * been taken.
   */
  async function follow(company_id: string, told: Listener): Promise<() => void> {
    const { last } = await feedOf(db, company_id);
    companyAt(company_id, last).listeners.add(told);
    await wake(company_id);
    return () => {
      companies.get(company_id)?.listeners.delete(told);
      forget(company_id);
    };
  }

  /**
   * Opens a stream after an event's number, or from now on; where that is too long ago, `reset` says to begin
   * anew.
   */
  async function open(
    request: IncomingMessage,
    response: ServerResponse,
    holder: Holder,
    after: number | null,
    headers: Record<string, string>,
  ): Promise<void> {
    const { last, oldest } = await feedOf(db, holder.company_id);
    const company = companyAt(holder.company_id, last);
    const lost = after !== null && (after < oldest - 1 || after > Math.max(last, company.last));
    const stream = openedStream(response, headers, holder, after === null || lost ? last : after);
    if (!stream) return void request.socket.destroy();
    stream.socket.on("drain", () => {
      stream.blocked = null;
      void pump(company, stream).catch(() => close(stream));
    });
    request.on("close", () => close(stream));
    send(stream, `retry: 2000\n${lineOf(lost ? "reset" : "ready", { cursor: stream.shown }, stream.shown)}`);
    company.streams.add(stream);
    await Promise.all([pump(company, stream), wake(holder.company_id)]);
  }

  /** Opens the stream of a board: it hears that something has changed, and nothing of what. */
  async function openBoard(
    request: IncomingMessage,
    response: ServerResponse,
    holder: Holder,
    headers: Record<string, string>,
  ): Promise<void> {
    companyAt(holder.company_id, (await feedOf(db, holder.company_id)).last);
    const stream = openedStream(response, headers, holder, 0);
    if (!stream) return void request.socket.destroy();
    request.on("close", () => close(stream));
    boards.add(stream);
  }

  async function stop(): Promise<void> {
    timers.forEach(clearInterval);
    each(close);
    await waker.stop();
    if (!db.$client.ended) await db.$client.end();
  }

  return { admit: places(), open, openBoard, follow, stop, started: waker.started };
}
