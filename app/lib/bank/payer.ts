/** 振込名義 as it is compared: `key` without legal form, spaces and signs; `kana` as people read it. */
export type Payer = { kana: string; key: string; form: string; position: "front" | "behind" | "middle" | "" };
export type PayerMatch = "same" | "candidate" | "prefix" | "none";

const SMALL = "ァィゥェォッャュョヮヵヶ";
const LARGE = "アイウエオツヤユヨワカケ";

/** Bank abbreviations of legal forms in large kana, the longest first. */
const FORMS =
  "シユウ トクヒ シホウ チユウ ザイ シヤ ガク フク ドク ベン ゼイ ギヨ ダイ ノウ ホゴ カ ユ ド メ シ イ ソ".split(
    " ",
  );
const OFFICES = "シユツ|エイ";
const SPELLED: [words: string, form: string][] = [
  ["カブシキガイシヤ|カブシキカイシヤ|株式会社", "カ"],
  ["ユウゲンガイシヤ|ユウゲンカイシヤ|有限会社", "ユ"],
  ["ゴウドウガイシヤ|ゴウドウカイシヤ|合同会社", "ド"],
  ["ゴウメイガイシヤ|合名会社", "メ"],
  ["ゴウシガイシヤ|合資会社", "シ"],
  ["イリヨウホウジン|医療法人", "イ"],
  ["ザイダンホウジン|財団法人", "ザイ"],
  ["シヤダンホウジン|社団法人", "シヤ"],
  ["ガツコウホウジン|学校法人", "ガク"],
  ["シユウキヨウホウジン|宗教法人", "シユウ"],
  ["シヤカイフクシホウジン|社会福祉法人", "フク"],
];
const SHORT_KANJI: Record<string, string> = { 株: "カ", 有: "ユ", 同: "ド", 名: "メ", 資: "シ" };

const PREFIX = /^振込(?:入金|IB)?\d*[*\s]*/;
const CODE = /^\d{10} ?/;

/** The name as the bank sent it, in full-width kana, without what stands in front of it. */
export function payerKana(raw: string): string {
  return raw
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .trim()
    .replace(PREFIX, "")
    .replace(CODE, "")
    .trim();
}

type Cut = Omit<Payer, "kana" | "key"> & { rest: string };

function withoutSpelled(text: string): Cut | null {
  for (const [words, form] of SPELLED) {
    const front = new RegExp(`^(?:${words})(?=.)`).exec(text);
    if (front) return { rest: text.slice(front[0].length), form, position: "front" };
    const behind = new RegExp(`(?<=.)(?:${words})$`).exec(text);
    if (behind) return { rest: text.slice(0, behind.index), form, position: "behind" };
  }
  return null;
}

const ABBREVIATED = `(${[...FORMS, ...Object.keys(SHORT_KANJI)].join("|")})`;
const FRONT = new RegExp(`^\\(?${ABBREVIATED}[).](?=.)`);
const MIDDLE = new RegExp(`(?<=.)\\(${ABBREVIATED}\\)(?=.)`);
const BEHIND = new RegExp(`(?<=.)\\(${ABBREVIATED}\\)?$`);
const OFFICE = new RegExp(`\\((?:${OFFICES})\\)?`, "g");

function withoutForm(text: string): Cut {
  const spelled = withoutSpelled(text);
  if (spelled) return spelled;
  const found = [
    [FRONT, "front"],
    [BEHIND, "behind"],
    [MIDDLE, "middle"],
  ] as const;
  for (const [pattern, position] of found) {
    const match = pattern.exec(text);
    if (match)
      return { rest: text.replace(pattern, ""), form: SHORT_KANJI[match[1]!] ?? match[1]!, position };
  }
  return { rest: text, form: "", position: "" };
}

/** formats of banks differ: compared without spaces, signs, small kana, ー, ヲ and the legal form. */
export function readPayer(raw: string): Payer {
  const kana = payerKana(raw);
  const large = kana
    .replace(/[ァィゥェォッャュョヮヵヶ]/g, (letter) => LARGE[SMALL.indexOf(letter)]!)
    .replace(/ヲ/g, "オ")
    .replace(/\s/g, "")
    .replace(OFFICE, "");
  const { rest, form, position } = withoutForm(large);
  return { kana, key: rest.replace(/[.・()（）,/ー‐‑‒–—―−-]/g, ""), form, position };
}

const PREFIX_LENGTH = 6;

/** A name of which too little came, or with a branch behind it, is only a candidate. */
export function comparePayers(payer: Payer, master: Payer): PayerMatch {
  if (!payer.key || !master.key) return "none";
  if (payer.key === master.key) {
    const unknown = master.form === "";
    const equal = payer.form === master.form && payer.position === master.position;
    return unknown || equal ? "same" : "candidate";
  }
  const [short, long] = [payer.key, master.key].sort((a, b) => a.length - b.length) as [string, string];
  return short.length >= PREFIX_LENGTH && long.startsWith(short) ? "prefix" : "none";
}
