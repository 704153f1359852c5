import { expect, test } from "vitest";
import { isFirstPage, setupSteps } from "./setup";

const NEW = {
  address: null,
  tel: null,
  registration_number: null,
  is_tax_exempt: false,
  num_accounts: 0,
  processes: 0,
  partners: 0,
  products: 0,
  destinations: 0,
  users: 1,
  holidays: 0,
};
const BEGUN = {
  ...NEW,
  address: "川口市",
  tel: "048",
  registration_number: "T1",
  processes: 1,
  partners: 1,
  products: 1,
  users: 2,
};
const left = (begun: Parameters<typeof setupSteps>[0]) =>
  setupSteps(begun)
    .filter(({ is_done }) => !is_done)
    .map(({ label }) => label);
const isFirst = (begun: Parameters<typeof setupSteps>[0], is_hidden = false) =>
  isFirstPage({ steps: setupSteps(begun), is_hidden });

test("a new factory is told what its papers, its board and its days lack, and no more once it is there", () => {
  expect(left(NEW)).toEqual([
    "住所とTEL",
    "登録番号",
    "工程",
    "最初の依頼元",
    "最初の商品",
    "最初の利用者",
    "振込先",
    "営業日",
  ]);
  expect(left({ ...NEW, address: "川口市" })).toContain("住所とTEL");
  expect(left({ ...BEGUN, num_accounts: 1, holidays: 16 })).toEqual([]);
});

test("a buyer needs no board, product or account, but places to send to", () => {
  expect(left({ ...NEW, processes: null })).toEqual([
    "住所とTEL",
    "最初の依頼先",
    "納入先",
    "最初の利用者",
    "営業日",
  ]);
});

test("it is the first page until what work waits for is done, or until it is hidden", () => {
  expect([isFirst(NEW), isFirst(NEW, true)]).toEqual([true, false]);
  expect(isFirst({ ...BEGUN, products: 0 })).toBe(true);
  expect(isFirst(BEGUN)).toBe(false);
});

test("a 免税事業者 has all that it needs without a 登録番号; with one there is nothing to waive", () => {
  const exempt = { ...BEGUN, registration_number: null, is_tax_exempt: true };
  const waived = (begun: typeof exempt) =>
    setupSteps(begun).find(({ label }) => label === "登録番号")?.is_waived;
  expect(isFirst({ ...exempt, is_tax_exempt: false })).toBe(true);
  expect(isFirst(exempt)).toBe(false);
  expect([waived(exempt), waived({ ...exempt, is_tax_exempt: false })]).toEqual([true, false]);
  expect(waived({ ...exempt, registration_number: "T1" } as never)).toBeNull();
});
