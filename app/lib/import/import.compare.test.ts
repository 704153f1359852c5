import { expect, test } from "vitest";
import { amongNamesakes, compare, mergeLine, textsOf } from "./import.compare";
import type { Checked } from "./import.intake.server";

const columns = [
  { field: "name", header: "氏名" },
  { field: "colour", header: "色", choices: { 青: "blue", 赤: "red" } },
];
const standing = { name: "井上 一", colour: "青" };
const of = (shown: Record<string, string>) => ({ value: 1, mark: "1", shown });

test("what the file has no column for stays, and an empty cell empties", () => {
  const line = {
    name: "井上 一",
    kana: undefined as string | undefined,
    colour: undefined as string | undefined,
  };
  const record = { kana: "イノウエ", colour: "blue" };
  expect(mergeLine(line, record, ["kana", "colour"], new Set(["name", "colour"]))).toEqual({
    name: "井上 一",
    kana: "イノウエ",
    colour: undefined,
  });
  expect(mergeLine(line, undefined, ["kana"], new Set())).toEqual(line);
});

test("fields are told in the words of the file", () => {
  expect(textsOf({ columns }, ["name", "colour"], { name: null, colour: "red" })).toEqual({
    name: "",
    colour: "赤",
  });
});

test("a line without a record is new; with one it changes what reads otherwise, or nothing", () => {
  expect(compare(of(standing), undefined).state).toBe("new");
  expect(compare(of(standing), standing)).toMatchObject({ state: "same", before: {} });
  expect(compare(of({ ...standing, colour: "赤" }), standing)).toMatchObject({
    state: "changed",
    before: { colour: "青" },
  });
  expect(compare(of(standing), standing, { pin: "●●●●" })).toMatchObject({
    state: "changed",
    before: { pin: "●●●●" },
  });
});

test("of namesakes a line means the one it changes nothing of; else it is refused", () => {
  const refused = { errors: { name: ["二人以上います"] } };
  const answer = (state: "same" | "changed"): Checked => ({ state, value: state });
  expect(amongNamesakes([answer("changed")], refused)).toEqual(answer("changed"));
  expect(amongNamesakes([answer("changed"), answer("same")], refused)).toEqual(answer("same"));
  expect(amongNamesakes([answer("changed"), answer("changed")], refused)).toBe(refused);
});
