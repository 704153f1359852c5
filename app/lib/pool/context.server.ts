import { createHash, randomBytes } from "node:crypto";
import type { Database } from "~/lib/db/connection.server";
import type { KeyRing } from "./key.server";
import type { Post } from "./mail.server";

export type PoolSettings = {
  pool_id: string;
  client_id: string;
  client_secret: string | null;
  issuer: string;
  existence_errors: "ENABLED" | "LEGACY";
  mfa: "OPTIONAL" | "ON";
  product_name: string;
  origin: string;
  post: Post;
};

/** `secret`: APP_SECRET, without which hashed codes can't be guessed. */
export type PoolContext = {
  db: Database;
  settings: PoolSettings;
  ring: KeyRing;
  secret: string;
  now: () => Date;
};

export const TOKEN_SECONDS = 3_600;
export const REFRESH_SECONDS = 30 * 86_400;
export const CHALLENGE_MS = 180_000;
export const TEMPORARY_DAYS = 7;

export const later = (from: Date, ms: number) => new Date(from.getTime() + ms);
export const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

/** 64 characters, 384 random bits. */
export const opaque = () => randomBytes(48).toString("base64url");
