import { expect, test } from "vitest";
import { setupSteps } from "./setup";

const NEW = {
  address: null,
  tel: null,
  registration_number: null,
  num_accounts: 0,
  processes: 0,
  partners: 0,
  destinations: 0,
  holidays: 0,
};
const left = (begun: Parameters<typeof setupSteps>[0]) =>
  setupSteps(begun)
    .filter(({ is_done }) => !is_done)
    .map(({ label }) => label);

test("a new factory is told what its papers, its board and its days lack, and no more once it is there", () => {
  expect(left(NEW)).toEqual(["住所とTEL", "登録番号", "振込先", "工程", "取引先", "営業日"]);
  expect(left({ ...NEW, address: "川口市" })).toContain("住所とTEL");
  expect(
    left({
      address: "川口市",
      tel: "048",
      registration_number: "T1",
      num_accounts: 1,
      processes: 6,
      partners: 1,
      destinations: 0,
      holidays: 16,
    }),
  ).toEqual([]);
});

test("a buyer needs no board and no account, but places to send to", () => {
  expect(left({ ...NEW, processes: null })).toEqual(["住所とTEL", "取引先", "納入先", "営業日"]);
});
