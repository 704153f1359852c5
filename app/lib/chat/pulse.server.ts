import { lineOf } from "./feed.server";
import { type Stream, send } from "./stream.server";

/**
 * Streams of boards: what they hear is that something has changed, and of which cards is talked; what it is
 * their pages ask for themselves,
 * as who they are. A reader that is slow misses it, and finds it by its own look.
 */
export function pulses() {
  const boards = new Map<string, Set<Stream>>();

  function tell(company_id: string, event: string, data: object, others?: Set<Stream>): void {
    const bytes = Buffer.from(lineOf(event, data));
    for (const streams of [boards.get(company_id), others]) streams?.forEach((stream) => send(stream, bytes));
  }

  function add(stream: Stream): void {
    const known = boards.get(stream.company_id) ?? new Set();
    boards.set(stream.company_id, known.add(stream));
    stream.socket.on("drain", () => (stream.blocked = null));
    send(stream, `retry: 5000\n${lineOf("ready", {})}`);
  }

  function remove(stream: Stream): void {
    const known = boards.get(stream.company_id);
    known?.delete(stream);
    if (known?.size === 0) boards.delete(stream.company_id);
  }

  return {
    add,
    remove,
    has: (company_id: string) => boards.has(company_id),
    each: (run: (stream: Stream) => void) => boards.forEach((streams) => streams.forEach(run)),
    /** Cards of this company have changed: its boards look again, and who talks of cards (`talking`). */
    changed: (company_id: string, talking?: Set<Stream>) => tell(company_id, "board", {}, talking),
    /** Somebody spoke in its rooms, about these cards or none. */
    talked: (company_id: string, cards: number[]) => tell(company_id, "talk", { cards }),
    count: () => [...boards.values()].reduce((sum, streams) => sum + streams.size, 0),
  };
}
