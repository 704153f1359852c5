import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { KANJI_VARIANTS } from "./fold";

const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");
const HIRAGANA = run(0x3041, 0x3096) + run(0x309d, 0x309e);
const KATAKANA = run(0x30a1, 0x30f6) + run(0x30fd, 0x30fe);
const BARS = "ー‐‑‒–—―−";
const NOTHING = ` \t\n\r${run(0xfe00, 0xfe0f)}${run(0xe0100, 0xe01ef)}`;
const FROM = HIRAGANA + BARS + [...KANJI_VARIANTS.keys()].join("") + NOTHING;
const TO = KATAKANA + "-".repeat(BARS.length) + [...KANJI_VARIANTS.values()].join("");

export const folded = (text: SQLWrapper): SQL =>
  sql`translate(lower(normalize(${text}, nfkc)), ${FROM}, ${TO})`;
