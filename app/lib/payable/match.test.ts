import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { MONTH_END } from "~/lib/time/period";
import type { NoteTax } from "~/lib/vocabulary/document";
import {
  differenceOf,
  type MatchWord,
  matchKind,
  monthState,
  monthsOf,
  partAmount,
  stateOf,
  taxDifferences,
} from "./match";
import type { Billed, Delivered, Given } from "./match.given";
import { matchRows, totalsOf } from "./match.rows";
import type { MatchRow } from "./match.schema";
import vectors from "./payable-vectors.json";

const side = (amount: number, num_units: string | null = null, unit_price: string | null = null) => ({
  amount,
  num_units,
  unit_price,
});
const delivered = (n: number, amount: number, more: Partial<Delivered> = {}): Delivered => ({
  delivery_key: n,
  line_no: 1,
  delivery_number: `N${n}`,
  date: "2026-10-05",
  order_id: null,
  name: `L${n}`,
  card_key: null,
  num_items: "1",
  num_units: "1",
  unit: "piece",
  unit_price: String(amount),
  tax_rate: 10,
  amount_rounding: "floor",
  is_awaited: false,
  accepted: "1",
  billed_elsewhere: "0",
  billed_here: "1",
  ...more,
});
const billed = (n: number, amount: number, more: Partial<Billed> = {}): Billed => ({
  invoice_key: 1,
  invoice_number: "S-1",
  line_no: n,
  delivery_key: n,
  delivery_line_no: 1,
  order_id: null,
  name: `L${n}`,
  date: "2026-10-05",
  num_items: "1",
  num_units: "1",
  unit: "piece",
  unit_price: String(amount),
  price: amount,
  tax_rate: 10,
  inspection_key: null,
  ...more,
});
const given = (more: Partial<Given>): Given => ({
  ym: 202610,
  terms: MONTH_END,
  papers: [],
  billed: [],
  delivered: [],
  received: [],
  words: [],
  closed: [],
  ...more,
});
const isClosable = (rows: MatchRow[]) =>
  monthState(
    rows.map(({ state }) => state),
    null,
  ) === "ready";
const idOf = (name: string) => Number(name.slice(1));

test.each(vectors.payable_match)("$name", ({ in: { ours, theirs }, out }) => {
  const rows = matchRows(
    given({
      delivered: Object.entries(ours).map(([name, amount]) => delivered(idOf(name), Number(amount))),
      billed: Object.entries(theirs).map(([name, amount]) => billed(idOf(name), Number(amount))),
    }),
  );
  const differing = rows.filter(({ state }) => state !== "same");
  expect({
    rows: differing.map((row) => [row.name, row.ours?.amount, row.theirs?.amount, row.difference]),
    difference: totalsOf(rows).difference,
    closable: isClosable(rows),
  }).toEqual(out);
});

test("a month closes by itself only where every line is the same, whatever the sum", () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(amounts, (pairs) => {
      const rows = matchRows(
        given({
          delivered: pairs.map(([ours], n) => delivered(n + 1, ours)),
          billed: pairs.map(([, theirs], n) => billed(n + 1, theirs)),
        }),
      );
      expect(isClosable(rows)).toBe(pairs.every(([ours, theirs]) => ours === theirs));
      expect(totalsOf(rows).difference).toBe(pairs.reduce((sum, [ours, theirs]) => sum + theirs - ours, 0));
    }),
  );
});

test("of a line billed in two months each has its part; what comes back after it was billed is no line of ours", () => {
  const line = { num_items: "10", num_units: "10", accepted: "10" };
  const part = (more: Partial<Delivered>, bills: Billed[]) =>
    matchRows(given({ delivered: [delivered(1, 100, { ...line, ...more })], billed: bills })).map((row) => [
      row.kind,
      row.ours?.num_units,
      row.ours?.amount,
      row.difference,
    ]);
  const six = billed(1, 100, { num_items: "6", num_units: "6", price: 600 });
  expect(part({ billed_here: "6" }, [six])).toEqual([["quantity", "10", 1000, -400]]);
  expect(part({ billed_here: "6", billed_elsewhere: "4" }, [six])).toEqual([["same", "6", 600, 0]]);
  expect(part({ billed_here: "0", billed_elsewhere: "6" }, [])).toEqual([["unbilled", "4", 400, -400]]);
  expect(part({ billed_here: "0", billed_elsewhere: "10" }, [])).toEqual([]);
  expect(part({ accepted: "8", billed_here: "0", billed_elsewhere: "10" }, [])).toEqual([]);
  const back = { num_items: "-2", num_units: "-2", accepted: "-2", billed_here: "0" };
  expect(part(back, [])).toEqual([["unbilled", "-2", -200, 200]]);
});

test("送料 of a 請求書 is theirs alone, 特採 was agreed on, and a line not received yet says so", () => {
  const rows = matchRows(
    given({
      delivered: [delivered(3, 100, { accepted: "0", is_awaited: true })],
      billed: [
        billed(1, 500, { delivery_key: null, delivery_line_no: null, num_items: null, name: "送料" }),
        billed(2, 80, { inspection_key: 7 }),
        billed(3, 100),
      ],
    }),
  );
  expect(rows.map((row) => [row.id, row.kind, row.state, row.note, row.difference])).toEqual([
    ["d3.1", "quantity", "open", "未受入", 100],
    ["i1.1", "unknown", "open", null, 500],
    ["i1.2", "same", "same", "特採", 0],
  ]);
});

test("what differs is named: quantity before price before amount, a line of one side alone, and 0 円 is none", () => {
  const ours = side(1000, "10", "100");
  expect(
    [
      [ours, side(1200, "12", "100")],
      [ours, side(1100, "10", "110")],
      [ours, side(1001, "10", "100")],
      [ours, side(1000, "20", "50")],
      [ours, side(1000, "10.000", "100.0")],
      [ours, null],
      [null, side(500)],
      [null, side(0)],
      [side(0), null],
      [ours, side(1000)],
    ].map(([own, theirs]) => matchKind(own!, theirs!)),
  ).toEqual([
    "quantity",
    "price",
    "amount",
    "quantity",
    "same",
    "unbilled",
    "unknown",
    "same",
    "same",
    "same",
  ]);
  expect([differenceOf(ours, side(900)), differenceOf(ours, null), differenceOf(null, side(5))]).toEqual([
    -100, -1000, 5,
  ]);
});

test("an answer is to what was seen: another figure of either side opens the line again", () => {
  const line = { ours: side(1000), theirs: side(1100) };
  const said = (answer: MatchWord, ours = 1000, theirs = 1100) => stateOf(line, { answer, ours, theirs });
  expect([said("accept"), said("ask"), said("later"), said("withdrawn"), said("billed")]).toEqual([
    "accepted",
    "asked",
    "later",
    "open",
    "accepted",
  ]);
  expect([said("accept", 1001), said("accept", 1000, 1099), stateOf(line, null)]).toEqual([
    "open",
    "open",
    "open",
  ]);
  expect(stateOf({ ours: side(5), theirs: side(5) }, { answer: "ask", ours: 5, theirs: 9 })).toBe("same");
});

test("part of a line at another price is rounded once, a whole one as it was delivered", () => {
  const line = { num_units: "2.5", num_items: "10" };
  expect(partAmount(line, "10", "100.5", "floor")).toBe(251);
  expect(partAmount(line, "4", "100.5", "floor")).toBe(100);
  expect(partAmount(line, "4", "100.5", "ceil")).toBe(101);
  expect(partAmount({ num_units: "0", num_items: "0" }, "4", "100", "floor")).toBe(0);
});

test("tax is taken as printed up to a yen of each rate; with tax by 納品書 each note is rounded by itself", () => {
  const printed = (tax: number, by_note: NoteTax[] = []) =>
    taxDifferences({
      id: "i1",
      by_rate: [{ tax_rate: 10, base: 315, tax }],
      by_note,
      tax_rounding: "floor",
    });
  expect([printed(31), printed(30), printed(32)]).toEqual([[], [], []]);
  expect(printed(33)).toEqual([{ id: "ti1.10", tax_rate: 10, ours: 31, theirs: 33 }]);
  const note = (delivery_key: number) => ({ delivery_key, tax_rate: 10, base: 105, tax: 10 });
  expect(printed(32, [note(1), note(2), note(3)])).toMatchObject([{ ours: 30, theirs: 32 }]);
});

test("what is not billed stands in its month, put off in the next, and never in a closed one", () => {
  const road = (words: Record<number, MatchWord>, closed: number[] = [], upTo = 202612) =>
    monthsOf({
      natural: 202610,
      upTo,
      isClosed: (ym) => closed.includes(ym),
      wordOf: (ym) => words[ym] ?? null,
    });
  expect(road({})).toEqual([202610]);
  expect(road({ 202610: "ask" })).toEqual([202610]);
  expect(road({ 202610: "later" })).toEqual([202610, 202611]);
  expect(road({ 202610: "later", 202611: "later" }, [202610])).toEqual([202611, 202612]);
  expect(road({ 202610: "accept" }, [202610])).toEqual([]);
  expect(road({ 202610: "billed" }, [202610])).toEqual([]);
  expect(road({}, [202610, 202611])).toEqual([202612]);
  expect(road({ 202610: "later" }, [], 202610)).toEqual([202610]);
  expect(road({}, [], 202609)).toEqual([]);
});

test("a month says what it waits for, and what changed after it was closed", () => {
  expect([
    monthState([], null),
    monthState(["same", "accepted", "later", "paper"], null),
    monthState(["asked", "same"], null),
    monthState(["asked", "open"], null),
    monthState(["open"], { isChanged: false }),
    monthState([], { isChanged: true }),
  ]).toEqual(["ready", "ready", "asked", "open", "closed", "changed"]);
});
