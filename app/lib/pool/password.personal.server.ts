import { toKatakana } from "~/lib/text/kana";
import { oneSpelling, romajiOf } from "~/lib/text/romaji";
import { lettersOf } from "./blocklist.server";

export type Called = { name: string; kana: string | null };

// What companies and their addresses are called besides their own word.
const TRADE =
  /seisakusho|seisaku|seiki|kogyosho|kogyo|koki|denki|denshi|kinzoku|kikai|kakou?|sangyo|shoji|shokai|giken|tekko|factory|works|corp/g;
const TRADE_WORD =
  /製作所?|精機|工業所?|興業|光機|鋼機|電機|電気|電子|電装|金属|機械|加工|産業|商事|商会|商店|技研|鉄工所?|[鈑板]金|工場|産業/g;
const LEGAL =
  /\b(inc|ltd|llc|co|corp|k\.k)\b|(株式|有限|合同|合資|合名)会社|\([株有同資名]\)|カブシキガイシャ|ユウゲンガイシャ|ゴウドウガイシャ/gi;
const LONG = 16;

const wordsIn = (name: string) => {
  const [local = "", host = ""] = name.split("@");
  return [name, local, ...host.split(".").slice(0, -1)].map(lettersOf).filter((word) => word.length > 2);
};

function leansOn(bare: string, word: string): boolean {
  const rest = bare.startsWith(word)
    ? bare.slice(word.length)
    : bare.endsWith(word)
      ? bare.slice(0, -word.length)
      : null;
  return rest !== null && rest.replace(TRADE, "").replace(TRADE_WORD, "").length < 4;
}

function saysCompany(bare: string, { name, kana }: Called): boolean {
  const written = lettersOf(name.normalize("NFKC").replace(LEGAL, ""));
  const read = lettersOf(toKatakana((kana ?? "").normalize("NFKC")).replace(LEGAL, ""));
  const [heard, latin] = [toKatakana(bare), oneSpelling(bare)];
  const inside = (text: string, word: string, least: number) =>
    [...word].length >= least && text.includes(word);
  if (
    inside(bare, written, /^[a-z]+$/.test(written) ? 4 : 2) ||
    inside(heard, read, 3) ||
    inside(latin, romajiOf(read), 5)
  )
    return true;
  const core = written.replace(TRADE_WORD, "");
  return [...core].length > 1 && leansOn(bare, core);
}

export function isPersonal(password: string, names: (string | null)[], companies: Called[]): boolean {
  const [folded, bare] = [password.toLowerCase(), lettersOf(password)];
  const words = names.flatMap((name) => (name === null ? [] : wordsIn(name)));
  const repeats = names.some(
    (name) => name !== null && (folded === name.toLowerCase() || folded === name.toLowerCase().split("@")[0]),
  );
  if (repeats || words.includes(bare)) return true;
  return (
    [...password].length < LONG &&
    (words.some((word) => leansOn(bare, word)) || companies.some((company) => saysCompany(bare, company)))
  );
}
