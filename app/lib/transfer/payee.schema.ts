import { z } from "zod";
import { NAME_LENGTH, nameProblem, placeProblem, RECEIVING_KINDS } from "~/lib/bank/zengin.transfer";
import { fileWords } from "~/lib/import/import.schema";
import { activityRow } from "~/lib/log/activity.schema";
import { crossField } from "~/lib/text/cross.field";
import { payeeKana } from "~/lib/text/kana";
import { choice, code, labelsOf, optionalCode, text, version, versionOrNone } from "~/lib/text/text.schema";
import { NO_NUMBER, PAYEE_STATES } from "./payee";

const TYPED = 60;

/** In half-width, as it will stand in the file (R6-6). */
export function kanaText(label: string, problem: (label: string, typed: string) => string | null) {
  return text(label, TYPED)
    .transform((typed, ctx) => {
      const sentence = problem(label, typed);
      if (sentence === null) return payeeKana(typed)!;
      ctx.addIssue({ code: "custom", message: sentence });
      return z.NEVER;
    })
    .meta({ title: label, maxLength: TYPED });
}

export const digitsOf = (label: string, length: number) =>
  code(label, length + 6).refine((typed) => new RegExp(`^\\d{${length}}$`).test(typed), {
    error: `${label}は${length}桁の数字で入力してください`,
  });

const NUMBER = "口座番号は7桁までの数字で入力してください";
export const isAccountNumber = (typed: string) => /^\d{1,7}$/.test(typed) && Number(typed) > 0;

export const placeFields = {
  bank_code: digitsOf("銀行番号", 4).register(fileWords, {
    synonyms: ["銀行コード", "金融機関コード"],
    required: true,
    example: "9998",
  }),
  bank_kana: kanaText("銀行名カナ", placeProblem).register(fileWords, {
    synonyms: ["銀行名", "金融機関名カナ"],
    required: true,
    example: "テストギンコウ",
  }),
  branch_code: digitsOf("支店番号", 3).register(fileWords, {
    synonyms: ["支店コード"],
    required: true,
    example: "123",
  }),
  branch_kana: kanaText("支店名カナ", placeProblem).register(fileWords, {
    synonyms: ["支店名"],
    required: true,
    example: "ミナミ",
  }),
};

export const payeeFields = {
  ...placeFields,
  kind: choice("預金種目", RECEIVING_KINDS).register(fileWords, {
    synonyms: ["口座種別"],
    choices: Object.fromEntries(RECEIVING_KINDS.map((kind) => [kind, kind])),
    required: true,
    example: "普通",
  }),
  number: optionalCode("口座番号", 20)
    .refine((typed) => typed === undefined || isAccountNumber(typed), { error: NUMBER })
    .meta({ title: "口座番号" })
    .register(fileWords, { required: true, example: "1234567" }),
  name: kanaText("受取人名カナ", (label, typed) => nameProblem(label, typed, NAME_LENGTH)).register(
    fileWords,
    {
      synonyms: ["受取人名", "口座名義", "口座名義カナ"],
      required: true,
      example: "ユ）ダイイチカコウ",
    },
  ),
};
export const PAYEE_LABEL = labelsOf(payeeFields);

export const payeeInput = z
  .object({ version: versionOrNone, ...payeeFields })
  .check(
    crossField<{ version: number; number?: string }, "number" | "version">(
      ["number", "version"],
      ({ version: standing, number }) => (standing === 0 && number === undefined ? NO_NUMBER : null),
    ),
  );
export type PayeeInput = z.output<typeof payeeInput>;
export const payeeSeen = z.object({ version });
export const payeeId = z.object({
  partnerId: z.string().max(40, { error: "取引先が見つかりません" }),
});

/** Never with more of the number than its last four digits. */
export const payeeRow = z.object({
  partner_id: z.string(),
  partner_name: z.string(),
  partner_kana: z.string().nullable(),
  state: z.enum(PAYEE_STATES),
  bank_code: z.string().nullable(),
  bank_kana: z.string().nullable(),
  branch_code: z.string().nullable(),
  branch_kana: z.string().nullable(),
  kind: z.enum(RECEIVING_KINDS).nullable(),
  number: z.string().nullable(),
  name: z.string().nullable(),
  changed_time: z.string().nullable(),
  changed_name: z.string().nullable(),
  confirmed_time: z.string().nullable(),
  confirmed_name: z.string().nullable(),
  version: z.number(),
});
export type PayeeRow = z.output<typeof payeeRow>;
export const payees = z.object({ items: z.array(payeeRow) });
export const payeeDetail = payeeRow.extend({
  cannot_confirm: z.string().nullable(),
  log: z.array(activityRow),
});
