import { expect, test } from "vitest";
import vectors from "~/lib/japan-vectors.json";
import { addDecimal } from "~/lib/money/decimal";
import { comingFamily, standingFamily } from "~/lib/task/order.family";
import { lineRest } from "~/lib/task/order.rest";
import type { TaskType } from "~/lib/vocabulary/card.schema";
import { paymentCheck, paymentOf } from "~/lib/vocabulary/terms";
import { orderFormGaps, orderFormItems, orderProblem } from "./order";
import { productOption, quoteQuery, unpriced, withProduct } from "./order.draft";

const line = {
  name: "ブラケットA",
  num_items: "100",
  delivery_date: "2026-12-05",
  destination: "本社工場",
  unit_price: "128.4",
};
const whole = {
  seller: "山田精機株式会社",
  buyer: "田中産業機械株式会社",
  order_date: "2026-11-21",
  inspection_days: 7,
  payment_terms: "20日締め翌月20日払い",
  payment_method: "transfer",
  lines: [line],
};
const gaps = (changes: object) => orderFormGaps({ ...whole, ...changes }).map((item) => item.no);
const lines = (...changes: object[]) => ({ lines: changes.map((change) => ({ ...line, ...change })) });

test("an order that states everything has no gap", () => {
  expect(gaps({})).toEqual([]);
  expect(
    orderFormItems(whole)
      .filter((item) => item.state === "none")
      .map((item) => item.no),
  ).toEqual([9, 10, 11, 12]);
});

test("each item that is left out is named", () => {
  expect(gaps({ seller: "" })).toEqual([1]);
  expect(gaps({ order_date: null })).toEqual([2]);
  expect(gaps(lines({}, { name: "" }))).toEqual([3]);
  expect(gaps(lines({ num_items: undefined }))).toEqual([3]);
  expect(gaps(lines({ delivery_date: "" }))).toEqual([4, 8]);
  expect(gaps(lines({ destination: null }))).toEqual([5]);
  expect(gaps({ inspection_days: "" })).toEqual([6]);
  expect(gaps({ inspection_days: 0 })).toEqual([]);
  expect(gaps({ payment_terms: null })).toEqual([8]);
  expect(gaps({ payment_method: "factoring" })).toEqual([9]);
  expect(gaps({ payment_method: "electronic" })).toEqual([10]);
  expect(gaps({ payment_method: "electronic", maturity: 0 })).toEqual([]);
  expect(
    gaps({ payment_method: "factoring", maturity: 0, payment_detail: "みらい銀行 本店、100万円まで" }),
  ).toEqual([]);
  expect(gaps({ lines: [] })).toEqual([3, 4, 5, 7, 8]);
  expect(orderFormGaps({ ...whole, seller: null })).toEqual([{ no: 1, name: "両者の名称" }]);
});

test("an undetermined price needs its reason and the day it will be known", () => {
  expect(gaps(lines({ unit_price: null }))).toEqual([7, 12]);
  expect(gaps(lines({ unit_price: null, undetermined_reason: "仕様確認中" }))).toEqual([12]);
  expect(
    gaps(lines({ unit_price: null, undetermined_reason: "仕様確認中", planned_fix_date: "2026-11-30" })),
  ).toEqual([]);
});

test("material supplied for a price needs what and on which terms", () => {
  const facts = {
    supplied_material: "SS400 t6",
    supply_quantity: "20",
    supply_unit: "枚",
    supply_price: "600",
    supply_date: "2026-12-01",
  };
  const supply_terms = "製品代金の支払期日に相殺";
  const paid = (...unsaid: (keyof typeof facts)[]) => {
    const said = Object.entries(facts).filter(([name]) => !unsaid.some((one) => one === name));
    return { ...lines({ supply: "paid", ...Object.fromEntries(said) }), supply_terms };
  };
  expect(gaps(paid())).toEqual([]);
  expect(gaps({ ...paid(), supply_terms: "" })).toEqual([11]);
  for (const name of Object.keys(facts) as (keyof typeof facts)[]) expect(gaps(paid(name))).toEqual([11]);
  const two = orderFormGaps({ ...whole, ...paid("supply_price", "supply_date"), supply_terms: null });
  expect(two).toEqual([
    { no: 11, name: "有償支給材の内容", lacks: ["支給単価", "引渡日", "決済日・決済方法"] },
  ]);
  expect(orderProblem(two, [])).toBe(
    "明示事項の11「有償支給材の内容」（支給単価・引渡日・決済日・決済方法）が記載されていません。入力してください",
  );
  expect(gaps(lines({ supply: "free", supplied_material: "SS400 t6 20枚" }))).toEqual([]);
});

const twentieth = { is_payment_last_date: false, payment_date: 20, pay_month: 1, pay_day: 20 };
const monthEnd = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 };

test("a line is paid by the terms of the pair, counted from the day of receipt", () => {
  expect(paymentOf("2026-12-05", twentieth)).toMatchObject({
    payment_due: "2027-01-20",
    cash_day: "2027-01-20",
    days: 47,
    verdict: "ok",
  });
  expect(paymentOf("2026-07-21", twentieth)).toMatchObject({
    payment_due: "2026-09-20",
    days: 62,
    verdict: "over_60_days_but_within_2_months",
  });
  expect(paymentOf("2026-07-01", monthEnd)).toMatchObject({
    payment_due: "2026-08-31",
    days: 62,
    verdict: "over_60_days_but_within_2_months",
  });
  expect(paymentOf("2026-07-21", { ...twentieth, pay_day: 31 })).toMatchObject({
    payment_due: "2026-09-30",
    days: 72,
    verdict: "violation",
  });
});

test("a claim counts to its 満期: later than the day of payment it is no payment in full (R2-7)", () => {
  const claim = paymentOf("2026-12-05", {
    ...twentieth,
    payment_method: "electronic",
    maturity: 10,
    maturity_unit: "days",
  });
  expect(claim).toEqual({ payment_due: "2027-01-20", cash_day: "2027-01-30", days: 57, verdict: "ok" });
  expect(orderProblem([], [claim])).toContain("満期が支払期日より後");
  const late = paymentOf("2026-12-05", {
    ...twentieth,
    payment_method: "electronic",
    maturity: 2,
    maturity_unit: "months",
  });
  expect(orderProblem([], [late])).toMatch(/^満期が受領から106日/);
  expect(
    orderProblem([], [paymentOf("2026-12-05", { ...twentieth, payment_method: "electronic", maturity: 0 })]),
  ).toBeNull();
});

test("what keeps an order from a protected partner is named: the missing items, else a payment that comes too late", () => {
  const day = (received: string, pay: string) => ({
    ...paymentCheck(received, pay),
    payment_due: pay,
    cash_day: pay,
  });
  expect(
    orderProblem(
      [
        { no: 4, name: "受領期日（納期）" },
        { no: 8, name: "支払期日" },
      ],
      [],
    ),
  ).toContain("4「受領期日（納期）」、8「支払期日」");
  for (const { received, pay, verdict } of vectors.toriteki_60_days) {
    const problem = orderProblem([], [day("2026-04-01", "2026-05-20"), day(received, pay)]);
    if (verdict === "violation") expect(problem).toContain("支払条件を見直してください");
    else expect(problem).toBeNull();
  }
});

test("of a shipped card stands what was good, and what of its defective is made again for money", () => {
  type Card = Parameters<typeof standingFamily>[0];
  const root: Card = {
    id: "1",
    parent_id: null,
    task_type: null,
    num_items: "100",
    num_good: "95",
    num_delivered: "95",
    closed_reason: null,
    is_billing_target: true,
    shipped_time: "x",
    cancelled_time: null,
  };
  const again: Card = {
    ...root,
    id: "2",
    parent_id: "1",
    task_type: "defective",
    num_items: "3",
    num_good: "0",
    shipped_time: null,
  };
  const stands = (...more: Card[]) =>
    standingFamily(root, [root, ...more]).map((card) => [card.num_items, card.is_closed]);
  expect(stands()).toEqual([["95", true]]);
  expect(stands(again)).toEqual([["98", true]]);
  expect(stands({ ...again, num_items: "5" })).toEqual([["100", false]]);
  expect(stands({ ...again, num_good: "2", shipped_time: "x" })).toEqual([["97", true]]);
  expect(stands({ ...again, is_billing_target: false }, { ...again, cancelled_time: "x" })).toEqual([
    ["95", true],
  ]);
  const branch: Card = {
    ...root,
    id: "3",
    parent_id: "1",
    task_type: "division",
    num_items: "20",
    num_good: "0",
    shipped_time: null,
  };
  expect(stands(branch)).toEqual([
    ["95", true],
    ["20", false],
  ]);
  expect(standingFamily({ ...root, num_good: "105" }, []).map((card) => card.num_items)).toEqual(["100"]);
  expect(standingFamily({ ...root, shipped_time: null }, []).map((card) => card.num_items)).toEqual(["100"]);
});

test("納入数, 注文残 and 打切 of a line come to what was asked for, and without 打切 to what is charged, also where defective pieces are made again", () => {
  const root = {
    id: "1",
    parent_id: null as string | null,
    task_type: null as TaskType | null,
    num_items: "100",
    num_good: "95",
    num_delivered: "95",
    is_billing_target: true,
    shipped_time: "x" as string | null,
    cancelled_time: null as string | null,
    closed_reason: null as string | null,
    num_again: "0",
    num_pending: "0",
  };
  const again = {
    ...root,
    id: "2",
    parent_id: "1",
    task_type: "defective" as const,
    num_items: "3",
    num_good: "0",
    num_delivered: "0",
    shipped_time: null,
  };
  const ended = { ...again, num_good: "2", num_delivered: "2", shipped_time: "x" };
  const told = (...more: (typeof root)[]) => {
    const { num_delivered, num_rest, num_closed } = lineRest(comingFamily(root, [root, ...more]));
    const [stands] = standingFamily(root, [root, ...more]);
    expect(addDecimal(num_delivered, num_rest)).toBe(stands!.num_items);
    expect(addDecimal(num_delivered, num_rest, num_closed)).toBe(root.num_items);
    return [num_delivered, num_rest, num_closed];
  };
  expect(told()).toEqual(["95", "0", "5"]);
  expect(told(again)).toEqual(["95", "3", "2"]);
  expect(told(ended)).toEqual(["97", "0", "3"]);
  expect(told(ended, { ...again, id: "3", parent_id: "2", num_items: "1" })).toEqual(["97", "1", "2"]);
  expect(told({ ...again, is_billing_target: false })).toEqual(["95", "0", "5"]);
  const rejected = [
    { ...root, num_again: "4" },
    { ...ended, num_again: "1" },
  ];
  expect(lineRest(comingFamily(rejected[0]!, rejected))).toMatchObject({ num_rest: "5", num_again: "5" });
  const waiting = [{ ...root, num_pending: "95" }, again];
  expect(lineRest(comingFamily(waiting[0]!, waiting))).toMatchObject({ num_rest: "98", num_pending: "95" });
  // 打切 by a 納品書: what was good and stays undelivered is charged to nobody.
  const closed = { ...root, closed_reason: "設計変更", num_delivered: "60" };
  const [stands] = standingFamily(closed, [closed, again]);
  expect([stands!.num_items, stands!.is_closed]).toEqual(["60", true]);
  const stopped = [{ ...closed, num_again: "4" }, rejected[1]!];
  expect(lineRest(comingFamily(stopped[0]!, stopped))).toMatchObject({ num_rest: "0", num_again: "0" });
  expect(told({ ...ended, num_good: "3", closed_reason: "設計変更" })).toEqual(["97", "0", "3"]);
  const unshipped = { ...closed, shipped_time: null };
  expect(standingFamily(unshipped, [unshipped])[0]!.num_items).toBe("60");
});

test("a line without a price can be asked for, with what was typed of it", () => {
  const typed = {
    seller_id: "yamada",
    delivery_date: "12/20",
    lines: [
      { name: "蓋", num_items: "10", unit_price: "80" },
      null,
      { name: "軸", num_items: "5", delivery_date: "12/1" },
      { product_id: "3", name: "板", num_items: "5" },
      { product_id: "3", product_id_label: "P-3 板", num_items: "7", undetermined_reason: "仕様が未定" },
    ],
  };
  expect(unpriced(typed)).toEqual([
    { index: 2, name: "軸" },
    { index: 4, name: "P-3 板" },
  ]);
  const open = { "lines[3].unit_price": ["この数量の単価は決まっていません"] };
  expect(unpriced(typed, open).map(({ index }) => index)).toEqual([2, 3, 4]);
  expect(Object.fromEntries(quoteQuery(typed, 2))).toEqual({
    name: "軸",
    num_items: "5",
    seller_id: "yamada",
    wish_date: "12/1",
  });
  expect(quoteQuery(typed, 4).get("wish_date")).toBe("12/20");
  const attached = { ...typed, files: "whole both", lines: [{ name: "軸", files: "own both" }] };
  expect(quoteQuery(attached, 0).get("order_files")).toBe("own both whole");
});

test("a line whose 品名 is a product's code is of that product; what was typed beside it stays", () => {
  const chosen = productOption({
    product_id: 7,
    seller_id: "yamada",
    buyer_id: "tanaka",
    code: "YM-1001",
    name: "ブラケットA",
    drawing_no: "D-1001",
    drawing_revision: null,
    order_unit: "set",
    unit: "piece",
    unit_weight: null,
    pieces_per_set: "4",
    is_stock: true,
    unit_price: "128.4",
  });
  expect(withProduct({ product_id: "", name: "YM-1001", num_items: "5", unit: "set" }, chosen)).toEqual({
    product_id: "7",
    product_id_label: "YM-1001 ブラケットA　¥128.4/個",
    name: "ブラケットA",
    drawing_no: "D-1001",
    drawing_revision: "",
    num_items: "5",
    order_unit: "set",
    unit: "set",
  });
  expect(withProduct({ product_id: "7", name: "別名" }, chosen)).toEqual({
    product_id: "7",
    product_id_label: "YM-1001 ブラケットA　¥128.4/個",
    name: "別名",
  });
  expect(withProduct({ name: "試作" }, undefined)).toEqual({ name: "試作" });
});
