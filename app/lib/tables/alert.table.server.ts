import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "~/lib/db/column.server";

/** What the operator of the server has been told and is not over yet; "disk:<machine>" is a machine's own. */
export const operator_alert = pgTable("operator_alert", {
  matter: text().primaryKey(),
  text: text().notNull(),
  began_time: instant().notNull(),
  seen_time: instant().notNull(),
});
