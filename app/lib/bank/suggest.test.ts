import { expect, test } from "vitest";
import type { OpenInvoice, Partner } from "./fit";
import { sortKnown } from "./known";
import type { Doubt } from "./statement";
import { type Incoming, type Learned, suggest } from "./suggest";

const partner = (buyer_id: string, names: string[], more: Partial<Partner> = {}): Partner => ({
  buyer_id,
  name: buyer_id,
  names,
  fees: [],
  fee_note: null,
  ...more,
});
const YAMADA = partner("yamada", ["ヤマダセイキ(カ"], { fees: [440] });
const SUZUKI = partner("suzuki", ["ｶ)ｽｽﾞｷｷﾝｿﾞｸ"]);
const bill = (key: number, open: number, due_date: string, buyer_id = "yamada"): OpenInvoice => ({
  key,
  number: `S${key}`,
  buyer_id,
  invoice_date: "2026-10-20",
  due_date,
  open,
});
const row = (
  key: number,
  amount: number,
  payer_kana: string | null,
  more: Partial<Incoming> = {},
): Incoming => ({
  key,
  date: "2026-11-30",
  amount,
  payer_kana,
  payer_code: null,
  ...more,
});
const BILLS = [
  bill(1, 110000, "2026-10-31"),
  bill(2, 55000, "2026-11-30"),
  bill(3, 33000, "2026-12-31"),
  bill(4, 77777, "2026-11-30", "suzuki"),
];
const only = (
  one: Incoming,
  { bills = BILLS, learned = [] as Learned[], partners = [YAMADA, SUZUKI] } = {},
) => suggest([one], partners, learned, bills).get(one.key)!;

test("a name that is theirs alone and an amount to the yen is certain, and names its invoices", () => {
  expect(only(row(1, 55000, "ヤマダセイキ(カ"))).toMatchObject({
    confidence: "sure",
    buyer_id: "yamada",
    parts: [{ invoice_key: 2, amount: 55000 }],
    difference: 0,
    reason: expect.stringContaining("請求書S2の残（期日11/30）と同じ金額"),
  });
  expect(only(row(1, 198000, "ヤマダセイキ(カ"))).toMatchObject({
    confidence: "sure",
    parts: [{ invoice_key: 1 }, { invoice_key: 2 }, { invoice_key: 3 }],
  });
});

test("what is short by a fee, in part, too much, or skips an invoice is a candidate; the amount stays the bank's", () => {
  const short = only(row(1, 109560, "ヤマダセイキ(カ"));
  expect(short).toMatchObject({
    confidence: "high",
    difference: 440,
    parts: [{ invoice_key: 1, amount: 109560 }],
  });
  expect(short.reason).toContain("440円少ない（この取引先のいつもの手数料）");
  expect(only(row(1, 109340, "ヤマダセイキ(カ")).reason).toContain("振込手数料の範囲");
  expect(only(row(1, 164560, "ヤマダセイキ(カ")).parts).toEqual([
    { invoice_key: 1, number: "S1", amount: 110000 },
    { invoice_key: 2, number: "S2", amount: 54560 },
  ]);
  expect(only(row(1, 143000, "ヤマダセイキ(カ"))).toMatchObject({
    confidence: "high",
    parts: [{ invoice_key: 1 }, { invoice_key: 3 }],
  });
  expect(only(row(1, 100000, "ヤマダセイキ(カ"))).toMatchObject({ confidence: "low", difference: 98000 });
  expect(only(row(1, 200000, "ヤマダセイキ(カ"))).toMatchObject({ confidence: "low", difference: -2000 });
});

test("another legal form, a branch behind the name or two partners of one name are never certain", () => {
  for (const name of ["ユ)ヤマダセイキ", "ヤマダセイキ(カ)チバシテン"])
    expect(only(row(1, 55000, name))).toMatchObject({ confidence: "high", buyer_id: "yamada" });
  const twin = partner("other", ["ヤマダセイキ(カ"]);
  expect(only(row(1, 55000, "ヤマダセイキ(カ"), { partners: [twin, YAMADA] })).toMatchObject({
    confidence: "high",
    buyer_id: "yamada",
    reason: expect.stringContaining("二つ以上"),
  });
});

test("a learned name is certain until two partners have it; a payer code comes before the name", () => {
  const learned = [{ buyer_id: "yamada", name: "ヤマダ タロウ", payer_code: "0000012345" }];
  expect(only(row(1, 55000, "ヤマダ タロウ"))).toMatchObject({ confidence: "low", is_named: false });
  expect(only(row(1, 55000, "ヤマダ タロウ"), { learned })).toMatchObject({ confidence: "sure" });
  expect(only(row(1, 55000, "ベツノナマエ", { payer_code: "0000012345" }), { learned })).toMatchObject({
    confidence: "sure",
  });
  const both = [...learned, { buyer_id: "suzuki", name: "ヤマダ タロウ", payer_code: null }];
  expect(only(row(1, 55000, "ヤマダ タロウ"), { learned: both })).toMatchObject({ confidence: "high" });
});

test("without a name the one invoice of that amount is a weak hint; two of them are none", () => {
  expect(only(row(1, 77777, null))).toMatchObject({ confidence: "low", buyer_id: "suzuki" });
  const bills = [...BILLS, bill(5, 77777, "2026-12-31", "yamada")];
  expect(only(row(1, 77777, null), { bills })).toMatchObject({ confidence: "unknown", buyer_id: null });
});

test("an invoice pays once: the second transfer of its amount is not certain, nor is one before the invoice", () => {
  const found = suggest(
    [row(1, 55000, "ヤマダセイキ(カ"), row(2, 55000, "ヤマダセイキ(カ")],
    [YAMADA],
    [],
    BILLS.slice(1, 2),
  );
  expect([found.get(1)!.confidence, found.get(2)!.confidence]).toEqual(["sure", "low"]);
  expect(found.get(2)!.reason).toContain("前受");
  expect(only(row(1, 55000, "ヤマダセイキ(カ", { date: "2026-10-01" }))).toMatchObject({ confidence: "low" });
});

const mark = (more: object = {}) => ({
  date: "2026-11-05",
  direction: "in" as const,
  amount: 1000,
  payer_kana: "カ)スズキキンゾク",
  balance: null as number | null,
  number: null as string | null,
  format: "anser-13",
  doubt: null as Doubt | null,
  ...more,
});
const keyed = (rows: ReturnType<typeof mark>[]) => rows.map((one, at) => ({ ...one, key: at + 1 }));
const known = (rows: ReturnType<typeof mark>[], before: ReturnType<typeof mark>[]) =>
  sortKnown(rows, keyed(before)).map((one) => one.known ?? one.doubt ?? "new");

test("an overlapping file brings in only what is new, whichever of two equal transfers comes first", () => {
  const [a, b] = [mark({ balance: 5000 }), mark({ balance: 6000 })];
  expect(known([a, b], [a])).toEqual([1, "new"]);
  expect(known([a, b], [b])).toEqual(["new", 1]);
  expect(known([mark(), mark()], [mark()])).toEqual([1, "new"]);
});

test("notice, statement and another bank's way to write a name are the same row; what may be is doubtful", () => {
  const notice = mark({ format: "zengin-01", number: "000001" });
  expect(known([mark({ balance: 5000, payer_kana: "カ.スズキキンゾク" })], [notice])).toEqual([1]);
  expect(known([mark({ payer_kana: "スズキ" })], [notice])).toEqual(["twin"]);
  expect(known([mark({ format: "zengin-01", number: "000002" })], [notice])).toEqual(["twin"]);
  expect(known([mark({ amount: 999 })], [notice])).toEqual(["new"]);
});
