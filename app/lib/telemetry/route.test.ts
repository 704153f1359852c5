import { expect, test } from "vitest";
import { addressesOf } from "./route";

const { shown, classOf } = addressesOf(["/task/kanban", "/task/:id/edit", "/chat/:room", "/api/cards/{id}"]);

test.each([
  ["/task/1178/edit", "/task/1178/edit"],
  ["/chat/yamada_tanaka", "/chat/*"],
  ["/task/kanban", "/task/kanban"],
  ["/api/cards/12/x@example.com", "/api/cards/12/*"],
  ["/%E7%94%B0%E4%B8%AD", "/*"],
  ["/s/eyJhbGciOi", "/*/*"],
  ["/", "/"],
])("of %s the log keeps %s", (path, kept) => {
  expect(shown(path)).toBe(kept);
});

test("addresses fall into few kinds, whatever is asked for", () => {
  const kinds = [
    "/task/kanban",
    "/task/1178/edit",
    "/api/cards/1",
    "/build/x.js",
    "/chat/stream",
    "/wp-admin",
    "/",
  ];
  expect(kinds.map(classOf)).toEqual([
    "task.kanban",
    "task",
    "api.cards",
    "static",
    "stream",
    "other",
    "home",
  ]);
  expect(classOf("/health/ready")).toBe("health");
});
