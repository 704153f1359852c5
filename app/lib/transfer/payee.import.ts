import { z } from "zod";
import { importOf } from "~/lib/import/import.schema";
import { optionalCode, text } from "~/lib/text/text.schema";
import { PAYEES } from "./payee.list";
import { isAccountNumber, payeeFields } from "./payee.schema";

/** As a list writes it: the account's number stays as it is. */
export const isMasked = (typed: string) => /^\*{3}\d{4}$/.test(typed);

const row = z.object({
  partner_name: text("支払先", 120),
  code: optionalCode("取引先コード", 40),
  ...payeeFields,
  number: optionalCode("口座番号", 20)
    .refine((typed) => typed === undefined || isMasked(typed) || isAccountNumber(typed), {
      error: "口座番号は7桁までの数字で入力してください",
    })
    .meta({ title: "口座番号" }),
});
export type PayeeLine = z.output<typeof row>;

export const payeeImport = importOf({
  noun: "payee",
  path: `${PAYEES}/import`,
  list: PAYEES,
  title: "振込先の口座のCSV取込",
  counter: "社",
  note: "口座番号は暗号化して保存し、画面には下4桁だけを表示します。変わった口座は、ほかの管理者が確認するまで振込ファイルに使えません。",
  row,
  columns: [
    {
      field: "partner_name",
      synonyms: ["取引先", "会社名", "支払先名"],
      required: true,
      example: "佐藤鈑金工業株式会社",
    },
    { field: "code", synonyms: ["支払先コード", "仕入先コード"] },
    { field: "bank_code" },
    { field: "bank_kana" },
    { field: "branch_code" },
    { field: "branch_kana" },
    { field: "kind" },
    { field: "number", secret: true, required: true, example: "1234567" },
    { field: "name" },
  ],
});
