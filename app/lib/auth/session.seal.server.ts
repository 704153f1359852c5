import { createHash } from "node:crypto";
import { decrypt, encrypt } from "~/lib/config/encrypt.server";
import type { Tokens } from "./tokens.server";

type SealedTokens = { id_token: string; access_token: string; refresh_token: string };
export type Session = {
  hash: string;
  key: number;
  username: string;
  id_token: string;
  access_token: string;
  acting_id: string | null;
  is_display: boolean;
};
type SessionRow = { key: number; username: string; acting_id: string | null; is_display: boolean };

export const hashOf = (id: string) => createHash("sha256").update(id).digest("base64url");

export const keepOf = (tokens: Tokens, refresh_token: string): SealedTokens => ({
  id_token: tokens.id_token,
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token ?? refresh_token,
});

export const sessionOf = (
  { key, username, acting_id, is_display }: SessionRow,
  hash: string,
  { id_token, access_token }: SealedTokens,
): Session => ({ hash, key, username, id_token, access_token, acting_id, is_display });

export const seal = (secret: string, kept: SealedTokens) => encrypt(secret, JSON.stringify(kept));

export function openSealed(secret: string, sealed: string): SealedTokens | null {
  try {
    return JSON.parse(decrypt(secret, sealed)) as SealedTokens;
  } catch {
    return null;
  }
}
