import { expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import { addDecimal, decimal, milli } from "~/lib/money/decimal";
import { allocate } from "./allocate";
import { partsToTake } from "./backflush";
import { convertUnits } from "./convert";
import { figures, free } from "./figures";
import { reorder, reorderPoint } from "./reorder";
import { stockText } from "./stock.text";
import vectors from "./stock-vectors.json";
import { monthCorrection, movingAverage, replay, type Worth, worthAfter, worthOf } from "./value";

test.each(vectors["stock.allocate"])("引当: $name", ({ in: given, out }) => {
  const left = free({ num: given.num, allocated: given.allocated, parts: given.parts_needed });
  expect({ free: left, ...allocate(left, given.want) }).toEqual(out);
});

test.each(vectors["stock.figures"])("有効在庫: $name", ({ in: given, out }) => {
  const num_arriving = addDecimal("0", ...given.arriving);
  const { num, alloc_open: allocated, parts_open: parts, threshold } = given;
  const { num_shipping, effective, short, state } = figures({
    num,
    arriving: num_arriving,
    allocated,
    parts,
    threshold,
  });
  expect({ num_arriving, num_shipping, effective, short, state }).toEqual(out);
});

test.each(vectors["stock.moving_average"])("移動平均: $name", ({ in: { moves }, out }) => {
  const steps = movingAverage(
    moves.map(([kind, num, price]) => {
      const isIn = kind === "in";
      const taken_back = kind === "cancel_in" ? Number(num) * Number(price) : null;
      return { num: isIn ? num! : `-${num}`, unit_price: isIn ? price! : null, taken_back };
    }),
  );
  expect(
    steps.map(({ value, variance, qty, stock_value, avg }) => ({
      value: String(value),
      variance: String(variance),
      qty,
      stock_value: String(stock_value),
      avg: avg === null ? null : Number(avg).toFixed(3),
    })),
  ).toEqual(out);
});

test.each(vectors["stock.closed_month"])("過月修正: $name", ({ in: given, out }) => {
  expect(String(monthCorrection(Number(given.frozen_out), Number(given.replay_out)))).toBe(
    out.posted_on_first_open_day,
  );
});

test.each(vectors["stock.reorder"])("補充: $name", ({ in: given, out }) => {
  const arriving = (given.arriving as string[][]).map(([date, num]) => ({ date: date!, num: num! }));
  expect(reorder({ ...given, arriving }, given, given.horizon)).toEqual(out);
});

test("without a target, up to the threshold and a lot; nothing with a date unknown counts as coming", () => {
  const now = { num: "40", arriving: [{ date: null, num: "500" }], shipping: "0", open_suggestion: "0" };
  expect(reorder(now, { threshold: "50", lot: "20" }, "2026-12-05")).toEqual({
    position: "40",
    suggest: "40",
  });
  expect(reorder(now, { threshold: "40" }, "2026-12-05").suggest).toBe("0");
});

test.each(vectors["stock.reorder_point"])("しきい値の目安: $name", ({ in: given, out }) => {
  const { daily, threshold } = reorderPoint({
    used: given.used,
    days: Number(given.days),
    lead_days: Number(given.lead_bd),
    review_days: Number(given.review_bd),
    safety: given.safety,
  });
  expect({ daily: Number(daily).toFixed(3), threshold }).toEqual(out);
});

test.each(vectors["stock.backflush"])("バックフラッシュ: $name", ({ in: given, out }) => {
  let [done, taken] = [0n, 0n];
  const moves = given.done_steps.map(([good, defective]) => {
    done += milli(good!) + milli(defective!);
    const move = partsToTake(given.per, decimal(done), decimal(taken), given.whole);
    taken += milli(move);
    return move;
  });
  expect({ moves, total: decimal(taken) }).toEqual(out);
});

test.each(vectors["stock.convert"])("単位: $name", ({ in: given, out }) => {
  const { quantity, off } = convertUnits(given.qty, given.num, given.den, given.whole);
  expect({ qty: quantity, off: Number(off).toFixed(3) }).toEqual(out);
});

const drawnMove = fc.record({
  isIn: fc.nat(4).map((n) => n < 3),
  num: fc.integer({ min: 1, max: 40 }),
  price: fc.nat(199_999),
});

test("random histories: Σ values = worth, nothing is left of nothing, a replay is the same and so is adding one by one", () => {
  const holds = fc.property(fc.array(drawnMove, { minLength: 1, maxLength: 12 }), (history) => {
    const moves = history.map(({ isIn, num, price }, at) => ({
      key: at + 1,
      num: decimal(BigInt(isIn ? num : -num) * 1000n),
      unit_price: isIn ? decimal(BigInt(price)) : null,
      effective_date: `2026-11-${10 + at}`,
      reverses: null,
    }));
    const steps = replay(moves, "average", null);
    expect(replay([...moves].reverse(), "average", null)).toEqual(steps);
    let [qty, value] = [0n, 0];
    for (const [at, step] of steps.entries()) {
      qty += milli(moves[at]!.num);
      value += step.value + step.variance;
      expect([at, step.qty, step.stock_value]).toEqual([at, decimal(qty), value]);
      if (qty === 0n) expect([at, step.stock_value]).toEqual([at, 0]);
    }
    const nothing: Worth = { qty: 0n, value: 0, price: null };
    const added = moves.reduce((before, move) => worthAfter(before, [move], "average", null), nothing);
    // With its price: what goes out next below nothing goes at it.
    expect(added).toEqual(worthOf(steps));
  });
  fc.assert(holds, { numRuns: runs(2000) });
});

test("beside a line of an order stands what is there and what is to come, from which day", () => {
  const row = { code: "YM-1001", num: "120", effective: "85", free: "15", order_unit: "piece" } as const;
  const now = "YM-1001 在庫 120個（有効 85・引当可能 15）";
  expect(stockText({ ...row, num_arriving: "0", arriving_date: null })).toBe(now);
  expect(stockText({ ...row, num_arriving: "50", arriving_date: "2026-12-01" })).toBe(
    `${now}入荷予定 50個（2026/12/1(火)から）`,
  );
  expect(stockText({ ...row, num_arriving: "50", arriving_date: null })).toBe(`${now}入荷予定 50個`);
});
