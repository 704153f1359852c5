import { expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import { compareDecimal, decimal } from "~/lib/money/decimal";
import { partsFor, ratioOf, scaledTo } from "./part";

const milli = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((one) => decimal(BigInt(one)));
const quantity = fc.integer({ min: 1, max: 5000 }).map(String);

test("however often the parent's quantity changes, back at the first it needs the first number of parts", () => {
  fc.assert(
    fc.property(
      milli(1, 20_000),
      quantity,
      fc.array(quantity, { maxLength: 12 }),
      fc.constantFrom("piece" as const, "kg" as const),
      fc.boolean(),
      (per_parent, first, changes, order_unit, known) => {
        const made = { part_num: per_parent, part_of: "1" };
        const num_items = partsFor(made, first, order_unit);
        const none = { num_good: "0", num_defective: "0", num_partial: "0", order_unit };
        let part = {
          ...none,
          num_items,
          ...(known ? made : { part_num: null, part_of: null }),
        } as Parameters<typeof ratioOf>[0];
        let now = first;
        for (const next of [...changes, first]) {
          const ratio = ratioOf(part, now);
          part = { ...part, ...ratio, num_items: scaledTo(part, ratio, next) };
          now = next;
          if (known) expect(part.num_items).toBe(partsFor(made, next, order_unit));
        }
        expect(compareDecimal(part.num_items, num_items)).toBe(0);
      },
    ),
    { numRuns: runs(200) },
  );
});

test("what was made stays, and does not become the 員数; a quantity set by hand does", () => {
  const part = {
    num_items: "400",
    num_good: "350",
    num_defective: "0",
    num_partial: "0",
    order_unit: "piece" as const,
    part_num: "4",
    part_of: "1",
  };
  const fewer = { ...part, num_items: scaledTo(part, ratioOf(part, "100"), "50") };
  expect(fewer.num_items).toBe("350");
  expect(scaledTo(fewer, ratioOf(fewer, "50"), "100")).toBe("400");
  const byHand = { ...part, num_items: "500" };
  expect(ratioOf(byHand, "100")).toEqual({ part_num: "500", part_of: "100" });
  expect(partsFor({ part_num: "0.25", part_of: "1" }, "5", "piece")).toBe("2");
  expect(partsFor({ part_num: "0.25", part_of: "1" }, "5", "kg")).toBe("1.25");
});
