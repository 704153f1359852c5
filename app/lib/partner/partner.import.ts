import { z } from "zod";
import { importOf, wordsOf } from "~/lib/import/import.schema";
import { optionalEmail, optionalPostalCode, optionalTelephone } from "~/lib/text/contact.schema";
import { optionalKana, optionalPayeeKana } from "~/lib/text/kana.schema";
import { optionalRegistrationNumber } from "~/lib/text/registration.schema";
import { optionalChoice, optionalCode, optionalLines, optionalText, text } from "~/lib/text/text.schema";
import { BANK_SHIFT_LABEL, BANK_SHIFTS } from "~/lib/time/bankday";
import { HONORIFIC_LABEL, SEND_METHOD_LABEL } from "~/lib/vocabulary/contact";
import { type MaturityUnit, PAYMENT_METHOD_LABEL, PAYMENT_METHODS } from "~/lib/vocabulary/maturity";
import { TORITEKI, TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";
import { FEE_BEARER_LABEL, KIND_LABEL } from "./collaboration";

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
const read = <V>(reader: (typed: string) => V | null, message: string) =>
  z.preprocess(
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
  );
const closing = read(readClosing, "締日は「20日」「末日」のように入力してください");
const pay = read(readPay, "支払条件は「翌月20日払い」「翌々月末払い」のように入力してください");
const maturity = read(readMaturity, "満期は「当日」「60日後」「2か月後」のように入力してください");
const blankWhere = (unset: string, schema: z.ZodType<string | undefined>) =>
  z.preprocess((value) => (value === unset ? undefined : value), schema);

export const partnerImport = importOf({
  noun: "partner",
  path: "/setting/collaborator/import",
  list: "/setting/collaborator",
  title: "依頼元のCSV取込",
  counter: "社",
  note: "コードか会社名が同じ会社は、その会社の変更になります。ファイルにない列はそのままです。取り込んだだけでは招待のメールは送られません。",
  columns: [
    {
      field: "name",
      header: "会社名",
      synonyms: ["取引先名", "得意先名", "名称", "依頼元", "社名"],
      required: true,
      example: "田中産業機械株式会社",
    },
    {
      field: "code",
      header: "コード",
      synonyms: ["取引先コード", "得意先コード", "会社コード"],
      example: "T-001",
    },
    {
      field: "kana",
      header: "カナ",
      synonyms: ["フリガナ", "会社名カナ", "取引先名カナ"],
      example: "タナカサンギョウキカイ",
    },
    {
      field: "kind",
      header: "区分",
      choices: { ...wordsOf(KIND_LABEL), 得意先: "buyer", 外注先: "seller", 仕入先: "seller" },
      example: "依頼元",
      help: "空欄のときは依頼元として登録します。",
    },
    { field: "person", header: "担当者", synonyms: ["担当", "担当者名"], example: "田中 一郎" },
    { field: "tel", header: "TEL", synonyms: ["電話番号", "電話"], example: "044-355-7700" },
    { field: "fax", header: "FAX", synonyms: ["ファックス", "FAX番号"], example: "044-355-7701" },
    {
      field: "email",
      header: "メール",
      synonyms: ["メールアドレス", "E-mail"],
      example: "info@example.co.jp",
    },
    { field: "postal_code", header: "郵便番号", synonyms: ["〒"], example: "210-0851" },
    {
      field: "address",
      header: "住所",
      synonyms: ["所在地"],
      example: "神奈川県川崎市川崎区浜町一丁目9番3号",
    },
    {
      field: "registration_number",
      header: "登録番号",
      synonyms: ["インボイス番号", "適格請求書発行事業者番号"],
      example: "T7010705000725",
    },
    {
      field: "closing",
      header: "締日",
      synonyms: ["締め日"],
      example: "20日",
      help: "空欄のときは自社の設定を使います。",
    },
    { field: "pay", header: "支払条件", synonyms: ["支払日", "入金条件"], example: "翌月20日払い" },
    {
      field: "bank_shift",
      header: "銀行休業日",
      synonyms: ["休業日", "休日の支払日"],
      choices: wordsOf(BANK_SHIFT_LABEL),
      example: "前営業日",
      help: "支払日が銀行の休業日のとき。空欄のときは自社の設定を使います。",
    },
    {
      field: "payment_method",
      header: "支払方法",
      choices: { ...wordsOf(PAYMENT_METHOD_LABEL), 振込: "transfer", でんさい: "electronic" },
      example: "銀行振込",
    },
    {
      field: "maturity",
      header: "満期",
      synonyms: ["サイト"],
      example: "当日",
      help: "支払日から現金になる日まで。電子記録債権と一括決済方式のとき。",
    },
    {
      field: "fee_bearer",
      header: "振込手数料",
      synonyms: ["手数料負担"],
      choices: { ...wordsOf(FEE_BEARER_LABEL), 先方負担: "payer", 当方負担: "payee" },
      example: "先方負担",
    },
    { field: "toriteki", header: "取適法", choices: wordsOf(TORITEKI_LABEL), example: "未確認" },
    { field: "send_method", header: "送付方法", choices: wordsOf(SEND_METHOD_LABEL), example: "郵送" },
    { field: "honorific", header: "敬称", choices: wordsOf(HONORIFIC_LABEL), example: "御中" },
    {
      field: "payee_kana",
      header: "振込名義カナ",
      synonyms: ["振込名義", "名義カナ"],
      example: "カ）タナカサンギヨウ",
    },
    { field: "note", header: "メモ", synonyms: ["備考"] },
  ],
  row: z.object({
    name: text("会社名", 80),
    code: optionalCode("コード", 20),
    kana: optionalKana("カナ", 80),
    kind: optionalChoice("区分", ["buyer", "seller", "both"]),
    person: optionalText("担当者", 40),
    tel: optionalTelephone("TEL"),
    fax: optionalTelephone("FAX"),
    email: optionalEmail("メール"),
    postal_code: optionalPostalCode("郵便番号"),
    address: optionalText("住所", 200),
    registration_number: blankWhere("未登録", optionalRegistrationNumber("登録番号")),
    closing,
    pay,
    maturity,
    bank_shift: optionalChoice("銀行休業日", BANK_SHIFTS),
    payment_method: optionalChoice("支払方法", PAYMENT_METHODS),
    fee_bearer: optionalChoice("振込手数料", ["payer", "payee"]),
    toriteki: optionalChoice("取適法", TORITEKI),
    send_method: optionalChoice("送付方法", ["app", "mail", "post", "fax", "hand"]),
    honorific: optionalChoice("敬称", ["onchu", "sama", "none"]),
    payee_kana: optionalPayeeKana("振込名義カナ"),
    note: optionalLines("メモ", 400),
  }),
});
export type PartnerLine = z.output<typeof partnerImport.row>;
