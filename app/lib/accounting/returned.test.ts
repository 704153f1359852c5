import fc from "fast-check";
import { expect, test } from "vitest";
import { awaitingReturn, type DeliveredLine, offBilling, returnable, twiceOff } from "./returned";

const line = (more: Partial<DeliveredLine> = {}): DeliveredLine => ({
  line_no: 1,
  name: "軸",
  num_items: "100",
  num_accepted: "0",
  num_rejected: "0",
  num_concession: "0",
  num_billed: "0",
  price: 10_000,
  tax_rate: 10,
  is_goods: true,
  ...more,
});
const back = (price: number, name = "返品 軸") => ({ name, price: -price, tax_rate: 10 });

test("rejected before it is billed comes off by itself, rejected once billed by 返品 (R4-10)", () => {
  expect(offBilling(line({ num_rejected: "20" }))).toBe(20_000n);
  const billed = line({ num_rejected: "20", num_billed: "100" });
  expect(offBilling(billed)).toBe(0n);
  expect(awaitingReturn({ lines: [billed], returns: [] })).toMatchObject([{ amount: 2_000 }]);
  expect(awaitingReturn({ lines: [billed], returns: [back(1_500)] })).toMatchObject([{ amount: 500 }]);
  expect(awaitingReturn({ lines: [billed], returns: [back(2_000)] })).toEqual([]);
  const part = line({ num_rejected: "50", num_billed: "80" });
  expect([offBilling(part), awaitingReturn({ lines: [part], returns: [] })[0]!.amount]).toEqual([
    20_000n,
    3_000,
  ]);
});

test("返品 of one line say nothing of another; without a name of its own one is of any at its rate", () => {
  const lines = [line({ num_rejected: "20", num_billed: "100" }), line({ line_no: 2, name: "板" })];
  expect(awaitingReturn({ lines, returns: [back(2_000, "返品 板")] })).toHaveLength(1);
  expect(awaitingReturn({ lines, returns: [back(2_000, "返品 キズ品")] })).toEqual([]);
  expect(returnable({ lines, returns: [back(9_000)] }, { name: "軸", tax_rate: 10 })).toBe(1_000);
  expect(returnable({ lines, returns: [back(9_000)] }, { name: "板", tax_rate: 10 })).toBe(10_000);
  expect(returnable({ lines, returns: [back(9_000)] }, { name: "キズ品", tax_rate: 10 })).toBe(11_000);
});

test("what 返品 took off is not rejected as well, nor made good, before they are cancelled", () => {
  const whole = [line()];
  const rejected = [line({ num_rejected: "20" })];
  expect(twiceOff(whole, rejected, [back(2_000)])).toBe("billing");
  expect(twiceOff(whole, rejected, [])).toBeNull();
  const billed = [line({ num_billed: "100" })];
  const late = [line({ num_billed: "100", num_rejected: "20" })];
  expect(twiceOff(billed, late, [back(2_000)])).toBeNull();
  expect(twiceOff(late, billed, [back(2_000)])).toBe("return");
  expect(twiceOff(late, rejected, [back(2_000)])).toBe("billing");
  const other = [line({ line_no: 2, name: "板" })];
  expect(twiceOff([...whole, ...other], [...rejected, ...other], [back(2_000, "板")])).toBeNull();
});

test("whatever is rejected, billed and returned in any order, no piece comes off twice", () => {
  const act = fc.tuple(
    fc.constantFrom("reject", "bill", "unbill", "return"),
    fc.integer({ min: 1, max: 40 }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      let now = line();
      let returned = 0;
      for (const [what, num] of acts) {
        const returns = returned > 0 ? [back(returned)] : [];
        const left = 100 - Number(now.num_rejected);
        const next = {
          reject: { num_rejected: String(Math.min(100, Number(now.num_rejected) + num)) },
          bill: { num_billed: String(Math.max(left, Number(now.num_billed))) },
          unbill: { num_billed: "0" },
          return: {},
        }[what];
        if (what === "return")
          returned += Math.min(
            num * 100,
            returnable({ lines: [now], returns }, { name: "軸", tax_rate: 10 }),
          );
        else if (twiceOff([now], [{ ...now, ...next }], returns) === null) now = { ...now, ...next };
        expect(Number(offBilling(now)) / 10 + returned).toBeLessThanOrEqual(10_000);
      }
    }),
  );
});
