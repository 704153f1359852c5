import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "~/lib/db/column.server";

export const idempotency = pgTable(
  "idempotency",
  {
    company_id: text().notNull(),
    username: text().notNull(),
    key: text().notNull(),
    request_hash: text().notNull(),
    status: integer(),
    answer: jsonb(),
    created_time: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.username, t.key] })],
);
