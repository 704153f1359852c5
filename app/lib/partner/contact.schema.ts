import { z } from "zod";
import { factoryInput } from "~/lib/company/factory.edit.schema";
import { yen } from "~/lib/money/number.schema";
import { optionalEmail, optionalPostalCode, optionalTelephone } from "~/lib/text/contact.schema";
import { optionalKana, optionalPayeeKana } from "~/lib/text/kana.schema";
import { optionalRegistrationNumber } from "~/lib/text/registration.schema";
import {
  choice,
  optionalChoice,
  optionalCode,
  optionalLines,
  optionalText,
  versionOrNone,
} from "~/lib/text/text.schema";
import { EMPLOYEES, HONORIFICS, SEND_METHODS } from "~/lib/vocabulary/contact";
import { bankAccount } from "~/lib/vocabulary/factory.schema";

const optionalYen = (label: string) =>
  z.preprocess((value) => (value === null || value === "" ? undefined : value), yen(label).optional());

/** The facts of a company itself: taken from others only as long as nobody there has signed in. */
const facts = {
  name: optionalText("会社名", 80),
  postal_code: optionalPostalCode("郵便番号"),
  address: optionalText("住所", 200),
  fax: optionalTelephone("FAX"),
  registration_number: optionalRegistrationNumber("登録番号"),
};

/**
 * PUT /factories/collaborators/{buyerId}/contact: what one's own company notes of a partner. `version` is 0
 * before the first note.
 */
export const contactInput = z.object({
  version: versionOrNone,
  code: optionalCode("コード", 20),
  kana: optionalKana("カナ", 80),
  person: optionalText("担当者", 40),
  tel: optionalTelephone("TEL"),
  email: optionalEmail("メール"),
  payee_kana: optionalPayeeKana("振込名義カナ"),
  honorific: choice("敬称", HONORIFICS),
  send_method: optionalChoice("送付方法", SEND_METHODS),
  bank_accounts: factoryInput.shape.bank_accounts,
  capital: optionalYen("資本金"),
  employees: optionalChoice("従業員数", EMPLOYEES),
  note: optionalLines("メモ", 400),
  ...facts,
});
export type ContactInput = z.output<typeof contactInput>;

export const contactRow = z.object({
  code: z.string().nullable(),
  kana: z.string().nullable(),
  person: z.string().nullable(),
  tel: z.string().nullable(),
  email: z.string().nullable(),
  payee_kana: z.string().nullable(),
  honorific: z.enum(HONORIFICS),
  send_method: z.enum(SEND_METHODS).nullable(),
  bank_accounts: z.array(bankAccount),
  capital: z.number().nullable(),
  employees: z.enum(EMPLOYEES).nullable(),
  note: z.string().nullable(),
  version: z.number(),
});
type ContactRow = z.output<typeof contactRow>;

export const NO_CONTACT: ContactRow = {
  code: null,
  kana: null,
  person: null,
  tel: null,
  email: null,
  payee_kana: null,
  honorific: "onchu",
  send_method: null,
  bank_accounts: [],
  capital: null,
  employees: null,
  note: null,
  version: 0,
};
