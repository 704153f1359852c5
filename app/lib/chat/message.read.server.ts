import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  isNull,
  lt,
  lte,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { conclude, type Tx } from "~/lib/db/connection.server";
import { chat_kept } from "~/lib/tables/ask.table.server";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { agreement, chat_event, message } from "~/lib/tables/message.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { searchKey } from "~/lib/text/fold";
import { folded } from "~/lib/text/fold.server";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { asSeen, proposalText } from "./agreement";
import { about } from "./beside.read.server";
import type { Message, MessagesQuery } from "./message.schema";
import { checkRoom } from "./room.check.server";

type Row = typeof message.$inferSelect;
type MessageDetails = Pick<
  Message,
  "card" | "product" | "agreement" | "files" | "asks" | "order" | "kept" | "reply" | "acks"
>;
type MessageRow = { row: Row } & MessageDetails;

const NOTHING: MessageDetails = {
  card: null,
  product: null,
  agreement: null,
  files: [],
  asks: [],
  order: null,
  kept: null,
  reply: null,
  acks: [],
};
const isoOrNull = (at: string | null) => at && new Date(at).toISOString();

export function toMessage(row: Row, messageColumns: MessageDetails = NOTHING): Message {
  return {
    id: row.id,
    number: row.number,
    roomId: row.room_id,
    owner: row.owner,
    ownerName: row.owner_name,
    ownerFactory: row.owner_factory,
    collabFactory: row.collab_factory,
    isStaff: row.is_staff,
    message: row.message,
    productId: row.product_id,
    taskId: row.task_id,
    unixtime: row.unixtime,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
    editedAt: isoOrNull(row.edited_time),
    deletedAt: isoOrNull(row.deleted_time),
    ...(row.deleted_time ? NOTHING : messageColumns),
  };
}

function query(db: Tx) {
  return db
    .select(about)
    .from(message)
    .leftJoin(card, eq(card.key, message.task_id))
    .leftJoin(product, eq(product.product_id, message.product_id))
    .leftJoin(agreement, eq(agreement.key, message.agreement_key))
    .leftJoin(orders, eq(orders.key, message.order_key))
    .leftJoin(chat_kept, and(eq(chat_kept.room_id, message.room_id), eq(chat_kept.number, message.number)))
    .$dynamic();
}

export const unreadIn = (room: SQL, read: SQL, now: string) => sql`select from message x
  where x.room_id = ${room} and x.number > coalesce(${read}.last_number, 0) and x.unixtime > extract(epoch from ${now}::timestamptz)`;

export const filesKey = (room_id: string, id: string) => `${room_id} ${id}`;

function toMessages(rows: MessageRow[], sees_amounts: boolean): Message[] {
  return rows.map(({ row, agreement: proposed, ...beside }) => {
    if (!proposed) return toMessage(row, { ...beside, agreement: null });
    const told = asSeen(proposed, sees_amounts);
    return toMessage({ ...row, message: proposalText(told) }, { ...beside, agreement: told });
  });
}

const withFiles = (
  name?: SQL,
) => sql`exists (select from file x where x.owner_kind = 'chat' and x.deleted_time is null
  and x.owner_key = ${message.room_id} || ' ' || ${message.id} ${name ?? sql``})`;

/** Width, kana and case do not matter (R7-3). */
function holds(q: string): SQL {
  const wanted = searchKey(q);
  const within = (text: SQLWrapper) => sql`strpos(${folded(text)}, ${wanted}) > 0`;
  const places = [message.message, message.owner_name, card.id, card.name, product.code, product.name].map(
    within,
  );
  return sql`(${sql.join([...places, withFiles(sql`and ${within(sql`x.name`)}`)], sql` or `)})`;
}

export async function findMessages(
  db: Tx,
  who: Who,
  room_id: string,
  { limit, nextToken, q, taskId, files, id }: MessagesQuery,
) {
  await checkRoom(db, who, room_id);
  const rows = await query(db)
    .where(
      and(
        eq(message.room_id, room_id),
        sql`${message.unixtime} > extract(epoch from ${who.now}::timestamptz)`,
        nextToken === undefined ? undefined : lt(message.number, Number(nextToken)),
        taskId === undefined ? undefined : eq(message.task_id, taskId),
        q || files ? isNull(message.deleted_time) : undefined,
        q ? holds(q) : undefined,
        files ? withFiles() : undefined,
        id === undefined ? undefined : eq(message.id, id),
      ),
    )
    .orderBy(desc(message.number))
    .limit(limit + 1);
  const items = toMessages(rows.slice(0, limit), seesAmounts(who));
  return { items, nextToken: rows.length > limit ? String(items[items.length - 1]!.number) : null };
}

const isInRange = and(
  eq(chat_event.company_id, sql.placeholder("company_id")),
  gt(chat_event.number, sql.placeholder("after")),
  lte(chat_event.number, sql.placeholder("until")),
);

/** Nobody sees who has read at another company. */
const reads_here = sql<boolean>`${chat_event.kind} = 'read' and exists (select from chat_read r
  where r.room_id = ${chat_event}.room_id and r.username = ${chat_event}.username and r.company_id = ${chat_event}.company_id)`;

function makeEventQueries(db: Tx) {
  return {
    events: db
      .select({ ...getTableColumns(chat_event), reads_here })
      .from(chat_event)
      .where(isInRange)
      .orderBy(chat_event.number)
      .prepare("told_events"),
    messages: query(db)
      .innerJoin(
        chat_event,
        and(eq(chat_event.room_id, message.room_id), eq(chat_event.message_number, message.number)),
      )
      .where(and(isInRange, ne(chat_event.kind, "read")))
      .prepare("told_messages"),
  };
}

const eventQueries = new WeakMap<Tx, ReturnType<typeof makeEventQueries>>();

/** In one statement, and nothing after it. */
export async function eventsBetween(db: Tx, company_id: string, after: number, until: number) {
  const asked = eventQueries.get(db) ?? makeEventQueries(db);
  eventQueries.set(db, asked);
  const both = Promise.all([
    asked.events.execute({ company_id, after, until }),
    asked.messages.execute({ company_id, after, until }),
  ]);
  conclude(db);
  const [events, rows] = await both;
  const said = new Map(toMessages(rows, false).map((one) => [`${one.roomId} ${one.number}`, one]));
  return events.map((event) => ({
    ...event,
    message: event.kind === "read" ? undefined : said.get(`${event.room_id} ${event.message_number}`),
  }));
}

export async function messageWithId(db: Tx, who: Who, room_id: string, id: string): Promise<Message | null> {
  const [found] = toMessages(
    await query(db).where(and(eq(message.room_id, room_id), eq(message.id, id))),
    seesAmounts(who),
  );
  return found ?? null;
}
