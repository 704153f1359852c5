import { fileWords } from "~/lib/import/import.schema";
import { optionalPostalCode, optionalTelephone } from "~/lib/text/contact.schema";
import { checkbox, labelsOf, optionalLines, optionalText, text } from "~/lib/text/text.schema";

export const destinationFields = {
  name: text("納入先名", 80).register(fileWords, {
    synonyms: ["納入先", "納品先", "名称", "納入場所", "届け先"],
    required: true,
    example: "第二工場",
  }),
  postal_code: optionalPostalCode("郵便番号").register(fileWords, {
    synonyms: ["〒"],
    example: "577-0012",
  }),
  address: optionalText("住所", 200).register(fileWords, {
    synonyms: ["所在地"],
    example: "大阪府東大阪市長田東2-1-1",
  }),
  tel: optionalTelephone("TEL").register(fileWords, {
    synonyms: ["電話番号", "電話"],
    example: "06-6745-1234",
  }),
  person: optionalText("担当者", 40).register(fileWords, {
    synonyms: ["担当", "担当者名"],
    example: "田中 一郎",
  }),
  hours: optionalText("受入時間", 40).register(fileWords, {
    synonyms: ["納入時間", "受付時間"],
    example: "8:30〜16:30",
  }),
  note: optionalLines("注意書き", 400).register(fileWords, { synonyms: ["備考", "メモ"] }),
  is_default: checkbox("既定"),
};
export const DESTINATION_LABEL = labelsOf(destinationFields);
