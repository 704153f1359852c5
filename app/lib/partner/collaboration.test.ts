import { expect, test } from "vitest";
import { closingLabel, feeProblem, partnerLog, payLabel, stopProblem } from "./collaboration";
import { collaborationChange } from "./collaboration.schema";
import { contactInput } from "./contact.schema";
import { companyLabel } from "./partner.label";
import { termsPreview, termsSaved } from "./terms.preview";

const TERMS = {
  version: 1,
  is_payment_last_date: false,
  payment_date: 20,
  pay_month: 1,
  pay_day: 31,
  amount_rounding: "floor",
  tax_rounding: "floor",
  show_carry_over: true,
  invoice_basis: "monthly",
  fee_bearer: "payer",
  toriteki: "unknown",
};
const NOTHING = { cards: 0, undelivered: 0, unbilled: 0, is_unpaid: false };

test("a partnership ends when nothing is on its way, and the first thing that is says what to do", () => {
  expect(stopProblem(NOTHING)).toBeNull();
  expect(stopProblem({ ...NOTHING, cards: 3, is_unpaid: true })).toBe(
    "進行中のカードが3枚あります。出荷するか取り消してから、もう一度操作してください。",
  );
  expect(stopProblem({ ...NOTHING, undelivered: 2 })).toContain("納品書を作っていない出荷が2枚");
  expect(stopProblem({ ...NOTHING, unbilled: 1 })).toContain("請求していない納品書が1枚");
  expect(stopProblem({ ...NOTHING, is_unpaid: true })).toContain("入金が済んでいない請求書");
});

test("R2-8: the fee may not be deducted where the law protects the payee", () => {
  expect(feeProblem({ toriteki: "covered", fee_bearer: "payee" })).toContain("差し引けません");
  for (const toriteki of ["exempt", "unknown"])
    expect(feeProblem({ toriteki, fee_bearer: "payee" })).toBeNull();
  expect(feeProblem({ toriteki: "covered", fee_bearer: "payer" })).toBeNull();
});

test("terms need a closing day, and pay after they close", () => {
  const wrong = (more: object) =>
    collaborationChange.safeParse({ ...TERMS, ...more }).error?.issues.map((issue) => issue.path.join("."));
  expect(wrong({})).toBeUndefined();
  expect(wrong({ payment_date: "" })).toEqual(["payment_date"]);
  expect(wrong({ pay_month: 0, pay_day: 10 })).toEqual(["pay_day"]);
  expect(wrong({ toriteki: "covered", fee_bearer: "payee", pay_day: 10 })).toEqual(["fee_bearer"]);
  // R2-5: 15日締め翌月末 is 77 days, 20日締め翌月末 72.
  for (const day of [15, 20]) expect(wrong({ toriteki: "covered", payment_date: day })).toEqual(["pay_day"]);
  for (const toriteki of ["exempt", "unknown"]) expect(wrong({ toriteki, payment_date: 15 })).toBeUndefined();
  expect(wrong({ toriteki: "covered", is_payment_last_date: true, payment_date: "" })).toBeUndefined();
  expect(wrong({ version: undefined, pay_month: 7, amount_rounding: "x" })).toEqual(
    expect.arrayContaining(["version", "pay_month", "amount_rounding"]),
  );
});

test("R2-5: the 60 days are told when terms are saved, the louder the surer the law applies", () => {
  const told = (more: object) => termsSaved("保存しました。", { ...TERMS, ...more }, "2026-11-21").severity;
  expect(["unknown", "covered", "exempt"].map((toriteki) => told({ toriteki }))).toEqual([
    "info",
    "error",
    "success",
  ]);
  expect(told({ pay_day: 10, toriteki: "covered" })).toBe("success");
  const saved = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 };
  expect(termsPreview({}, saved, "2026-10-05")).toMatchObject({
    label: "末締め翌月末払い",
    example: "2026/10/1 ~ 2026/10/31 → 2026/11/30(月) 払い",
    wrong: [],
  });
  const typed = {
    ...Object.fromEntries(Object.entries(TERMS).map(([name, value]) => [name, String(value)])),
    is_payment_last_date: "",
    show_carry_over: "on",
  };
  expect(termsPreview({ ...typed, pay_month: "0" }, saved, "2026-10-05")).toMatchObject({
    example: "2026/9/21 ~ 2026/10/20 → 2026/10/31(土) 払い",
    verdict: "60日以内",
  });
  expect(termsPreview({ ...typed, pay_day: "" }, saved, "2026-10-05").wrong).toEqual([
    "支払日を入力してください",
  ]);
});

test("labels of terms, of addresses, and of what was changed", () => {
  expect([
    closingLabel({ ...TERMS }),
    payLabel(TERMS),
    closingLabel({ is_payment_last_date: true, payment_date: null }),
  ]).toEqual(["20日", "翌月末払い", "末日"]);
  const to = {
    id: "a",
    name: "田中産業機械株式会社 御中",
    postal_code: null,
    address: null,
    person: "田村 購 様",
    honorific: "onchu" as const,
  };
  expect(companyLabel(to, false)).toMatchObject({ name: "田中産業機械株式会社 御中", person: null });
  expect(companyLabel(to, true)).toMatchObject({ name: "田中産業機械株式会社", person: "田村 購 様" });
  expect(companyLabel({ ...to, honorific: "none", person: null }, true)).toMatchObject({
    name: "田中産業機械株式会社",
    person: null,
  });
  const log = partnerLog({
    kind: "noted",
    before: {},
    after: { code: "T", note: null, capital: 3_000_000, pay_day: 31 },
  });
  expect(log).toEqual({
    what: "連絡先の変更",
    changes: [
      { label: "支払日", from: undefined, to: "末日" },
      { label: "コード", from: undefined, to: "T" },
      { label: "資本金", from: undefined, to: "3,000,000円" },
    ],
  });
});

test("notes of a partner: kana are made katakana, a payee's name what banks take, half an account is refused", () => {
  const read = (more: object) => contactInput.safeParse({ version: 0, honorific: "onchu", ...more });
  expect(read({ kana: "たなか ｻﾝｷﾞｮｳ", payee_kana: "カ）タナカサンギョウ" }).data).toMatchObject({
    kana: "タナカ サンギョウ",
    payee_kana: "ｶ)ﾀﾅｶｻﾝｷﾞﾖｳ",
    bank_accounts: [],
  });
  expect(read({ payee_kana: "田中" }).error!.issues[0]!.path).toEqual(["payee_kana"]);
  expect(read({ bank_accounts: [{ kind: "普通", bank_name: "", number: "" }] }).data!.bank_accounts).toEqual(
    [],
  );
  expect(
    read({ bank_accounts: [{ kind: "普通", bank_name: "城南" }] }).error!.issues.map((issue) =>
      issue.path.join("."),
    ),
  ).toContain("bank_accounts.0.number");
  expect(read({ registration_number: "1234567890123" }).error!.issues[0]!.message).toContain("先頭に「T」");
});
