import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const keys = new Map<string, Buffer>();

function keyOf(secret: string): Buffer {
  let key = keys.get(secret);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secret, "", "seal", 32));
    keys.set(secret, key);
  }
  return key;
}

/** AES-256-GCM under a key derived from the secret. */
export function encrypt(secret: string, text: string, about = ""): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv).setAAD(Buffer.from(about));
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** The sealed text; throws when secret, place or text are not the ones it was sealed with. */
export function decrypt(secret: string, sealed: string, about = ""): string {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < 28) throw new Error("Too short to be sealed");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-16));
  return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
}
