import { expect, test } from "vitest";
import { ON_PAGE, PAGES, turnAt, turnsOf } from "./display";

const columns = [
  { id: "3", count: ON_PAGE * 2 + 1 },
  { id: "4", count: 0 },
  { id: "5", count: ON_PAGE },
];

test("a wall of all processes begins with how many stand where, and passes over empty ones", () => {
  expect(turnsOf(columns, "")).toEqual([
    { id: null, page: 0, of: 1 },
    { id: "3", page: 0, of: 3 },
    { id: "3", page: 1, of: 3 },
    { id: "3", page: 2, of: 3 },
    { id: "5", page: 0, of: 1 },
  ]);
});

test("a wall of one process turns its own pages, at least one, at most eight", () => {
  expect(turnsOf(columns, "4")).toEqual([{ id: "4", page: 0, of: 1 }]);
  expect(turnsOf([{ id: "3", count: 10_000 }], "3")).toHaveLength(PAGES);
});

test("after the last page comes the first, also where pages went away meanwhile", () => {
  const turns = turnsOf(columns, "3");
  expect(turnAt(turns, 2)[0].page).toBe(2);
  expect(turnAt(turns, 3)).toEqual([turns[0], 0]);
  expect(turnAt(turns.slice(0, 1), 2)[1]).toBe(0);
});
