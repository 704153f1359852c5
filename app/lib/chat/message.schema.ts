import { z } from "zod";
import { lines, optionalKey, optionalLines, unchosenText } from "~/lib/text/text.schema";
import { agreement } from "./agreement.schema";
import { messageId, roomId } from "./message.id.schema";

/** What a client sends: product §7 createMessage. `id` is its own; `unixtime` and the owner are the server's to say. */
export const messageInput = z.object({
  id: messageId,
  roomId,
  message: lines("メッセージ", 4000),
  productId: optionalKey("商品"),
  taskId: optionalKey("カード"),
  /** Browsers and mail boxes of the others are told as by POST /chats/send. */
  send: z.boolean().optional(),
});
export type MessageInput = z.output<typeof messageInput>;
/** The same from a room's own form. */
export const messageForm = messageInput.omit({ roomId: true, send: true });

const messageFile = z.object({ key: z.string(), name: z.string(), media_type: z.string(), size: z.number(), has_thumb: z.boolean() });

/** Files to a room, with words or without. */
export const filesInput = z.object({ id: messageId, message: optionalLines("メッセージ", 4000), taskId: optionalKey("カード") });

/** A message, with the names of product §3. `number` is its place in the room; `owner` the user name, `ownerName` what is shown. */
export const message = z.object({
  id: z.string(), number: z.number(), roomId: z.string(), owner: z.string(), ownerName: z.string(), ownerFactory: z.string(), collabFactory: z.string(),
  isStaff: z.boolean(), message: z.string(), productId: z.number().nullable(), taskId: z.number().nullable(), unixtime: z.number(),
  createdAt: z.string(), updatedAt: z.string(),
  /** The card or product it is about, as it stands now; null where there is none (any more) for the reader. */
  card: z.object({ key: z.number(), id: z.string(), name: z.string(), status: z.string(), delivery_date: z.string().nullable() }).nullable(),
  product: z.object({ product_id: z.number(), name: z.string() }).nullable(),
  agreement: agreement.nullable(),
  files: z.array(messageFile),
});
export type Message = z.infer<typeof message>;

/** A page of a room, newest first; `nextToken` brings the older ones. */
export const messages = z.object({ items: z.array(message), nextToken: z.string().nullable() });
export const messagesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  nextToken: z.string().regex(/^\d{1,15}$/, { error: "続きの目印が正しくありません" }).optional(),
  /** Only those that hold this text. */
  q: z.string().trim().max(100).optional(),
  taskId: optionalKey("カード"),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

/** A room as its list shows it. `read`: how far this person has; `otherRead`: how far anybody of the other company has. */
export const room = z.object({
  id: z.string(), kind: z.enum(["pair", "own", "support"]), factory_id: z.string(), name: z.string(), lastNumber: z.number(), lastTime: z.string().nullable(),
  last: message.nullable(), unread: z.number(), read: z.number(), otherRead: z.number(),
});
export type Room = z.infer<typeof room>;
export const rooms = z.object({ items: z.array(room), cursor: z.number() });

/** GET /chats/status (product §3, §4): the last message of each room beside the last that was read. */
export const chatStatus = z.object({
  items: z.array(z.object({
    factory_id: z.string(), room_id: z.string(), last_message_id: z.string().nullable(), latest_message_id: z.string().nullable(), unread: z.number(),
  })),
  unread: z.number(),
});
export const statusInput = z.object({
  factory_id: z.string({ error: unchosenText("ルーム") }).min(1, { error: unchosenText("ルーム") }).max(100, { error: unchosenText("ルーム") }),
  last_message_id: messageId,
  /** Where two companies order from each other: which of the two rooms. */
  room_id: roomId.optional(),
});
/** The cards that a message in a room may be about, newest first. */
export const roomCards = z.object({ items: z.array(message.shape.card.unwrap()) });
export const roomCardsQuery = z.object({ q: z.string().trim().max(100).default(""), key: optionalKey("カード") });
export const sendInput = z.object({ room_id: roomId });
