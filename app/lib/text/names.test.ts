import { expect, test } from "vitest";
import vectors from "~/lib/japan-vectors.json";
import { addressee } from "./addressee";
import { payeeKana, toKatakana } from "./kana";
import {
  corporateCheckDigit,
  normalizeRegistrationNumber,
  registrationProblem,
  registrationWarning,
} from "./registration";

test.each(vectors.payee_kana)("the bank is sent $zengin for $input", ({ input, zengin }) => {
  expect(payeeKana(input)).toBe(zengin);
});

test.each([
  ["ヲガワ", null],
  ["", null],
  ["ﾕ)ﾀﾞｲｲﾁ", "ﾕ)ﾀﾞｲｲﾁ"],
  ["（カ）ヴィータ・", null],
  ["やまだ　たろう", "ﾔﾏﾀﾞ ﾀﾛｳ"],
  ["ぱーと", "ﾊﾟ-ﾄ"],
  ["é", null],
])("the bank is sent %s as %s", (input, sent) => expect(payeeKana(input)).toBe(sent));

test("フリガナ is kept as full-width katakana", () => {
  expect(toKatakana("やまだ ﾀﾛｳ")).toBe("ヤマダ タロウ");
});

test.each(vectors.corporate_number)(
  "corporate number $number",
  ({ number, check_digit_ok, expected_check_digit }) => {
    expect(corporateCheckDigit(number.slice(1))).toBe(expected_check_digit);
    expect(registrationWarning(`T${number}`) === null).toBe(check_digit_ok);
  },
);

test("well-known numbers: a published one fits, the tax agency's sample does not", () => {
  expect(registrationWarning("T4011001098993")).toBeNull();
  expect(registrationWarning("T1234567890123")).toContain("確認してください");
});

test.each(vectors.registration_number)("a registration number typed as '$input'", ({ input, normalized }) => {
  expect(normalizeRegistrationNumber(input)).toBe(normalized);
});

test("a registration number is read from full width, and what is missing is said", () => {
  expect(normalizeRegistrationNumber("Ｔ８７００１１０００５９０１")).toBe("T8700110005901");
  expect(registrationProblem("8700110005901")).toContain("先頭に「T」");
  expect(registrationProblem("T123")).toContain("13桁");
  expect(registrationProblem("t8700-1100-05901")).toBeNull();
});

test.each([
  [{ company: "東商工業株式会社" }, "東商工業株式会社 御中"],
  [{ company: "東商工業株式会社", dept: "製造部" }, "東商工業株式会社 製造部 御中"],
  [{ company: "東商工業株式会社", person: "山田太郎" }, "東商工業株式会社 山田太郎 様"],
  [{ person: "山田太郎" }, "山田太郎 様"],
  [{ company: "東商工業株式会社　御中", person: "山田太郎様" }, "東商工業株式会社 山田太郎 様"],
  [{ company: "東商工業株式会社", dept: "", person: null }, "東商工業株式会社 御中"],
  [{}, ""],
])("a sheet is addressed %o", (who, shown) => {
  expect(addressee(who)).toBe(shown);
});
