import { fileWords, wordsOf } from "~/lib/import/import.schema";
import { optionalEmail, optionalPostalCode, optionalTelephone } from "~/lib/text/contact.schema";
import { optionalKana, optionalPayeeKana } from "~/lib/text/kana.schema";
import { optionalRegistrationNumber } from "~/lib/text/registration.schema";
import {
  choice,
  labelsOf,
  optionalChoice,
  optionalCode,
  optionalLines,
  optionalText,
  text,
} from "~/lib/text/text.schema";
import { HONORIFICS, SEND_METHOD_LABEL, SEND_METHODS } from "~/lib/vocabulary/contact";

export const partnerFields = {
  name: text("会社名", 80).register(fileWords, {
    synonyms: ["取引先名", "得意先名", "名称", "依頼元", "社名"],
    required: true,
    example: "田中産業機械株式会社",
  }),
  code: optionalCode("コード", 20).register(fileWords, {
    synonyms: ["取引先コード", "得意先コード", "会社コード"],
    example: "T-001",
  }),
  kana: optionalKana("カナ", 80).register(fileWords, {
    synonyms: ["フリガナ", "会社名カナ", "取引先名カナ"],
    example: "タナカサンギョウキカイ",
  }),
  person: optionalText("担当者", 40).register(fileWords, {
    synonyms: ["担当", "担当者名"],
    example: "田中 一郎",
  }),
  tel: optionalTelephone("TEL").register(fileWords, {
    synonyms: ["電話番号", "電話"],
    example: "044-355-7700",
  }),
  fax: optionalTelephone("FAX").register(fileWords, {
    synonyms: ["ファックス", "FAX番号"],
    example: "044-355-7701",
  }),
  email: optionalEmail("メール").register(fileWords, {
    synonyms: ["メールアドレス", "E-mail"],
    example: "info@example.co.jp",
  }),
  postal_code: optionalPostalCode("郵便番号").register(fileWords, { synonyms: ["〒"], example: "210-0851" }),
  address: optionalText("住所", 200).register(fileWords, {
    synonyms: ["所在地"],
    example: "神奈川県川崎市川崎区浜町一丁目9番3号",
  }),
  registration_number: optionalRegistrationNumber("登録番号"),
  send_method: optionalChoice("送付方法", SEND_METHODS).register(fileWords, {
    choices: wordsOf(SEND_METHOD_LABEL),
    example: "郵送",
  }),
  honorific: choice("敬称", HONORIFICS),
  payee_kana: optionalPayeeKana("振込名義カナ").register(fileWords, {
    synonyms: ["振込名義", "名義カナ"],
    example: "カ）タナカサンギヨウ",
  }),
  note: optionalLines("メモ", 400).register(fileWords, { synonyms: ["備考"] }),
};
export const PARTNER_LABEL = labelsOf(partnerFields);
