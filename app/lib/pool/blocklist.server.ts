import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FILE = join("app", "lib", "pool", "blocked-passwords.txt");

function find(): string {
  for (const start of [process.cwd(), dirname(fileURLToPath(import.meta.url))]) {
    for (let at = start; ; at = dirname(at)) {
      if (existsSync(join(at, FILE))) return join(at, FILE);
      if (at === dirname(at)) break;
    }
  }
  throw new Error(`${FILE} not found`);
}

/** What is left of a password without digits and signs: "Yamada-2026!" is "yamada". */
export const lettersOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");

// What is written for a letter, as in "P@ssw0rd".
const FOR: Record<string, string> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const spelled = (text: string) => lettersOf(text.replace(/[013457@$!]/g, (sign) => FOR[sign]!));
const SHORTEST = 4;

let list: { whole: Set<string>; words: Set<string> } | undefined;

function read() {
  const whole = readFileSync(find(), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return {
    whole: new Set(whole),
    words: new Set(
      whole.flatMap((line) => [lettersOf(line), spelled(line)]).filter((word) => word.length >= SHORTEST),
    ),
  };
}

/**
 * Whether a password is on the block list (ASVS 6.2.4), or one of its words, whatever digits and signs stand
 * beside or for its letters, or twice the same word.
 */
export function isCommon(password: string): boolean {
  const { whole, words } = (list ??= read());
  const folded = password.toLowerCase();
  if (whole.has(folded)) return true;
  const inner = folded.replace(/[^\p{L}]+$/u, "");
  const half = (bare: string) => bare.slice(bare.length / 2);
  return [lettersOf(folded), spelled(folded), spelled(inner), spelled(inner.replace(/^[^\p{L}]+/u, ""))].some(
    (bare) => words.has(bare) || (words.has(half(bare)) && half(bare).repeat(2) === bare),
  );
}

const PATHS = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
].flatMap((path) => [path, [...path].reverse().join("")]);

/**
 * How many steps of the fingers make it: runs along the keyboard, the alphabet or the digits, one key held;
 * anything else is a step of its own.
 */
function strokes(text: string): number {
  let [at, count] = [0, 0];
  for (; at < text.length; count += 1) {
    let end = at + 1;
    while (
      end < text.length &&
      [...PATHS, text.charAt(at).repeat(text.length)].some((path) => path.includes(text.slice(at, end + 1)))
    )
      end += 1;
    at = end;
  }
  return count;
}

const YEAR = "(19|20)\\d\\d";
const DAY = "(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])";
const DATE = new RegExp(`^(${YEAR}${DAY}|${DAY}${YEAR}|(0[1-9]|[12]\\d|3[01])(0[1-9]|1[0-2])${YEAR})$`);

/**
 * Whether anybody would try it without a list: a date, the same few characters over and over, a walk over the
 * keyboard.
 */
export function isDull(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const repeats = [1, 2, 3, 4].some((length) => [...text].every((one, at) => one === text[at % length]));
  return repeats || DATE.test(text.replace(/[-/. ]/g, "")) || strokes(text) <= 3;
}
