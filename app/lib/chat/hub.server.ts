import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Database } from "~/lib/db/connection.server";
import { boardStreams } from "./board.stream.server";
import { followedCompanies, type Listener } from "./company.server";
import { deliveries } from "./deliver.server";
import { feedOf, formatEvent, holdersOf } from "./feed.server";
import { type Holder, isOver, isStuck, openedStream, type Stream, send, streamLimit } from "./stream.server";
import { listenForWakeups } from "./wake.server";

const HEARTBEAT_MS = 25_000;
const RESCAN_MS = 30_000;
const CHECK_MS = 3_000;
/** Connections of their own: however long writers wait for each other, messages are read and sent. */
const READERS = 3;

export type Hub = ReturnType<typeof hub>;

/**
 * The event streams of this process. Each company has one numbered feed (chat_event); of a stream only the
 * last number it was sent is known, so a slow one holds no memory. Wake-ups carry the company alone.
 */
export function hub({ $client: { options } }: Database) {
  const db = connect(options.connectionString!, READERS);
  const boards = boardStreams();
  const companies = followedCompanies(boards.has);
  const { catchUp, wake, rescan } = deliveries(db, companies.byId, close, (company_id, messages) =>
    boards.sendMessage(
      company_id,
      messages.flatMap(({ taskId }) => taskId ?? []),
    ),
  );
  const listener = listenForWakeups(
    options.connectionString!,
    {
      koba_chat: (id) => void wake(id),
      koba_board: (id) => boards.sendChange(id, companies.byId.get(id)?.streams),
    },
    () => void rescan(),
  );
  const timers = [
    setInterval(() => each((stream) => send(stream, ": \n\n")), HEARTBEAT_MS),
    setInterval(() => void rescan(), RESCAN_MS),
    setInterval(() => void closeEnded().catch(() => undefined), CHECK_MS),
  ];
  for (const timer of timers) timer.unref();

  function each(run: (stream: Stream) => void): void {
    companies.byId.forEach(({ streams }) => streams.forEach(run));
    boards.each(run);
  }

  function close(stream: Stream): void {
    companies.byId.get(stream.company_id)?.streams.delete(stream);
    boards.remove(stream);
    companies.forgetUnused(stream.company_id);
    stream.socket.destroy();
  }

  /** Streams whose session, account or company has ended or changed, and those that take nothing. */
  async function closeEnded(): Promise<void> {
    const hashes = new Set<string>();
    each((stream) => hashes.add(stream.hash));
    if (hashes.size === 0) return;
    const alive = await holdersOf(db, [...hashes]);
    const now = Date.now();
    each((stream) => {
      const isAsked = hashes.has(stream.hash);
      if ((isAsked && isOver(stream, alive.get(stream.hash), now)) || isStuck(stream, now)) close(stream);
    });
  }

  async function follow(company_id: string, onMessage: Listener): Promise<() => void> {
    const { last } = await feedOf(db, company_id);
    companies.at(company_id, last).listeners.add(onMessage);
    await wake(company_id);
    return () => {
      companies.byId.get(company_id)?.listeners.delete(onMessage);
      companies.forgetUnused(company_id);
    };
  }

  /** Opens a stream after an event's number; where that is too long ago, `reset` says to begin anew. */
  async function open(
    request: IncomingMessage,
    response: ServerResponse,
    holder: Holder,
    after: number | null,
    headers: Record<string, string>,
  ): Promise<void> {
    const { last, oldest } = await feedOf(db, holder.company_id);
    const company = companies.at(holder.company_id, last);
    const lost = after !== null && (after < oldest - 1 || after > Math.max(last, company.last));
    const stream = openedStream(response, headers, holder, after === null || lost ? last : after);
    if (!stream) return void request.socket.destroy();
    stream.socket.on("drain", () => {
      stream.blocked = null;
      void catchUp(company, stream).catch(() => close(stream));
    });
    request.on("close", () => close(stream));
    const first = formatEvent(lost ? "reset" : "ready", { cursor: stream.sent }, stream.sent);
    send(stream, `retry: 2000\n${first}`);
    company.streams.add(stream);
    await Promise.all([catchUp(company, stream), wake(holder.company_id)]);
  }

  async function openBoard(
    request: IncomingMessage,
    response: ServerResponse,
    holder: Holder,
    headers: Record<string, string>,
  ): Promise<void> {
    companies.at(holder.company_id, (await feedOf(db, holder.company_id)).last);
    const stream = openedStream(response, headers, holder, 0);
    if (!stream) return void request.socket.destroy();
    request.on("close", () => close(stream));
    boards.add(stream);
  }

  async function stop(): Promise<void> {
    timers.forEach(clearInterval);
    each(close);
    await listener.stop();
    if (!db.$client.ended) await db.$client.end();
  }

  return { admit: streamLimit(), open, openBoard, follow, stop, started: listener.started };
}
