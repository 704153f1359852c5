import { expect, test } from "vitest";
import { changedOnly, correctedCounts } from "./work.correct";

const card = {
  group_id: 4,
  answer: null,
  shipped_time: null,
  cancelled_time: null,
  num_good: "0",
  num_defective: "2",
  num_partial: "50",
};
const was = { num_good: "50", num_defective: "2", num_partial: "0" };

test("in the process where the card stands, a correction moves what is done there", () => {
  expect(correctedCounts(card, was, { ...was, num_good: "45", num_defective: "7" }, true, false)).toEqual({
    num_good: "0",
    num_defective: "7",
    num_partial: "45",
  });
});

test("of an earlier process only what was defective still counts", () => {
  expect(
    correctedCounts(card, was, { num_good: "40", num_defective: "1", num_partial: "3" }, false, false),
  ).toEqual({ num_good: "0", num_defective: "1", num_partial: "50" });
});

test("after the last process that makes or inspects, what is good for shipping is corrected, wherever the card now stands", () => {
  expect(
    correctedCounts(
      { ...card, num_good: "50", num_partial: "0" },
      was,
      { ...was, num_good: "48.5" },
      false,
      true,
    ),
  ).toEqual({ num_good: "48.5", num_defective: "2", num_partial: "0" });
});

test("what the card no longer holds can't be taken away, and a card that has left is not counted again", () => {
  expect(
    correctedCounts({ ...card, num_partial: "10" }, was, { ...was, num_good: "0" }, true, false),
  ).toMatch("途中数が0より小さくなります");
  expect(
    correctedCounts({ ...card, shipped_time: "2026-11-20T00:00:00.000Z" }, was, was, true, false),
  ).toMatch("出荷済み");
});

test("a tick that stood and still stands is no change, one that is taken away is", () => {
  const row = { ...was, worker_id: 1, work_start: null, work_end: null, is_void: true, is_unmanned: true };
  const sent = new FormData();
  sent.set("is_void", "on");
  sent.set("num_good", "50");
  changedOnly(sent, row);
  expect([...sent.entries()]).toEqual([
    ["is_void", "on"],
    ["is_unmanned", "off"],
  ]);
});
