import { expect, test } from "vitest";
import { cameOf, dueOf, othersWait, waitsOf } from "./waits";

type WaitLine = Parameters<typeof cameOf>[0][number];
type More = Partial<Omit<WaitLine, "card" | "now">> & {
  card?: Partial<WaitLine["card"]>;
  now?: Partial<WaitLine["now"]>;
};
const line = ({ card, now, ...more }: More = {}): WaitLine => ({
  num_rest: "10",
  num_delivered: "0",
  num_pending: "0",
  is_cost: false,
  planned_fix_date: null,
  ...more,
  card: { key: 7, answer: "accepted", cancelled_time: null, shipped_time: null, ...card },
  now: { is_off: false, delivery_dates: ["2099-12-01"], unit_price: "100", ...now },
});
const of = (lines: WaitLine[], ...amending: { key: number; is_own: boolean; lines: null[] }[]) => ({
  key: 5,
  amounts: true,
  lines,
  amending,
});
const today = "2026-12-01";
const buyer = { isBuyer: true, orders: true, today };
const seller = { isBuyer: false, orders: false, today };

test("each side is told first what it has to answer, and what it waits for", () => {
  const proposed = of([line({ card: { answer: "proposed" } }), line()]);
  expect(waitsOf(proposed, buyer).map((one) => [one.label, one.href])).toEqual([
    ["納期の提案に回答する", "/task/7/agree"],
  ]);
  expect([waitsOf(proposed, seller), othersWait(proposed, seller)]).toEqual([
    [],
    ["1行は提案した納期の回答待ちです。"],
  ]);
  const asked = of([line({ card: { answer: "waiting" } })]);
  expect([waitsOf(asked, buyer), othersWait(asked, buyer)]).toEqual([[], ["1行は依頼先の回答待ちです。"]]);
  expect(waitsOf(asked, seller)[0]).toMatchObject({ label: "依頼に回答する", href: "/task/7" });
  const off = of([line({ card: { answer: "proposed", cancelled_time: "2026-11-20T00:00:00.000Z" } })]);
  expect(waitsOf(off, buyer)).toEqual([]);
});

test("a 変更依頼 waits for whom it was sent to; 検収 for the buyer who has the page of it", () => {
  const theirs = of([line()], { key: 3, is_own: false, lines: [null] });
  expect(waitsOf(theirs, seller)[0]!.href).toBe("/task/order/5/change/3");
  const own = of([line()], { key: 3, is_own: true, lines: [null] });
  expect([waitsOf(own, buyer), othersWait(own, buyer)]).toEqual([
    [],
    ["変更依頼に、依頼先の回答を待っています。"],
  ]);
  const came = of([line({ num_pending: "4" })]);
  expect(waitsOf(came, buyer)[0]!.href).toBe("/order/5?tab=inspection");
  expect([waitsOf(came, { ...buyer, orders: false }), waitsOf(came, seller)]).toEqual([[], []]);
});

test("a price that is left open is asked for, the more so once its day has passed (R2-4)", () => {
  const unpriced = (planned_fix_date: string | null) => line({ planned_fix_date, now: { unit_price: null } });
  const both = of([unpriced("2026-12-10"), unpriced("2026-12-01"), line()]);
  expect(waitsOf(both, buyer)).toEqual([
    {
      text: "単価が未定の明細が2行あります（決定予定 2026/12/1(火)）。決まりしだい、変更依頼で伝えてください。",
      label: "単価を伝える",
      href: "/task/order/5/change",
    },
  ]);
  expect(waitsOf(of([unpriced("2026-11-30")]), buyer)[0]!.text).toContain("2026/11/30(月)を過ぎています）");
  expect(othersWait(both, seller)).toEqual(["2行は単価が未定です（依頼元の決定予定 2026/12/1(火)）。"]);
  expect([waitsOf(both, seller), othersWait(both, buyer)]).toEqual([[], []]);
  const settled = [
    line({ planned_fix_date: "2026-11-01" }),
    line({ now: { unit_price: null, is_off: true } }),
  ];
  expect([waitsOf(of(settled), buyer), waitsOf({ ...both, amounts: false }, buyer)]).toEqual([[], []]);
});

test("the next day is the earliest of what has not come, red with the number of lines that are late", () => {
  const days = (...dates: string[]) => dates.map((day) => line({ now: { delivery_dates: [day] } }));
  expect(dueOf(days("2026-01-06", "2026-01-05", "2099-01-01"), "2026-01-07")).toEqual({
    value: "1/5(月)",
    tone: "bad",
    note: "2日遅れ・遅れ2行",
  });
  expect(dueOf(days("2099-12-03"), "2099-12-02")).toMatchObject({ tone: "warn", note: "明日" });
  expect(dueOf(days("2099-12-05"), "2099-12-02")).toMatchObject({ tone: undefined, note: "あと3日" });
  const shipped = line({ card: { shipped_time: "2026-01-01T00:00:00.000Z" } });
  expect(dueOf([shipped], "2026-01-07").value).toBe("―");
});

test("a line came when nothing of it is left; what is off, or a cost, does not count", () => {
  const lines = [
    line({ num_rest: "0", num_delivered: "10", num_pending: "10" }),
    line({ num_delivered: "4" }),
    line({ now: { is_off: true } }),
    line({ is_cost: true, num_rest: "0", card: { shipped_time: "2026-01-01T00:00:00.000Z" } }),
  ];
  expect(cameOf(lines)).toEqual({ value: "1 / 2行", note: "一部納品1行・検収待ち1行" });
});
