import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROUTES = "app/routes";
const files = readdirSync(ROUTES).map((name) =>
  statSync(join(ROUTES, name)).isDirectory() ? join(ROUTES, name, "route.tsx") : join(ROUTES, name),
);
const pages = files
  .filter((file) => file.endsWith(".tsx") && !file.includes("/shared/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  .filter(({ text }) => /export (default|\{[^}]*\bdefault\b)/.test(text));

test("every page says in its title what it is", () => {
  expect(pages.length).toBeGreaterThan(200);
  expect(
    pages
      .filter(({ text }) => !/export (const meta\b|function meta\b|\{[^}]*\bmeta\b)/.test(text))
      .map(({ file }) => file),
  ).toEqual([]);
});
