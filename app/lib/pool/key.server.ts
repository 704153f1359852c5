import { desc, inArray, sql } from "drizzle-orm";
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from "jose";
import { decrypt, encrypt } from "~/lib/config/encrypt.server";
import type { Database } from "~/lib/db/connection.server";
import { signing_keys } from "~/lib/tables/token.table.server";
import type { Store } from "./store.server";

type SigningKey = { kid: string; key: CryptoKey };

export type KeyRing = {
  signing(): Promise<SigningKey>;
  jwks(): Promise<JSONWebKeySet>;
  keys: JWTVerifyGetKey;
};

const RELOAD_MS = 5_000;
const ROTATE_MS = 90 * 86_400_000;
const LOOK_MS = 3_600_000;

const LOCK = 0x706f6f6c;

export function keyRing(db: Database, secret: string): KeyRing {
  let mine: Promise<SigningKey> | undefined;
  let looked = 0;
  let known: { at: number; find: JWTVerifyGetKey } | undefined;

  async function jwks(): Promise<JSONWebKeySet> {
    const rows = await db
      .select({ public_jwk: signing_keys.public_jwk })
      .from(signing_keys)
      .orderBy(desc(signing_keys.created_at));
    return { keys: rows.map((row) => row.public_jwk) };
  }

  function signing(): Promise<SigningKey> {
    if (Date.now() - looked > LOOK_MS) mine = undefined;
    if (!mine) looked = Date.now();
    mine ??= ownKey(db, secret).catch((error: unknown) => {
      mine = undefined;
      throw error;
    });
    return mine;
  }

  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      if (known) return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - known!.at < RELOAD_MS) throw error;
    }
    known = { at: Date.now(), find: createLocalJWKSet(await jwks()) };
    return known.find(header, token);
  };

  return { signing, jwks, keys };
}

/**
 * Without a key that this secret opens, or after ninety days, a new key joins. The one before still verifies
 * what it signed; older ones go.
 */
async function ownKey(db: Database, secret: string): Promise<SigningKey> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    const rows = await tx.select().from(signing_keys).orderBy(desc(signing_keys.created_at));
    for (const { kid, private_sealed, created_at } of rows) {
      const jwk = opened(secret, private_sealed, kid);
      if (jwk && Date.now() - created_at.getTime() < ROTATE_MS) return { kid, key: await privateKey(jwk) };
    }
    const last = rows.find((row) => opened(secret, row.private_sealed, row.kid))?.kid;
    const old = rows
      .filter((row) => row.kid !== last && Date.now() - row.created_at.getTime() > ROTATE_MS)
      .map((row) => row.kid);
    if (old.length > 0) await tx.delete(signing_keys).where(inArray(signing_keys.kid, old));
    const { kid, private_jwk } = await addKey(tx, secret);
    return { kid, key: await privateKey(private_jwk) };
  });
}

async function addKey(tx: Store, secret: string): Promise<{ kid: string; private_jwk: JWK }> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const [bare, private_jwk] = [await exportJWK(pair.publicKey), await exportJWK(pair.privateKey)];
  const kid = await calculateJwkThumbprint(bare);
  const private_sealed = encrypt(secret, JSON.stringify(private_jwk), kid);
  const public_jwk = { ...bare, kid, alg: "RS256", use: "sig" };
  await tx.insert(signing_keys).values({ kid, public_jwk, private_sealed, created_at: new Date() });
  return { kid, private_jwk };
}

/** Before its time: servers sign with it within the hour, and what the one before signed stays good. */
export async function newSigningKey(tx: Store, secret: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  return (await addKey(tx, secret)).kid;
}

async function privateKey(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, "RS256")) as CryptoKey;
}

function opened(secret: string, private_sealed: string, kid: string): JWK | null {
  try {
    return JSON.parse(decrypt(secret, private_sealed, kid)) as JWK;
  } catch {
    return null;
  }
}
