import { z } from "zod";
import { checkbox, lines, optionalKey, optionalLines, unchosenText, version } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { agreement } from "./agreement.schema";
import { ask } from "./ask.schema";
import { messageId, roomId } from "./message.id.schema";

export const messageInput = z.object({
  id: messageId,
  roomId,
  message: lines("メッセージ", 4000),
  productId: optionalKey("商品"),
  taskId: optionalKey("カード"),
  /** The id of a message of the room that this one answers. */
  replyTo: messageId.optional(),
  /** The other company owes an answer; within a company, it itself. */
  ask: checkbox(),
  due: optionalDate("期日", "coming"),
  send: z.boolean().optional(),
});
export type MessageInput = z.output<typeof messageInput>;
export const messageForm = messageInput.omit({ roomId: true, send: true });

const messageFile = z.object({
  key: z.string(),
  name: z.string(),
  media_type: z.string(),
  size: z.number(),
  has_thumb: z.boolean(),
});

const words = messageInput.shape.message;
export const editInput = z.object({ message_id: messageId, message: words, version });
export const deleteInput = z.object({ message_id: messageId, version });
export const acknowledgeInput = z.object({ message_id: messageId, is_acknowledged: checkbox() });

const reply = z.object({ id: z.string(), number: z.number(), ownerName: z.string(), message: z.string() });
const acknowledgement = z.object({ owner: z.string(), ownerName: z.string(), ownerFactory: z.string() });

export const filesInput = messageForm.extend({ message: optionalLines("メッセージ", 4000) });

/** `number`: position in the room. `owner`: user name; `ownerName`: as displayed. */
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
  /** Written by the product when an order was sent. */
  order: z.object({ key: z.number(), order_id: z.string() }).nullable(),
  /** The card whose log holds it (履歴に残す). */
  kept: z.number().nullable(),
  files: z.array(messageFile),
  version: z.number(),
  editedAt: z.string().nullable(),
  /** Taken back: `message` says so, and nothing hangs on it. */
  deletedAt: z.string().nullable(),
  /** What it answers, as that stands now. */
  reply: reply.nullable(),
  /** 了解: who pressed it. */
  acks: z.array(acknowledgement),
});
export type Message = z.infer<typeof message>;

export const messages = z.object({ items: z.array(message), nextToken: z.string().nullable() });
export const messagesQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  nextToken: z
    .string()
    .regex(/^\d{1,15}$/, { error: "続きの目印が正しくありません" })
    .optional(),
  q: z.string().trim().max(100).optional(),
  taskId: optionalKey("カード"),
  files: checkbox(),
  id: messageId.optional(),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

/** `read`: how far this person has read; `otherRead`: anybody of the other company. */
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
  asks: z.number(),
});
export type Room = z.infer<typeof room>;
/** `enter`: Enter alone sends, as this person likes it. */
export const rooms = z.object({ items: z.array(room), cursor: z.number(), enter: z.boolean() });

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
  room_id: roomId.optional(),
});
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
