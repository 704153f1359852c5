import { z } from "zod";
import { checkbox, lines, optionalKey, optionalLines, unchosenText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { agreement } from "./agreement.schema";
import { ask } from "./ask.schema";
import { messageId, roomId } from "./message.id.schema";

/**
 * What a client sends: product §7 createMessage. `id` is its own; `unixtime` and the owner are the server's
 * to say.
 */
export const messageInput = z.object({
  id: messageId,
  roomId,
  message: lines("メッセージ", 4000),
  productId: optionalKey("商品"),
  taskId: optionalKey("カード"),
  /**
   * 要回答 from the first: the other company owes an answer (within a company: itself), by `due` where one is
   * named.
   */
  ask: checkbox(),
  due: optionalDate("期日", "coming"),
  /** Browsers and mail boxes of the others are told as by POST /chats/send. */
  send: z.boolean().optional(),
});
export type MessageInput = z.output<typeof messageInput>;
/** The same from a room's own form. */
export const messageForm = messageInput.omit({ roomId: true, send: true });

const messageFile = z.object({
  key: z.string(),
  name: z.string(),
  media_type: z.string(),
  size: z.number(),
  has_thumb: z.boolean(),
});

/** Files to a room, with words or without. */
export const filesInput = messageForm.extend({ message: optionalLines("メッセージ", 4000) });

/**
 * A message, with the names of product §3. `number` is its place in the room; `owner` the user name,
 * `ownerName` what is shown.
 */
export const message = z.object({
  id: z.string(),
  number: z.number(),
  roomId: z.string(),
  owner: z.string(),
  ownerName: z.string(),
  ownerFactory: z.string(),
  collabFactory: z.string(),
  isStaff: z.boolean(),
  message: z.string(),
  productId: z.number().nullable(),
  taskId: z.number().nullable(),
  unixtime: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /**
   * The card or product it is about, as it stands now; null where there is none (any more) for the reader.
   */
  card: z
    .object({
      key: z.number(),
      id: z.string(),
      name: z.string(),
      status: z.string(),
      delivery_date: z.string().nullable(),
    })
    .nullable(),
  product: z.object({ product_id: z.number(), code: z.string(), name: z.string() }).nullable(),
  agreement: agreement.nullable(),
  asks: z.array(ask),
  /** The order that was sent by it: a line of the product's, not a person's words. */
  order: z.object({ key: z.number(), order_id: z.string() }).nullable(),
  /** It stands in the log of this card, too (履歴に残す). */
  kept: z.number().nullable(),
  files: z.array(messageFile),
});
export type Message = z.infer<typeof message>;

/** A page of a room, newest first; `nextToken` brings the older ones. */
export const messages = z.object({ items: z.array(message), nextToken: z.string().nullable() });
export const messagesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  nextToken: z
    .string()
    .regex(/^\d{1,15}$/, { error: "続きの目印が正しくありません" })
    .optional(),
  /** Only those in whose words, sender, card, product or files' names this text stands. */
  q: z.string().trim().max(100).optional(),
  taskId: optionalKey("カード"),
  /** Only those with files. */
  files: checkbox(),
  /** This one alone. */
  id: messageId.optional(),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

/**
 * A room as its list shows it. `read`: how far this person has; `otherRead`: how far anybody of the other
 * company has.
 */
const room = z.object({
  id: z.string(),
  kind: z.enum(["pair", "own", "support"]),
  factory_id: z.string(),
  name: z.string(),
  lastNumber: z.number(),
  lastTime: z.string().nullable(),
  last: message.nullable(),
  unread: z.number(),
  read: z.number(),
  otherRead: z.number(),
  isPinned: z.boolean(),
  /** 要回答 that this company still owes. */
  asks: z.number(),
});
export type Room = z.infer<typeof room>;
export const rooms = z.object({ items: z.array(room), cursor: z.number() });

/** GET /chats/status (product §3, §4): the last message of each room beside the last that was read. */
export const chatStatus = z.object({
  items: z.array(
    z.object({
      factory_id: z.string(),
      room_id: z.string(),
      last_message_id: z.string().nullable(),
      latest_message_id: z.string().nullable(),
      unread: z.number(),
    }),
  ),
  unread: z.number(),
});
export const statusInput = z.object({
  factory_id: z
    .string({ error: unchosenText("ルーム") })
    .min(1, { error: unchosenText("ルーム") })
    .max(100, { error: unchosenText("ルーム") }),
  last_message_id: messageId,
  /** Where two companies order from each other: which of the two rooms. */
  room_id: roomId.optional(),
});
/**
 * What a message in a room may be about: cards, newest first, and products; one by its key, or those that
 * hold a text or a scanned code.
 */
export const roomCards = z.object({
  items: z.array(message.shape.card.unwrap()),
  products: z.array(message.shape.product.unwrap()),
});
export const roomCardsQuery = z.object({
  q: z.string().trim().max(200).default(""),
  key: optionalKey("カード"),
  product_id: optionalKey("商品"),
});
export const sendInput = z.object({ room_id: roomId });
