import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The session it lives by (its hash), and until when staff may act for the company. */
export type Holder = { hash: string; company_id: string; acting_id: string | null; until: string | null };

/** A slower reader is closed; it comes back with its cursor and catches up from the tables. */
const SLOW_MS = 30_000;

export type Stream = Holder & { socket: Socket; sent: number; blocked: number | null; reading: boolean };

/**
 * After the headers the socket gets the same bytes for all streams. null where an earlier request of the
 * connection has no answer yet.
 */
export function openedStream(
  response: ServerResponse,
  headers: Record<string, string>,
  holder: Holder,
  sent: number,
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
  return { ...holder, socket, sent, blocked: null, reading: false };
}

/** False while the reader does not take what it was sent. */
export function send(stream: Stream, bytes: Buffer | string): boolean {
  if (stream.blocked !== null || stream.socket.destroyed) return false;
  if (stream.socket.write(bytes)) return true;
  stream.blocked = Date.now();
  return false;
}

/** Of one session, which all tabs of a browser share. */
const STREAMS = 20;

export function streamLimit() {
  const openBySession = new Map<string, number>();
  return (hash: string, response: ServerResponse): boolean => {
    const open = openBySession.get(hash) ?? 0;
    if (open >= STREAMS) return false;
    openBySession.set(hash, open + 1);
    response.once("close", () => {
      const left = openBySession.get(hash)! - 1;
      if (left > 0) openBySession.set(hash, left);
      else openBySession.delete(hash);
    });
    return true;
  };
}

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

export const isStuck = ({ blocked }: Stream, now = Date.now()): boolean =>
  blocked !== null && now - blocked > SLOW_MS;
