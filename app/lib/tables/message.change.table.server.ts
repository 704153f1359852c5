import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";

/** What was done to a message, by whom; with what stood there before, for its author's company alone. */
export const chat_change = pgTable("chat_change", {
  key: amount().primaryKey().generatedAlwaysAsIdentity(),
  room_id: text().notNull(),
  number: amount().notNull(),
  company_id: text().notNull(),
  kind: text().$type<"edited" | "deleted" | "acknowledged" | "unacknowledged">().notNull(),
  before: text(),
  after: text(),
  username: text().notNull(),
  name: text().notNull(),
  at: instant().notNull(),
});

/** 了解 */
export const chat_ack = pgTable(
  "chat_ack",
  {
    room_id: text().notNull(),
    number: amount().notNull(),
    seller_id: text().notNull(),
    buyer_id: text().notNull(),
    company_id: text().notNull(),
    username: text().notNull(),
    name: text().notNull(),
    acked_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.room_id, t.number, t.username] })],
);
