import type { CodeKind } from "~/lib/vocabulary/scan";

const LETTERS: Record<string, CodeKind> = {
  p: "process",
  w: "worker",
  c: "card",
  o: "operation",
  m: "product",
  t: "stock",
};
const letterOf = (kind: CodeKind) => Object.keys(LETTERS).find((letter) => LETTERS[letter] === kind)!;

// Crockford's base 32: no i, l, o, u, so that a token read out loud or through a scanner in the wrong case
// stays itself.
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
/** 40 bits: whoever could guess one is signed in at the factory and could type the number anyway. */
const SEAL_LENGTH = 8;

export function base32(number: number): string {
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor(rest / 32)) text = DIGITS[rest % 32]! + text;
  return text || "0";
}

export function sealText(bytes: Uint8Array): string {
  const bits = [...bytes.slice(0, SEAL_LENGTH)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from(
    { length: SEAL_LENGTH },
    (_, at) => DIGITS[parseInt(bits.slice(at * 5, at * 5 + 5), 2)]!,
  ).join("");
}

/** `c1k.7h2m9qxw`: kind, number and seal. */
export const tokenOf = (kind: CodeKind, key: number, seal: string) =>
  `${letterOf(kind)}${base32(key)}.${seal}`;

export type Token = { kind: CodeKind; key: number; seal: string; token: string };
export type Read = Token | { kind: "number"; number: string };

function parse(text: string): Token | null {
  const found = /^([pwcomt])([0-9a-hjkmnp-tv-z]{1,10})\.([0-9a-hjkmnp-tv-z]{8})$/.exec(text);
  if (!found) return null;
  const key = [...found[2]!].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  return Number.isSafeInteger(key) && key > 0
    ? { kind: LETTERS[found[1]!]!, key, seal: found[3]!, token: text }
    : null;
}

/** What is no writing of an address stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** In any case and width; our own address too, whose colon a reader set to another keyboard garbles. */
export function readText(text: string): Read | null {
  const plain = text
    .normalize("NFKC")
    .replace(/[\s\u0000-\u001f\u200b\ufeff]+/g, "")
    .replace(/[‐‑‒–—―−ー]/g, "-");
  const lower = plain.toLowerCase();
  const at = lower.lastIndexOf("/s/");
  const token = parse(at < 0 ? lower : lower.slice(at + 3).split(/[?#/]/)[0]!);
  if (token) return token;
  const asked = /^\?code=([^&#]{1,200})$/.exec(at < 0 ? "" : plain.slice(at + 3));
  if (asked) return readText(decoded(asked[1]!.replaceAll("+", " ")));
  return at < 0 && plain.length > 0 && plain.length <= 40 && !/[/?#:]/.test(plain)
    ? { kind: "number", number: plain }
    : null;
}

export function names(text: string, card: { key: number; id: string }): boolean {
  const read = readText(text);
  return read?.kind === "number" ? read.number === card.id : read?.kind === "card" && read.key === card.key;
}

export const UNREADABLE =
  "このコードは読み取れません。この工場の用紙のコードか、カードの番号を読み取ってください。";
export const REISSUED = "この用紙は再発行されたため、使えません。新しい用紙のコードを読み取ってください。";
export const unknownNumber = (number: string) =>
  `カード「${number}」は見つかりません。番号を確かめてください。`;
