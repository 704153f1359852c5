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
import { CONTACT_LABEL, HONORIFICS, SEND_METHOD_LABEL, SEND_METHODS } from "~/lib/vocabulary/contact";

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
  kana: optionalKana(CONTACT_LABEL.kana, 80).register(fileWords, {
    synonyms: ["フリガナ", "会社名カナ", "取引先名カナ"],
    example: "タナカサンギョウキカイ",
  }),
  person: optionalText("担当者", 40).register(fileWords, {
    synonyms: ["担当", "担当者名"],
    example: "田中 一郎",
  }),
  tel: optionalTelephone(CONTACT_LABEL.tel).register(fileWords, {
    synonyms: ["電話番号", "電話"],
    example: "044-355-7700",
  }),
  fax: optionalTelephone(CONTACT_LABEL.fax).register(fileWords, {
    synonyms: ["ファックス", "FAX番号"],
    example: "044-355-7701",
  }),
  email: optionalEmail(CONTACT_LABEL.email).register(fileWords, {
    synonyms: ["メールアドレス", "E-mail"],
    example: "info@example.co.jp",
  }),
  postal_code: optionalPostalCode(CONTACT_LABEL.postal_code).register(fileWords, {
    synonyms: ["〒"],
    example: "210-0851",
  }),
  address: optionalText(CONTACT_LABEL.address, 200).register(fileWords, {
    synonyms: ["所在地"],
    example: "神奈川県川崎市川崎区浜町一丁目9番3号",
  }),
  registration_number: optionalRegistrationNumber(CONTACT_LABEL.registration_number),
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
