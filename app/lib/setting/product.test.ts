import { expect, test } from "vitest";
import { priceFor, priceProblem } from "./product";

const april = { unit_price: "90", effective_from: "2026-04-01", agreed_on: "2026-04-15" };

test("a lower price agreed later does not reach back, a higher one may", () => {
  expect(priceProblem(april, "100")).toContain("合意日より前にできません");
  expect(priceProblem(april, "80")).toBeNull();
  expect(priceProblem(april, null)).toBeNull();
  expect(priceProblem({ ...april, effective_from: "2026-04-15" }, "100")).toBeNull();
});

test("the price of the largest quantity reached", () => {
  const prices = [{ min_quantity: "0", unit_price: "100" }, { min_quantity: "50", unit_price: "95" }, { min_quantity: "100", unit_price: "90.5" }];
  expect(["1", "49.999", "50", "1000"].map((n) => priceFor(prices, n))).toEqual(["100", "100", "95", "90.5"]);
  expect(priceFor([{ min_quantity: "10", unit_price: "5" }], "9")).toBeNull();
});
