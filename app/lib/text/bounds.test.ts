import { expect, test } from "vitest";
import { boundedJson, boundedName } from "./bounds";

test("a row's number is bounded by what so many fields can have made, and by the longest form there is", () => {
  expect([
    boundedName("lines[19].name", 1),
    boundedName("lines[21].name", 1),
    boundedName("lines[299].name", 1800),
    boundedName("lines[300].name", 1800),
  ]).toEqual([true, false, true, false]);
  for (const name of [
    "x[4294967294]",
    "x[1e9",
    "a[0].b[99999].c",
    `${"a".repeat(201)}`,
    "a.b.c.d.e.f.g",
    "a[0][0][0][0][0][0]",
  ]) {
    expect([name, boundedName(name, 10)]).toEqual([name, name === "x[1e9"]);
  }
});

test("the values and levels of a JSON text are counted without parsing it; what stands in a string counts for nothing", () => {
  const most = { values: 5, depth: 2 };
  expect(
    [
      "[1,2]",
      '{"a":[1]}',
      '"[[[[[,,,,,,"',
      '["\\"[[[[", 1]',
      "[[[1]]]",
      "[1,2,3,4,5,6]",
      "[".repeat(1e6),
      "]]]]",
    ].map((text) => boundedJson(text, most)),
  ).toEqual([true, true, true, true, false, false, false, true]);
});
