import { expect, test } from "vitest";
import { statementName } from "./statements.server";

const often = (text: string) => Array.from({ length: 10 }, () => statementName(text)).at(-1);

test("a statement that comes often is named, whatever was busy before it, and no name stands for two", () => {
  expect(statementName("rare")).toBeUndefined();
  const first = often("first");
  expect(first).toBeDefined();
  const busy = Array.from({ length: 300 }, (_, n) => often(`busy ${n}`));
  expect(new Set([first, ...busy]).size).toBe(301);
  expect(statementName("busy 299")).toBe(busy[299]);
  expect(statementName("first")).toBeUndefined();
  // Given up and given again it is the one that connections know: none holds two of a statement.
  expect(often("first")).toBe(first);
  const board = often("board");
  for (let n = 0; n < 300; n++) {
    often(`other ${n}`);
    expect(statementName("board")).toBe(board);
  }
});
