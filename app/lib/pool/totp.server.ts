import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_SECONDS = 30;
/** Clocks of telephones and servers differ: a step before and after counts too. */
const DRIFT = [0, -1, 1];

/** RFC 4648, without padding: as authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let [bits, held, text] = [0, 0, ""];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}

export function unbase32(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) throw new Error("not base32");
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >>> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

/** 160 random bits, the size of SHA-1 (RFC 4226 section 4). */
export const newFactorSecret = () => base32(randomBytes(20));

/** RFC 4226: the code of a counter. */
export function hotp(secret: Uint8Array, counter: number, digits = 6): string {
  const text = Buffer.alloc(8);
  text.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac("sha1", secret).update(text).digest();
  const at = mac[19]! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, "0");
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** RFC 6238: the step of this code after `last`; every candidate is compared, in constant time. */
export function matchingStep(secret: string, code: string, now: Date, last: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const key = unbase32(secret);
  const found = DRIFT.map((drift) => stepAt(now) + drift).filter((step) =>
    timingSafeEqual(Buffer.from(hotp(key, step)), Buffer.from(code)),
  );
  return found.filter((step) => step > last).sort((a, b) => a - b)[0] ?? null;
}
