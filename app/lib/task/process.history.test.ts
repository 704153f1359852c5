import { expect, test } from "vitest";
import { processHistory } from "./process.history";

const processes = (
  [
    ["新規依頼", "inbox"],
    ["材料待ち", "queue"],
    ["切断", "work"],
    ["曲げ", "work"],
    ["出荷待ち", "ready"],
  ] as const
).map(([label, role], index) => ({ group_id: index + 1, label, role }));
const moved = (group_id: number, day: number, said?: number) => ({
  at: `2026-11-${day}T01:00:00.000Z`,
  after: { group_id, ...(said && { group_update_time: `2026-11-${said}T01:00:00.000Z` }) },
});
const historyAt = (at: number, ...log: { at: string; after: Record<string, unknown> }[]) =>
  processHistory(processes, log, at).map(({ label, state, since }) =>
    [label, state, since?.slice(8, 10)].filter(Boolean).join(" "),
  );

test("a buyer sees which processes a card has passed and since when it is where it is; one that was skipped is not told", () => {
  expect(historyAt(1, moved(1, 10))).toEqual([
    "新規依頼 here 10",
    "材料待ち ahead",
    "切断 ahead",
    "曲げ ahead",
    "出荷待ち ahead",
  ]);
  expect(
    historyAt(
      4,
      moved(1, 10),
      moved(2, 11),
      { at: "2026-11-12T01:00:00.000Z", after: { num_good: "1" } },
      moved(4, 13, 12),
    ),
  ).toEqual(["材料待ち past 11", "曲げ here 12", "出荷待ち ahead"]);
});

test("a card that went back is where it is now, and what it leaves behind is ahead again; one that is shipped has nothing ahead", () => {
  expect(historyAt(3, moved(2, 11), moved(3, 12), moved(4, 13), moved(3, 14))).toEqual([
    "材料待ち past 11",
    "切断 here 14",
    "曲げ ahead",
    "出荷待ち ahead",
  ]);
  expect(historyAt(99, moved(2, 11), moved(5, 14), moved(99, 15))).toEqual([
    "材料待ち past 11",
    "出荷待ち past 14",
  ]);
});

test("each process tells its planned day and from when till when a card was there; late is only where it stands", () => {
  const dues = new Map([2, 3, 4, 5].map((group_id) => [group_id, `2026-11-1${group_id}`]));
  const steps = processHistory(processes, [moved(2, 10), moved(3, 12)], 3, dues, "2026-11-16");
  expect(steps.map(({ since, until, due, is_late }) => [since, until, due, is_late])).toEqual([
    ["2026-11-10", "2026-11-12", "2026-11-12", false],
    ["2026-11-12", null, "2026-11-13", true],
    [null, null, "2026-11-14", false],
    [null, null, "2026-11-15", false],
  ]);
});
