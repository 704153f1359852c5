/** Windows takes none of these; the full-width ones look the same. */
const FORBIDDEN: Record<string, string> = {
  '"': "”",
  "*": "＊",
  "/": "／",
  ":": "：",
  "<": "＜",
  ">": "＞",
  "?": "？",
  "\\": "＼",
  "|": "｜",
};

/** With the rest of a name it stays below the 255 bytes that a file system takes. */
const NAME_MAX = 50;

/** No file system's own signs, no end that Windows drops. */
export const fileWord = (text: string): string =>
  Array.from(
    text
      .replace(/["*/:<>?\\|]/g, (char) => FORBIDDEN[char]!)
      .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\ufeff]/g, ""),
  )
    .slice(0, NAME_MAX)
    .join("")
    .replace(/^[\s.]+|[\s.]+$/g, "");

/** R3-6: 20261031_ヤマダセイキ株式会社_550000, without an ending. */
export const documentFileName = (day: string, partner: string, amount: number | null): string =>
  [day.replaceAll("-", ""), fileWord(partner) || "取引先", amount ?? "金額なし"].join("_");
