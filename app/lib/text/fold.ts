import { normalizeCode } from "./normalize";

const KANJI_VARIANTS = new Map(
  Object.entries({
    髙: "高",
    﨑: "崎",
    嵜: "崎",
    濱: "浜",
    濵: "浜",
    邊: "辺",
    邉: "辺",
    齋: "斎",
    齊: "斉",
    澤: "沢",
    廣: "広",
    國: "国",
    櫻: "桜",
    嶋: "島",
    惠: "恵",
    眞: "真",
    德: "徳",
    瀨: "瀬",
    鐵: "鉄",
    實: "実",
    榮: "栄",
    龍: "竜",
    與: "与",
    𠮷: "吉",
  }),
);

/** R7-3. ー and - count as one. */
export function searchKey(text: string): string {
  const folded = normalizeCode(text)
    .toLowerCase()
    .replace(/ー/g, "-")
    .replace(/[\s\ufe00-\ufe0f]|\udb40[\udd00-\uddef]/g, "")
    .replace(/[\u3041-\u3096\u309d\u309e]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
  return Array.from(folded, (char) => KANJI_VARIANTS.get(char) ?? char).join("");
}
