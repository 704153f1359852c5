import { milli } from "~/lib/money/decimal";
import { registrationWarning } from "~/lib/text/registration";
import type { InvoiceDetail, InvoiceLine } from "./invoice.schema";

/** Standard rate, reduced rate, outside the scope of the tax (UNCL5305 as JP PINT takes it). */
export const taxCategory = (tax_rate: number): "S" | "AA" | "O" =>
  tax_rate === 0 ? "O" : tax_rate === 8 ? "AA" : "S";

/** A person's number is no 法人番号, and has an address of another kind. */
export const endpoint = (registration_number: string): { scheme: string; id: string } =>
  registrationWarning(registration_number) === null
    ? { scheme: "0188", id: registration_number.slice(1) }
    : { scheme: "0221", id: registration_number };

/** A price is never below zero there: the quantity is. */
export function signed({ num_units, unit_price }: Pick<InvoiceLine, "num_units" | "unit_price">) {
  if (!unit_price.startsWith("-")) return { quantity: num_units, price: unit_price };
  const quantity = num_units.startsWith("-") ? num_units.slice(1) : `-${num_units}`;
  return { quantity: milli(num_units) === 0n ? "0" : quantity, price: unit_price.slice(1) };
}

/** What is taxed is rounded down, up or to the nearest, but once: elsewhere it is no tax of this base. */
function isOnceRounded({ base, tax, tax_rate }: InvoiceDetail["by_rate"][number]): boolean {
  const hundredths = BigInt(base) * BigInt(tax_rate);
  const down = hundredths / 100n;
  const away = hundredths % 100n === 0n ? down : down + (hundredths < 0n ? -1n : 1n);
  return [down, away].includes(BigInt(tax));
}

/** Why no JP PINT document can be made of it; empty where one can. */
export function pintProblems(
  doc: Pick<InvoiceDetail, "cancelled_time" | "seller" | "buyer" | "lines" | "by_rate"> & {
    is_self_billed?: boolean;
  },
): string[] {
  const problems = [
    doc.is_self_billed && "支払通知書は、請求書のJP PINTのXMLにできません。",
    doc.cancelled_time !== null && "取り消した請求書は、JP PINTのXMLにできません。",
    !doc.seller.registration_number &&
      "発行元の登録番号（T＋13桁）が、この請求書にありません。会社情報に登録番号を入れたあとに発行した請求書から出力できます。",
    !doc.buyer.registration_number &&
      "請求先の登録番号（T＋13桁）が、この請求書にありません。電子請求書の宛先になります。取引先に登録してもらったあとに発行した請求書から出力できます。",
    doc.lines.length === 0 && "明細がない請求書は、JP PINTのXMLにできません。",
    !doc.by_rate.every(isOnceRounded) &&
      "消費税額が納品書ごとの端数処理の合計のため、税率ごとに1回だけ端数処理するJP PINTの検査に合いません。この請求書は印刷でお送りください。",
  ];
  return problems.filter((problem) => typeof problem === "string");
}
