import { expect, test } from "vitest";
import { chosen, mergeEdit } from "./card.conflict";

const card = { name: "軸", num_items: "100", note: null, is_urgent: true, delivery_date: "2026-12-01" };
const mine = { name: "軸", num_items: "100", note: undefined, is_urgent: false, delivery_date: "2026-11-20" };
const entry = (before: object, after: object) => ({
  key: 1,
  kind: "edited",
  at: "2026-11-21T05:05:00.000Z",
  actor_name: "山口 現",
  origin: "PC",
  reason: null,
  before: before as Record<string, unknown>,
  after: after as Record<string, unknown>,
});
const made = entry({}, card);

test("what only somebody else changed is taken over and told", () => {
  const log = [
    made,
    entry({ is_urgent: false }, { is_urgent: true }),
    entry({ delivery_date: "2026-11-20" }, { delivery_date: "2026-12-01" }),
  ];
  expect(mergeEdit(log, 1, mine, card)).toEqual({
    values: { is_urgent: "on", delivery_date: "2026-12-01" },
    conflicts: [],
    taken: [
      { label: "納期", to: "2026/12/1(火)", who: "山口 現" },
      { label: "至急", to: "はい", who: "山口 現" },
    ],
  });
});

test("what both changed is shown with both values, to choose from", () => {
  const log = [made, entry({ delivery_date: "2026-11-20" }, { delivery_date: "2026-12-01" })];
  const { conflicts, taken, values } = mergeEdit(
    log,
    1,
    { ...mine, is_urgent: true, delivery_date: "2026-11-25" },
    card,
  );
  expect(taken).toEqual([]);
  expect(values).toEqual({ delivery_date: "2026-11-25" });
  expect(conflicts).toEqual([
    {
      name: "delivery_date",
      label: "納期",
      mine: "2026/11/25(水)",
      theirs: "2026/12/1(火)",
      value: "2026-12-01",
      who: "山口 現",
      at: "2026-11-21T05:05:00.000Z",
    },
  ]);
});

test("what was changed and changed back, or to the same by both, is nobody's conflict", () => {
  const back = [made, entry({ name: "軸" }, { name: "じく" }), entry({ name: "じく" }, { name: "軸" })];
  expect(
    mergeEdit(back, 1, { ...mine, is_urgent: true, name: "新しい軸", delivery_date: "2026-12-01" }, card)
      .conflicts,
  ).toEqual([]);
  const same = [made, entry({ delivery_date: "2026-11-20" }, { delivery_date: "2026-12-01" })];
  expect(mergeEdit(same, 1, { ...mine, is_urgent: true, delivery_date: "2026-12-01" }, card)).toEqual({
    values: {},
    conflicts: [],
    taken: [],
  });
});

test("choosing theirs puts their value into the form", () => {
  const form = new FormData();
  for (const [name, value] of [
    ["note", "わたしの"],
    ["choose_note", "theirs"],
    ["theirs_note", "あなたの"],
    ["name", "軸"],
    ["choose_name", "mine"],
    ["theirs_name", "x"],
  ]) {
    form.set(name!, value!);
  }
  chosen(form);
  expect([form.get("note"), form.get("name")]).toEqual(["あなたの", "軸"]);
});
