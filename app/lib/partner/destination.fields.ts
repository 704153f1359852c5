import { optionalPostalCode, optionalTelephone } from "~/lib/text/contact.schema";
import { checkbox, labelsOf, optionalLines, optionalText, text } from "~/lib/text/text.schema";

/** Each field of a 納入先 once: what it is called, how long it may be, how it is read. */
export const destinationFields = {
  name: text("納入先名", 80),
  postal_code: optionalPostalCode("郵便番号"),
  address: optionalText("住所", 200),
  tel: optionalTelephone("TEL"),
  person: optionalText("担当者", 40),
  hours: optionalText("受入時間", 40),
  note: optionalLines("注意書き", 400),
  is_default: checkbox().meta({ title: "既定" }),
};
export const DESTINATION_LABEL = labelsOf(destinationFields);
