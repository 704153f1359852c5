import { z } from "zod";
import { factoryInput } from "~/lib/company/factory.edit.schema";
import { yen } from "~/lib/money/number.schema";
import { optional, optionalChoice, versionOrNone } from "~/lib/text/text.schema";
import { EMPLOYEES, HONORIFICS, SEND_METHODS } from "~/lib/vocabulary/contact";
import { bankAccount } from "~/lib/vocabulary/factory.schema";
import { partnerFields } from "./partner.fields";

const optionalYen = (label: string) =>
  z.preprocess((value) => (value === null || value === "" ? undefined : value), yen(label).optional());

/** What one's own company notes of a partner; `version` is 0 before the first note. */
export const contactInput = z.object({
  version: versionOrNone,
  ...partnerFields,
  name: optional(partnerFields.name),
  bank_accounts: factoryInput.shape.bank_accounts,
  capital: optionalYen("資本金"),
  employees: optionalChoice("従業員数", EMPLOYEES),
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
