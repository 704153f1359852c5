import type { SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import { completedAddress } from "~/lib/text/address";
import { optionalPostalCode } from "~/lib/text/contact.schema";
import { addressOf } from "~/lib/text/postal.server";
import { readForm } from "./read.server";

const code = optionalPostalCode("郵便番号");
const EMPTY = "郵便番号を入力してください";
const NONE = "この郵便番号の住所は見つかりません。住所を入力してください";

const otherAddress = (found: string) =>
  `この郵便番号の住所は「${found}」です。入力された住所はそのままにしました。入れ替えるときは、住所を空にしてからもう一度押してください`;

/** The post of 住所を入れる, which saves nothing. */
export const asksAddress = (form: FormData): boolean => form.get("find") === "address";

/**
 * The form as it was typed, with the address of its 郵便番号; another address that is typed stays, and that is
 * told.
 */
export function withAddress(form: FormData, schema: z.ZodType): SubmissionResult<string[]> {
  const read = code.safeParse(form.get("postal_code") ?? "");
  const found = read.data ? addressOf(read.data) : null;
  const wrong = !read.success ? read.error.issues[0]!.message : !read.data ? EMPTY : found ? null : NONE;
  const typed = String(form.get("address") ?? "").trim();
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
