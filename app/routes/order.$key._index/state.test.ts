import { expect, test } from "vitest";
import { begun, type Line, standing } from "./state";

const line = (shipped_time: string | null, shipped: string, more: object = {}) =>
  standing({
    card: { answer: "accepted", cancelled_time: null, status: "加工", shipped_time, ...more },
    progress: { ordered: "60", delivered: "0", shipped, made: "0", wip: "0" },
  } as unknown as Line).text;

test("a 中止費用 is no goods: nothing of it is shipped, nor comes", () => {
  const cost = { is_cost: true, num_delivered: "0", card: { shipped_time: "2026-11-23T00:00:00.000Z" } };
  expect([standing(cost as Line), begun(cost as Line)]).toEqual([{ text: "費用", tone: "muted" }, false]);
});

test("a line is 出荷済 once all its cards are", () => {
  const now = "2026-11-23T00:00:00.000Z";
  expect(line(now, "25")).toBe("一部出荷");
  expect(line(null, "25")).toBe("一部出荷");
  expect(line(now, "60")).toBe("出荷済");
  expect(line(null, "0")).toBe("加工");
  expect(line(now, "25", { cancelled_time: now })).toBe("取消");
});
