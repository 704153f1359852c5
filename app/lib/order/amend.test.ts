import { expect, test } from "vitest";
import dice, { runs } from "~/lib/dice.testing";
import { addDecimal, decimal, milli } from "~/lib/money/decimal";
import { amendVerdict, movedOn, uncosted, VERDICT_TEXT } from "./amend";
import { type LineLot, progressOf, roomFor, shrunk } from "./amend.plan";
import { spentOn } from "./amend.spent";
import vectors from "./order-vectors.json";

test.each(vectors["order.amend"])("$name", ({ in: { new: wanted, ...progress }, out }) => {
  const { kind, ...figures } = amendVerdict(progress, wanted);
  expect({ verdict: VERDICT_TEXT[kind], ...figures }).toEqual(out);
});

test("買取 for nothing is none: its cost is asked for, where something is left of what was made", () => {
  const at = { ordered: "100", delivered: "0", shipped: "0", made: "20", wip: "5" };
  const buying = { made: "buy", wip: "scrap" } as const;
  expect(uncosted(amendVerdict(at, "0"), buying, null)).toEqual(["made"]);
  expect(uncosted(amendVerdict(at, "0"), buying, 500)).toEqual([]);
  expect(uncosted(amendVerdict(at, "0"), { ...buying, wip: "buy" }, null)).toEqual(["made", "wip"]);
  expect(uncosted(amendVerdict(at, "22"), buying, null)).toEqual([]);
  expect(uncosted(amendVerdict(at, "60"), buying, null)).toEqual([]);
});

test("more than ordered is more, the same is nothing, and what moved on since is counted once", () => {
  const then = { ordered: "1000", delivered: "300", shipped: "400", made: "100", wip: "150" };
  expect(amendVerdict(then, "1200")).toEqual({ kind: "more", add: "200" });
  expect(amendVerdict(then, "1000")).toEqual({ kind: "same" });
  expect(movedOn(then, { ...then, shipped: "430", made: "70" })).toBe("30");
  expect(movedOn(then, { ...then, wip: "180" })).toBe("30");
  expect(movedOn(then, then)).toBe("0");
});

const PROCESSES = (["inbox", "queue", "work", "inspect", "ready"] as const).map((role, index) => ({
  group_id: index + 1,
  role,
}));
const lot = (key: number, more: Partial<LineLot>): LineLot => ({
  key,
  id: String(key),
  group_id: 3,
  num_items: "100",
  num_good: "0",
  num_defective: "0",
  num_partial: "0",
  num_delivered: "0",
  shipped_time: null,
  is_root: key === 1,
  is_begun: false,
  ...more,
});

test("what a line has cost so far: finished pieces at their price, begun ones by the steps behind them and half of their own", () => {
  const lots = [
    lot(1, { num_good: "20", num_partial: "30", is_begun: true }),
    lot(2, { group_id: 4 }),
    lot(3, { num_good: "100", shipped_time: "2026-11-01T00:00:00Z" }),
  ];
  const line = { lots, processes: PROCESSES, progress: progressOf(lots, PROCESSES) };
  // Of 30,000 for 300: 20 at 100; of 30 half of 加工 (1 of 2 steps); of 100 all of 加工 and half of 検査.
  expect(spentOn(line, [], 30_000)).toBe(2000 + 750 + 7500);
  expect(spentOn(line, [3], 30_000)).toBe(2000 + 1500 + 10_000);
  expect(spentOn(line, [], null)).toBeNull();
  expect(spentOn({ ...line, lots: [], progress: progressOf([], PROCESSES) }, [], 30_000)).toBeNull();
});

test("unstarted pieces go first, the newest branch before the others and the line's first card last", () => {
  const lots = [
    lot(1, { num_good: "20", num_partial: "30", is_begun: true }),
    lot(2, {}),
    lot(3, { group_id: 4 }),
  ];
  expect(progressOf(lots, PROCESSES)).toEqual({
    ordered: "300",
    delivered: "0",
    shipped: "0",
    made: "20",
    wip: "130",
  });
  expect(shrunk(lots, PROCESSES, "120")!.map(({ key, num_items }) => [key, num_items])).toEqual([
    [2, "0"],
    [1, "80"],
  ]);
  expect(shrunk(lots, PROCESSES, "290")).toEqual([
    { key: 3, num_items: "0", num_good: "0", num_partial: "0", made: "0", wip: "100", shipped: "0" },
    { key: 2, num_items: "0", num_good: "0", num_partial: "0", made: "0", wip: "0", shipped: "0" },
    { key: 1, num_items: "10", num_good: "10", num_partial: "0", made: "10", wip: "30", shipped: "0" },
  ]);
  expect(roomFor(lots, PROCESSES)).toBeNull();
  expect(roomFor([...lots, lot(4, { group_id: 2 })], PROCESSES)?.key).toBe(4);
});

const drawnLot = dice
  .record({
    num_items: dice.integer({ min: 1, max: 100 }),
    good: dice.nat(100),
    bad: dice.nat(100),
    half: dice.nat(100),
    paper: dice.nat(100),
    group_id: dice.integer({ min: 1, max: 5 }),
    shipped: dice.boolean(),
    is_begun: dice.boolean(),
  })
  .map((of) => {
    const part = (share: number, all: number) => Math.floor((share / 101) * (all + 1));
    const good = part(of.good, of.num_items);
    const bad = part(of.bad, of.num_items - good);
    const shipped = of.shipped && good > 0;
    return {
      group_id: of.group_id,
      num_items: String(shipped ? good : of.num_items),
      num_good: String(good),
      num_defective: String(bad),
      num_partial: shipped ? "0" : String(part(of.half, of.num_items - good - bad)),
      num_delivered: String(part(of.paper, good)),
      shipped_time: shipped ? "2026-11-20T00:00:00Z" : null,
      is_begun: of.is_begun,
    };
  });

test("whatever the line's cards are, shrinking takes off what was asked, never what is shipped or on paper", () => {
  const history = dice.tuple(dice.array(drawnLot, { minLength: 1, maxLength: 4 }), dice.nat(1000));
  dice.assert(
    dice.property(history, ([drawn, share]) => {
      const lots = drawn.map((one, index) => lot(index + 1, one));
      const { ordered, shipped } = progressOf(lots, PROCESSES);
      const cut = String(Math.floor((Number(ordered) * share) / 1000));
      const stays = decimal(milli(ordered) - milli(cut));
      const changes = shrunk(lots, PROCESSES, cut);
      expect(changes !== null).toBe(milli(stays) >= milli(shipped));
      if (!changes) return;
      const after = lots.map((one) => ({ ...one, ...changes.find(({ key }) => key === one.key) }));
      expect(addDecimal("0", ...after.map(({ num_items }) => num_items))).toBe(stays);
      for (const one of after) {
        expect(milli(one.num_good)).toBeGreaterThanOrEqual(milli(one.num_delivered));
        expect(milli(one.num_partial)).toBeGreaterThanOrEqual(0n);
        expect(milli(one.num_items)).toBeGreaterThanOrEqual(milli(one.num_good));
      }
    }),
    { numRuns: runs(500) },
  );
});
