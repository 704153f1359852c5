import { formatEvent } from "./feed.server";
import { type Stream, send } from "./stream.server";

/**
 * Boards hear only that something changed, and ask for it as who they are. A slow one misses it, and finds it
 * by its next refresh.
 */
export function boardStreams() {
  const boards = new Map<string, Set<Stream>>();

  function sendAll(company_id: string, event: string, data: object, chats?: Set<Stream>): void {
    const bytes = Buffer.from(formatEvent(event, data));
    for (const streams of [boards.get(company_id), chats]) streams?.forEach((stream) => send(stream, bytes));
  }

  function add(stream: Stream): void {
    const known = boards.get(stream.company_id) ?? new Set();
    boards.set(stream.company_id, known.add(stream));
    stream.socket.on("drain", () => (stream.blocked = null));
    send(stream, `retry: 5000\n${formatEvent("ready", {})}`);
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
    /** `chats`: the streams of the chat, which show cards too. */
    sendChange: (company_id: string, chats?: Set<Stream>) => sendAll(company_id, "board", {}, chats),
    sendMessage: (company_id: string, cards: number[]) => sendAll(company_id, "talk", { cards }),
  };
}
