import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, day, instant } from "~/lib/db/column.server";
import type { Act, CodeKind, IndirectAct } from "~/lib/vocabulary/scan";

export const scan_secret = pgTable("scan_secret", {
  company_id: text().primaryKey(),
  secret: text().notNull(),
});

export const scan_code = pgTable(
  "scan_code",
  {
    company_id: text().notNull(),
    kind: text().$type<CodeKind>().notNull(),
    key: amount().notNull(),
    generation: integer().notNull().default(1),
    last_read_time: instant(),
    read_date: day(),
    num_reads: integer().notNull().default(0),
    pin_failures: integer().notNull().default(0),
    pin_failed_time: instant(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.kind, t.key] })],
);

export const scan = pgTable(
  "scan",
  {
    company_id: text().notNull(),
    client_id: text().notNull(),
    username: text().notNull(),
    act: text().$type<Act | IndirectAct>().notNull(),
    card_key: amount(),
    worker_id: amount(),
    device_time: instant().notNull(),
    /** By the server's clock. */
    happened_time: instant().notNull(),
    received_time: instant().notNull(),
    item: jsonb().$type<unknown>().notNull(),
    state: text().$type<"done" | "conflict" | "discarded">().notNull(),
    detail: text(),
    /** The card's version that it made. */
    version: integer(),
    resolved_time: instant(),
    resolved_by: text(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.client_id] })],
);
