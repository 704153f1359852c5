import { expect, test } from "vitest";
import { dropBlankLines } from "./order.blank.server";

test("a blank row among pasted ones is left out, and those below it move up", () => {
  const form = new FormData();
  const cells: [string, string][] = [
    ["lines[0].name", "座金"],
    ["lines[0].num_items", "10"],
    ["lines[1].name", " "],
    ["lines[1].num_items", ""],
    ["lines[2].name", ""],
    ["lines[2].num_items", "5"],
    ["note", "急ぎ"],
  ];
  for (const [name, value] of cells) form.append(name, value);
  dropBlankLines(form);
  expect([...form]).toEqual([
    ["note", "急ぎ"],
    ["lines[0].name", "座金"],
    ["lines[0].num_items", "10"],
    ["lines[1].name", ""],
    ["lines[1].num_items", "5"],
  ]);
  const blank = new FormData();
  blank.append("lines[0].name", "");
  dropBlankLines(blank);
  expect([...blank]).toEqual([["lines[0].name", ""]]);
});
