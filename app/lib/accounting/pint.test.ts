import { expect, test } from "vitest";
import fc, { runs } from "~/lib/dice.testing";
import { lineAmount } from "~/lib/money/amount";
import { taxByRate } from "~/lib/money/tax";
import { documentFileName } from "~/lib/text/file.name";
import { LINE_UNITS } from "~/lib/vocabulary/document";
import type { Party } from "~/lib/vocabulary/factory.schema";
import { ROUNDINGS } from "~/lib/vocabulary/rounding";
import { FIRST_ISSUE, type InvoiceDetail, type InvoiceLine } from "./invoice.schema";
import { pintProblems } from "./pint";
import { all, parseXml, pintFaults, value } from "./pint.rules.testing";
import { pintXml } from "./pint.xml";

const party = (id: string, registration_number: string | null): Party => ({
  id,
  name: id === "yamada" ? "山田精機株式会社" : "田中産業機械株式会社",
  postal_code: "144-0033",
  address: "東京都大田区東糀谷二丁目14番8号",
  tel: "03-3744-2100",
  fax: null,
  paper_layout: "ruled",
  registration_number,
  logo: null,
  seal: null,
  bank_accounts: [
    {
      bank_name: "城南信用金庫",
      branch_name: "羽田支店",
      kind: "普通",
      number: "0012345",
      holder: "ﾔﾏﾀﾞｾｲｷ(ｶ",
    },
  ],
});
const line = (line_no: number, more: Partial<InvoiceLine> = {}): InvoiceLine => ({
  line_no,
  order_id: "H2611-0001",
  sales_date: "2026-11-06",
  name: "ブラケットA",
  drawing_no: "TNK-2201",
  num_units: "1250",
  unit: "piece",
  unit_price: "3.475",
  price: 4343,
  tax_rate: 10,
  note: null,
  delivery_key: 1,
  delivery_number: "N2611-0001",
  original_date: null,
  original_number: null,
  ...more,
});
const doc = (lines: InvoiceLine[], more: Partial<InvoiceDetail> = {}): InvoiceDetail =>
  ({
    key: 1,
    number: "S2611-0001",
    version: 1,
    ...FIRST_ISSUE,
    seller_id: "yamada",
    buyer_id: "tanaka",
    seller: party("yamada", "T8700110005901"),
    buyer: party("tanaka", "T7010705000725"),
    person: "山本 経子",
    note: null,
    invoice_basis: "monthly",
    tax_rounding: "floor",
    layout: 1,
    ym: 202611,
    start_date: "2026-10-21",
    end_date: "2026-11-20",
    invoice_date: "2026-11-20",
    due_date: "2026-12-20",
    terms: { is_payment_last_date: false, payment_date: 20, pay_month: 1, pay_day: 20 },
    show_carry_over: true,
    prev_billed: 70_000,
    received: 50_000,
    adjustment: 0,
    carried_over: 20_000,
    ...figures(lines),
    lines,
    issued_time: "2026-11-20T01:00:00Z",
    viewed_time: null,
    cancelled_time: null,
    cancel_reason: null,
    log: [],
    cannot_cancel: null,
    state: "unpaid",
    paid: 0,
    open: 16_614,
    corrections: [],
    cannot_correct: null,
    cannot_restore: null,
    payments: [],
    credits: [],
    ...more,
  }) as InvoiceDetail;
const figures = (lines: InvoiceLine[], mode: (typeof ROUNDINGS)[number] = "floor") => {
  const sums = taxByRate(
    lines.map(({ price, tax_rate }) => ({ amount: price, tax_rate })),
    mode,
  );
  return { ...sums, billed_now: sums.total + 20_000 };
};

const WORKED = [
  line(1),
  line(2, { num_units: "15", unit_price: "321", price: 4815 }),
  line(3, { num_units: "6", unit_price: "991", price: 5946, unit: "kg" }),
];

test("the worked example: 4,343 + 4,815 + 5,946 is 15,104, tax 1,510, to pay 16,614, without what is carried over (R6-7)", () => {
  const xml = pintXml(doc(WORKED));
  expect(pintFaults(xml)).toEqual([]);
  const invoice = parseXml(xml);
  const total = (name: string) => value(invoice, `LegalMonetaryTotal/${name}`);
  expect({
    taxable: value(invoice, "TaxTotal/TaxSubtotal/TaxableAmount"),
    tax: value(invoice, "TaxTotal/TaxAmount"),
    inclusive: total("TaxInclusiveAmount"),
    payable: total("PayableAmount"),
    period: [value(invoice, "InvoicePeriod/StartDate"), value(invoice, "InvoicePeriod/EndDate")],
    seller: value(invoice, "AccountingSupplierParty/Party/EndpointID"),
    account: value(invoice, "PaymentMeans/PayeeFinancialAccount/ID"),
    notes: all(invoice, "InvoiceLine/DocumentReference/ID").map(({ text }) => text),
  }).toEqual({
    taxable: "15104",
    tax: "1510",
    inclusive: "16614",
    payable: "16614",
    period: ["2026-10-21", "2026-11-20"],
    seller: "8700110005901",
    account: "城南信用金庫:羽田支店:1:0012345",
    notes: ["N2611-0001", "N2611-0001", "N2611-0001"],
  });
});

test("a return is a quantity below zero at a price above it; a correction names the invoice before; ※ is AA, 対象外 O", () => {
  const lines = [
    ...WORKED,
    line(4, {
      num_units: "-3",
      unit_price: "19.6",
      price: -58,
      original_date: "2026-10-05",
      original_number: "N2610-0007",
    }),
    line(5, { name: "値引", num_units: "1", unit: "lot", unit_price: "-1000", price: -1000 }),
    line(6, { name: 'お茶 <1箱> & "水"\u0007', num_units: "1", unit_price: "540", price: 540, tax_rate: 8 }),
    line(7, { name: "収入印紙", num_units: "1", unit_price: "200", price: 200, tax_rate: 0 }),
  ];
  const before = { key: 9, number: "S2610-0001", revision: 1, invoice_date: "2026-10-20", correction: null };
  const xml = pintXml(doc(lines, { original: before, correction: "black" }));
  expect(pintFaults(xml)).toEqual([]);
  const invoice = parseXml(xml);
  const of = (name: string) => all(invoice, `InvoiceLine/${name}`).map(({ text }) => text);
  expect(of("InvoicedQuantity").slice(3, 5)).toEqual(["-3", "-1"]);
  expect(of("Price/PriceAmount").slice(3, 5)).toEqual(["19.6", "1000"]);
  expect(of("Item/ClassifiedTaxCategory/ID").slice(4)).toEqual(["S", "AA", "O"]);
  expect(of("Item/Name")[5]).toBe('お茶 <1箱> & "水"');
  expect(of("Note")).toEqual(["2026/10/5(月) 納品分（納品書 N2610-0007）"]);
  expect(value(invoice, "BillingReference/InvoiceDocumentReference/ID")).toBe("S2610-0001");
});

test("what cannot be such a document is refused with a sentence each", () => {
  const nobody = { seller: party("yamada", null), buyer: party("tanaka", null) };
  expect(pintProblems(doc([], { ...nobody, cancelled_time: "2026-11-21T00:00:00Z" }))).toEqual([
    expect.stringContaining("取り消した"),
    expect.stringContaining("発行元の登録番号"),
    expect.stringContaining("請求先の登録番号"),
    expect.stringContaining("明細がない"),
  ]);
  const thrice = { by_rate: [{ tax_rate: 10, base: 315, tax: 30 }], tax: 30, total: 345 };
  expect(pintProblems(doc([line(1, { price: 315 })], thrice))).toEqual([expect.stringContaining("端数処理")]);
  expect(pintProblems(doc(WORKED))).toEqual([]);
});

test("whatever lines are billed, in each way of rounding, the document keeps every rule", () => {
  const someLine = fc.record({
    num_units: fc.integer({ min: -9_999_999, max: 9_999_999 }).map((n) => String(n / 1000)),
    unit_price: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((n) => String(n / 1000)),
    tax_rate: fc.constantFrom(10, 8, 0),
    unit: fc.constantFrom(...LINE_UNITS),
    name: fc.string({ minLength: 1, maxLength: 120, unit: "binary" }).map((text) => `品${text}`),
    note: fc.option(fc.string({ unit: "binary", minLength: 1 }).map((text) => `注${text}`)),
  });
  fc.assert(
    fc.property(
      fc.array(someLine, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...ROUNDINGS),
      (some, mode) => {
        const lines = some.map((one, at) =>
          line(at + 1, { ...one, price: lineAmount(one.num_units, one.unit_price, mode) }),
        );
        const drawn = doc(lines, { ...figures(lines, mode), tax_rounding: mode });
        expect(pintProblems(drawn)).toEqual([]);
        expect(pintFaults(pintXml(drawn))).toEqual([]);
      },
    ),
    { numRuns: runs(100) },
  );
});

test("each rule refuses what breaks it", () => {
  const xml = pintXml(doc(WORKED));
  const broken: [string, string][] = [
    ["urn:peppol:bis:billing", "urn:peppol:bis:selfbilling"],
    [">380<", ">381<"],
    ['schemeID="0188">8700110005901', 'schemeID="0188">8700110005910'],
    ["T8700110005901", "8700110005901"],
    ['<cbc:TaxAmount currencyID="JPY">1510<', '<cbc:TaxAmount currencyID="JPY">1510.4<'],
    ['<cbc:TaxAmount currencyID="JPY">1510<', '<cbc:TaxAmount currencyID="JPY">1509<'],
    ['<cbc:PayableAmount currencyID="JPY">16614<', '<cbc:PayableAmount currencyID="JPY">36614<'],
    ["<cbc:ID>S</cbc:ID>", "<cbc:ID>Z</cbc:ID>"],
    ["<cbc:Percent>10</cbc:Percent>", ""],
    ["<cbc:ID>VAT</cbc:ID>", "<cbc:ID>GST</cbc:ID>"],
    ["<cbc:StartDate>2026-10-21</cbc:StartDate>", ""],
    ['<cbc:LineExtensionAmount currencyID="JPY">4815<', '<cbc:LineExtensionAmount currencyID="JPY">4816<'],
    [' unitCode="H87"', ""],
    ["<cbc:ID>城南信用金庫:羽田支店:1:0012345</cbc:ID>", ""],
    ["<cbc:Name>ブラケットA</cbc:Name>", "<cbc:Name></cbc:Name>"],
    ["<cbc:DueDate>", "<cbc:Note>x</cbc:Note><cbc:DueDate>"],
  ];
  for (const [from, to] of broken) {
    const changed = xml.replace(from, to);
    expect([from, changed === xml, pintFaults(changed).length > 0]).toEqual([from, false, true]);
  }
});

test("a file's name is date, partner and amount, and one that Windows takes (R3-6)", () => {
  expect(documentFileName("2026-10-31", "ヤマダセイキ株式会社", 550_000)).toBe(
    "20261031_ヤマダセイキ株式会社_550000",
  );
  expect(documentFileName("2026-10-31", ' A/B:C*?"<>|\\D\u0000\u202e 工業 ', -1)).toBe(
    "20261031_A／B：C＊？”＜＞｜＼D 工業_-1",
  );
  const name = documentFileName("2026-10-31", "𠮷".repeat(200), 999_999_999_999);
  expect(new TextEncoder().encode(`${name}.xml`).length).toBeLessThan(256);
});
