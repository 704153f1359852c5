import { z } from "zod";
import { key } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { lineUnit } from "~/lib/vocabulary/document";
import { lineNames } from "./single.schema";

const OUTDATED = "画面を読み込み直してください";
const ORDERS_MAX = 100;

export const waitingOf = z.object({
  orders: z.preprocess(
    (value) => [value ?? []].flat(),
    z
      .array(key("外注依頼"))
      .min(1, { error: OUTDATED })
      .max(ORDERS_MAX, {
        error: `一度に選べるのは${ORDERS_MAX}件までです`,
      }),
  ),
});

const waitingLine = z.object({
  delivery_key: z.number(),
  delivery_line_no: z.number(),
  delivery_number: z.string(),
  delivery_date: z.string(),
  seller_name: z.string(),
  order_key: z.number(),
  order_id: z.string(),
  name: z.string(),
  num_items: z.string(),
  num_pending: z.string(),
  order_unit: lineUnit,
});
export type WaitingLine = z.infer<typeof waitingLine>;
export const waitingLines = z.object({
  items: z.array(waitingLine),
  /** 注文番号 of those of which nothing waits. */
  done: z.array(z.string()),
});

/** As a page showed it: "key.line:how many wait". */
export const seenLine = (line: Pick<WaitingLine, "delivery_key" | "delivery_line_no" | "num_pending">) =>
  `${line.delivery_key}.${line.delivery_line_no}:${line.num_pending}`;

export const inspectingLines = z.object({
  lines: lineNames.pipe(z.array(z.string()).min(1, { error: "検収する明細を選択してください" })),
  seen: z.preprocess(
    (value) => [value ?? []].flat(),
    z.array(z.string().regex(/^\d{1,15}\.\d{1,6}:\d{1,12}(\.\d{1,3})?$/, { error: OUTDATED })).max(2000),
  ),
  received_date: optionalDate("受領日"),
  inspected_date: optionalDate("検収日"),
});
export type InspectingLines = z.output<typeof inspectingLines>;
