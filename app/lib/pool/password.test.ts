import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isCommon } from "./blocklist.server";
import { codeLetter, invitationLetter, notYetLetter, orderedCodeLetter } from "./letter";
import { refuseWeak } from "./password.server";

const refused = (
  password: string,
  names: (string | null)[] = [],
  companies: { name: string; kana: string | null }[] = [],
) => {
  try {
    refuseWeak(password, names, companies);
    return "";
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};

test("the block list holds more than three thousand passwords, each once, in small letters, of eight characters and more", () => {
  const list = readFileSync("app/lib/pool/blocked-passwords.txt", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(list.length).toBeGreaterThan(3000);
  expect(new Set(list).size).toBe(list.length);
  expect(
    list.filter((line) => [...line].length < 8 || line !== line.toLowerCase() || line !== line.trim()),
  ).toEqual([]);
});

test("what everybody thinks of is refused, in any case", () => {
  for (const common of [
    "password",
    "Password123",
    "1qaz2wsx",
    "QWERTYUIOP",
    "12345678",
    "iloveyou",
    "P@ssw0rd",
    "sakura123",
    "toyota2026",
    "aaaaaaaa",
  ]) {
    expect(refused(common), common).toBe(
      "InvalidPasswordException: Password did not conform with policy: Password is too easy to guess",
    );
  }
  expect(isCommon("koba-demo-2026")).toBe(false);
});

test("eight characters of any kind will do, counted as a reader counts them; no class of character is asked for", () => {
  for (const good of [
    "xkqjwzvb",
    "長い合言葉を使う",
    "𠮷𠮷田田野家家屋",
    "correct horse battery staple",
    "correct horse ".repeat(18),
  ])
    expect(refused(good), good).toBe("");
  expect(refused("𠮷𠮷𠮷𠮷")).toContain("Password not long enough");
  expect(refused("xkqjwzv")).toContain("Password not long enough");
  expect(refused("xy".repeat(200))).toContain("Password too long");
});

test("one's own name or address is no password", () => {
  const names = ["admin@yamada-seiki.example", null];
  expect(refused("Admin@Yamada-Seiki.example", names)).toContain("too easy to guess");
  expect(refused("yamadasei", ["yamadasei@yamada.example"])).toContain("too easy to guess");
  for (const word of ["yamada-2026", "YAMADA!!!", "2026ｙａｍａｄａ", "koba-2026", "password-2026!"]) {
    expect(refused(word, ["admin@x.example", "yamada", "KOBA"]), word).toContain("too easy to guess");
  }
  for (const good of ["koba-demo-2026", "yamada-tonbo-26", "12-34-56-78-ab"])
    expect(refused(good, ["yamada", "KOBA"]), good).toBe("");
});

test("what one is called with hardly anything beside it is no password: a few letters, or what every company is called", () => {
  const names = ["keiri@tokiwa-kinzoku.example", "山本 経子", "yamada"];
  for (const word of [
    "yamadaseiki",
    "Yamada-Seiki-26",
    "seiki_yamada",
    "yamadaabc1",
    "keiri2026xy",
    "tokiwakinzoku",
    "yamadakogyo9",
  ]) {
    expect(refused(word, names), word).toContain("too easy to guess");
  }
  for (const good of ["yamada-no-kawa-9", "keirishitsu7", "yamadahanabi", "yamada-2f9k-77x1-q0"])
    expect(refused(good, names), good).toBe("");
});

test("the company's name stands in no password, as written, as read or as romanised; beside its own word stands something", () => {
  const yamada = [{ name: "山田精機株式会社", kana: "ヤマダセイキ" }];
  for (const word of [
    "山田精機2026",
    "わたしの山田精機",
    "山田精機株式会社",
    "ヤマダセイキ26",
    "やまだせいき!!",
    "ﾔﾏﾀﾞｾｲｷ-99",
    "my-YamadaSeiki",
    "山田-工業-2026",
    "2026山田!!!",
  ]) {
    expect(refused(word, [], yamada), word).toContain("too easy to guess");
  }
  for (const good of ["山田川の鮎を釣る朝", "山田精機の裏庭に咲く朝顔と蜜蜂の羽音", "yamadahanabi-x"])
    expect(refused(good, [], yamada), good).toBe("");
  const others: [string, string | null, string][] = [
    ["㈱東京技研", "トウキョウギケン", "tokyogiken-77"],
    ["有限会社 匠", null, "takumi-no-waza"],
    ["KOSMO Inc.", null, "kosmo-2026x"],
  ];
  expect(others.map(([name, kana, word]) => refused(word, [], [{ name, kana }]) !== "")).toEqual([
    true,
    false,
    true,
  ]);
});

test("a common word with anything but letters beside it or in their place is common; so are dates, repeats and walks over the keyboard", () => {
  for (const word of [
    "Sakura-2031!",
    "s@kura##31",
    "t0y0ta-1987",
    "Pa$$w0rd!!77",
    "sakurasakura9",
    "19850412",
    "1985-04-12",
    "04121985",
    "abcabcabc",
    "12121212",
    "ああああああああ",
    "qwerty123456",
    "zxcvasdf",
    "87654321abc",
    "poiuytrewq",
    "1qaz@@@@",
  ]) {
    expect(refused(word), word).toContain("too easy to guess");
  }
  for (const good of ["tonbo-kawa-31", "19850412-hotaru", "kumo7iwashi", "qwfpgjluy", "mizu49hasi"])
    expect(refused(good), good).toBe("");
});

test("each letter says what it is about, how long it holds, and what to do if it was not asked for", () => {
  const letters = [
    codeLetter("KOBA", "012345"),
    orderedCodeLetter("KOBA", "012345", "https://koba.example"),
    notYetLetter("KOBA", "https://koba.example"),
    invitationLetter("KOBA", "https://koba.example", "new@yamada.example", "Temp-1"),
  ];
  for (const { subject, text } of letters) {
    expect(subject).toMatch(/^【KOBA】/);
    expect(text).toMatch(/有効期限/);
    expect(text).toContain("お心当たりがない場合");
  }
  expect(letters[0]!.text).toContain("確認コード: 012345\n");
});
