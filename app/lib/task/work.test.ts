import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { minutesAtWork } from "~/lib/time/minutes";
import { cannotMerge, together, undone } from "./branch";
import { isOnward } from "./card";
import {
  cannotWork,
  counted,
  countedBefore,
  foundAmong,
  isLastStep,
  leftHere,
  parted,
  pausedMinutes,
  shortageText,
  workedMinutes,
} from "./work";
import { goodBeside, tallyText } from "./work.tally";

const processes = (
  [
    ["inbox", 1],
    ["queue", 2],
    ["work", 4],
    ["outsource", 3],
    ["inspect", 7],
    ["ready", 8],
  ] as const
).map(([role, group_id]) => ({ role, group_id, label: role }));
const card = { num_items: "200", num_good: "0", num_defective: "3", num_partial: "40" };

test("good pieces pass on until the last process that makes or inspects; there they are good for shipping", () => {
  expect([2, 4, 3, 7, 8].map((group_id) => isLastStep(processes, group_id))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(isOnward(processes, 4, 3)).toBe(true);
  expect(leftHere(card, false)).toBe("157");
  expect(leftHere(card, true)).toBe("197");
});

test("finishing offers what remains; half done keeps the card; too few and too many are told", () => {
  expect(counted(card, {}, false)).toMatchObject({
    num_partial: "197",
    num_good: "0",
    good: "157",
    rest: "0",
    over: "0",
    is_whole: true,
  });
  expect(counted(card, { num_defective: "2" }, true)).toMatchObject({
    num_good: "195",
    num_defective: "5",
    num_partial: "0",
    rest: "0",
  });
  expect(counted(card, { num_good: "100", num_partial: "20" }, true)).toMatchObject({
    num_good: "100",
    num_partial: "20",
    rest: "77",
    is_whole: false,
  });
  expect(counted(card, { num_good: "197.001" }, true)).toMatchObject({ over: "0.001", rest: "0" });
  expect(shortageText("1200", "3")).toBe("合計 1,197 / 1,200、残り 3 です。");
});

test("whatever is counted, nothing is lost: what is done, what rests and what is over make up what was planned", () => {
  const n = fc.nat(500).map(String);
  fc.assert(
    fc.property(
      n,
      n,
      n,
      n,
      fc.record({ num_good: n, num_defective: n, num_partial: n }),
      fc.boolean(),
      (num_items, num_good, num_defective, num_partial, given, last) => {
        const after = counted({ num_items, num_good, num_defective, num_partial }, given, last);
        const sum = Number(after.num_good) + Number(after.num_defective) + Number(after.num_partial);
        expect(sum + Number(after.rest) - Number(after.over)).toBe(Number(num_items));
      },
    ),
  );
});

test("parts are shared out like the branches, and always add up", () => {
  expect(parted(400_000n, [100_000n, 60_000n, 40_000n], true)).toEqual([200_000n, 120_000n, 80_000n]);
  expect(parted(10_000n, [1_000n, 1_000n, 1_000n], true)).toEqual([4_000n, 3_000n, 3_000n]);
  const share = fc.bigInt(1n, 10n ** 12n);
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 12n),
      fc.array(share, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      (total, shares, whole) => {
        const made = parted(total, shares, whole);
        expect(made.reduce((sum, one) => sum + one, 0n)).toBe(total);
        expect(made.every((one) => one >= 0n)).toBe(true);
      },
    ),
  );
});

test("time at work is whole minutes without the pauses", () => {
  const at = (clock: string) => `2026-11-20T${clock}:00.000Z`;
  const pauses = [
    { pause_start: at("03:00"), pause_end: at("03:45") },
    { pause_start: at("05:00"), pause_end: null },
  ];
  expect(workedMinutes({ work_start: at("00:00"), work_end: null }, pauses, at("05:30"))).toBe(255);
  expect(pausedMinutes(pauses, at("05:30"))).toBe(75);
  expect(workedMinutes({ work_start: null, work_end: at("05:30") }, [], at("05:30"))).toBeNull();
});

test("branches of one parent merge in one process; what has left the board does not", () => {
  const parent = {
    ...card,
    key: 1,
    id: "1234",
    parent_id: null,
    task_type: null,
    group_id: 4,
    unit_price: "10",
    is_billing_target: true,
    shipped_time: null,
    cancelled_time: null,
  };
  const branch = { ...parent, key: 2, id: "1234-1", parent_id: "1234", task_type: "division" as const };
  expect(cannotMerge(parent, branch)).toBeNull();
  expect(cannotMerge({ ...branch, key: 3, id: "1234-2" }, branch)).toBeNull();
  expect(cannotMerge(branch, parent)).toMatch("分かれた枝ではありません");
  expect(cannotMerge(parent, { ...branch, group_id: 5 })).toMatch("別の工程にあります");
  expect(cannotMerge(parent, { ...branch, shipped_time: "2026-11-20T00:00:00.000Z" })).toMatch("出荷済み");
  expect(cannotMerge(parent, { ...branch, unit_price: "11" })).toMatch("単価が違う");
  expect(cannotMerge(parent, { ...branch, is_billing_target: false })).toBe(
    "1234-1 は請求対象かどうかが違うため、合流できません。",
  );
  expect(cannotMerge(parent, { ...branch, task_type: "defective" as never })).toMatch("枝ではありません");
  expect(together([parent, branch])).toEqual({
    num_items: "400",
    num_good: "0",
    num_defective: "6",
    num_partial: "80",
  });
  expect(undone(card)).toBe("157");
});

test("nobody works at a card that is gone or not accepted", () => {
  const here = { group_id: 4, answer: null, shipped_time: null, cancelled_time: null };
  expect(cannotWork(here, "着手")).toBeNull();
  expect(cannotWork({ ...here, answer: "waiting" }, "着手")).toBe(
    "新規依頼のカードは、承諾してから着手してください。",
  );
  expect(cannotWork({ ...here, group_id: 99, shipped_time: "2026-11-20T00:00:00.000Z" }, "着手")).toMatch(
    "出荷済みのカードは着手できません",
  );
});

test("the live line of 完了 says the total, what remains, and what is beyond the plan", () => {
  const tally = { num_items: "200", before: "0" };
  expect(tallyText(tally, { num_good: "190", num_defective: "3", num_partial: "4" })).toBe(
    "合計 197 / 200　残3",
  );
  expect(tallyText(tally, { num_good: "", num_defective: "", num_partial: "" })).toBe("合計 200 / 200　残0");
  expect([
    goodBeside(tally, ""),
    goodBeside(tally, "３.5"),
    goodBeside({ num_items: "4,300", before: "50" }, "50"),
    goodBeside(tally, "900"),
    goodBeside(tally, "3", "４０"),
  ]).toEqual(["200", "196.5", "4,200", "0", "157"]);
  expect(
    tallyText(
      { num_items: "1,200.5", before: "200" },
      { num_good: "1,000", num_defective: "５", num_partial: "x" },
    ),
  ).toBe("合計 1,205 / 1,200.5　予定数を4.5超えます");
});

test("the live line counts as finishing itself does", () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.nat(500), fc.nat(300), fc.nat(50), fc.nat(100)),
      fc.tuple(fc.option(fc.nat(300)), fc.nat(20), fc.nat(60)),
      fc.boolean(),
      ([items, good, bad, half], [g, d, p], last) => {
        const lot = {
          num_items: String(items + 1),
          num_good: String(good),
          num_defective: String(bad),
          num_partial: String(half),
        };
        const given = {
          num_good: g === null ? undefined : String(g),
          num_defective: String(d),
          num_partial: String(p),
        };
        const { rest, over } = counted(lot, given, last);
        const text = tallyText(
          { num_items: lot.num_items, before: countedBefore(lot, last) },
          { ...given, num_good: given.num_good ?? "" },
        );
        expect(text.split("　")[1]).toBe(over === "0" ? `残${rest}` : `予定数を${over}超えます`);
      },
    ),
  );
});

test("a day's time at work counts an hour at two cards once, pauses only where the other card rests too, and nothing before midnight", () => {
  const at = (clock: string) => `2026-11-20T${clock}:00.000Z`;
  const one = (work_start: string, work_end: string | null, ...pauses: [string, string | null][]) => ({
    work_start: at(work_start),
    work_end: work_end && at(work_end),
    pauses: pauses.map(([a, b]) => ({ pause_start: at(a), pause_end: b && at(b) })),
  });
  const day = (...works: ReturnType<typeof one>[]) => minutesAtWork(works, at("00:00"), at("10:00"));
  expect(day(one("01:00", "02:00"))).toBe(60);
  expect(day(one("01:00", "02:00"), one("01:30", "02:30"))).toBe(90);
  expect(day(one("01:00", "03:00", ["01:30", "02:00"]))).toBe(90);
  expect(day(one("01:00", "03:00", ["01:30", "02:00"]), one("01:40", "01:50"))).toBe(100);
  expect(day(one("09:00", null))).toBe(60);
  expect(day(one("08:00", null, ["09:00", null]))).toBe(60);
  expect(minutesAtWork([one("01:00", "05:00")], at("04:00"), at("10:00"))).toBe(60);
  expect(day()).toBe(0);
});

test("what is found defective among counted pieces takes them from the good ones in the last step, from those done here before it, never below nothing", () => {
  const found = (num_good: string, num_partial: string, num: string, last: boolean) => {
    const { num_good: good, num_partial: half } = foundAmong(
      { num_items: "100", num_good, num_partial, num_defective: num },
      num,
      last,
    );
    return [good, half];
  };
  expect(found("100", "0", "2.5", true)).toEqual(["97.5", "0"]);
  expect(found("90", "0", "3", true)).toEqual(["87", "0"]);
  expect(found("95", "5", "98", true)).toEqual(["0", "2"]);
  expect(found("0", "60", "3", false)).toEqual(["0", "57"]);
  expect(found("5", "2", "3", false)).toEqual(["4", "0"]);
  expect(found("10", "0", "105", true)).toEqual(["0", "0"]);
});
