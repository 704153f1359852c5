import { expect, test } from "vitest";
import { z } from "zod";
import { collaborationForm } from "~/lib/partner/collaboration.schema";
import { productNew } from "~/lib/product/product.edit.schema";
import { cardNew } from "~/lib/task/card.new.schema";
import { crossField } from "./cross.field";

const range = z
  .object({ name: z.string().min(1), from: z.number(), to: z.number() })
  .check(crossField(["to", "from"], ({ from, to }) => (to < from ? "逆です" : null)));
const said = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((one) => [one.path.join("."), one.message]);
const fields = (schema: z.ZodType, input: unknown) =>
  [...new Set(said(schema, input)?.map(([path]) => path))].sort();

test("fields that don't fit each other are told in the same round as a third that is wrong", () => {
  expect(said(range, { name: "", from: 2, to: 1 })).toEqual([
    ["name", expect.any(String)],
    ["to", "逆です"],
  ]);
  expect(said(range, { name: "a", from: 2, to: 3 })).toBeUndefined();
});

test("nothing is said of fields that are wrong themselves, nor of what is no object", () => {
  expect(said(range, { name: "a", from: "x", to: 1 })).toEqual([["from", expect.any(String)]]);
  expect(said(range, null)).toEqual([["", expect.any(String)]]);
});

test("forms tell all at once: terms, products, cards", () => {
  const partner = {
    kind: "new",
    relation: "buyer",
    name: "",
    tel: "x",
    pay_month: 0,
    pay_day: 10,
    payment_date: 20,
    amount_rounding: "floor",
    tax_rounding: "floor",
    invoice_basis: "monthly",
    fee_bearer: "payee",
    toriteki: "covered",
    payment_method: "electronic",
    maturity: 60,
  };
  expect(fields(collaborationForm.new, partner)).toEqual([
    "fee_bearer",
    "maturity",
    "name",
    "pay_day",
    "tel",
  ]);
  expect(
    fields(collaborationForm.existing, {
      ...partner,
      kind: "existing",
      email: undefined,
      maturity: undefined,
    }),
  ).toEqual(["email", "fee_bearer", "id", "maturity", "pay_day", "tel"]);
  expect(
    fields(productNew, {
      code: "",
      name: "A",
      buyer_id: "tanaka",
      order_unit: "piece",
      unit: "kg",
      unit_price: "10",
    }),
  ).toEqual(["agreed_on", "code", "effective_from", "unit"]);
  expect(fields(cardNew, { buyer_id: "tanaka", num_items: "x" })).toEqual([
    "name",
    "num_items",
    "order_unit",
    "unit",
  ]);
});
