import { expect, test } from "vitest";
import {
  hiddenBy,
  type ListPreferences,
  listPreferences,
  preferenceFor,
  withPreference,
} from "./list.preference";

test("each list has its own conditions and columns; as at first it takes no room", () => {
  let looks: ListPreferences = [];
  looks = withPreference(looks, "/task/shipped", { query: "q=板", hide: [] });
  looks = withPreference(looks, "/order", { query: "", hide: ["note"] });
  expect(preferenceFor(looks, "/task/shipped")).toEqual({ query: "q=板", hide: [] });
  expect(preferenceFor(looks, "/order")).toEqual({ query: "", hide: ["note"] });
  expect(preferenceFor(looks, "/setting/user")).toEqual({ query: "", hide: [] });
  expect(withPreference(looks, "/order", { query: "", hide: [] })).toEqual([["/task/shipped", "q=板", []]]);
});

test("what was not looked at for longest is forgotten before it weighs", () => {
  let looks: ListPreferences = [];
  for (let n = 0; n < 20; n++)
    looks = withPreference(looks, `/list/${n}`, { query: `q=${"x".repeat(200)}`, hide: [] });
  expect(looks[0]![0]).toBe("/list/19");
  expect(JSON.stringify(looks).length).toBeLessThanOrEqual(1_500);
  expect(preferenceFor(looks, "/list/0").query).toBe("");
});

test("of the columns that were offered those without a tick are hidden; one that was not offered stays as it was", () => {
  expect(hiddenBy(new URLSearchParams("columns=name,note,price&show=name"), ["amount", "name"])).toEqual([
    "amount",
    "note",
    "price",
  ]);
  expect(hiddenBy(new URLSearchParams("columns=a%20b,../x,note&show=note"), [])).toEqual([]);
});

test("what somebody else wrote into the cookie is nothing", () => {
  expect(listPreferences.parse([["/x", "", ["a b"]]])).toEqual([]);
  expect(listPreferences.parse("x")).toEqual([]);
});
