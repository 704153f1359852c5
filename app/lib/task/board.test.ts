import { expect, test } from "vitest";
import { addDays, weekday } from "~/lib/time/date";
import {
  businessDays,
  type Desk,
  idleDays,
  marksOf,
  menuState,
  progressText,
  sortKey,
  stalledFor,
  wordsOf,
} from "./board";
import { PLAIN_LOOK, relooked } from "./board.preference";
import type { BoardTile } from "./board.schema";
import { stalledSince } from "./card";

const desk: Desk = {
  today: "2026-11-25",
  stall_days: 5,
  side: "seller",
  without: [],
  processes: [
    { group_id: 2, label: "材料待ち", role: "queue" },
    { group_id: 3, label: "切断", role: "work" },
    { group_id: 8, label: "出荷待ち", role: "ready" },
  ],
};
const tile = (more: Partial<BoardTile> = {}) =>
  ({
    key: 1,
    id: "1234",
    group_id: 3,
    status: "切断",
    answer: null,
    proposed_delivery_date: null,
    is_urgent: false,
    task_type: null,
    collab_name: null,
    worker: null,
    num_items: "200",
    num_good: "0",
    num_defective: "0",
    num_partial: "0",
    delivery_date: "2026-12-01",
    group_update_time: "2026-11-24T01:00:00.000Z",
    work: null,
    num_parts: 0,
    num_parts_done: 0,
    num_branches: 0,
    num_branches_done: 0,
    is_over: false,
    num_files: 0,
    num_unread: 0,
    ...more,
  }) as BoardTile;
const words = (more: Partial<BoardTile>, at: Partial<Desk> = {}) => {
  const { chips, signs } = marksOf(tile(more), { ...desk, ...at });
  const texts = (marks: { text: string }[]) => marks.map((mark) => mark.text);
  return [texts(chips), texts(signs)];
};

test("business days between two days leave out Saturdays and Sundays", () => {
  for (let from = "2026-10-30", n = 0; n < 9; n++, from = addDays(from, 1)) {
    for (let days = 0; days < 40; days++) {
      const counted = Array.from({ length: days }, (_, i) => addDays(from, i + 1)).filter(
        (day) => weekday(day) % 6 !== 0,
      ).length;
      expect([from, days, businessDays(from, addDays(from, days))]).toEqual([from, days, counted]);
    }
  }
});

test("going back some business days and counting them are the same, on Sundays too", () => {
  for (let n = 0; n < 14; n++)
    for (const days of [1, 4, 5, 9]) {
      const on = addDays("2026-11-15", n);
      expect([on, days, idleDays(stalledSince(on, days), on)]).toEqual([on, days, days]);
    }
});

test("a card that has not moved for the factory's number of business days says for how many", () => {
  const at = (group_update_time: string) => stalledFor({ group_update_time }, desk);
  expect(at("2026-11-17T15:00:00.000Z")).toBe(5);
  expect(at("2026-11-18T15:00:00.000Z")).toBeNull();
  expect(at("2026-11-13T01:00:00.000Z")).toBe(8);
});

test("a tile has two chips at most, the most pressing first, and says the rest quietly", () => {
  expect(words({})).toEqual([[], []]);
  expect(
    words({
      is_urgent: true,
      work: "working",
      worker: "井上",
      is_amending: true,
      num_unread: 2,
      num_parts: 3,
      num_parts_done: 1,
      num_files: 2,
      collab_name: "佐藤鈑金",
    }),
  ).toEqual([
    ["至急", "作業中"],
    ["変更依頼", "未読2", "井上", "部品 1/3", "添付2", "佐藤鈑金"],
  ]);
  expect(words({ group_update_time: "2026-11-10T01:00:00Z", work: "paused" })).toEqual([
    [],
    ["中断", "11日動きなし"],
  ]);
  expect(words({ task_type: "defective" })).toEqual([["不良"], []]);
  expect(words({ answer: "waiting" })).toEqual([["回答待ち"], []]);
  expect(words({ answer: "proposed", proposed_delivery_date: "2026-12-04" })).toEqual([
    ["納期回答あり 12/4(金)"],
    [],
  ]);
  expect(words({ worker: "井上", is_urgent: true }, { without: ["worker", "state"] })).toEqual([
    ["至急"],
    [],
  ]);
  expect(words({ status: "曲げ" }, { side: "buyer", processes: [] })).toEqual([["曲げ"], []]);
});

test("of colours for time only an answer that is overdue has one: the date has the others", () => {
  const tones = (more: Partial<BoardTile>) => {
    const { chips, signs } = marksOf(tile(more), desk);
    return [...chips, ...signs].map((mark) => mark.tone);
  };
  const all = {
    is_urgent: true,
    is_over: true,
    is_amending: true,
    num_unread: 1,
    num_branches: 2,
    worker: "井上",
  };
  expect(
    tones({ ...all, work: "paused", leave_by: "2026-11-20", group_update_time: "2026-11-01T01:00:00Z" }),
  ).toEqual(["accent", "accent", "muted", "muted", "muted", "muted", "muted", "muted"]);
  expect(tones({ answer: "waiting", is_unanswered: true })).toEqual(["warn"]);
});

test("paper and the wall say the state too that a tile leaves to its column and its bar", () => {
  const all = (more: Partial<BoardTile>) => wordsOf(tile(more), desk).map((mark) => mark.text);
  expect(all({})).toEqual(["未着手"]);
  expect(all({ group_id: 8, is_urgent: true })).toEqual(["至急", "出荷待ち"]);
  expect(all({ work: "paused" })).toEqual(["中断"]);
  expect(wordsOf(tile({}), { ...desk, without: ["state"] })).toEqual([]);
});

test("the bar's text leaves out what is zero", () => {
  const text = (num_good: string, num_defective: string, num_partial: string) =>
    progressText(tile({ num_good, num_defective, num_partial }));
  expect(text("120", "3", "20")).toBe("良120 不良3 途中20 / 200");
  expect(text("0", "0", "0")).toBe("0 / 200");
  expect(text("1250.5", "0", "0")).toBe("良1,250.5 / 200");
});

test("a card sorts among others as the server sorts them, and offers what its state allows", () => {
  const keys = [
    { is_urgent: true, delivery_date: null },
    { is_urgent: false, delivery_date: "2026-11-01" },
    { is_urgent: false, delivery_date: null },
    { is_urgent: true, delivery_date: "2026-11-30" },
  ].map(sortKey);
  expect([...keys].sort()).toEqual([keys[3], keys[0], keys[1], keys[2]]);
  expect(
    [
      tile({ answer: "waiting" }),
      tile(),
      tile({ num_good: "1" }),
      tile({ work: "working" }),
      tile({ work: "paused" }),
    ]
      .map(menuState)
      .join(""),
  ).toBe("answp");
});

test("the look of the board changes by one press, or by the whole form of 表示", () => {
  const press = (pairs: [string, string][], look = PLAIN_LOOK) => {
    const form = new FormData();
    for (const [name, value] of pairs) form.append(name, value);
    return relooked(look, form);
  };
  expect(press([["fold", "3"]])).toMatchObject({ fold: ["3"] });
  expect(press([["unfold", "3"]], { ...PLAIN_LOOK, fold: ["3", "4"] })).toMatchObject({ fold: ["4"] });
  expect(press([["hide", "3"]], { ...PLAIN_LOOK, hide: ["3"] }).hide).toEqual(["3"]);
  expect(press([["entered", "5"]]).entered).toEqual(["5"]);
  const told = press(
    [
      ["form", "2,3,4"],
      ["column", "2"],
      ["column", "4"],
      ["part", "bar"],
      ["filled", "on"],
    ],
    { ...PLAIN_LOOK, query: "late=on" },
  );
  expect(told).toMatchObject({
    query: "late=on",
    hide: ["3"],
    filled: true,
    without: ["of", "state", "worker", "collab", "marks"],
  });
  expect(press([["reset", "1"]], told)).toEqual({ ...PLAIN_LOOK, query: "late=on" });
  expect(press([["hide", "'; drop"]])).toMatchObject({ hide: [] });
});

test("a card that should have left its process says by how many days; once it is late as a whole its date says so", () => {
  const quiet = (more: Partial<BoardTile>, at: Partial<Desk> = {}) => words(more, at)[1];
  expect(quiet({ leave_by: "2026-11-23" })).toEqual(["工程2日遅れ"]);
  expect(quiet({ leave_by: "2026-11-23", group_update_time: "2026-11-10T01:00:00Z" })).toEqual([
    "工程2日遅れ",
  ]);
  expect(quiet({ leave_by: "2026-11-23" }, { without: ["state"] })).toEqual([]);
  expect(quiet({ leave_by: "2026-11-25" })).toEqual([]);
  expect(quiet({ leave_by: "2026-11-20", delivery_date: "2026-11-24" })).toEqual([]);
});

test("messages about a card that were not read yet are counted among its marks", () => {
  expect(words({ num_unread: 2 })).toEqual([["未読2"], []]);
  expect(words({ num_unread: 2 }, { without: ["marks"] })).toEqual([[], []]);
});
