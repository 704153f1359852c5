import type { JWK } from "jose";
import { index, jsonb, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { pool, users } from "./user.table.server";

const at = () => timestamp({ withTimezone: true });

export const challenges = pool.table("challenges", {
  session_hash: text().primaryKey(),
  sub: uuid().notNull().references(() => users.sub, { onDelete: "cascade" }),
  client_id: text().notNull(),
  expires_at: at().notNull(),
}, (table) => [index("challenges_sub").on(table.sub), index("challenges_expires").on(table.expires_at)]);

export const refresh_tokens = pool.table("refresh_tokens", {
  token_hash: text().primaryKey(),
  sub: uuid().notNull().references(() => users.sub, { onDelete: "cascade" }),
  client_id: text().notNull(),
  origin_jti: uuid().notNull(),
  auth_time: at().notNull(),
  expires_at: at().notNull(),
  revoked_at: at(),
}, (table) => [
  uniqueIndex("refresh_tokens_origin").on(table.origin_jti),
  index("refresh_tokens_sub").on(table.sub, table.expires_at),
]);

export const signing_keys = pool.table("signing_keys", {
  kid: text().primaryKey(),
  public_jwk: jsonb().$type<JWK>().notNull(),
  private_sealed: text().notNull(),
  created_at: at().notNull(),
});
