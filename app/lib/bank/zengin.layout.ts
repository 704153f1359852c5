import type { Fields } from "./zengin.record";

/** N stands right and is filled up with 0, C stands left and is filled up with spaces. */
type Sheet = readonly (readonly [name: string, kind: "N" | "C", length: number])[];

/** R6-5: 総合振込. 手形交換所 and what nobody uses stay blank. */
const TRANSFER_SHEETS = {
  head: [
    ["データ区分", "N", 1],
    ["種別コード", "N", 2],
    ["コード区分", "N", 1],
    ["委託者コード", "N", 10],
    ["委託者名", "C", 40],
    ["振込指定日", "N", 4],
    ["仕向銀行番号", "N", 4],
    ["仕向銀行名", "C", 15],
    ["仕向支店番号", "N", 3],
    ["仕向支店名", "C", 15],
    ["預金種目", "N", 1],
    ["口座番号", "N", 7],
    ["ダミー", "C", 17],
  ],
  line: [
    ["データ区分", "N", 1],
    ["被仕向銀行番号", "N", 4],
    ["被仕向銀行名", "C", 15],
    ["被仕向支店番号", "N", 3],
    ["被仕向支店名", "C", 15],
    ["手形交換所番号", "C", 4],
    ["預金種目", "N", 1],
    ["口座番号", "N", 7],
    ["受取人名", "C", 30],
    ["振込金額", "N", 10],
    ["新規コード", "N", 1],
    ["顧客コードまたはEDI情報", "C", 20],
    ["振込指定区分", "N", 1],
    ["識別表示", "C", 1],
    ["ダミー", "C", 7],
  ],
  tail: [
    ["データ区分", "N", 1],
    ["合計件数", "N", 6],
    ["合計金額", "N", 12],
    ["ダミー", "C", 101],
  ],
  end: [
    ["データ区分", "N", 1],
    ["ダミー", "C", 119],
  ],
} as const satisfies Record<string, Sheet>;

type SheetName = keyof typeof TRANSFER_SHEETS;
type FieldName<S extends SheetName> = (typeof TRANSFER_SHEETS)[S][number][0];
type Values<S extends SheetName> = Partial<Record<FieldName<S>, string | number>>;

const fits = (text: string, kind: "N" | "C", length: number) =>
  text.length <= length && (kind === "C" || /^\d*$/.test(text));

/** Throws where a field doesn't hold its value: nothing is cut on the way to a bank. */
export function recordText<S extends SheetName>(name: S, values: Values<S>): string {
  const sheet: Sheet = TRANSFER_SHEETS[name];
  const given: Record<string, string | number | undefined> = values;
  return sheet
    .map(([field, kind, length]) => {
      const text = String(given[field] ?? "");
      if (!fits(text, kind, length)) throw new Error(`${field} does not hold ${text.length} characters`);
      return kind === "N" ? text.padStart(length, "0") : text.padEnd(length, " ");
    })
    .join("");
}

const HALF_KANA = 0xff61 - 0xa1;

/** JIS X 0201: ASCII, and half-width kana in one byte each. */
export function halfWidthBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => {
    const code = char.charCodeAt(0);
    const byte = code >= 0xff61 && code <= 0xff9f ? code - HALF_KANA : code;
    if (byte > 0xdf || (byte > 0x7e && byte < 0xa1)) throw new Error(`no half-width letter: ${code}`);
    return byte;
  });
}

/** What stands in the fields of a record that was read. */
export function readRecord<S extends SheetName>(name: S, record: Fields): Record<FieldName<S>, string> {
  const sheet: Sheet = TRANSFER_SHEETS[name];
  let from = 1;
  const read = sheet.map(([field, kind, length]) => {
    const text = kind === "N" ? record.digits(field, from, length) : record.raw(from, length).trimEnd();
    from += length;
    return [field, text];
  });
  return Object.fromEntries(read) as Record<FieldName<S>, string>;
}
