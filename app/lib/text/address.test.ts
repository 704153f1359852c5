import { expect, test } from "vitest";
import { completedAddress } from "./address";

const FOUND = "愛知県刈谷市築地町";

test.each([
  ["", FOUND],
  ["愛知県", FOUND],
  ["東京都大田区東糀谷", FOUND],
  [`${FOUND}4-2-1`, `${FOUND}4-2-1`],
  ["刈谷市築地町4-2-1 第二倉庫棟 3F", `${FOUND}4-2-1 第二倉庫棟 3F`],
  ["築地町４丁目2", `${FOUND}４丁目2`],
  ["大阪市北区梅田1-2-3", null],
  ["名古屋市中区三の丸三丁目1", null],
])("「%s」 beside 448-0011 becomes %s", (typed, address) => {
  expect(completedAddress(typed, FOUND)).toBe(address);
});
