import { expect, test } from "vitest";
import { oneSpelling, romajiOf } from "./romaji";

test("a reading and each way of romanising it come to one spelling", () => {
  const known: [string, string[]][] = [
    ["ヤマダセイキ", ["yamadaseiki"]],
    ["とうきょう", ["tokyo", "toukyou", "tōkyō", "tohkyo"]],
    ["シンジツ", ["shinjitsu", "sinzitu"]],
    ["フジ", ["fuji", "huzi"]],
    ["ﾁｮｳｼﾞｬ", ["choja", "tyouzya"]],
    ["コンブ", ["kombu", "konbu"]],
    ["ニッチ", ["nitchi", "nicchi", "nitti"]],
    ["スーパー", ["supa", "suupa"]],
    ["ファクトリ", ["fakutori"]],
    ["ツヅキ", ["tsuzuki", "tuduki"]],
  ];
  for (const [kana, spellings] of known)
    for (const latin of spellings) expect([latin, oneSpelling(latin)], kana).toEqual([latin, romajiOf(kana)]);
  expect([romajiOf("山田"), romajiOf("")]).toEqual(["", ""]);
});
