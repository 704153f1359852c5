import { expect, test } from "vitest";
import dice, { runs } from "~/lib/dice.testing";
import { milli } from "~/lib/money/decimal";
import { drawnBatches, oldBatches, redrawProblem, UNCOSTED_DRAWING, UNTREATED_DRAWING } from "./amend.batch";
import { type LineLot, oldOf, progressOf, shrunk } from "./amend.plan";
import { leavingOf, treatedTexts } from "./amend.treat";

const at = { ordered: "1000", delivered: "300", shipped: "400", made: "100", wip: "150" };
const none = { made: null, wip: null, returned: null };
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

test("what leaves the cards is what is not kept on", () => {
  const leaving = (wanted: string, terms: Partial<Parameters<typeof leavingOf>[2]>) =>
    leavingOf(at, wanted, { ...none, ...terms });
  expect(leaving("450", { made: "stock", wip: "scrap" })).toEqual({ made: "50", wip: "150", shipped: "0" });
  expect(leaving("450", { made: "stock", wip: "keep" })).toEqual({ made: "50", wip: "0", shipped: "0" });
  expect(leaving("600", { wip: "scrap" })).toEqual({ made: "0", wip: "50", shipped: "0" });
  expect(leaving("700", {})).toEqual({ made: "0", wip: "0", shipped: "0" });
  const all = { made: "scrap", wip: "scrap" } as const;
  expect(leaving("350", all)).toEqual({ made: "100", wip: "150", shipped: "0" });
  expect(leaving("350", { ...all, returned: "buy" })).toEqual({ made: "100", wip: "150", shipped: "50" });
});

test("unfinished pieces that are kept on stay, and the finished ones leave as agreed", () => {
  const lots = [lot(1, { num_good: "40", num_partial: "30", is_begun: true })];
  expect(shrunk(lots, PROCESSES, "50", { made: "20", wip: "0", shipped: "0" })).toEqual([
    { key: 1, num_items: "50", num_good: "20", num_partial: "30", made: "20", wip: "0", shipped: "0" },
  ]);
  expect(shrunk(lots, PROCESSES, "60", { made: "20", wip: "0", shipped: "0" })).toBeNull();
});

test("買取 takes what is shipped and on no 納品書, of the newest branch first; else nothing that is shipped leaves", () => {
  const sent = { num_items: "60", num_good: "60", shipped_time: "2026-11-20T00:00:00Z" };
  const lots = [
    lot(1, { ...sent, num_delivered: "50" }),
    lot(2, { num_items: "30", num_good: "10", is_begun: true }),
    lot(3, sent),
  ];
  const all = { made: "10", wip: "20", shipped: "65" };
  const changes = shrunk(lots, PROCESSES, "95", all)!;
  expect(changes.map(({ key, num_items, num_good, shipped }) => [key, num_items, num_good, shipped])).toEqual(
    [
      [3, "0", "0", "60"],
      [2, "0", "0", "0"],
      [1, "55", "55", "5"],
    ],
  );
  expect(shrunk(lots, PROCESSES, "95")).toBeNull();
  expect(shrunk(lots, PROCESSES, "101", { ...all, shipped: "71" })).toBeNull();
});

test("what is defective already is neither kept in stock nor thrown away once more", () => {
  const lots = [lot(1, { num_good: "20", num_defective: "10", num_partial: "30", is_begun: true })];
  expect(shrunk(lots, PROCESSES, "45")).toEqual([
    { key: 1, num_items: "55", num_good: "20", num_partial: "25", made: "0", wip: "5", shipped: "0" },
  ]);
  expect(shrunk(lots, PROCESSES, "80")).toEqual([
    { key: 1, num_items: "20", num_good: "20", num_partial: "0", made: "0", wip: "30", shipped: "0" },
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
    { key: 1, id: "1", made: "25", wip: "10", goes_back: false },
    { key: 3, id: "3", made: "0", wip: "93", goes_back: true },
  ]);
});

test("a new drawing asks what becomes of what is made, what it cost, and again where more has been made", () => {
  const now = (num: string, drawing: "keep" | "remake" | null) => [{ card_key: 1, id: "1", num, drawing }];
  const said = (num: string, drawing: "keep" | "remake") => [{ card_key: 1, id: "1", num, drawing }];
  expect(redrawProblem([], [], null)).toBeNull();
  expect(redrawProblem(now("5", null), [], null)).toBe(UNTREATED_DRAWING);
  expect(redrawProblem(now("5", "remake"), null, 300)).toBe(UNTREATED_DRAWING);
  expect(redrawProblem(now("50", "keep"), said("5", "keep"), null)).toBeNull();
  expect(redrawProblem(now("5", "remake"), said("5", "remake"), null)).toBe(UNCOSTED_DRAWING);
  expect(redrawProblem(now("5", "remake"), said("5", "remake"), 300)).toBeNull();
  expect(redrawProblem(now("8", "remake"), said("5", "remake"), 300)).toContain("5から8に増えました");
});

test("旧図で可 of one card and 作り直し of another: each as was said of it, what was said of none as of all", () => {
  const lots = [
    lot(1, { num_good: "40", num_delivered: "15", is_begun: true }),
    lot(2, { num_items: "30", num_good: "30" }),
    lot(3, {}),
  ];
  const progress = progressOf(lots, PROCESSES);
  const old = oldBatches({ lots, processes: PROCESSES, progress }, progress.ordered, none);
  expect(old).toEqual([
    { card_key: 1, id: "1", num: "25" },
    { card_key: 2, id: "2", num: "30" },
  ]);
  const drawn = drawnBatches(old, [{ card_key: 2, drawing: "keep" }], "remake");
  expect(drawn.map(({ drawing }) => drawing)).toEqual(["remake", "keep"]);
  const asked = { wanted: progress.ordered, is_managed: true, unit: "piece" } as const;
  expect(treatedTexts(progress, none, asked, drawn)).toEqual([
    "旧い図面で作った分 30個（カード 2）：旧い図面のまま納めます",
    "旧い図面で作った分 25個（カード 1）：出荷できなくなり、同じ数を新しい図面で作り直します",
  ]);
  // The younger card goes with the quantity, and its old pieces with it.
  const fewer = oldBatches({ lots, processes: PROCESSES, progress }, "90", { ...none, made: "scrap" });
  expect(fewer.map(({ card_key }) => card_key)).toEqual([1, 2]);
  const few = oldBatches({ lots, processes: PROCESSES, progress }, "40", { ...none, made: "scrap" });
  expect(few).toEqual([{ card_key: 1, id: "1", num: "25" }]);
});

test("both sides read what becomes of each piece before they agree", () => {
  const asked = { wanted: "450", is_managed: true, unit: "piece" } as const;
  expect(treatedTexts(at, { ...none, made: "stock", wip: "stock" }, asked, [])).toEqual([
    "できている分 50個：依頼先の在庫に入庫します",
    "作業中の分 150個：依頼先の在庫用のカードになり、できあがると入庫します",
  ]);
  const [bare] = treatedTexts(at, { ...none, made: "stock" }, { ...asked, is_managed: false }, []);
  expect(bare).toContain("在庫の台帳には載りません");
  expect(treatedTexts(at, { ...none, wip: "scrap" }, { ...asked, wanted: "600" }, [])).toEqual([
    "作業中の分 50個：廃棄します（依頼先の不良に「変更依頼による廃棄」として載ります）",
  ]);
  const [back] = treatedTexts(at, { ...none, returned: "buy" }, { ...asked, wanted: "350" }, []);
  expect(back).toContain("出荷済みの分 50個：依頼元が買い取ります");
  const old = [{ card_key: 1, id: "1", num: "250", drawing: "remake" as const }];
  expect(treatedTexts(at, none, { ...asked, wanted: "1000" }, old)).toEqual([
    "旧い図面で作った分 250個：出荷できなくなり、同じ数を新しい図面で作り直します",
  ]);
  expect(treatedTexts(at, { ...none, made: "stock" }, { ...asked, wanted: "900" }, [])).toEqual([]);
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
      const terms = { made, wip, returned: null };
      const leaving = leavingOf(progress, String(wanted), terms);
      const cards = { lots, processes: PROCESSES, progress };
      const old = oldBatches(cards, String(wanted), terms).reduce((sum, { num }) => sum + milli(num), 0n);
      expect(old <= milli(progress.made) + milli(progress.wip)).toBe(true);
      const gone = BigInt(130 - wanted) * 1000n;
      const kept = { made: "0", wip: "0" };
      const all = leavingOf(progress, String(wanted), none);
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
