import { z } from "zod";
import { pageOf } from "~/lib/list/list.schema";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { type ISODate, isoDate, monthEnd, shiftMonth } from "~/lib/time/date";
import { optionalDate } from "~/lib/time/date.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { cards } from "./move.schema";

export const shippedFilter = z.object({
  q: optionalText("検索", 100),
  /** This month unless one of the two is given. */
  from: optionalDate("出荷日（から）"),
  to: optionalDate("出荷日（まで）"),
  buyer_id: optionalText("依頼元", 40),
  seller_id: optionalText("依頼先", 40),
  name: optionalText("商品", 60),
  order_id: optionalText("注文番号", 60),
  destination: optionalText("納入先", 60),
  delivered: optionalChoice("納品書", ["no", "yes"]),
  billed: optionalChoice("請求", ["no", "yes", "off"]),
});
export type ShippedFilter = z.output<typeof shippedFilter>;

/** The documents need the accounting permission. */
export const shippedRow = cardRow.extend({
  /** "12.3.tanaka": key, version and buyer. */
  tick: z.string(),
  delivery_key: z.number().nullable(),
  delivery_number: z.string().nullable(),
  invoice_key: z.number().nullable(),
  invoice_number: z.string().nullable(),
  /** Earlier than the company looks for. */
  is_early: z.boolean(),
  /** What of it came out of stock, for who shipped it. */
  from_stock: z.string().nullable(),
});
export type ShippedRow = z.infer<typeof shippedRow>;
export const shippedPage = pageOf(shippedRow);
/** Summed by unit, as "num_good.piece", beside `cards` and `price`. */
export const SUMMED = ["num_items", "num_good", "num_defective"] as const;

export const shippedBilling = z.object({
  cards,
  is_billing_target: z.preprocess(
    (value) =>
      value === "on" || value === "true" ? true : value === "off" || value === "false" ? false : value,
    z.boolean({ error: "請求対象にするか、外すかを選択してください" }),
  ),
});

export function monthOf(today: ISODate, months = 0): { from: ISODate; to: ISODate } {
  const ym = shiftMonth(Number(today.slice(0, 4)) * 100 + Number(today.slice(5, 7)), months);
  const [year, month] = [Math.floor(ym / 100), ym % 100];
  return { from: isoDate(year, month, 1), to: isoDate(year, month, monthEnd(year, month)) };
}

export function periodMeant(
  { from, to }: { from?: ISODate; to?: ISODate },
  today: ISODate,
): { from?: ISODate; to?: ISODate } {
  return from || to ? { from, to } : monthOf(today);
}

const tick = z
  .string()
  .regex(/^\d{1,15}\.\d{1,9}\.\S{1,40}$/, { error: "画面を読み込み直してください" })
  .transform((text) => {
    const [key, version, ...buyer_id] = text.split(".");
    return { key: Number(key), version: Number(version), buyer_id: buyer_id.join(".") };
  });

export const tickedCards = z.object({
  ids: z.preprocess(
    (value) => (typeof value === "string" ? [value] : value),
    z.array(tick, { error: "カードを選択してください" }).min(1, { error: "カードを選択してください" }),
  ),
  act: z.enum(["deliver", "on", "off"], { error: "操作を選択してください" }),
});
