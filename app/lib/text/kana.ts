import { tidy } from "./normalize";

const HALF = new Map<string, string>([
  ["\u3099", "ﾞ"],
  ["\u309a", "ﾟ"],
]);
for (let code = 0xff66; code <= 0xff9d; code += 1) {
  const half = String.fromCharCode(code);
  HALF.set(half.normalize("NFKC"), half);
}
const SMALL = "ァィゥェォッャュョヮヵヶ";
const LARGE = "アイウエオツヤユヨワカケ";

export function toKatakana(text: string): string {
  return tidy(text).replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

/** R6-6: the narrow set every bank takes; null for anything else, such as kanji or ヲ. */
export function payeeKana(text: string): string | null {
  const large = toKatakana(text.normalize("NFKC"))
    .replace(/[ァィゥェォッャュョヮヵヶ]/g, (kana) => LARGE[SMALL.indexOf(kana)]!)
    .replace(/[ー‐‑‒–—―−]/g, "-")
    .toUpperCase();
  const half = Array.from(large.normalize("NFD"), (char) => HALF.get(char) ?? char).join("");
  return /^[ｱ-ﾝﾞﾟA-Z0-9 ().-]+$/.test(half) ? half : null;
}
