import { z } from "zod";
import { integer, optionalInteger } from "~/lib/money/number.schema";
import { optionalEmail, optionalPostalCode, optionalTelephone } from "~/lib/text/contact.schema";
import { crossField } from "~/lib/text/cross.field";
import { optionalRegistrationNumber } from "~/lib/text/registration.schema";
import { checkbox, choice, code, optionalChoice, optionalText, text, version } from "~/lib/text/text.schema";
import { BANK_SHIFTS } from "~/lib/time/bankday";
import { CONTACT_LABEL } from "~/lib/vocabulary/contact";
import { companyType } from "~/lib/vocabulary/permission";
import { ROUNDINGS } from "~/lib/vocabulary/rounding";
import { VALUATIONS } from "~/lib/vocabulary/stock";
import { termsProblem } from "~/lib/vocabulary/terms";

export const BANK_ACCOUNTS = 3;

const account = z.object({
  bank_name: text("銀行名", 40),
  branch_name: text("支店名", 40),
  kind: choice("預金種目", ["普通", "当座"]),
  number: code("口座番号", 10).refine((number) => /^\d{1,8}$/.test(number), {
    error: "口座番号は8桁までの数字で入力してください",
  }),
  holder: text("口座名義", 60),
});

const EMPTY = ["", null, undefined];
/** A row of the form that was left blank, whatever its 種目 says, is no account. */
function filled(value: unknown) {
  if (value === undefined || value === null || value === "") return [];
  if (!Array.isArray(value)) return value;
  return value.filter(
    (row) =>
      typeof row !== "object" ||
      row === null ||
      ["bank_name", "branch_name", "number", "holder"].some(
        (name) => !EMPTY.includes((row as Record<string, string>)[name]),
      ),
  );
}

/** What is left out is cleared. */
export const factoryInput = z.object({
  version,
  name: text("会社名", 80),
  kana: optionalText(CONTACT_LABEL.kana, 80),
  postal_code: optionalPostalCode(CONTACT_LABEL.postal_code),
  address: optionalText(CONTACT_LABEL.address, 200),
  tel: optionalTelephone(CONTACT_LABEL.tel),
  fax: optionalTelephone(CONTACT_LABEL.fax),
  email: optionalEmail(CONTACT_LABEL.email),
  registration_number: optionalRegistrationNumber(CONTACT_LABEL.registration_number),
  bank_accounts: z.preprocess(
    filled,
    z
      .array(account, { error: "振込先を入力し直してください" })
      .max(BANK_ACCOUNTS, { error: `振込先は${BANK_ACCOUNTS}件までです` }),
  ),
});
export type FactoryInput = z.output<typeof factoryInput>;

type Closing = { is_payment_last_date: boolean; payment_date?: number; pay_month: number; pay_day: number };
export const closing = [
  crossField<Closing, "payment_date" | "is_payment_last_date">(
    ["payment_date", "is_payment_last_date"],
    (given) =>
      !given.is_payment_last_date && given.payment_date === undefined
        ? "締め日を入力するか、「月末締め」を選んでください"
        : null,
  ),
  crossField<Closing, keyof Closing>(
    ["pay_day", "pay_month", "payment_date", "is_payment_last_date"],
    (given) =>
      !given.is_payment_last_date && given.payment_date === undefined
        ? null
        : termsProblem({ ...given, payment_date: given.payment_date ?? null }),
  ),
];

export const metaInput = z
  .object({
    version,
    is_payment_last_date: checkbox(),
    payment_date: optionalInteger("締め日", 1, 31),
    pay_month: integer("支払月", 0, 6),
    pay_day: integer("支払日", 1, 31),
    bank_shift: z.preprocess((value) => value || "none", choice("銀行休業日", BANK_SHIFTS)),
    amount_rounding: choice("金額の端数", ROUNDINGS),
    tax_rounding: choice("消費税の端数", ROUNDINGS),
    inspection_days: integer("検収日数", 0, 60),
    stall_days: integer("停滞とみなす日数", 1, 99),
    warn_days: integer("納期の警告", 0, 30),
    /** Left out: none is marked. */
    early_days: optionalInteger("早すぎるとみなす日数", 0, 365),
    small_difference: optionalInteger("少額の差額", 0, 100_000),
    stock_valuation: optionalChoice("在庫の評価方法", VALUATIONS),
  })
  .check(...closing);
export type MetaInput = z.output<typeof metaInput>;

/** Bank accounts stand on documents, not here. */
export const factoryCard = z.object({
  id: z.string(),
  name: z.string(),
  kana: z.string().nullable(),
  company_type: companyType,
  is_stock: z.boolean(),
  is_active: z.boolean(),
  postal_code: z.string().nullable(),
  address: z.string().nullable(),
  tel: z.string().nullable(),
  fax: z.string().nullable(),
  email: z.string().nullable(),
  registration_number: z.string().nullable(),
});
