import type { ISODate } from "~/lib/time/date";
import { quoted, Unreadable } from "./statement";
import { eralessDate } from "./zengin.date";

const LENGTH = 200;
export const TRANSFER_LENGTH = 120;
const AS_RECEIVED = "銀行から受け取ったままのファイルを選んでください。";

/** EBCDIC writes its digits from 0xF0: 1 and the kind. */
const isEbcdic = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xf1 && bytes[1] === 0xf0 && bytes[2]! >= 0xf0 && bytes[2]! <= 0xf9;

export type ZenginKind = "01" | "03";

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** The header's 種別 of a file of fixed records, or null for any other file. */
export function zenginKind(bytes: Uint8Array): ZenginKind | null {
  if (isEbcdic(bytes))
    throw new Unreadable(
      "EBCDIC（コード区分1）のファイルです。銀行の画面でコード区分を「JIS」にして、もう一度受け取ってください。",
    );
  const head = ascii(bytes.slice(0, 5));
  if (!/^1\d{4}/.test(head)) return null;
  const kind = head.slice(1, 3);
  if (kind === "21")
    throw new Unreadable("総合振込のファイルです。入出金取引明細か振込入金通知のファイルを選んでください。");
  if (kind === "01" || kind === "03") return kind;
  throw new Unreadable(
    `種別${kind}のファイルです。取り込めるのは、入出金取引明細（03）と振込入金通知（01）です。`,
  );
}

/** Cut by bytes: without line ends, each record is as long as its format says. */
export function recordsOf(bytes: Uint8Array, length = LENGTH): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const ends = at === bytes.length || bytes[at] === 0x0d || bytes[at] === 0x0a || bytes[at] === 0x1a;
    if (!ends) continue;
    if (at > start) lines.push(bytes.subarray(start, at));
    start = at + 1;
  }
  return lines.flatMap((line, index) => {
    if (line.length % length !== 0) {
      const transfer =
        length === LENGTH && line.length % TRANSFER_LENGTH === 0 ? "120バイトは総合振込の長さです。" : "";
      throw new Unreadable(
        `${index + 1}行目の長さが${line.length}バイトです。${length}バイトのレコードではありません。${transfer}${AS_RECEIVED}`,
      );
    }
    return Array.from({ length: line.length / length }, (_, n) =>
      line.subarray(n * length, (n + 1) * length),
    );
  });
}

const decoder = new TextDecoder("shift_jis");

/** The fields of one record by position from 1, as the format's sheets count. */
export type Fields = ReturnType<typeof fieldsBy>;

export const fieldsOf = (bytes: Uint8Array, index: number): Fields =>
  fieldsBy((from, length) => decoder.decode(bytes.subarray(from - 1, from - 1 + length)), index);

export function fieldsBy(raw: (from: number, length: number) => string, index: number) {
  const wrong = (name: string, found: string) =>
    new Unreadable(
      `${index + 1}件目のレコードの「${name}」が読み取れません（${quoted(found)}）。${AS_RECEIVED}`,
    );
  const digits = (name: string, from: number, length: number): string => {
    const text = raw(from, length);
    if (text.length > length || !/^(\d+| +)$/.test(text)) throw wrong(name, text);
    return text.trim() === "" ? "0".repeat(length) : text;
  };
  return {
    at: index + 1,
    type: raw(1, 1),
    raw,
    wrong,
    text: (from: number, length: number): string | null => raw(from, length).trim() || null,
    digits,
    number: (name: string, from: number, length: number) => Number(digits(name, from, length)),
    isDigits: (from: number, length: number) => /^\d+$/.test(raw(from, length)),
    date(name: string, from: number, near: ISODate) {
      const found = eralessDate(digits(name, from, 6), near);
      if (!found) throw wrong(name, raw(from, 6));
      return found;
    },
  };
}
