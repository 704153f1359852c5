import { z } from "zod";
import { confirmedFigures, optionalConfirmedFigures } from "~/lib/money/confirmed";
import { optionalDecimal, quantity } from "~/lib/money/number.schema";
import {
  checkbox,
  choice,
  code,
  key,
  optionalChoice,
  optionalCode,
  optionalKey,
  optionalLines,
  optionalText,
  optionalVersion,
  text,
} from "~/lib/text/text.schema";
import { date, optionalDate } from "~/lib/time/date.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { LINE_UNITS, lineUnit, rounding, TAX_KINDS } from "~/lib/vocabulary/document";
import type { DocumentKind } from "./document";
import { anyDocument, documentLine, documentTotals } from "./document.schema";

export const GROUPINGS = ["one", "order", "destination", "card"] as const;
export type Grouping = (typeof GROUPINGS)[number];
export const GROUPING_LABEL: Record<Grouping, string> = {
  one: "1枚にまとめる",
  order: "注文番号ごと",
  destination: "納入先ごと",
  card: "カードごと",
};

export const CLOSE_CAUSES = ["seller", "buyer", "agreed"] as const;
export const CLOSE_CAUSE_LABEL: Record<(typeof CLOSE_CAUSES)[number], string> = {
  seller: "当社の都合（不足・不良など）",
  buyer: "依頼元の都合",
  agreed: "合意のうえ",
};

const MAX_LINES = 300;
const NOTHING_CHOSEN = "納品するカードを選択してください";

const newLine = z.object({
  card_key: key("カード"),
  version: optionalVersion,
  num_items: quantity("納品数", { min: "0.001" }),
  unit_price: optionalDecimal("単価", { min: "0" }),
  note: optionalText("備考", 60),
  unbilled: checkbox(),
  closes: checkbox(),
  completes: checkbox(),
});
export type NewLine = z.output<typeof newLine>;

/** 送料, 梱包費, 値引; a unit price may be negative. 返品 names the 納品書 it was delivered with (R1-9). */
const extraLine = z.object({
  kind: optionalChoice("区分", ["charge", "return"]),
  name: text("項目", 60),
  num_units: quantity("数量", { min: "0.001" }),
  unit_price: quantity("単価", { min: "-999999999.999" }),
  unit: optionalChoice("単位", LINE_UNITS),
  tax_kind: optionalChoice("税区分", TAX_KINDS),
  original_number: optionalCode("元の納品書番号", 30),
  original_date: optionalDate("元の納品日"),
});
export type ExtraLine = z.output<typeof extraLine>;

const chosen = z
  .array(newLine, { error: NOTHING_CHOSEN })
  .max(MAX_LINES, { error: `1回に選べるのは${MAX_LINES}枚までです` })
  .default([]);

const deliveryTerms = {
  delivery_date: date("納品日"),
  grouping: choice("まとめ方", GROUPINGS),
  extras: z.array(extraLine).max(20, { error: "伝票項目は20行までです" }).default([]),
  show_amounts: checkbox(),
  with_receipt: checkbox(),
  note: optionalLines("備考", 300),
  close_cause: optionalChoice("打切の都合", CLOSE_CAUSES),
  close_reason: optionalText("打切の理由", 60),
  unusual_date: checkbox(),
  draft_key: optionalKey("下書き"),
  draft_version: optionalVersion,
  negative: checkbox(),
};

const newFields = { buyer_id: code("依頼元", 40), lines: chosen, ...deliveryTerms };
const something = ({ lines, extras }: { lines: unknown[]; extras: unknown[] }, context: z.RefinementCtx) => {
  if (lines.length + extras.length === 0)
    context.addIssue({ code: "custom", message: NOTHING_CHOSEN, path: ["lines"] });
};
export const deliveryNew = z.object({ ...newFields, seen: optionalConfirmedFigures }).superRefine(something);
export type DeliveryNew = z.output<typeof deliveryNew>;
/** Nothing is issued that was not shown. */
export const deliveryIssuing = z.object({ ...newFields, seen: confirmedFigures }).superRefine(something);

/** Only ticked rows count, whatever stands in the others; `row` is the place in the form. */
const offered = z
  .array(z.unknown())
  .max(1000)
  .default([])
  .transform((rows, context) => {
    const found: (NewLine & { row: number })[] = [];
    rows.forEach((value, row) => {
      if (!value || typeof value !== "object" || !("on" in value) || !value.on) return;
      const line = newLine.safeParse(value);
      if (line.success) found.push({ ...line.data, row });
      else
        for (const { message, path } of line.error.issues)
          context.addIssue({ code: "custom", message, path: [row, ...path] });
    });
    if (found.length === 0 && context.issues.length === 0)
      context.addIssue({ code: "custom", message: NOTHING_CHOSEN });
    return found;
  });
export const deliveryLines = z.object({ buyer_id: code("依頼元", 40), lines: offered });

export const poolFilter = z.object({
  buyer_id: code("依頼元", 40).optional(),
  shipped_from: optionalDate("出荷日"),
  shipped_to: optionalDate("出荷日"),
  q: optionalText("検索", 60),
  unshipped: checkbox(),
  sort: optionalChoice("並び順", ["shipped", "unit_price"]),
});
export type PoolFilter = z.output<typeof poolFilter>;

const poolCard = z.object({
  card_key: z.number(),
  version: z.number(),
  card_id: z.string(),
  order_id: z.string().nullable(),
  name: z.string(),
  drawing_no: z.string().nullable(),
  delivery_date: z.string().nullable(),
  shipped_time: z.string().nullable(),
  num_items: z.string(),
  num_good: z.string(),
  num_delivered: z.string(),
  num_remaining: z.string(),
  price_remaining: z.number().nullable(),
  order_unit: unit,
  unit,
  unit_price: z.string().nullable(),
  price: z.number().nullable(),
  destination: z.string().nullable(),
  note: z.string().nullable(),
  delivery_numbers: z.array(z.string()),
  num_most: z.string().nullable(),
  may_complete: z.boolean(),
});
export type PoolCard = z.infer<typeof poolCard>;
export const pool = z.object({
  buyers: z.array(z.object({ buyer_id: z.string(), buyer_name: z.string(), count: z.number() })),
  items: z.array(poolCard),
  more: z.boolean(),
});
export type Pool = z.infer<typeof pool>;

const deliveryLine = documentLine.extend({
  card_key: z.number().nullable(),
  card_id: z.string().nullable(),
  num_items: z.string(),
  order_unit: lineUnit,
  billing_ym: z.number().nullable(),
  is_billing_target: z.boolean(),
  close_reason: z.string().nullable(),
  is_cost: z.boolean(),
});
export type DeliveryLine = z.infer<typeof deliveryLine>;

export const deliveryPreview = z.object({
  documents: z.array(
    z.object({ destination: z.string().nullable(), lines: z.array(deliveryLine), ...documentTotals }),
  ),
  billing_ym: z.number().nullable(),
  missing: z.string().nullable(),
  caution: z.string().nullable(),
  seen: z.string(),
});
export type DeliveryPreview = z.infer<typeof deliveryPreview>;

export const deliveryMade = z.object({
  key: z.number(),
  number: z.string(),
  deliveries: z.array(z.object({ key: z.number(), number: z.string() })),
});

export const DELIVERY_STATES = ["issued", "sent", "viewed", "inspected", "billed", "cancelled"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export const DELIVERY_STATE_LABEL: Record<DeliveryState, string> = {
  issued: "発行済",
  sent: "送付済",
  viewed: "閲覧済",
  inspected: "検収済",
  billed: "請求済",
  cancelled: "取消",
};

export const deliveryDetail = anyDocument.extend({
  delivery_date: z.string(),
  destination: z.string().nullable(),
  show_amounts: z.boolean(),
  with_receipt: z.boolean(),
  amount_rounding: rounding,
  state: z.enum(DELIVERY_STATES),
  lines: z.array(deliveryLine.extend({ is_closed: z.boolean(), invoice_key: z.number().nullable() })),
  invoices: z.array(z.object({ key: z.number(), number: z.string() })),
  cannot_postpone: z.string().nullable(),
  cannot_restore: z.string().nullable(),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const deliveryKind: DocumentKind<DeliveryDetail> = {
  subject: "delivery",
  noun: "納品書",
  path: "/accounting/delivery",
  api: "/deliveries",
  detail: deliveryDetail,
};
