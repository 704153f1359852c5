import { expect, test } from "vitest";
import vectors from "~/lib/japan-vectors.json";
import { lineAmount } from "~/lib/money/amount";
import {
  cannotCancel,
  cardProblem,
  type Deliverable,
  dateQuestion,
  deliveryTotals,
  groupLines,
  hiddenAmountsProblem,
  partialNote,
  placeNote,
  priceProblem,
  quantityProblem,
  remaining,
  sharedDestination,
  unreachable,
} from "./delivery";
import { deliveryLines } from "./delivery.schema";

const card: Deliverable = {
  order_unit: "piece",
  unit: "piece",
  num_items: "120",
  num_good: "100",
  num_delivered: "30.5",
  shipped_time: "2026-11-21T00:00:00.000Z",
  is_billing_target: true,
  cancelled_time: null,
  closed_reason: null,
};

test.each(vectors.line_amount)(
  "$qty x $unit_price on a line",
  ({ qty, unit_price, floor, half_up, ceil }) => {
    expect([
      lineAmount(qty, unit_price, "floor"),
      lineAmount(qty, unit_price, "half_up"),
      lineAmount(qty, unit_price, "ceil"),
    ]).toEqual([floor, half_up, ceil]);
  },
);

test.each(vectors.invoice_tax_exclusive)("per-rate tax of a delivery note: $name", (v) => {
  for (const mode of ["floor", "half_up", "ceil"] as const) {
    const got = deliveryTotals(
      v.lines.map(({ amount, rate }) => ({ price: amount, tax_rate: rate })),
      mode,
    );
    expect(
      Object.fromEntries(got.by_rate.map(({ tax_rate, base, tax }) => [tax_rate, { base, tax }])),
    ).toEqual(v[mode].by_rate);
    expect(got).toMatchObject({ subtotal: v[mode].subtotal, tax: v[mode].tax, total: v[mode].total });
  }
});

test("a date is asked about when it is before the goods left or more than 60 days away", () => {
  expect(dateQuestion("2026-11-23", ["2026-11-23", "2026-11-20"], "2026-11-23")).toBeNull();
  expect(dateQuestion("2026-11-20", ["2026-11-23", "2026-11-20"], "2026-11-23")).toContain(
    "納品日が出荷日（2026/11/23(月)）より前です",
  );
  expect([
    dateQuestion("2026-09-24", [], "2026-11-23"),
    dateQuestion("2027-01-22", [], "2026-11-23"),
  ]).toEqual([null, null]);
  for (const day of ["2026-09-23", "2027-01-23", "2000-01-01", "2099-12-31"])
    expect(dateQuestion(day, [], "2026-11-23")).toContain("60日より離れています");
});

test("no more than the remaining good pieces can be delivered", () => {
  expect(remaining(card)).toBe("69.5");
  expect(quantityProblem("69.5", card)).toBeNull();
  expect(quantityProblem("69.501", card)).toBe("納品数は残りの69.5個以下で入力してください");
});

test("cards that may not be delivered say why", () => {
  expect(cardProblem(card)).toBeNull();
  expect(cardProblem({ ...card, is_billing_target: false })).toContain("請求対象外");
  expect(cardProblem({ ...card, cancelled_time: "2026-11-21T00:00:00.000Z" })).toContain("取り消された");
  expect(cardProblem({ ...card, num_delivered: "100" })).toContain("すでに全数");
  expect(cardProblem({ ...card, unit: "kg" })).toContain("単重が必要");
});

test("a missing price and an amount too large are told", () => {
  expect(priceProblem("1", null)).toContain("単価を入力");
  expect(priceProblem("1", "0")).toBeNull();
  expect(priceProblem("999999999", "999999999")).toContain("12桁");
});

test("of a card delivered in parts, each line says which delivery it is and what is left (R9-3)", () => {
  const parts: Deliverable = { ...card, num_items: "1000", num_good: "1000", num_delivered: "0" };
  expect(partialNote("300", parts, 0)).toBe("分納 1/2 残 700個");
  expect(partialNote("300", { ...parts, num_delivered: "300" }, 1)).toBe("分納 2/3 残 400個");
  expect(partialNote("400", { ...parts, num_delivered: "600" }, 2)).toBe("分納 3/3 完納");
  expect(partialNote("1000", parts, 0)).toBeNull();
});

test("what was ordered is still to come while the card is at work; once it has left, what was good of it", () => {
  const early: Deliverable = { ...card, num_items: "200", num_good: "100", num_delivered: "0" };
  expect(partialNote("100", { ...early, shipped_time: null }, 0)).toBe("分納 1/2 残 100個");
  expect(partialNote("100", early, 0)).toBeNull();
});

test("a company that has not said where it is is told before its 納品書 goes out", () => {
  expect(unreachable({ address: null, tel: null })).toBe(
    "納品書に印字する自社の「住所」「TEL」が登録されていません。",
  );
  expect(unreachable({ address: "東京都", tel: "03-1234-5678" })).toBeNull();
});

test("lines are put together as the clerk chose", () => {
  const line = (card_key: number, order_id: string | null, destination: string | null) => ({
    card_key,
    order_id,
    destination,
  });
  const lines = [line(1, "A", "東"), line(2, "B", "東"), line(3, "A", null), line(4, null, "東")];
  const keys = (grouping: Parameters<typeof groupLines>[1]) =>
    groupLines(lines, grouping).map((group) => group.map((l) => l.card_key));
  expect(keys("one")).toEqual([[1, 2, 3, 4]]);
  expect(keys("order")).toEqual([[1, 3], [2], [4]]);
  expect(keys("destination")).toEqual([[1, 2, 4], [3]]);
  expect(keys("card")).toEqual([[1], [2], [3], [4]]);
  expect(sharedDestination([lines[0]!, lines[1]!])).toBe("東");
  expect(sharedDestination(lines)).toBeNull();
  expect(placeNote({ destination: "厚木組立センター（神奈川県厚木市1-1）", note: "分納 残 5個" })).toBe(
    "納入先 厚木組立センター\n分納 残 5個",
  );
  expect([
    placeNote({ destination: "客先", note: null }),
    placeNote({ destination: null, note: null }),
  ]).toEqual(["納入先 客先", null]);
});

test("amounts can't be hidden where each note is the tax document", () => {
  expect(hiddenAmountsProblem(false, "monthly")).toBeNull();
  expect(hiddenAmountsProblem(true, "delivery_note")).toBeNull();
  expect(hiddenAmountsProblem(false, "delivery_note")).toContain("金額を印字");
});

test("a billed note can't be cancelled", () => {
  const note = { cancelled_time: null, invoice_numbers: [] as string[] };
  expect(cannotCancel(note)).toBeNull();
  expect(cannotCancel({ ...note, invoice_numbers: ["S2611-0001"] })).toContain("S2611-0001");
  expect(cannotCancel({ ...note, return_numbers: ["N2611-0009"] })).toContain(
    "返品が納品書 N2611-0009 にある",
  );
});

test("only ticked rows of the form count", () => {
  const typed = {
    buyer_id: "tanaka",
    lines: [
      { card_key: "1", num_items: "x" },
      { on: "on", card_key: "2", num_items: "１２．５", unit_price: "" },
    ],
  };
  expect(deliveryLines.parse(typed).lines).toEqual([
    { card_key: 2, num_items: "12.5", unbilled: false, closes: false, completes: false, row: 1 },
  ]);
  const wrong = deliveryLines.safeParse({
    ...typed,
    lines: [typed.lines[0], { on: "on", card_key: "2", num_items: "12x" }],
  });
  expect(wrong.error?.issues.map(({ path }) => path)).toEqual([["lines", 1, "num_items"]]);
  const none = deliveryLines.safeParse({ buyer_id: "tanaka", lines: [{ card_key: "1", num_items: "x" }] });
  expect(none.error?.issues[0]).toMatchObject({
    path: ["lines"],
    message: "納品するカードを選択してください",
  });
});
