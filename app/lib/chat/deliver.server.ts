import type { Database } from "~/lib/db/connection.server";
import { addRecent, type CompanyStreams, recentAfter } from "./company.server";
import { type Chunk, eventsAfter, lastOf } from "./feed.server";
import type { Message } from "./message.schema";
import { type Stream, send } from "./stream.server";

const PAGE = 100;
/** Bytes that are sent without asking whether the reader takes them. */
const AT_ONCE = 64_000;
/** A company rests this many times as long as sending took: later events then go together. */
const REST = 2;

export function deliveries(
  db: Database,
  companies: Map<string, CompanyStreams>,
  close: (stream: Stream) => void,
  onMessages: (company_id: string, messages: Message[]) => void,
) {
  /** What a stream has not seen: from memory at the tip, from the tables when it is behind. */
  async function catchUp(company: CompanyStreams, stream: Stream): Promise<void> {
    if (stream.reading) return;
    stream.reading = true;
    try {
      while (stream.blocked === null && stream.sent < company.last && !stream.socket.destroyed) {
        const known = recentAfter(company, stream.sent);
        for (const chunk of known ?? (await eventsAfter(db, stream.company_id, stream.sent, PAGE))) {
          const taken = send(stream, chunk.bytes);
          stream.sent = chunk.number;
          if (!taken) break;
        }
      }
    } finally {
      stream.reading = false;
    }
  }

  // Those at the tip, which are nearly all, get the same bytes at once.
  function sendToAll(company: CompanyStreams, before: number, fresh: Chunk[]): void {
    const bytes = fresh.length === 1 ? fresh[0]!.bytes : Buffer.concat(fresh.map((chunk) => chunk.bytes));
    for (const stream of company.streams) {
      const isAtTip = stream.sent === before && !stream.reading && stream.blocked === null;
      if (!isAtTip || bytes.length > AT_ONCE) {
        void catchUp(company, stream).catch(() => close(stream));
        continue;
      }
      stream.sent = company.last;
      send(stream, bytes);
    }
  }

  async function deliverNew(company_id: string, company: CompanyStreams): Promise<void> {
    do {
      company.again = false;
      const fresh = await eventsAfter(db, company_id, company.last, PAGE);
      if (fresh.length === PAGE) company.again = true;
      if (fresh.length === 0) continue;
      const before = company.last;
      addRecent(company, fresh);
      for (const { message, isNew } of fresh)
        if (message) company.listeners.forEach((listener) => listener(message, isNew));
      const messages = fresh.flatMap(({ message, isNew }) => (isNew && message) || []);
      const from = performance.now();
      sendToAll(company, before, fresh);
      const taken = performance.now() - from;
      if (messages.length > 0) onMessages(company_id, messages);
      if (taken > 1) await new Promise((rested) => setTimeout(rested, taken * REST));
    } while (company.again);
  }

  async function wake(company_id: string): Promise<void> {
    const company = companies.get(company_id);
    if (!company) return;
    if (company.waking) {
      company.again = true;
      return company.waking;
    }
    company.waking = deliverNew(company_id, company)
      .catch(() => undefined)
      .finally(() => (company.waking = null));
    return company.waking;
  }

  async function rescan(): Promise<void> {
    if (companies.size === 0) return;
    const last = await lastOf(db, [...companies.keys()]).catch(() => new Map<string, number>());
    await Promise.all(
      [...companies].filter(([id, company]) => (last.get(id) ?? 0) > company.last).map(([id]) => wake(id)),
    );
  }

  return { catchUp, wake, rescan };
}
