import { z } from "zod";
import { quantity } from "~/lib/money/number.schema";
import { optionalChoice, text } from "~/lib/text/text.schema";
import { LINE_UNITS, TAX_KINDS } from "~/lib/vocabulary/document";

export const addedLineFields = {
  name: text("項目", 60),
  num_units: quantity("数量", { min: "-999999999.999" }),
  unit: optionalChoice("単位", LINE_UNITS).transform((unit) => unit ?? ("lot" as const)),
  unit_price: quantity("単価", { min: "-999999999.999" }),
  tax_kind: optionalChoice("税区分", TAX_KINDS).transform((kind) => kind ?? ("standard" as const)),
};

/** 送料, 値引; a unit price below zero takes off. */
export const addedLines = z
  .array(z.object(addedLineFields))
  .max(50, { error: "追加できるのは50行までです" })
  .default([]);
