import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day } from "~/lib/db/column.server";

export const company_holiday = pgTable(
  "company_holiday",
  {
    company_id: text().notNull(),
    holiday: day().notNull(),
    label: text(),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.holiday] })],
);
