import { expect, test } from "vitest";
import { agreesWith, completedAddress } from "./address";

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

test.each([
  ["愛知県刈谷市築地町4-2-1", FOUND, true],
  ["刈谷市 築地町４丁目", FOUND, true],
  ["愛知県刈谷市", FOUND, true],
  ["愛知県刈谷市大字築地町1", FOUND, true],
  ["愛知県刈谷市一ツ木町1-2", FOUND, false],
  ["大阪市北区梅田1-2-3", FOUND, false],
  ["神奈川県横浜市保土ヶ谷区1", "神奈川県横浜市保土ケ谷区", true],
  ["京都市中京区烏丸通三条上る場之町1", "京都府京都市中京区場之町", true],
  ["京都市下京区四条1", "京都府京都市中京区場之町", false],
])("「%s」 with the code of 「%s」 is one place: %s", (typed, found, same) =>
  expect(agreesWith(typed, found)).toBe(same),
);
