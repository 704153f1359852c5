import { expect, test } from "vitest";
import { cancelProblem } from "~/lib/task/order.cards";
import { countCards, type LineState, orderStatus } from "./order.status";

const waiting: LineState = {
  answer: "waiting",
  shipped_time: null,
  cancelled_time: null,
  num_good: "0",
  num_delivered: "0",
  is_billing_target: true,
  closed_reason: null,
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
  expect(status(accepted, shipped)).toBe("partial");
  expect(status(delivered, delivered)).toBe("delivered");
  expect(status(delivered, declined)).toBe("delivered");
  expect(status({ ...shipped, is_billing_target: false })).toBe("delivered");
  expect([
    status(shipped),
    status(delivered, shipped),
    status({ ...shipped, num_delivered: "4" }),
    status({ ...accepted, num_good: "4", num_delivered: "4" }),
  ]).toEqual(["partial", "partial", "partial", "partial"]);
  expect(status(declined, declined)).toBe("declined");
  expect(status(declined, cancelled)).toBe("declined");
  expect(status(cancelled)).toBe("cancelled");
  expect(orderStatus(true, countCards([shipped]))).toBe("cancelled");
});

test("an order can be cancelled until the factory accepts a line", () => {
  expect(cancelProblem(false, [waiting, proposed, declined])).toBeNull();
  expect(cancelProblem(false, [waiting, accepted, shipped])).toContain("承諾した明細が2件");
  expect(cancelProblem(true, [cancelled])).toContain("すでに取り消されています");
});
