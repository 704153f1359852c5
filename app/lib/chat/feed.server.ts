import { eq, inArray, sql } from "drizzle-orm";
import { type Database, operator, tenant } from "~/lib/db/connection.server";
import { chat_event, chat_feed } from "~/lib/tables/message.table.server";
import { eventsBetween } from "./message.read.server";
import type { Message } from "./message.schema";
import type { StreamScope } from "./stream.server";

export type Chunk = { number: number; bytes: Buffer; message: Message | null; isNew: boolean };

export const formatEvent = (event: string, data: object, number?: number): string =>
  `${number === undefined ? "" : `id: ${number}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export function eventsAfter(db: Database, company_id: string, after: number, most: number): Promise<Chunk[]> {
  return tenant(
    db,
    { company_id, username: "" },
    async (tx) =>
      (await eventsBetween(tx, company_id, after, after + most)).map(
        ({ kind, room_id, message_number, number, username, reads_here, message }) => {
          // How far the other company has read is sent without who.
          const by = kind === "read" && !reads_here ? "" : username;
          const text = formatEvent(
            kind,
            { roomId: room_id, number: message_number, username: by, ...(message && { message }) },
            number,
          );
          return {
            number,
            bytes: Buffer.from(text),
            message: message ?? null,
            isNew: kind === "message",
          };
        },
      ),
    "read",
  );
}

export function feedOf(db: Database, company_id: string): Promise<{ last: number; oldest: number }> {
  return tenant(
    db,
    { company_id, username: "" },
    async (tx) => {
      const [row] = await tx
        .select({ last: chat_feed.last_number })
        .from(chat_feed)
        .where(eq(chat_feed.company_id, company_id));
      const [first] = await tx
        .select({ number: sql<number | null>`min(${chat_event.number})` })
        .from(chat_event)
        .where(eq(chat_event.company_id, company_id));
      const last = row?.last ?? 0;
      return {
        last,
        oldest: first?.number === null || first === undefined ? last + 1 : Number(first.number),
      };
    },
    "read",
  );
}

export function holdersOf(db: Database, hashes: string[]): Promise<Map<string, StreamScope>> {
  return operator(
    db,
    async (tx) => {
      const { rows } = await tx.execute<StreamScope & { hash: string }>(sql`
      select s.hash, s.acting_id, m.company_id from session s join member m on m.username = s.username left join factory f on f.id = m.company_id
      where s.hash = any(${sql.param(hashes)}::text[]) and s.expires_time > now() and not s.is_display
        and s.seen_time > now() - interval '12 hours' and m.is_active and (f.is_active or m.company_id is null)`);
      return new Map(rows.map(({ hash, ...standing }) => [hash, standing]));
    },
    "read",
  );
}

export function lastOf(db: Database, companies: string[]): Promise<Map<string, number>> {
  return operator(
    db,
    async (tx) => {
      const rows = await tx.select().from(chat_feed).where(inArray(chat_feed.company_id, companies));
      return new Map(rows.map((row) => [row.company_id, row.last_number]));
    },
    "read",
  );
}
