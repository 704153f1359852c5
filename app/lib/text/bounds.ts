/** What one post may hold: more than any page of ours sends, and little enough to be read at once. */
export const FORM = { fields: 5_000, bytes: Infinity };
/** The same where nobody has signed in yet. */
export const ENTRANCE = { fields: 20, bytes: 64_000 };
export type FormBounds = typeof FORM;

export const TOO_MANY = "送信された項目が多すぎます。件数を減らして、もう一度お試しください。";
export const UNREADABLE =
  "送信された内容を読み取れませんでした。画面を読み込み直して、もう一度お試しください。";

const NAME_LENGTH = 200;
/** Rows of the longest form: the cards of 納品書作成. */
const ROWS = 300;
/** Rows that a page adds empty and may leave out of what it sends. */
const SPARE_ROWS = 20;
const DEPTH = 6;

/**
 * Whether names like `lines[3].name` may be read as what they mean. A row's number must be one that so many
 * fields can have made: whatever
 * reads the form makes all rows before it.
 */
export function boundedName(name: string, fields: number): boolean {
  if (name.length > NAME_LENGTH) return false;
  if ((name.match(/[.[]/g) ?? []).length >= DEPTH) return false;
  return [...name.matchAll(/\[(\d+)/g)].every(
    ([, index]) => Number(index) < Math.min(ROWS, fields + SPARE_ROWS),
  );
}

/** Whether a text of JSON holds so many values at most, in so many levels; asked before it is parsed. */
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
