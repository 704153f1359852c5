import { toKatakana } from "./kana";

const VOWELS = "aiueo";
const ROWS: [string, string][] = [
  ["アイウエオ", ""],
  ["カキクケコ", "k"],
  ["サシスセソ", "s"],
  ["タチツテト", "t"],
  ["ナニヌネノ", "n"],
  ["ハヒフヘホ", "h"],
  ["マミムメモ", "m"],
  ["ラリルレロ", "r"],
  ["ガギグゲゴ", "g"],
  ["ザジズゼゾ", "z"],
  ["ダヂヅデド", "d"],
  ["バビブベボ", "b"],
  ["パピプペポ", "p"],
  ["ァィゥェォ", ""],
];
const LETTERS = new Map<string, string>([
  ["ヤ", "ya"],
  ["ユ", "yu"],
  ["ヨ", "yo"],
  ["ワ", "wa"],
  ["ヲ", "o"],
  ["ン", "n"],
  ["ヴ", "bu"],
  ["ー", ""],
]);
for (const [row, consonant] of ROWS)
  Array.from(row, (kana, at) => LETTERS.set(kana, consonant + VOWELS[at]!));
const SMALL: Record<string, string> = { ャ: "ya", ュ: "yu", ョ: "yo" };

/** For comparing, not for reading: shi and si, chō, chou and cho, kombu and konbu are one. */
export const oneSpelling = (latin: string): string =>
  latin
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ct]ch/g, "tty")
    .replace(/sh(?=i)/g, "s")
    .replace(/ch(?=i)/g, "t")
    .replace(/sh/g, "sy")
    .replace(/ch/g, "ty")
    .replace(/tyi/g, "ti")
    .replace(/ts(?=u)/g, "t")
    .replace(/f(?=u)/g, "h")
    .replace(/f(?=[aieo])/g, "hu")
    .replace(/j(?=i)/g, "z")
    .replace(/j/g, "zy")
    .replace(/di/g, "zi")
    .replace(/du/g, "zu")
    .replace(/v/g, "b")
    .replace(/m(?=[bmp])/g, "n")
    .replace(/o[ouh](?![aiueoy])/g, "o")
    .replace(/uu/g, "u");

export function romajiOf(reading: string): string {
  let [latin, doubled] = ["", false];
  for (const kana of toKatakana(reading.normalize("NFKC"))) {
    if (kana === "ッ") doubled = true;
    const glide = SMALL[kana];
    if (glide) latin = latin.replace(/i$/, "") + glide;
    const said = LETTERS.get(kana);
    if (said === undefined) continue;
    latin += doubled ? said.slice(0, 1) + said : said;
    doubled = false;
  }
  return oneSpelling(latin);
}
