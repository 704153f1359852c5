import { expect, test } from "vitest";
import { atRows, chosen } from "./step";

test("rows are those that were posted as rows, and ticked", () => {
  const lines = [{ on: "on", card_key: "7" }, { card_key: "8" }];
  expect(chosen({ lines })).toEqual([lines[0]]);
  expect(atRows({ "lines[0].num_items": ["x"] }, { lines }, [{ card_key: 8 }, { card_key: 7 }])).toEqual({
    "lines[1].num_items": ["x"],
  });
  for (const bent of ["x", {}, undefined] as never[]) {
    expect(chosen({ lines: bent })).toEqual([]);
    expect(atRows({ "lines[0].on": ["x"] }, { lines: bent }, [{ card_key: 8 }])).toEqual({ "": ["x"] });
  }
});
