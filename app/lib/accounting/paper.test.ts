import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { lineHeight, ROW } from "~/components/paper/measure";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { LAYOUT, unknownLayout } from "~/lib/vocabulary/document";
import type { Party } from "~/lib/vocabulary/factory.schema";
import { deliveryPaper, sheetsOf } from "./delivery.paper";
import { deliveryDetail } from "./delivery.schema";
import { SHEETS_MAX, sheetKeys } from "./document.paper";
import { invoicePaper } from "./invoice.paper";
import { FIRST_ISSUE, invoicePaper as invoiceSchema } from "./invoice.schema";

const party = (id: string): Party => ({
  id,
  name: "山田精機株式会社",
  postal_code: "144-0033",
  address: "東京都大田区東糀谷二丁目14番8号",
  tel: "03-3744-2100",
  fax: null,
  paper_layout: "ruled",
  registration_number: "T8700110005901",
  logo: null,
  seal: null,
  bank_accounts: [
    {
      bank_name: "城南信用金庫",
      branch_name: "羽田支店",
      kind: "普通",
      number: "0012345",
      holder: "ヤマダセイキ(カ",
    },
  ],
});
const secondBank = {
  bank_name: "三菱UFJ銀行",
  branch_name: "蒲田駅前支店",
  kind: "当座",
  number: "1234567",
  holder: "ヤマダセイキ(カ",
};
const line = (line_no: number, more: object = {}) => ({
  line_no,
  card_key: line_no,
  card_id: "1234",
  order_id: "H2611-0001",
  sales_date: "2026-11-20",
  name: "ブラケットA",
  drawing_no: "TNK-2201",
  num_items: "100",
  order_unit: "piece",
  num_units: "100",
  unit: "piece",
  unit_price: "128.4",
  price: 12840,
  tax_rate: 10,
  note: null,
  billing_ym: null,
  delivery_key: 1,
  delivery_number: "N2611-0001",
  original_date: null,
  original_number: null,
  is_billing_target: true,
  close_reason: null,
  is_cost: false,
  is_closed: false,
  invoice_key: null,
  ...more,
});
const ORIGIN = "https://koba.example.com";
const figures = {
  by_rate: [{ tax_rate: 10, base: 12840, tax: 1284 }],
  subtotal: 12840,
  tax: 1284,
  total: 14124,
  billed_now: 14124,
};
const head = {
  key: 1,
  seller_id: "yamada",
  buyer_id: "tanaka",
  seller: party("yamada"),
  buyer: party("tanaka"),
  person: null,
  invoice_basis: "monthly",
  amount_rounding: "floor",
  tax_rounding: "floor",
  cancelled_time: null,
  cancel_reason: null,
  layout: 1,
  issued_time: "2026-11-20T00:00:00.000Z",
  viewed_time: null,
  sendings: [],
  cannot_send: null,
  cannot_mail: null,
  version: 1,
};
const delivered = (lines: object[], more: object = {}) =>
  deliveryDetail.parse({
    ...head,
    ...figures,
    number: "N2611-0001",
    delivery_date: "2026-11-20",
    destination: null,
    note: null,
    show_amounts: true,
    with_receipt: true,
    state: "issued",
    invoices: [],
    log: [],
    cannot_cancel: null,
    cannot_postpone: null,
    cannot_restore: "この納品書は取り消されていません。",
    lines,
    ...more,
  });
const billed = (lines: object[], more: object = {}) =>
  invoiceSchema.parse({
    ...head,
    ...figures,
    number: "S2611-0001",
    ym: 202611,
    start_date: "2026-10-21",
    end_date: "2026-11-20",
    invoice_date: "2026-11-20",
    due_date: "2026-12-18",
    terms: {
      is_payment_last_date: false,
      payment_date: 20,
      pay_month: 1,
      pay_day: 20,
      bank_shift: "previous",
    },
    note: null,
    show_carry_over: false,
    ...FIRST_ISSUE,
    prev_billed: 0,
    received: 0,
    adjustment: 0,
    carried_over: 0,
    lines,
    ...more,
  });
const EXTRA = { card_key: null, card_id: null, order_unit: "lot", unit: "lot", num_items: "1" };
const mixed = [
  line(1),
  line(2, { tax_rate: 8, name: "茶菓" }),
  line(3, { ...EXTRA, name: "収入印紙", tax_rate: 0 }),
  line(4, { ...EXTRA, name: "値引", price: -500 }),
];

test("each line of a 納品書 and a 請求書 says its rate, and their columns fill the sheet", () => {
  for (const paper of [deliveryPaper(delivered(mixed), "note", ORIGIN), invoicePaper(billed(mixed))]) {
    const at = paper.columns.findIndex(({ label }) => label === "税率");
    expect(paper.lines.map(({ cells }) => cells[at])).toEqual(["10%", "8%※", "対象外", "10%"]);
    expect(paper.notes!.join()).toContain("※印は軽減税率");
    expect(paper.columns.reduce((sum, { mm }) => sum + mm, 0)).toBe(180);
    expect(paper.columns[paper.amount_column!]!.label).toBe("金額(税抜)");
  }
});

test("a sum is named by its tax: no 合計 stands without saying 税抜 or 税込", () => {
  const named = ({ total, sums }: ReturnType<typeof deliveryPaper>) => [
    total?.label,
    ...sums!.map(({ label }) => label),
  ];
  expect(named(deliveryPaper(delivered(mixed), "note", ORIGIN))).toEqual([
    "税抜合計金額",
    "税抜合計",
    "消費税額(参考)",
    "税込合計",
  ]);
  const legal = deliveryPaper(delivered(mixed, { invoice_basis: "delivery_note" }), "note", ORIGIN);
  expect([named(legal), legal.total!.amount]).toEqual([
    ["税込合計金額", "税抜合計", "消費税額", "税込合計"],
    14124,
  ]);
  expect(named(invoicePaper(billed(mixed)))).toEqual(["今回御請求額", "税抜合計", "消費税額", "税込合計"]);
});

test("a 納品書 heads with the sum that includes tax, 参考 where the 請求書 settles it; older ones stay as issued", () => {
  const headOf = (more: object, sheet: "note" | "receipt" = "note") =>
    deliveryPaper(delivered(mixed, { layout: LAYOUT, ...more }), sheet, ORIGIN).total;
  expect(headOf({})).toEqual({ label: "税込合計金額", amount: 14124, note: "(消費税は参考)" });
  expect(headOf({ invoice_basis: "delivery_note" })).toEqual({ label: "税込合計金額", amount: 14124 });
  expect(headOf({ layout: 2 })).toEqual({ label: "税抜合計金額", amount: expect.any(Number) });
  expect([headOf({ show_amounts: false }), headOf({}, "receipt")]).toEqual([undefined, undefined]);
});

test("a 物品受領書 lists what was received alone: no 中止費用, no 値引, no 印紙, nothing that goes back, no word of tax", () => {
  const back = line(5, { num_items: "-3", name: "返品" });
  const cost = line(6, { is_cost: true, name: "中止費用（1行目）" });
  const paper = deliveryPaper(delivered([...mixed, back, cost]), "receipt", ORIGIN);
  expect(paper.lines.map(({ cells }) => cells[2])).toEqual(["ブラケットA\nTNK-2201", "茶菓\nTNK-2201"]);
  expect([paper.notes, paper.total, paper.sums]).toEqual([[], undefined, undefined]);
  const sheets = (lines: object[], wanted: string | null = null) => sheetsOf(wanted, delivered(lines));
  expect([sheets([...mixed, back]), sheets([cost]), sheets([back]), sheets([back], "all")]).toEqual([
    ["note", "receipt"],
    ["note"],
    ["note"],
    ["note", "copy"],
  ]);
});

test("what goes back alone is a 返品伝票, its quantity and its amounts with △; with a delivery beside it, it is a 納品書", () => {
  const back = line(1, { ...EXTRA, num_items: "-2", num_units: "-2", unit_price: "128", price: -256 });
  const { title, dates, greeting, lines } = deliveryPaper(delivered([back]), "note", ORIGIN);
  expect([title, dates[0]!.label, greeting]).toEqual(["返品伝票", "返品日", "下記の返品を承りました。"]);
  expect(lines[0]!.cells.slice(3, 6)).toEqual(["△2式", "128", "△256"]);
  expect(deliveryPaper(delivered([back]), "copy", ORIGIN).title).toBe("返品伝票(控)");
  expect(deliveryPaper(delivered([back, line(2)]), "note", ORIGIN).title).toBe("納品書");
  expect(invoicePaper(billed([back])).lines[0]!.cells[4]).toBe("△2式");
  const sheet = renderToStaticMarkup(
    createElement(PaperDocument, deliveryPaper(delivered([back], { subtotal: -256 }), "note", ORIGIN)),
  );
  expect(sheet).toContain("<strong>△¥256</strong>");
});

test("no empty row stands before 次頁へ繰越", () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    line(at + 1, { note: "品名の下に付く長い備考を書いて、ページの終わりに半端を残します" }),
  );
  const sheet = renderToStaticMarkup(
    createElement(PaperDocument, deliveryPaper(delivered(many), "note", ORIGIN)),
  );
  expect(sheet.match(/次頁へ繰越/g)!.length).toBeGreaterThan(0);
  expect(sheet).not.toMatch(/aria-hidden="true">(<td><\/td>)+<\/tr><tr class="paper-carry"/);
});

test("a 仮締め is titled so, and bears neither seal nor bank", () => {
  const seal = { ...party("yamada"), seal: "a.png" };
  const trial = invoicePaper(billed(mixed, { number: null, seller: seal }));
  expect(trial.greeting).toBe("（仮）締める前の内容です。確定したご請求ではありません。");
  expect([trial.title, trial.mark, trial.issuer.seal, trial.bank]).toEqual([
    "請求書（仮）",
    "仮",
    undefined,
    undefined,
  ]);
  const real = invoicePaper(billed(mixed, { seller: seal }));
  expect([real.title, real.mark, real.bank!.length, Boolean(real.issuer.seal)]).toEqual([
    "御請求書",
    undefined,
    1,
    true,
  ]);
});

test("伝票計 follows the last line of each 納品書 of several lines, on its sheet", () => {
  const other = { delivery_key: 2, delivery_number: "N2611-0002" };
  const paper = invoicePaper(
    billed([
      line(1, { price: 100 }),
      line(2, { price: 20 }),
      line(3, other),
      line(4, { ...other, delivery_key: 3 }),
      line(5, { ...other, delivery_key: 3 }),
    ]),
  );
  expect(paper.lines.map(({ sum }) => sum && [sum[1], sum[3], sum[6]])).toEqual([
    undefined,
    ["N2611-0001", "伝票計", "120"],
    undefined,
    undefined,
    ["N2611-0002", "伝票計", "25,680"],
  ]);
  expect(lineHeight(paper.lines[1]!, paper.columns) - lineHeight(paper.lines[0]!, paper.columns)).toBe(ROW);
  expect(invoicePaper(billed([line(1), line(2)])).lines.map(({ sum }) => sum)).toEqual([
    undefined,
    undefined,
  ]);
});

test("a day of payment is printed with the terms it follows from, also on a bank holiday", () => {
  expect(invoicePaper(billed(mixed)).facts).toContainEqual({
    label: "お支払期限",
    text: "2026/12/18(金)（20日締め翌月20日払い・銀行休業日は前営業日）",
  });
});

test("at or below zero a 請求書 asks for no money: no bank, no day, and what becomes of it; as issued up to drawing 4", () => {
  const of = (billed_now: number, more: object = {}) => {
    const carried = { show_carry_over: true, layout: LAYOUT, billed_now };
    const { greeting, bank, facts, total } = invoicePaper(billed(mixed, { ...carried, ...more }));
    return { greeting, bank: bank?.length, fact: facts!.at(-1), total: total!.label };
  };
  const asked = {
    greeting: "下記の通りご請求申し上げます。",
    bank: 1,
    fact: { label: "お支払期限", text: expect.stringContaining("2026/12/18(金)") },
    total: "今回御請求額",
  };
  const none = (text: string) => ({
    ...asked,
    greeting: "下記の通りご案内申し上げます。",
    bank: undefined,
    fact: { label: "お支払い", text: `今回のお支払いはありません。${text}` },
  });
  expect([of(1), of(0)]).toEqual([asked, none("")]);
  expect(of(-1000)).toEqual(none("差引額は次回のご請求から差し引きます。"));
  expect([of(0, { layout: 4 }), of(-1000, { layout: 4 })]).toEqual([asked, asked]);
  // What another 請求書 takes off is not known of one that carries nothing.
  const settled = "差引額は次回のお支払いで精算いたします。";
  const alone = { ...none(settled), total: "御請求額" };
  expect(of(-1000, { show_carry_over: false, is_single: true })).toEqual(alone);
  expect(of(-1000, { show_carry_over: false, correction: "black" })).toEqual(alone);
  expect(of(-1000, { show_carry_over: false })).toEqual(none(settled));
  expect(of(-1000, { number: null })).toMatchObject({
    greeting: expect.stringContaining("（仮）"),
    fact: none("差引額は次回のご請求から差し引きます。").fact,
  });
  expect(of(-1000, { correction: "red" })).toMatchObject({ total: "ご返還額", bank: undefined });
});

test("what is printed is all that was asked for, each document once; more than one run of sheets is refused, not cut", () => {
  const keys = Array.from({ length: SHEETS_MAX }, (_, at) => String(at + 1));
  expect(sheetKeys([...keys, ...keys])).toEqual(keys);
  expect(sheetKeys([...keys, "999"])).toBeNull();
  expect(sheetKeys([])).toEqual([]);
});

test("what was issued up to drawing 3 keeps its edges and its rows (decision 144)", () => {
  const looks = (layout: number) =>
    [
      deliveryPaper(delivered([line(1)], { layout }), "note", ORIGIN),
      invoicePaper(billed([line(1)], { layout })),
    ].map(({ layout: drawing, columns }) => [
      drawing,
      columns.find(({ label }) => label === "品名・図番")!.joins,
    ]);
  for (const layout of [1, 2, 3])
    expect(looks(layout)).toEqual([
      [layout, undefined],
      [layout, undefined],
    ]);
  expect(looks(4)).toEqual([
    [4, true],
    [4, true],
  ]);
});

test("15 lines with 鑑 and two banks stand on one sheet, a quantity of 9 characters as large as the rest; until drawing 4 as before (decision 145)", () => {
  const seller = { ...party("yamada"), bank_accounts: [...party("yamada").bank_accounts, secondBank] };
  const lines = Array.from({ length: 15 }, (_, at) =>
    line(at + 1, { delivery_key: at + 1, num_units: "190.694", unit: "kg" }),
  );
  const of = (layout: number) =>
    invoicePaper(billed(lines, { layout, seller, show_carry_over: true, carried_over: 158287 }));
  const sheet = (layout: number) => renderToStaticMarkup(createElement(PaperDocument, of(layout)));
  const num = (layout: number) => sheet(layout).match(/<section class="sheet/g)!.length;
  expect([num(4), num(LAYOUT)]).toEqual([2, 1]);
  expect([sheet(4).includes("paper-small"), sheet(LAYOUT).includes("paper-small")]).toEqual([true, false]);
  const widths = (layout: number) => of(layout).columns.map(({ mm }) => mm);
  expect(widths(4)).toEqual([14, 22, 22, 50, 19, 19, 22, 12]);
  expect(deliveryPaper(delivered(mixed, { layout: 4 }), "note", ORIGIN).columns.map(({ mm }) => mm)).toEqual([
    8, 22, 46, 19, 19, 20, 12, 34,
  ]);
  for (const { columns } of [of(LAYOUT), deliveryPaper(delivered(mixed, { layout: LAYOUT }), "note", ORIGIN)])
    expect(columns.reduce((sum, { mm }) => sum + mm, 0)).toBe(180);
});

test("a paper is drawn as the number frozen at its issue says; one that is not known here is refused in words", () => {
  for (const layout of [0, LAYOUT + 1]) {
    const note = delivered([line(1)], { layout });
    const why = `N2611-0001 は、この版にない様式（${layout}）で発行されているため、印刷できません。`;
    expect(() => deliveryPaper(note, "note", ORIGIN)).toThrow(why);
    expect(() => invoicePaper(billed([line(1)], { layout }))).toThrow("S2611-0001");
    expect(unknownLayout(note)).toContain(why);
  }
  expect(deliveryPaper(delivered([line(1)], { layout: LAYOUT }), "note", ORIGIN).code).toBe(
    `${ORIGIN}/accounting/delivery/1`,
  );
});
