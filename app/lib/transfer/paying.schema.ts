import { z } from "zod";
import { CONSIGNOR_LENGTH, nameProblem, PAYING_KINDS } from "~/lib/bank/zengin.transfer";
import { choice, code, key, labelsOf, text, version } from "~/lib/text/text.schema";
import { digitsOf, isAccountNumber, kanaText, placeFields } from "./payee.schema";

export const LINE_ENDS = ["crlf", "none"] as const;
export const LINE_END_LABEL = { crlf: "あり（CRLF）", none: "なし" } as const;

const payingFields = {
  bank_name: text("銀行名", 40),
  branch_name: text("支店名", 40),
  ...placeFields,
  kind: choice("預金種目", PAYING_KINDS),
  consignor_code: digitsOf("委託者コード", 10),
  consignor_name: kanaText("委託者名カナ", (label, typed) => nameProblem(label, typed, CONSIGNOR_LENGTH)),
  line_end: choice("改行", LINE_ENDS),
};
export const payingInput = z.object({
  ...payingFields,
  number: code("口座番号", 20).refine(isAccountNumber, {
    error: "口座番号は7桁までの数字で入力してください",
  }),
});
export type PayingInput = z.output<typeof payingInput>;
/** The number of an account that stands is never another. */
export const payingChange = z.object({ version, ...payingFields });
export type PayingChange = z.output<typeof payingChange>;
export const PAYING_LABEL = labelsOf({ ...payingFields, number: payingInput.shape.number });

export const payingKey = z.object({ key: key("口座") });
export const payingRow = z.object({
  key: z.number(),
  label: z.string(),
  /** Why it can't be paid from as it stands. */
  cannot_pay: z.string().nullable(),
  bank_code: z.string(),
  bank_name: z.string(),
  bank_kana: z.string().nullable(),
  branch_code: z.string(),
  branch_name: z.string(),
  branch_kana: z.string().nullable(),
  kind: z.string(),
  number: z.string(),
  consignor_code: z.string().nullable(),
  consignor_name: z.string().nullable(),
  line_end: z.enum(LINE_ENDS),
  version: z.number(),
});
export type PayingRow = z.output<typeof payingRow>;
export const payings = z.object({ items: z.array(payingRow) });
