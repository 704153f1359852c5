import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

export const pool = pgSchema("pool");

const time = () => timestamp({ withTimezone: true });

type UserStatus = "CONFIRMED" | "FORCE_CHANGE_PASSWORD" | "UNCONFIRMED" | "RESET_REQUIRED";

export const users = pool.table(
  "users",
  {
    sub: uuid().primaryKey(),
    username: text().notNull(),
    email: text(),
    email_verified: boolean().notNull(),
    name: text(),
    zoneinfo: text(),
    status: text().$type<UserStatus>().notNull(),
    enabled: boolean().notNull().default(true),
    password_hash: text(),
    temporary_until: time(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [
    uniqueIndex("users_username").on(sql`lower(${table.username})`),
    uniqueIndex("users_email").on(sql`lower(${table.email})`),
  ],
);

export const groups = pool.table("groups", {
  group_name: text().primaryKey(),
  description: text(),
  created_at: time().notNull(),
});

export const memberships = pool.table(
  "memberships",
  {
    sub: uuid()
      .notNull()
      .references(() => users.sub, { onDelete: "cascade" }),
    group_name: text()
      .notNull()
      .references(() => groups.group_name, { onDelete: "cascade" }),
    position: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.sub, table.group_name] }),
    index("memberships_group").on(table.group_name),
  ],
);

export const places = pool.table(
  "places",
  {
    sub: uuid()
      .notNull()
      .references(() => users.sub, { onDelete: "cascade" }),
    network: text().notNull(),
    last_at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sub, table.network] })],
);

export const attempts = pool.table(
  "attempts",
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    last_at: time().notNull(),
    locked_until: time(),
  },
  (table) => [index("attempts_last").on(table.last_at)],
);
