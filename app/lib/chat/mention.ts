type Named = { name: string };

/** 「＠山田 太郎」 is 「@山田太郎」 */
export const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");

export const isNamed = (words: string) => /[@＠]/.test(words);

export function mentioned<P extends Named>(text: string, people: P[]): P[] {
  let left = plain(text);
  if (!left.includes("@")) return [];
  const called = [...people]
    .filter(({ name }) => plain(name) !== "")
    .sort((a, b) => plain(b.name).length - plain(a.name).length)
    .flatMap((one) => {
      const call = `@${plain(one.name)}`;
      const at = left.indexOf(call);
      if (at < 0) return [];
      left = left.replaceAll(call, " ".repeat(call.length));
      return [{ one, at }];
    });
  return called.sort((a, b) => a.at - b.at).map(({ one }) => one);
}

export function beganName(text: string, caret: number): string | null {
  const found = /[@＠]([^@＠\n]{0,20})$/.exec(text.slice(0, caret));
  return found ? found[1]! : null;
}

export const namesLike = <P extends Named>(people: P[], began: string): P[] =>
  people
    .filter(({ name }) => plain(name).startsWith(plain(began)) && plain(name) !== plain(began))
    .slice(0, 6);
