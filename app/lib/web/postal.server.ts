import type { SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import { agreesWith, completedAddress } from "~/lib/text/address";
import { optionalPostalCode } from "~/lib/text/contact.schema";
import { addressOf } from "~/lib/text/postal.server";
import { readForm } from "./read.server";

const code = optionalPostalCode("郵便番号");
const EMPTY = "郵便番号を入力してください";
const NONE = "この郵便番号の住所は見つかりません。住所を入力してください";

const otherAddress = (found: string) =>
  `この郵便番号の住所は「${found}」です。入力された住所はそのままにしました。入れ替えるときは、住所を空にしてからもう一度押してください`;

const addressIn = (form: FormData) => String(form.get("address") ?? "").trim();
const foundOf = (form: FormData): string | null => {
  const read = code.safeParse(form.get("postal_code") ?? "");
  return read.data ? addressOf(read.data) : null;
};

/** Enter in a field is 住所を入れる too, where a 郵便番号 stands without its address. */
export function asksAddress(form: FormData): boolean {
  if (form.get("find") !== "enter") return form.get("find") === "address";
  return foundOf(form) !== null && addressIn(form) === "";
}

/** Told once beside the field, and saved when it is pressed again. */
export function doubtedCode(form: FormData): Record<string, string[]> | null {
  const [found, typed, postal_code] = [foundOf(form), addressIn(form), String(form.get("postal_code"))];
  if (found === null || typed === "" || agreesWith(typed, found) || form.get("postal_seen") === postal_code)
    return null;
  form.set("postal_seen", postal_code);
  return {
    postal_code: [`この郵便番号の住所は「${found}」です。入力された住所でよければ、もう一度保存してください`],
  };
}

export function withAddress(form: FormData, schema: z.ZodType): SubmissionResult<string[]> {
  const read = code.safeParse(form.get("postal_code") ?? "");
  const found = read.data ? addressOf(read.data) : null;
  const wrong = !read.success ? read.error.issues[0]!.message : !read.data ? EMPTY : found ? null : NONE;
  const typed = addressIn(form);
  const address = found === null ? null : completedAddress(typed, found);
  if (address !== null) form.set("address", address);
  if (read.data) form.set("postal_code", read.data);
  form.delete("find");
  const { payload } = readForm(form, schema as never);
  const other = found !== null && address === null ? otherAddress(found) : null;
  const error = { ...(wrong && { postal_code: [wrong] }), ...(other && { address: [other] }) };
  return {
    initialValue: payload as SubmissionResult["initialValue"],
    error: wrong || other ? error : undefined,
  };
}
