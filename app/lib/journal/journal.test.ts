import { expect, test } from "vitest";
import {
  ACCOUNT_KEYS,
  ACCOUNTS,
  type Accounts,
  creditOf,
  debitOf,
  type Entry,
  entryOf,
  type JournalRules,
  type Side,
} from "./journal";
import { billedEntry, paidEntry, settledEntry, unbilledEntry, unpaidEntry } from "./journal.entries";
import { entryProblem, headOf, journalText, rowsOf } from "./journal.file";
import {
  type PurchaseSource,
  payoutEntry,
  purchaseEntry,
  unpayoutEntry,
  unpurchaseEntry,
} from "./journal.purchases";
import { TAX_CODES, TAX_NAMES, type TaxCode } from "./journal.tax";
import vectors from "./journal-vectors.json";

const rules: JournalRules = {
  bookkeeping: "included",
  sub_rule: "partner",
  fee_rule: "discount",
  bank: "テスト銀行",
  accounts: Object.fromEntries(ACCOUNT_KEYS.map((key) => [key, ACCOUNTS[key].name])) as Accounts,
  tax_names: TAX_NAMES,
};
const products = ["yayoi", "freee", "moneyforward"] as const;

const side = (account: string, amount: number, sub = "", code: TaxCode = "none", tax = 0): Side => ({
  account,
  amount,
  sub,
  code,
  tax,
});
const YAMADA = "ヤマダセイキ株式会社";
const receipt = (fee: Side) =>
  entryOf(
    "2026-11-02",
    "ヤマダセイキ 入金 振込手数料440円差引",
    [side("普通預金", 549560, "テスト銀行"), fee],
    [side("売掛金", 550000, YAMADA)],
  );
const purchase = (date: string, rate: 80 | 70) =>
  entryOf(
    date,
    `フジモト加工所 加工賃 免税(${rate}%控除)`,
    [side("外注加工費", 110000, "フジモト加工所", `p${rate}`, 10000)],
    [side("買掛金", 110000, "フジモト加工所")],
  );
const known: Record<string, Entry> = {
  J1: entryOf(
    "2026-10-31",
    "ヤマダセイキ 10月分請求 INV-2026-1031",
    [side("売掛金", 550000, YAMADA)],
    [side("売上高", 550000, "", "s10", 50000)],
  ),
  J2a: receipt(side("売上値引高", 440, "", "sr10", 40)),
  J2b: receipt(side("支払手数料", 440, "", "sr10", 40)),
  "J3-80": purchase("2026-09-30", 80),
  "J3-70": purchase("2026-11-20", 70),
  J4: entryOf(
    "2026-12-30",
    "フジモト加工所 11月分支払 振込手数料当方負担",
    [side("買掛金", 110000, "フジモト加工所"), side("支払手数料", 440, "", "pq10", 40)],
    [side("普通預金", 110440, "テスト銀行")],
  ),
};

test.each(vectors.entries.map((vector) => [vector.id, vector] as const))(
  "worked example %s, in each product's rows",
  (id, vector) => {
    const entry = known[id]!;
    expect([debitOf(entry), creditOf(entry)]).toEqual([vector.total, vector.total]);
    for (const product of products) {
      const slip =
        product === "moneyforward"
          ? vector[product][0]![0]
          : product === "freee"
            ? vector[product][0]![2]
            : vector[product][0]![1];
      expect(rowsOf(product, { no: Number(slip), entry }, rules)).toEqual(vector[product]);
    }
  },
);

test("heads are the products' own, 25, 33 and 27 cells wide", () => {
  expect(headOf("yayoi")).toBeNull();
  expect(vectors.products.yayoi.columns).toHaveLength(25);
  expect(headOf("freee")).toEqual(vectors.products.freee.columns);
  expect(headOf("moneyforward")).toEqual(vectors.products.moneyforward.columns);
  for (const product of products)
    for (const row of rowsOf(product, { no: 1, entry: known.J2a! }, rules))
      expect(row).toHaveLength(vectors.products[product].columns.length);
});

test("tax names are those of the examples, and 税抜 writes 内 with the tax", () => {
  for (const [code, names] of Object.entries(vectors.tax_names)) {
    expect(TAX_NAMES.yayoi[code as TaxCode]).toBe(names.yayoi_komi);
    expect(TAX_NAMES.freee[code as TaxCode]).toBe(names.freee);
    expect(TAX_NAMES.moneyforward[code as TaxCode]).toBe(names.mf);
    const [row] = rowsOf(
      "yayoi",
      { no: 1, entry: entryOf("2026-10-31", "", [side("科目", 110, "", code as TaxCode, 10)], []) },
      { ...rules, bookkeeping: "excluded" },
    );
    expect(row![7]).toBe(names.yayoi_uchi);
    expect(row![9]).toBe(code === "none" || /^p\d/.test(code) ? "" : "10");
  }
});

test("the tax cell is filled only where the 請求書 rounded another way than the product would", () => {
  const billed = { number: "S2610-0001", date: "2026-10-31", ym: 202610, partner: "甲", is_red: false };
  const cell = (tax: number) => {
    const entry = billedEntry(
      { ...billed, total: 15105 + tax, by_rate: [{ tax_rate: 10, base: 15105, tax }] },
      rules,
    );
    return rowsOf("yayoi", { no: 1, entry }, rules)[0]![15];
  };
  expect([cell(1510), cell(1511)]).toEqual(["", "1511"]);
});

const billed = {
  number: "S2610-0001",
  date: "2026-10-31",
  ym: 202610,
  partner: "甲",
  total: 110 + 216 - 55,
  by_rate: [
    { tax_rate: 10, base: 100, tax: 10 },
    { tax_rate: 8, base: 200, tax: 16 },
    { tax_rate: 0, base: -55, tax: 0 },
  ],
  is_red: false,
};
const said = ({ rows }: Entry) =>
  rows.map(({ debit, credit }) => [
    debit && `${debit.account} ${debit.amount} ${debit.code}`,
    credit && `${credit.account} ${credit.amount} ${credit.code}`,
  ]);

test("a 請求書 of several rates is one entry, what is below zero stands on the other side; its cancelling turns it round", () => {
  expect(said(billedEntry(billed, rules))).toEqual([
    ["売掛金 271 none", "売上高 110 s10"],
    ["売上値引高 55 none", "売上高 216 s8"],
  ]);
  const back = unbilledEntry(billed, rules, "2026-11-05");
  expect(said(back)).toEqual([
    ["売上高 110 s10", "売掛金 271 none"],
    ["売上高 216 s8", "売上値引高 55 none"],
  ]);
  expect([back.date, debitOf(back)]).toEqual(["2026-11-05", creditOf(back)]);
});

test("赤伝 takes back the sale by its own names, 返品 is 値引・返品", () => {
  const less = { ...billed, total: -110, by_rate: [{ tax_rate: 10, base: -100, tax: -10 }] };
  expect(said(billedEntry({ ...less, is_red: true }, rules))).toEqual([
    ["売上高 110 s10", "売掛金 110 none"],
  ]);
  expect(said(billedEntry(less, rules))).toEqual([["売上値引高 110 sr10", "売掛金 110 none"]]);
  const by_rate = billed.by_rate.map((one) => ({ ...one, base: -one.base, tax: -one.tax }));
  const red = { ...billed, total: -billed.total, by_rate, is_red: true };
  const turned = said(billedEntry(billed, rules)).map(([debit, credit]) => [credit, debit]);
  expect(said(billedEntry(red, rules)).flat().sort()).toEqual(turned.flat().sort());
});

const line = (kind: any, amount: number, tax_rate: number | null = null, of_credit = false) => ({
  kind,
  amount,
  tax_rate,
  of_credit,
});
const paid = { direction: "in" as const, date: "2026-11-02", partner: "甲", settled: 0 };

test("each way of receiving has its account; what pays nothing yet is 前受金", () => {
  const lines = [
    line("transfer", 1000),
    line("cash", 100),
    line("bill", 200),
    line("densai", 300),
    line("check", 50),
    line("offset", 40),
    line("discount", 108, 8),
    line("fee", 440),
    line("rounding", 3),
    line("gain", -5),
    line("other", 7),
  ];
  const entry = paidEntry({ ...paid, lines, settled: 2000 }, rules);
  expect(said(entry)).toEqual([
    ["普通預金 1000 none", "売掛金 2000 none"],
    ["現金 100 none", "前受金 243 none"],
    ["受取手形 200 none", "雑収入 5 none"],
    ["電子記録債権 300 none", null],
    ["現金 50 none", null],
    ["買掛金 40 none", null],
    ["売上値引高 108 sr8", null],
    ["売上値引高 440 sr10", null],
    ["雑損失 3 none", null],
    ["仮払金 7 none", null],
  ]);
  expect(entry.summary).toBe("甲 入金 相殺40円・値引108円・手数料440円");
  expect(said(unpaidEntry({ ...paid, lines: [line("transfer", 100)] }, rules, "2026-11-09", 80))).toEqual([
    ["売掛金 80 none", "普通預金 100 none"],
    ["前受金 20 none", null],
  ]);
});

test("手数料 as the company keeps its books: 値引, 返還 by 支払手数料, or a purchase", () => {
  const fee = (fee_rule: JournalRules["fee_rule"]) =>
    said(paidEntry({ ...paid, lines: [line("fee", 440)], settled: 440 }, { ...rules, fee_rule }))[0]![0];
  expect([fee("discount"), fee("return"), fee("purchase")]).toEqual([
    "売上値引高 440 sr10",
    "支払手数料 440 sr10",
    "支払手数料 440 pq10",
  ]);
});

test("前受金 used later, taken back, and paid back", () => {
  expect(
    said(settledEntry({ date: "2026-11-10", partner: "甲", number: "S2610-0001", amount: 30 }, rules)),
  ).toEqual([["前受金 30 none", "売掛金 30 none"]]);
  expect(
    said(settledEntry({ date: "2026-11-10", partner: "甲", number: "S2610-0001", amount: -30 }, rules)),
  ).toEqual([["売掛金 30 none", "前受金 30 none"]]);
  const refund = {
    ...paid,
    direction: "out" as const,
    lines: [line("transfer", 30), line("transfer", 20, null, true)],
  };
  expect(said(paidEntry(refund, rules))).toEqual([
    ["前受金 30 none", "普通預金 30 none"],
    ["売掛金 20 none", "普通預金 20 none"],
  ]);
});

test("names are written to the letter, with quotes where a comma stands in them", () => {
  const entry = entryOf(
    "2026-10-31",
    '=1+1,"甲"',
    [side("売掛金", 1, "-乙")],
    [side("売上高", 1, "", "s10", 0)],
  );
  const text = journalText("yayoi", [{ no: 7, entry }], rules);
  expect(text).toContain("売掛金,-乙,,対象外,1,");
  expect(text).toContain('"=1+1,""甲""",');
  expect(text.endsWith("no\r\n")).toBe(true);
});

test("what a product would cut or refuse is said", () => {
  const one = (account: string, amount = 1) =>
    entryProblem("yayoi", {
      no: 1,
      entry: entryOf("2026-10-31", "", [side(account, amount)], [side("売上高", amount)]),
    });
  expect(one("あ".repeat(12))).toBeNull();
  expect(one("あ".repeat(13))).toContain("12文字を超える");
  expect(one("売掛金", 1_000_000_000)).toContain("9桁");
  expect(entryProblem("freee", { no: 1, entry: { ...known.J1!, rows: [known.J2a!.rows[1]!] } })).toContain(
    "合いません",
  );
});

const bought: PurchaseSource = {
  number: "F-1",
  date: "2026-11-20",
  partner: "甲",
  account: "outsourcing",
  total: 110_000,
  by_rate: [{ tax_rate: 10, base: 100_000, tax: 10_000 }],
  shares: [{ tax_rate: 10, deduction: 70, base: 100_000 }],
};

test("what is bought is 科目 / 買掛金, by how much may be deducted on the day of delivery", () => {
  expect(said(purchaseEntry(bought, rules))).toEqual([["外注加工費 110000 p70", "買掛金 110000 none"]]);
  expect(purchaseEntry(bought, rules).summary).toBe("甲 仕入 F-1 経過措置 70%控除対象");
  const over = [80, 70].map((deduction) => ({ tax_rate: 10, deduction, base: 33_333 }));
  const apart = purchaseEntry({ ...bought, shares: over }, rules);
  expect(said(apart)).toEqual([
    ["外注加工費 55000 p80", "買掛金 110000 none"],
    ["外注加工費 55000 p70", null],
  ]);
  expect(apart.summary).toContain("80%控除対象・70%控除対象");
  const mixed = {
    ...bought,
    account: "freight" as const,
    total: 110 + 108 + 50,
    by_rate: [
      { tax_rate: 10, base: 100, tax: 10 },
      { tax_rate: 8, base: 100, tax: 8 },
      { tax_rate: 0, base: 50, tax: 0 },
    ],
    shares: [10, 8, 0].map((tax_rate) => ({ tax_rate, deduction: 100, base: 100 })),
  };
  expect(said(purchaseEntry(mixed, rules))).toEqual([
    ["荷造運賃 110 pq10", "買掛金 268 none"],
    ["荷造運賃 108 pq8", null],
    ["荷造運賃 50 none", null],
  ]);
  expect(said(unpurchaseEntry(bought, rules, "2026-11-30"))).toEqual([
    ["買掛金 110000 none", "外注加工費 110000 p70"],
  ]);
});

test("each rate and share has a tax name in each product, and no yen is lost in dividing", () => {
  for (const product of products) for (const code of TAX_CODES) expect(TAX_NAMES[product][code]).toBeTruthy();
  for (let tax = 9_990; tax < 10_010; tax += 1) {
    const shares = [80, 70, 50].map((deduction, at) => ({ tax_rate: 10, deduction, base: 7 * at + 1 }));
    const total = 100_001 + tax;
    const entry = purchaseEntry(
      { ...bought, total, by_rate: [{ tax_rate: 10, base: 100_001, tax }], shares },
      rules,
    );
    expect([debitOf(entry), creditOf(entry)]).toEqual([total, total]);
  }
});

test("what is paid is 買掛金 / where it came from; a 手数料 taken off leaves the account too, 相殺 is the receipt's", () => {
  const gone = {
    date: "2026-12-30",
    partner: "甲",
    kind: "transfer" as const,
    amount: 110_000,
    fee: 0,
    own_fee: 0,
  };
  expect(said(payoutEntry(gone, rules))).toEqual([["買掛金 110000 none", "普通預金 110000 none"]]);
  const less = payoutEntry({ ...gone, fee: 440 }, rules);
  expect(said(less)).toEqual([
    ["買掛金 110000 none", "普通預金 109560 none"],
    [null, "普通預金 440 none"],
  ]);
  expect(less.summary).toBe("甲 支払 振込 差引手数料440円");
  const ours = payoutEntry({ ...gone, own_fee: 440 }, rules);
  expect(said(ours)).toEqual([
    ["買掛金 110000 none", "普通預金 110000 none"],
    ["支払手数料 440 pq10", "普通預金 440 none"],
  ]);
  expect(ours.rows[1]!.debit!.tax).toBe(40);
  expect(ours.summary).toBe("甲 支払 振込 振込手数料440円");
  expect(said(payoutEntry({ ...gone, kind: "densai" }, rules))).toEqual([
    ["買掛金 110000 none", "電子記録債務 110000 none"],
  ]);
  expect(payoutEntry({ ...gone, kind: "offset" }, rules).rows).toEqual([]);
  expect(said(unpayoutEntry(gone, rules, "2026-12-31"))).toEqual([
    ["普通預金 110000 none", "買掛金 110000 none"],
  ]);
});
