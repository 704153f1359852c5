import { bigint, boolean, index, integer, jsonb, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { JWK } from "jose";
import { pool, users } from "./user.table.server";

const time = () => timestamp({ withTimezone: true });

export type PoolChallenge = "NEW_PASSWORD_REQUIRED" | "SOFTWARE_TOKEN_MFA" | "MFA_SETUP";

export const challenges = pool.table(
  "challenges",
  {
    session_hash: text().primaryKey(),
    sub: uuid()
      .notNull()
      .references(() => users.sub, { onDelete: "cascade" }),
    client_id: text().notNull(),
    name: text().$type<PoolChallenge>().notNull().default("NEW_PASSWORD_REQUIRED"),
    expires_at: time().notNull(),
  },
  (table) => [index("challenges_sub").on(table.sub), index("challenges_expires").on(table.expires_at)],
);

export const refresh_tokens = pool.table(
  "refresh_tokens",
  {
    token_hash: text().primaryKey(),
    sub: uuid()
      .notNull()
      .references(() => users.sub, { onDelete: "cascade" }),
    client_id: text().notNull(),
    origin_jti: uuid().notNull(),
    auth_time: time().notNull(),
    expires_at: time().notNull(),
    revoked_at: time(),
    rotated_at: time(),
  },
  (table) => [
    index("refresh_tokens_origin").on(table.origin_jti),
    index("refresh_tokens_sub").on(table.sub, table.expires_at),
  ],
);

/** A row for each name that asked for a code, known or not. `code_hash` null: used up. */
export const codes = pool.table(
  "codes",
  {
    key: text().primaryKey(),
    code_hash: text(),
    tries: integer().notNull(),
    requests: integer().notNull(),
    window_at: time().notNull(),
    day_at: time().notNull().defaultNow(),
    day_requests: integer().notNull().default(0),
    /** Wrong codes of that day. */
    wrong: integer().notNull().default(0),
    expires_at: time().notNull(),
  },
  (table) => [index("codes_expires").on(table.expires_at)],
);

export const signing_keys = pool.table("signing_keys", {
  kid: text().primaryKey(),
  public_jwk: jsonb().$type<JWK>().notNull(),
  private_sealed: text().notNull(),
  created_at: time().notNull(),
});

export const factors = pool.table("factors", {
  sub: uuid()
    .primaryKey()
    .references(() => users.sub, { onDelete: "cascade" }),
  secret_sealed: text(),
  new_sealed: text(),
  is_enabled: boolean().notNull().default(false),
  last_step: bigint({ mode: "number" }).notNull().default(0),
  updated_at: time().notNull().defaultNow(),
});
