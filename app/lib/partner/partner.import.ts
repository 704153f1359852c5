import { z } from "zod";
import { fileWords, importOf, wordsOf } from "~/lib/import/import.schema";
import { optional, optionalChoice } from "~/lib/text/text.schema";
import { BANK_SHIFT_LABEL, BANK_SHIFTS } from "~/lib/time/bankday";
import { HONORIFIC_LABEL } from "~/lib/vocabulary/contact";
import { type MaturityUnit, PAYMENT_METHOD_LABEL, PAYMENT_METHODS } from "~/lib/vocabulary/maturity";
import { TORITEKI, TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";
import { FEE_BEARER_LABEL, KIND_LABEL } from "./collaboration";
import { PARTNER_LABEL, partnerFields } from "./partner.fields";

const plain = (value: unknown) =>
  typeof value === "string"
    ? value
        .normalize("NFKC")
        .replace(/\s/g, "")
        .replace(/(締め?|払い?)$/, "")
    : value;
const MONTHS = ["当月", "翌月", "翌々月", "3か月後", "4か月後", "5か月後", "6か月後"];

/** '20日', '末日', '月末締め' -> 1..31, 31 being the month's end. */
export function readClosing(typed: string): number | null {
  const day = plain(typed) as string;
  if (/^(月?末|末日)$/.test(day)) return 31;
  const found = /^(\d{1,2})日?$/.exec(day);
  const n = Number(found?.[1]);
  return found && n >= 1 && n <= 31 ? n : null;
}

/** '60日後', '2か月後', '当日', '0' -> how long after the day of payment. */
export function readMaturity(typed: string): { maturity: number; maturity_unit: MaturityUnit } | null {
  const term = String(plain(typed))
    .replace(/^支払日の?/, "")
    .replace(/[ヶケヵカ箇]月/, "か月");
  if (term === "当日") return { maturity: 0, maturity_unit: "days" };
  const found = /^(\d{1,3})(日後?|か月後?|)$/.exec(term);
  const maturity = Number(found?.[1]);
  return found && maturity <= 365
    ? { maturity, maturity_unit: found[2]!.startsWith("か月") ? "months" : "days" }
    : null;
}

/** '翌月20日払い', '翌々月末' -> month and day. */
export function readPay(typed: string): { pay_month: number; pay_day: number } | null {
  const found = /^(.+?月後?)(末日?|\d{1,2}日?)$/.exec(
    String(plain(typed)).replace(/[ヶケヵカ箇]月後/, "か月後"),
  );
  const pay_month = MONTHS.indexOf(found?.[1] ?? "");
  const pay_day = readClosing(found?.[2] ?? "");
  return pay_month < 0 || pay_day === null ? null : { pay_month, pay_day };
}

const empty = (value: unknown) => (value === null || value === "" ? undefined : value);
const read = <V>(title: string, reader: (typed: string) => V | null, message: string) =>
  z
    .preprocess(
      empty,
      z
        .string()
        .optional()
        .transform((typed, ctx) => {
          const found = typed === undefined ? undefined : reader(typed);
          if (found !== null) return found;
          ctx.addIssue({ code: "custom", message });
          return z.NEVER;
        }),
    )
    .meta({ title });
const closing = read("締日", readClosing, "締日は「20日」「末日」のように入力してください");
const pay = read("支払条件", readPay, "支払条件は「翌月20日払い」「翌々月末払い」のように入力してください");
const maturity = read("満期", readMaturity, "満期は「当日」「60日後」「2か月後」のように入力してください");
export const partnerImport = importOf({
  noun: "partner",
  path: "/setting/collaborator/import",
  list: "/setting/collaborator",
  title: "依頼元のCSV取込",
  counter: "社",
  note: "コードか会社名が同じ会社は、その会社の変更になります。ファイルにない列はそのままです。取り込んだだけでは招待のメールは送られません。",
  row: z.object({
    name: partnerFields.name,
    code: partnerFields.code,
    kana: partnerFields.kana,
    kind: optionalChoice("区分", ["buyer", "seller", "both"]).register(fileWords, {
      choices: { ...wordsOf(KIND_LABEL), 得意先: "buyer", 外注先: "seller", 仕入先: "seller" },
      example: "依頼元",
      help: "空欄のときは依頼元として登録します。",
    }),
    person: partnerFields.person,
    tel: partnerFields.tel,
    fax: partnerFields.fax,
    email: partnerFields.email,
    postal_code: partnerFields.postal_code,
    address: partnerFields.address,
    registration_number: z
      .preprocess((value) => (value === "未登録" ? undefined : value), partnerFields.registration_number)
      .meta({ title: PARTNER_LABEL.registration_number })
      .register(fileWords, {
        synonyms: ["インボイス番号", "適格請求書発行事業者番号"],
        example: "T7010705000725",
      }),
    closing: closing.register(fileWords, {
      synonyms: ["締め日"],
      example: "20日",
      help: "空欄のときは自社の設定を使います。",
    }),
    pay: pay.register(fileWords, { synonyms: ["支払日", "入金条件"], example: "翌月20日払い" }),
    bank_shift: optionalChoice("銀行休業日", BANK_SHIFTS).register(fileWords, {
      synonyms: ["休業日", "休日の支払日"],
      choices: wordsOf(BANK_SHIFT_LABEL),
      example: "前営業日",
      help: "支払日が銀行の休業日のとき。空欄のときは自社の設定を使います。",
    }),
    payment_method: optionalChoice("支払方法", PAYMENT_METHODS).register(fileWords, {
      choices: { ...wordsOf(PAYMENT_METHOD_LABEL), 振込: "transfer", でんさい: "electronic" },
      example: "銀行振込",
    }),
    maturity: maturity.register(fileWords, {
      synonyms: ["サイト"],
      example: "当日",
      help: "支払日から現金になる日まで。電子記録債権と一括決済方式のとき。",
    }),
    fee_bearer: optionalChoice("振込手数料", ["payer", "payee"]).register(fileWords, {
      synonyms: ["手数料負担"],
      choices: { ...wordsOf(FEE_BEARER_LABEL), 先方負担: "payer", 当方負担: "payee" },
      example: "先方負担",
    }),
    toriteki: optionalChoice("取適法", TORITEKI).register(fileWords, {
      choices: wordsOf(TORITEKI_LABEL),
      example: "未確認",
    }),
    send_method: partnerFields.send_method,
    honorific: optional(partnerFields.honorific).register(fileWords, {
      choices: wordsOf(HONORIFIC_LABEL),
      example: "御中",
    }),
    payee_kana: partnerFields.payee_kana,
    note: partnerFields.note,
  }),
});
export type PartnerLine = z.output<typeof partnerImport.row>;
