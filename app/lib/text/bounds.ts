/** An order of 300 lines has nineteen cells in each, and its head. */
export const FORM = { fields: 6_000, bytes: Infinity };
export const ENTRANCE = { fields: 20, bytes: 64_000 };
/** Rows of an import come 500 at a time, with up to 200 cells. */
export const JSON_BODY = { values: 150_000, depth: 12 };
export type FormBounds = typeof FORM;

export const TOO_MANY = "送信された項目が多すぎます。件数を減らして、もう一度お試しください。";
export const UNREADABLE =
  "送信された内容を読み取れませんでした。画面を読み込み直して、もう一度お試しください。";

const NAME_LENGTH = 200;
const ROWS = 300;
const SPARE_ROWS = 20;
const DEPTH = 6;

/** Whatever reads a form makes all rows before the one named, so a row's number is bounded by the fields. */
export function boundedName(name: string, fields: number): boolean {
  if (name.length > NAME_LENGTH) return false;
  if ((name.match(/[.[]/g) ?? []).length >= DEPTH) return false;
  return [...name.matchAll(/\[(\d+)/g)].every(
    ([, index]) => Number(index) < Math.min(ROWS, fields + SPARE_ROWS),
  );
}

export function boundedJson(text: string, most: { values: number; depth: number }): boolean {
  let [values, depth] = [1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      at = stringEnd(text, at);
    } else if (letter === "," || letter === "[" || letter === "{") {
      values += 1;
      if (letter !== ",") depth += 1;
      if (values > most.values || depth > most.depth) return false;
    } else if (letter === "]" || letter === "}") depth -= 1;
  }
  return true;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
