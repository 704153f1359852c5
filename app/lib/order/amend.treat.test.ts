import { expect, test } from "vitest";
import dice, { runs } from "~/lib/dice.testing";
import { milli } from "~/lib/money/decimal";
import { type LineLot, oldOf, progressOf, shrunk } from "./amend.plan";
import {
  leavingOf,
  oldPieces,
  redrawProblem,
  treatedTexts,
  UNCOSTED_DRAWING,
  UNTREATED_DRAWING,
} from "./amend.treat";

const at = { ordered: "1000", delivered: "300", shipped: "400", made: "100", wip: "150" };
const none = { made: null, wip: null, returned: null, drawing: null };
const PROCESSES = (["inbox", "queue", "work", "inspect", "ready"] as const).map((role, index) => ({
  group_id: index + 1,
  role,
}));
const lot = (key: number, more: Partial<LineLot>): LineLot => ({
  key,
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

test("what leaves the cards is what is not kept on", () => {
  expect(leavingOf(at, "450", { made: "stock", wip: "scrap" })).toEqual({ made: "50", wip: "150" });
  expect(leavingOf(at, "450", { made: "stock", wip: "keep" })).toEqual({ made: "50", wip: "0" });
  expect(leavingOf(at, "600", { made: null, wip: "scrap" })).toEqual({ made: "0", wip: "50" });
  expect(leavingOf(at, "700", none)).toEqual({ made: "0", wip: "0" });
  expect(leavingOf(at, "350", { made: "scrap", wip: "scrap" })).toEqual({ made: "100", wip: "150" });
});

test("unfinished pieces that are kept on stay, and the finished ones leave as agreed", () => {
  const lots = [lot(1, { num_good: "40", num_partial: "30", is_begun: true })];
  expect(shrunk(lots, PROCESSES, "50", { made: "20", wip: "0" })).toEqual([
    { key: 1, num_items: "50", num_good: "20", num_partial: "30", made: "20", wip: "0" },
  ]);
  expect(shrunk(lots, PROCESSES, "60", { made: "20", wip: "0" })).toBeNull();
});

test("what is defective already is neither kept in stock nor thrown away once more", () => {
  const lots = [lot(1, { num_good: "20", num_defective: "10", num_partial: "30", is_begun: true })];
  expect(shrunk(lots, PROCESSES, "45")).toEqual([
    { key: 1, num_items: "55", num_good: "20", num_partial: "25", made: "0", wip: "5" },
  ]);
  expect(shrunk(lots, PROCESSES, "80")).toEqual([
    { key: 1, num_items: "20", num_good: "20", num_partial: "0", made: "0", wip: "30" },
  ]);
});

test("by the old drawing are the good ones that are on no 納品書 and those that are begun, never the shipped", () => {
  const lots = [
    lot(1, { num_good: "40", num_delivered: "15", num_partial: "10", is_begun: true }),
    lot(2, {}),
    lot(3, { group_id: 4, num_defective: "7" }),
    lot(4, { num_items: "30", num_good: "30", shipped_time: "2026-11-20T00:00:00Z" }),
  ];
  expect(oldOf(lots, PROCESSES)).toEqual([
    { key: 1, made: "25", wip: "10", goes_back: false },
    { key: 3, made: "0", wip: "93", goes_back: true },
  ]);
});

test("a new drawing asks what becomes of what is made, what it cost, and again where more has been made", () => {
  const remake = { drawing: "remake" } as const;
  expect(redrawProblem("0", "0", { drawing: null }, null)).toBeNull();
  expect(redrawProblem("0", "5", { drawing: null }, null)).toBe(UNTREATED_DRAWING);
  expect(redrawProblem("5", "50", { drawing: "keep" }, null)).toBeNull();
  expect(redrawProblem("5", "5", remake, null)).toBe(UNCOSTED_DRAWING);
  expect(redrawProblem("5", "5", remake, 300)).toBeNull();
  expect(redrawProblem("5", "8", remake, 300)).toContain("5から8に増えました");
});

test("both sides read what becomes of each piece before they agree", () => {
  const asked = { wanted: "450", redraws: false, is_managed: true, unit: "piece" } as const;
  expect(treatedTexts(at, { ...none, made: "stock", wip: "stock" }, asked)).toEqual([
    "できている分 50個：依頼先の在庫に入庫します",
    "作業中の分 150個：依頼先の在庫用のカードになり、できあがると入庫します",
  ]);
  const [bare] = treatedTexts(at, { ...none, made: "stock" }, { ...asked, is_managed: false });
  expect(bare).toContain("在庫の台帳には載りません");
  expect(treatedTexts(at, { ...none, wip: "scrap" }, { ...asked, wanted: "600" })).toEqual([
    "作業中の分 50個：廃棄します（依頼先の不良に「変更依頼による廃棄」として載ります）",
  ]);
  const redrawn = { ...asked, wanted: "1000", redraws: true };
  expect(treatedTexts(at, { ...none, drawing: "remake" }, redrawn)).toEqual([
    "旧い図面で作った分 250個：出荷できなくなり、同じ数を新しい図面で作り直します",
  ]);
  expect(treatedTexts(at, { ...none, made: "stock" }, { ...asked, wanted: "900" })).toEqual([]);
});

test("whatever is asked and kept, what leaves and what stays are the pieces there were", () => {
  const treatment = dice.constantFrom("stock", "scrap", "buy", "keep");
  const drawn = dice.tuple(dice.nat(40), dice.nat(40), dice.nat(40), dice.nat(130), treatment, treatment);
  dice.assert(
    dice.property(drawn, ([good, half, bad, wanted, made, wip]) => {
      const lots = [
        lot(1, {
          num_items: "130",
          num_good: String(good),
          num_partial: String(half),
          num_defective: String(bad),
          is_begun: true,
        }),
      ];
      const progress = progressOf(lots, PROCESSES);
      const leaving = leavingOf(progress, String(wanted), { made, wip });
      const old = oldPieces(progress, String(wanted), { made, wip });
      expect(milli(old) + milli(leaving.made) + milli(leaving.wip)).toBe(
        milli(progress.made) + milli(progress.wip),
      );
      const gone = BigInt(130 - wanted) * 1000n;
      const kept = { made: "0", wip: "0" };
      const all = leavingOf(progress, String(wanted), { made: null, wip: null });
      if (made === "keep") kept.made = all.made;
      if (wip === "keep") kept.wip = all.wip;
      const by = gone - milli(kept.made) - milli(kept.wip);
      const changes = shrunk(lots, PROCESSES, String(Number(by) / 1000), leaving);
      expect(changes).not.toBeNull();
      for (const one of changes!) {
        expect(milli(one.made)).toBe(milli(leaving.made));
        expect(milli(one.wip) <= milli(leaving.wip)).toBe(true);
        const whole = milli(one.num_items) - milli(one.num_good) - milli(one.num_partial);
        expect(whole >= 0n).toBe(true);
      }
    }),
    { numRuns: runs(500) },
  );
});
