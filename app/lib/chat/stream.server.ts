import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Who holds a stream: the session it lives by (its hash), the company it shows, and until when staff may
 * stand in.
 */
export type Holder = { hash: string; company_id: string; acting_id: string | null; until: string | null };

/** A reader this slow is let go; it comes back with its cursor and catches up from the tables. */
const SLOW_MS = 30_000;

/** One open event stream. `shown`: the last number it was sent; nothing else is kept for it. */
export type Stream = Holder & { socket: Socket; shown: number; blocked: number | null; reading: boolean };

/**
 * Turns a request into an event stream, which ends when its line does. What follows the headers goes to the
 * socket as it is: the same bytes
 * for all who hear it, without a frame of each one's own. Null where an earlier request of the same line has
 * no answer yet.
 */
export function openedStream(
  response: ServerResponse,
  headers: Record<string, string>,
  holder: Holder,
  shown: number,
): Stream | null {
  const { socket } = response;
  if (!socket) return null;
  response.removeHeader("Transfer-Encoding");
  response.writeHead(200, {
    ...headers,
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    Connection: "close",
  });
  response.flushHeaders();
  socket.setNoDelay(true);
  return { ...holder, socket, shown, blocked: null, reading: false };
}

/** False while the reader does not take what it was sent. */
export function send(stream: Stream, bytes: Buffer | string): boolean {
  if (stream.blocked !== null || stream.socket.destroyed) return false;
  if (stream.socket.write(bytes)) return true;
  stream.blocked = Date.now();
  return false;
}

/** Streams of one session, which all the tabs of a browser share. */
const STREAMS = 20;

/**
 * Counts what is open for each session: whether there is a place for one more, held until its answer is over.
 */
export function places() {
  const held = new Map<string, number>();
  return (hash: string, response: ServerResponse): boolean => {
    const open = held.get(hash) ?? 0;
    if (open >= STREAMS) return false;
    held.set(hash, open + 1);
    response.once("close", () => {
      const left = held.get(hash)! - 1;
      if (left > 0) held.set(hash, left);
      else held.delete(hash);
    });
    return true;
  };
}

/** What its session shows now; nothing where the session, the account or the company is no more. */
export type StreamScope = { acting_id: string | null; company_id: string | null };
export const isOver = (
  { company_id, acting_id, until }: Holder,
  standing: StreamScope | undefined,
  now = Date.now(),
): boolean =>
  !standing ||
  standing.acting_id !== acting_id ||
  (acting_id === null && standing.company_id !== company_id) ||
  (until !== null && Date.parse(until) < now);

/** A reader that has taken nothing for too long. */
export const isStuck = ({ blocked }: Stream, now = Date.now()): boolean =>
  blocked !== null && now - blocked > SLOW_MS;
