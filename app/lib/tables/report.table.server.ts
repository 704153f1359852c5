import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "~/lib/db/column.server";

export const error_report = pgTable(
  "error_report",
  {
    company_id: text().notNull(),
    username: text().notNull(),
    fingerprint: text().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    count: integer().notNull(),
    first_time: instant().notNull(),
    last_time: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.username, t.fingerprint] })],
);

export const error_minute = pgTable(
  "error_minute",
  {
    company_id: text().notNull(),
    username: text().notNull(),
    minute: instant().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.username] })],
);
