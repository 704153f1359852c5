import { boolean, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";

/** 要回答: whose answer a message waits for. With both companies the same it is that company's own mark. */
export const chat_ask = pgTable(
  "chat_ask",
  {
    key: amount().primaryKey().generatedAlwaysAsIdentity(),
    room_id: text().notNull(),
    number: amount().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    asked_company: text().notNull(),
    to_company: text().notNull(),
    asked_by: text().notNull(),
    asker_name: text().notNull(),
    asked_time: instant().notNull(),
    due: day(),
    answered_time: instant(),
    answerer_name: text(),
    told_due: day(),
    told_late: day(),
  },
  (t) => [unique().on(t.room_id, t.number, t.asked_company, t.to_company)],
);

/** 担当: who of the company that owes the answer. */
export const chat_charge = pgTable("chat_charge", {
  ask_key: amount().primaryKey(),
  company_id: text().notNull(),
  username: text().notNull(),
  name: text().notNull(),
});

export const chat_pin = pgTable(
  "chat_pin",
  {
    room_id: text().notNull(),
    username: text().notNull(),
    company_id: text().notNull(),
    pinned_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.room_id, t.username] })],
);

/** Whether Enter alone sends. */
export const chat_enter = pgTable(
  "chat_enter",
  {
    username: text().notNull(),
    company_id: text().notNull(),
    is_on: boolean().notNull(),
    update_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.username, t.company_id] })],
);

/** 履歴に残す: messages that were written into a card's log. */
export const chat_kept = pgTable(
  "chat_kept",
  {
    room_id: text().notNull(),
    number: amount().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    card_key: amount().notNull(),
    kept_name: text().notNull(),
    kept_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.room_id, t.number] })],
);
