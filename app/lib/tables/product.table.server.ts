import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { amount, quantity } from "~/lib/db/column.server";

/** 標準工程: the processes that a product passes, in order. */
export const product_step = pgTable(
  "product_step",
  {
    product_id: amount().notNull(),
    sort: integer().notNull(),
    seller_id: text().notNull(),
    group_id: integer().notNull(),
    setup_minutes: quantity(),
    minutes_per_item: quantity(),
    /** QR注意書き: shown where the process is scanned. */
    caution: text(),
  },
  (t) => [primaryKey({ columns: [t.product_id, t.sort] })],
);

/** 部品構成: how many of what go into one. */
export const product_part = pgTable(
  "product_part",
  {
    product_id: amount().notNull(),
    sort: integer().notNull(),
    seller_id: text().notNull(),
    part_id: amount(),
    name: text().notNull(),
    per_parent: quantity().notNull(),
  },
  (t) => [primaryKey({ columns: [t.product_id, t.sort] })],
);

/** 記録項目 of the product, with limits of its own. */
export const product_item = pgTable(
  "product_item",
  {
    product_id: amount().notNull(),
    item_id: amount().notNull(),
    seller_id: text().notNull(),
    sort: integer().notNull(),
    lower_limit: quantity(),
    upper_limit: quantity(),
  },
  (t) => [primaryKey({ columns: [t.product_id, t.item_id] })],
);
