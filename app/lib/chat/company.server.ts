import type { Chunk } from "./feed.server";
import type { Message } from "./message.schema";
import type { Stream } from "./stream.server";

/** `isNew`: it was said just now; else something about it has changed. */
export type Listener = (message: Message, isNew: boolean) => void;
export type CompanyStreams = {
  last: number;
  recent: Chunk[];
  streams: Set<Stream>;
  listeners: Set<Listener>;
  waking: Promise<void> | null;
  again: boolean;
};

const RECENT = 200;

/** Events after a number from memory; null where that is too long ago. */
export function recentAfter({ recent }: CompanyStreams, number: number): Chunk[] | null {
  const first = recent[0];
  return first && first.number <= number + 1 ? recent.slice(number + 1 - first.number) : null;
}

export function addRecent(company: CompanyStreams, fresh: Chunk[]): void {
  company.recent = [...company.recent, ...fresh].slice(-RECENT);
  company.last = fresh[fresh.length - 1]!.number;
}

export function followedCompanies(hasBoards: (company_id: string) => boolean) {
  const byId = new Map<string, CompanyStreams>();
  return {
    byId,
    at(company_id: string, last: number): CompanyStreams {
      const known = byId.get(company_id);
      if (known) return known;
      const added = {
        last,
        recent: [],
        streams: new Set<Stream>(),
        listeners: new Set<Listener>(),
        waking: null,
        again: false,
      };
      byId.set(company_id, added);
      return added;
    },
    forgetUnused(company_id: string): void {
      const company = byId.get(company_id);
      if (company && company.streams.size + company.listeners.size === 0 && !hasBoards(company_id))
        byId.delete(company_id);
    },
  };
}
