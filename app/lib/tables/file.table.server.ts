import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { amount, instant } from "~/lib/db/column.server";
import type { FileKind, OwnerKind } from "~/lib/vocabulary/file";

/** A file somebody sent. Several rows may show the same blob; a row is hidden, never taken away. */
export const file = pgTable("file", {
  key: text().primaryKey(),
  /** The subject of the log. */
  id: amount().notNull().generatedAlwaysAsIdentity(),
  company_id: text().notNull(),
  /** The other side, who sees it unless it is 社内のみ. */
  partner_id: text(),
  seller_id: text().notNull(),
  buyer_id: text().notNull(),
  owner_kind: text().$type<OwnerKind>().notNull(),
  owner_key: text().notNull(),
  blob: text().notNull(),
  name: text().notNull(),
  media_type: text().notNull(),
  size: integer().notNull(),
  width: integer(),
  height: integer(),
  has_thumb: boolean().notNull().default(false),
  kind: text().$type<FileKind>().notNull(),
  revision: text(),
  is_latest: boolean().notNull().default(false),
  is_inner: boolean().notNull().default(false),
  created_by: text().notNull(),
  created_time: instant().notNull(),
  deleted_time: instant(),
  version: integer().notNull().default(1),
});

export const file_pending = pgTable("file_pending", {
  blob: text().primaryKey(),
  company_id: text().notNull(),
  made_time: instant().notNull(),
});
