import { boolean, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { AgreementField } from "~/lib/fields/agreement";
import type { RoomKind } from "~/lib/vocabulary/room";

export const chat_room = pgTable("chat_room", {
  room_id: text().primaryKey(),
  kind: text().$type<RoomKind>().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  last_number: amount().notNull().default(0),
  last_time: instant(),
  seller_read: amount().notNull().default(0),
  buyer_read: amount().notNull().default(0),
});

export const message = pgTable(
  "message",
  {
    room_id: text().notNull(),
    number: amount().notNull(),
    id: text().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    owner: text().notNull(),
    owner_name: text().notNull(),
    owner_factory: text().notNull(),
    collab_factory: text().notNull(),
    is_staff: boolean().notNull().default(false),
    message: text().notNull(),
    product_id: amount(),
    task_id: amount(),
    agreement_key: amount(),
    order_key: amount(),
    unixtime: amount().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    reply_to: amount(),
    version: amount().notNull().default(1),
    edited_time: instant(),
    deleted_time: instant(),
  },
  (t) => [primaryKey({ columns: [t.room_id, t.number] }), unique().on(t.room_id, t.id)],
);

export const chat_read = pgTable(
  "chat_read",
  {
    room_id: text().notNull(),
    username: text().notNull(),
    company_id: text().notNull(),
    last_number: amount().notNull(),
    last_message_id: text(),
    update_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.room_id, t.username] })],
);

export const chat_feed = pgTable("chat_feed", {
  company_id: text().primaryKey(),
  last_number: amount().notNull(),
});

export const chat_event = pgTable(
  "chat_event",
  {
    company_id: text().notNull(),
    number: amount().notNull(),
    kind: text().$type<"message" | "read" | "agreement" | "ask" | "changed">().notNull(),
    room_id: text().notNull(),
    message_number: amount(),
    username: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.number] })],
);

/** 合意: frozen but for its state. */
export const agreement = pgTable("agreement", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  room_id: text().notNull(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  card_key: amount().notNull(),
  field: text().$type<AgreementField>().notNull(),
  value: text().notNull(),
  note: text(),
  state: text().$type<"open" | "agreed" | "declined" | "withdrawn">().notNull().default("open"),
  proposed_by: text().notNull(),
  proposer_name: text().notNull(),
  proposed_time: instant().notNull(),
  answerer_name: text(),
  answered_time: instant(),
});
