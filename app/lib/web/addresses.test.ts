import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { CSV_LISTS } from "./csv.at";
import { IMPORTS } from "./import.at";
import { sharedRoutes } from "./shared.routes.testing";

const served = (name: string) =>
  sharedRoutes()
    .filter(({ file }) => file === `app/routes/shared/${name}.tsx`)
    .map(({ path }) => path)
    .sort();

test("each import has its four addresses, and no address is without its import", () => {
  const inFiles = IMPORTS.map(({ path }) => path).filter((path) => path !== "/order/lines");
  expect(served("import.start")).toEqual([...inFiles].sort());
  expect(served("import.page")).toEqual(inFiles.map((path) => `${path}/:key`).sort());
  expect(served("import.wrong")).toEqual(inFiles.map((path) => `${path}/:key/wrong.csv`).sort());
  expect(served("import.template")).toEqual(IMPORTS.map(({ path }) => `${path}.csv`).sort());
});

test("each list that is a CSV has its address, and no address is without its list", () => {
  expect(served("list.csv")).toEqual(
    Object.keys(CSV_LISTS)
      .map((path) => `${path}.csv`)
      .sort(),
  );
});

test("each shared address has its file", () => {
  expect(sharedRoutes().filter(({ file }) => !existsSync(file))).toEqual([]);
});
