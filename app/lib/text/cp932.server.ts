import iconv from "iconv-lite";

export type Unencodable = { row: number; col: number; char: string };

// R6-3: look-alikes that the encoder would turn into '?' or a backslash.
const LOOKALIKE: Record<string, string> = {
  "〜": "～",
  "−": "－",
  "‖": "∥",
  "—": "―",
  "¥": "￥",
  "㋿": "令和",
};
const MISSING = "〓";

const encodableChars = new Map<string, boolean>();

function encodable(char: string): boolean {
  let answer = encodableChars.get(char);
  if (answer === undefined) {
    answer = iconv.decode(iconv.encode(char, "cp932"), "cp932") === char;
    if (encodableChars.size < 20_000) encodableChars.set(char, answer);
  }
  return answer;
}

/** R6-3: what Shift_JIS cannot hold is written 〓 and listed, never a silent '?'. */
export function encodeCp932(text: string): { bytes: Uint8Array; unencodable: Unencodable[] } {
  const unencodable: Unencodable[] = [];
  let [row, col, quoted] = [1, 1, false];
  let out = "";
  for (const char of text.replace(/^\ufeff/, "").replace(/[〜−‖—¥㋿]/g, (c) => LOOKALIKE[c]!)) {
    if (char === '"') quoted = !quoted;
    else if (char === "," && !quoted) col += 1;
    else if (char === "\n" && !quoted) [row, col] = [row + 1, 1];
    if (encodable(char)) out += char;
    else {
      unencodable.push({ row, col, char });
      out += MISSING;
    }
  }
  return { bytes: iconv.encode(out, "cp932"), unencodable };
}
