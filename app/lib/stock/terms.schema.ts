import { z } from "zod";
import { optionalDecimal, optionalInteger } from "~/lib/money/number.schema";
import { stockRow } from "~/lib/stock/stock.schema";
import { key, optionalChoice, optionalCode, optionalText } from "~/lib/text/text.schema";

export const STOCK_TERMS = [
  "num_threshold",
  "lead_days",
  "moq",
  "lot",
  "num_target",
  "standard_price",
  "shelf",
  "supplier_id",
  "ownership",
] as const;

/** 在庫の条件 of a product: what is left out stays. */
export const stockTerms = z.object({
  version: z.number().int().optional(),
  num_threshold: optionalDecimal("しきい値", { min: "0" }),
  lead_days: optionalInteger("調達日数", 0, 365),
  moq: optionalDecimal("最小発注数", { min: "0.001" }),
  lot: optionalDecimal("ロット", { min: "0.001" }),
  num_target: optionalDecimal("目標在庫", { min: "0" }),
  standard_price: optionalDecimal("標準単価", { min: "0" }),
  shelf: optionalText("置場", 60),
  supplier_id: optionalCode("仕入先", 40),
  ownership: optionalChoice("評価", ["supplied"]),
  /** Those of the fields that are to be emptied. */
  cleared: z.array(z.enum(STOCK_TERMS)).default([]),
});
/** What they say changes what the stock is worth: for those who see amounts. */
export const VALUING = ["standard_price", "ownership"] as const;
export type StockTermsGiven = z.output<typeof stockTerms>;
export const thresholdsGiven = z.object({
  items: z
    .array(
      z.object({
        product_id: key("商品"),
        num_threshold: optionalDecimal("しきい値", { min: "0" }),
        /** What stood there, null: none; left out, whatever is there is replaced. */
        seen: z.string().nullable().optional(),
      }),
    )
    .min(1, { error: "商品を選択してください" })
    .max(1000, { error: "一度に変えられるのは1,000件までです" }),
});
export const changedStocks = z.object({
  num: z.number(),
  /** By which it is undone; null: nothing has changed. */
  changed_time: z.string().nullable(),
});
export const changedStock = stockRow.extend({ changed_time: z.string().nullable() });
export const termsUndo = z.object({
  changed_time: z.iso.datetime({ error: "画面を読み込み直してください" }),
});
export const termsUndone = z.object({ num: z.number() });
