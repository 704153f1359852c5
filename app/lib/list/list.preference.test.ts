import { expect, test } from "vitest";
import {
  type ListPreferences,
  listPreferences,
  preferenceFor,
  turnedBy,
  withPreference,
} from "./list.preference";

test("each list has its own conditions and columns; as at first it takes no room", () => {
  let looks: ListPreferences = [];
  looks = withPreference(looks, "/task/shipped", { query: "q=板", turned: [] });
  looks = withPreference(looks, "/order", { query: "", turned: ["note"] });
  expect(preferenceFor(looks, "/task/shipped")).toEqual({ query: "q=板", turned: [] });
  expect(preferenceFor(looks, "/order")).toEqual({ query: "", turned: ["note"] });
  expect(preferenceFor(looks, "/setting/user")).toEqual({ query: "", turned: [] });
  expect(withPreference(looks, "/order", { query: "", turned: [] })).toEqual([["/task/shipped", "q=板", []]]);
});

test("what was not looked at for longest is forgotten before it weighs", () => {
  let looks: ListPreferences = [];
  for (let n = 0; n < 20; n++)
    looks = withPreference(looks, `/list/${n}`, { query: `q=${"x".repeat(200)}`, turned: [] });
  expect(looks[0]![0]).toBe("/list/19");
  expect(JSON.stringify(looks).length).toBeLessThanOrEqual(1_500);
  expect(preferenceFor(looks, "/list/0").query).toBe("");
});

test("of the columns that were offered those without a tick are hidden; one that was not offered stays as it was", () => {
  expect(turnedBy(new URLSearchParams("columns=name,note,price&show=name"), ["amount", "name"])).toEqual([
    "amount",
    "note",
    "price",
  ]);
  expect(turnedBy(new URLSearchParams("columns=a%20b,../x,note&show=note"), [])).toEqual([]);
});

test("a column that the list leaves out is remembered once it is asked for, and forgotten once it is not", () => {
  const asked = "columns=name,note,tax&off=note,tax";
  expect(turnedBy(new URLSearchParams(`${asked}&show=name&show=note`), [])).toEqual(["note"]);
  expect(turnedBy(new URLSearchParams(`${asked}&show=name`), ["note"])).toEqual([]);
});

test("what somebody else wrote into the cookie is nothing", () => {
  expect(listPreferences.parse([["/x", "", ["a b"]]])).toEqual([]);
  expect(listPreferences.parse("x")).toEqual([]);
});
