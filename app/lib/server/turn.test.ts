import { expect, test } from "vitest";
import { turns } from "./turn.server";

test("so many at once, the rest in the order of asking, also after one that failed; others don't wait", async () => {
  const inTurn = turns(2);
  const begun: string[] = [];
  const ends = new Map<string, (failed: boolean) => void>();
  const ask = (line: string, name: string) =>
    inTurn(line, () => {
      begun.push(name);
      return new Promise<void>((done, fail) =>
        ends.set(name, (failed) => (failed ? fail(new Error(name)) : done())),
      );
    });
  const all = ["a", "b", "c", "d"].map((name) => ask("yamada", name).catch((error) => error.message));
  const other = ask("suzuki", "x");
  expect(begun).toEqual(["a", "b", "x"]);
  ends.get("b")!(true);
  expect(await all[1]).toBe("b");
  expect(begun).toEqual(["a", "b", "x", "c"]);
  ends.get("c")!(false);
  await all[2];
  expect(begun).toEqual(["a", "b", "x", "c", "d"]);
  for (const name of ["a", "d", "x"]) ends.get(name)!(false);
  await Promise.all([...all, other]);
  const again = ask("yamada", "e");
  expect(begun.at(-1)).toBe("e");
  ends.get("e")!(false);
  await again;
});
