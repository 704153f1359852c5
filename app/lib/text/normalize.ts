// Controls, zero-width space, BOM, direction marks. ZWJ and variation selectors stay: 邉󠄀 needs them.
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u2028\u2029]/g;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;

function clean(text: string): string {
  return text
    .replace(LONE_SURROGATE, "")
    .replace(INVISIBLE, "")
    .replace(/[\uff61-\uff9f]+/g, (kana) => kana.normalize("NFKC"))
    .replace(/[\u3041-\u30ff][\u3099\u309a]/g, (pair) => pair.normalize("NFC"))
    .replace(/\u3099/g, "゛")
    .replace(/\u309a/g, "゜");
}

/** R7-3: half-width kana to full, controls out, trimmed; ㈱ ① 髙 stay as typed. */
export function tidy(text: string): string {
  return clean(text.replace(/[\t\r\n]+/g, " ")).trim();
}

export function tidyLines(text: string): string {
  return clean(text.replace(/\r\n?/g, "\n"))
    .replace(/[ \t\u3000]+\n/g, "\n")
    .trim();
}

/** R7-3: NFKC, every hyphen-like character to '-'; ー within kana stays. */
export function normalizeCode(text: string): string {
  return tidy(text)
    .normalize("NFKC")
    .replace(/ ?[\u3099\u309a]/g, "")
    .normalize("NFKC")
    .replace(/[‐‑‒–—―−]/g, "-")
    .replace(/ー+/g, (bars, offset: number, whole: string) =>
      offset > 0 && /[\u3041-\u30fa]/.test(whole[offset - 1]!) ? bars : "-".repeat(bars.length),
    )
    .trim();
}

export function isBroken(text: string): boolean {
  return text.includes("\u0000") || /[\ud800-\udfff]/u.test(text);
}
