import { expect, test } from "vitest";
import { missingNumbers } from "./number.gap";

test("a missing number is named, of each month and kind by itself; a 訂正版 is no gap", () => {
  expect(missingNumbers(["N2611-0004", "N2611-0002", "N2612-0001", "S2611-0002", "S2611-0002-2"])).toEqual([
    "N2611-0003",
  ]);
  expect(missingNumbers(["N26-00009", "N26-00012"])).toEqual(["N26-00010", "N26-00011"]);
  expect(missingNumbers([])).toEqual([]);
});
