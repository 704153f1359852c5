import { expect, test } from "vitest";
import { cancelProblem } from "~/lib/task/order.cards";
import { countCards, type LineState, orderStatus } from "./order.status";

const waiting: LineState = {
  id: "H-1",
  task_type: null,
  answer: "waiting",
  shipped_time: null,
  cancelled_time: null,
  num_good: "0",
  num_delivered: "0",
  num_again: "0",
  num_pending: "0",
  is_billing_target: true,
  closed_reason: null,
  num_defective: "0",
  num_partial: "0",
  product_time: null,
  left: null,
  cost_tax_rate: null,
};
const at = "2026-11-21T00:00:00Z";
const proposed: LineState = { ...waiting, answer: "proposed" };
const accepted: LineState = { ...waiting, answer: "accepted" };
const shipped: LineState = { ...accepted, shipped_time: at, num_good: "10" };
const delivered: LineState = { ...shipped, num_delivered: "10" };
const declined: LineState = { ...waiting, answer: "declined", cancelled_time: at };
const cancelled: LineState = { ...waiting, cancelled_time: at };
const status = (...cards: LineState[]) => orderStatus(false, countCards(cards));

test("an order stands where its cards stand", () => {
  expect(status(waiting)).toBe("waiting");
  expect(status(waiting, accepted)).toBe("waiting");
  expect(status(waiting, proposed, accepted)).toBe("proposed");
  expect(status(accepted, accepted)).toBe("accepted");
  expect(status(accepted, shipped)).toBe("working");
  expect(status(shipped, shipped)).toBe("working");
  expect(status({ ...shipped, is_billing_target: false }, accepted)).toBe("partial");
  expect(status(delivered, delivered)).toBe("delivered");
  expect(status(delivered, declined)).toBe("delivered");
  expect(status({ ...shipped, is_billing_target: false })).toBe("delivered");
  expect([
    status(delivered, accepted),
    status(delivered, shipped),
    status({ ...shipped, num_delivered: "4" }),
    status({ ...accepted, num_good: "4", num_delivered: "4" }),
  ]).toEqual(["partial", "partial", "partial", "partial"]);
  for (const open of [{ num_again: "2" }, { num_pending: "10" }])
    expect(status(delivered, { ...delivered, ...open })).toBe("partial");
  expect(status(delivered, { ...delivered, num_again: "2", closed_reason: "合意" })).toBe("delivered");
  expect(status(declined, declined)).toBe("declined");
  expect(status(declined, cancelled)).toBe("declined");
  expect(status(cancelled)).toBe("cancelled");
  expect(orderStatus(true, countCards([shipped]))).toBe("cancelled");
  const below = (id: string, task_type: LineState["task_type"]): LineState => ({
    ...accepted,
    id,
    task_type,
  });
  expect(status(delivered, below("H-1-1", "part"), below("H-1-1-1", "division"))).toBe("delivered");
  for (const kind of ["division", "defective"] as const)
    expect(status(delivered, below("H-1-1", "part"), below("H-1-10", kind))).toBe("partial");
});

test("work, 検収 and payment follow from the cards, their 納品書 and their 請求書", () => {
  const taken: LineState = { ...accepted, left: "inbox" };
  expect(status(taken, { ...waiting, cancelled_time: at, num_good: "3" })).toBe("accepted");
  for (const begun of [
    { left: "work" as const },
    { num_partial: "3" },
    { num_defective: "1" },
    { num_good: "0.5" },
    { product_time: at },
  ])
    expect(status(taken, { ...taken, ...begun })).toBe("working");
  expect(status({ ...waiting, left: "work" }, taken)).toBe("waiting");
  expect(status({ ...taken, left: "work" }, shipped)).toBe("working");

  const of = (num_goods: number, num_uninspected: number, num_unpaid: number, num_paid: number) =>
    orderStatus(false, countCards([delivered, delivered]), {
      num_goods,
      num_uninspected,
      num_unpaid,
      num_paid,
    });
  expect([of(0, 0, 0, 0), of(2, 2, 2, 0), of(2, 1, 2, 0)]).toEqual(Array(3).fill("delivered"));
  expect([of(2, 0, 2, 0), of(2, 0, 1, 1), of(1, 0, 0, 0)]).toEqual(Array(3).fill("inspected"));
  expect([of(2, 0, 0, 2), of(2, 2, 0, 2), of(2, 0, 0, 1)]).toEqual(Array(3).fill("paid"));
  // Paid for what came, and a card is still to come.
  const goods = { num_goods: 1, num_uninspected: 0, num_unpaid: 0, num_paid: 1 };
  expect(orderStatus(false, countCards([delivered, accepted]), goods)).toBe("partial");
  expect(orderStatus(true, countCards([delivered]), goods)).toBe("cancelled");
});

test("an order can be cancelled until the factory accepts a line", () => {
  expect(cancelProblem(false, [waiting, proposed, declined])).toBeNull();
  expect(cancelProblem(false, [waiting, accepted, shipped])).toContain("承諾した明細が2件");
  expect(cancelProblem(true, [cancelled])).toContain("すでに取り消されています");
});
