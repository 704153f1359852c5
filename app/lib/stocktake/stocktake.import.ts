import { z } from "zod";
import { importOf } from "~/lib/import/import.schema";
import { optionalDecimal } from "~/lib/money/number.schema";
import { foundKey, text } from "~/lib/text/text.schema";
import { STOCKTAKES_AT } from "./stocktake.list";
import { reason } from "./stocktake.schema";

export const countImport = importOf({
  noun: "stocktake",
  path: `${STOCKTAKES_AT}/import`,
  list: STOCKTAKES_AT,
  title: "実棚数のCSV取込",
  counter: "行",
  note: "棚卸表のCSVに実棚数を入れて、そのまま取り込めます。実棚数が空欄の行はそのままです（0個の行には0と入れてください）。",
  columns: [
    { field: "stocktake", synonyms: ["棚卸"], required: true as const, example: "12" },
    { field: "code", synonyms: ["品番", "商品コード"], required: true as const, example: "YM-1001" },
    { field: "counted", synonyms: ["実数", "数量"], example: "97", help: "空欄はそのまま。" },
    { field: "reason", example: "破損" },
  ],
  row: z.object({
    stocktake: foundKey("棚卸番号"),
    code: text("商品番号", 40),
    counted: optionalDecimal("実棚数", { min: "0" }),
    reason,
  }),
});
