import { z } from "zod";
import { activityRow } from "~/lib/log/activity.schema";
import { unit } from "~/lib/vocabulary/card.schema";
import { party } from "~/lib/vocabulary/factory.schema";
import { TERMS_VERDICTS, type TermsVerdict } from "~/lib/vocabulary/terms";
import { OVER_BILLS } from "~/lib/vocabulary/tolerance";
import { TORITEKI } from "~/lib/vocabulary/toriteki";
import { changedField, orderLine, revision, standingLine } from "./order.line.schema";
import { maturityUnit, paymentMethod } from "./order.schema";
import { ORDER_STATUS, type OrderStatus } from "./order.status";
import { checkedComparison } from "./previous.schema";

export const orderStatusName = z.enum(ORDER_STATUS);
export const ORDER_STATUS_LABEL: Record<OrderStatus, string> = {
  waiting: "依頼中",
  proposed: "納期回答あり",
  accepted: "承諾",
  working: "加工中",
  partial: "一部納品",
  delivered: "納品済",
  inspected: "検収済",
  paid: "支払済",
  declined: "辞退",
  cancelled: "取消",
};
/** What was shipped and stands on no 納品書 yet is told beside it. */
export const statusText = (of: { status: OrderStatus; num_cards: number; num_shipped: number }): string =>
  ORDER_STATUS_LABEL[of.status] +
  (of.status === "working" && of.num_shipped > 0
    ? `（出荷済 ${of.num_shipped}/${of.num_cards}枚・納品書待ち）`
    : "");
export const ORDER_STATUS_TONE: Record<OrderStatus, "accent" | "warn" | "good" | "bad" | "muted"> = {
  waiting: "accent",
  proposed: "accent",
  accepted: "accent",
  working: "accent",
  partial: "accent",
  delivered: "good",
  inspected: "good",
  paid: "muted",
  declined: "bad",
  cancelled: "muted",
};

export const VERDICT_TONE: Record<TermsVerdict, "good" | "warn" | "bad"> = {
  ok: "good",
  over_60_days_but_within_2_months: "warn",
  postponed_by_up_to_2_days: "warn",
  violation: "bad",
};

/** Amounts are null to those who may not see them (decision 006). */
export const orderRow = z.object({
  key: z.number(),
  order_id: z.string(),
  order_date: z.string(),
  seller_id: z.string(),
  seller_name: z.string(),
  buyer_id: z.string(),
  buyer_name: z.string(),
  name: z.string(),
  num_lines: z.number(),
  /** Of its first line. */
  card_key: z.number().nullable(),
  price: z.number().nullable(),
  sent_price: z.number().nullable(),
  delivery_date: z.string().nullable(),
  proposed_delivery_date: z.string().nullable(),
  answered_date: z.string().nullable(),
  changes: z.array(changedField),
  is_late: z.boolean(),
  /** The business day after it was sent has passed. */
  is_unanswered: z.boolean(),
  /** The seller said something that the buyer has not read yet. */
  is_unread: z.boolean(),
  num_cards: z.number(),
  num_shipped: z.number(),
  num_delivered: z.number(),
  num_lines_delivered: z.number(),
  /** What stands now, by unit. */
  quantities: z.array(z.object({ num: z.string(), unit })),
  num_goods: z.number(),
  num_uninspected: z.number(),
  status: orderStatusName,
  revision: z.number(),
  viewed_time: z.string().nullable(),
});
export type OrderRow = z.infer<typeof orderRow>;

const tolerance = z.object({
  over_pct: z.string(),
  under_pct: z.string(),
  over_bill: z.enum(OVER_BILLS),
  /** As it was when the order was sent. */
  is_frozen: z.boolean(),
});

const paper = z.object({ key: z.number(), number: z.string() });
const orderEntry = activityRow.extend({ about: z.string().nullable() });
export type OrderEntry = z.infer<typeof orderEntry>;

const amending = z.object({ key: z.number(), is_own: z.boolean(), lines: z.array(z.number().nullable()) });
export const order = z.object({
  key: z.number(),
  version: z.number(),
  order_id: z.string(),
  order_date: z.string(),
  seller_id: z.string(),
  buyer_id: z.string(),
  seller: party,
  buyer: party,
  inspection_days: z.number(),
  payment_terms: z.string(),
  payment_method: paymentMethod,
  payment_detail: z.string().nullable(),
  /** 満期 of what is not a transfer, counted from payment_due. */
  maturity: z.number().nullable(),
  maturity_unit: maturityUnit.nullable(),
  supply_terms: z.string().nullable(),
  /** Of lines without one of their own: of the day it was sent, or of today where that was not kept. */
  tolerance,
  person: z.string().nullable(),
  note: z.string().nullable(),
  sent_time: z.string(),
  viewed_time: z.string().nullable(),
  cancelled_time: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  status: orderStatusName,
  num_cards: z.number(),
  num_shipped: z.number(),
  cancel_problem: z.string().nullable(),
  amounts: z.boolean(),
  /** Yen without tax of what stands now; null while a price is undetermined. */
  price: z.number().nullable(),
  lines: z.array(standingLine),
  revision: z.number(),
  revisions: z.array(revision),
  /** 変更依頼 that wait for an answer. */
  amending: z.array(amending),
  deliveries: z.array(paper),
  invoices: z.array(paper),
  log: z.array(orderEntry),
  /** Null where nothing of the other side's answers is unread. */
  unread_until: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

export const orderMade = z.object({ key: z.number(), order_id: z.string() });

/** R2-2, R2-5. */
export const orderCheck = z.object({
  payment_terms: z.string(),
  toriteki: z.enum(TORITEKI),
  problem: z.string().nullable(),
  lines: z.array(
    orderLine.omit({ line_no: true, is_off: true }).extend({
      /** payment_due, or the 満期 of a claim. */
      cash_day: z.string(),
      days: z.number(),
      verdict: z.enum(TERMS_VERDICTS),
      /** The last day of the quoted price that it takes, where that has passed (R9-5). */
      expired: z.string().nullable(),
      tier: z.string().nullable(),
    }),
  ),
  price: z.number().nullable(),
  /** By line, what was ordered the last time. */
  compared: z.array(checkedComparison).default([]),
  /** As it would be sent. */
  paper: order.nullable().default(null),
  seen: z.string(),
});
export type OrderCheck = z.infer<typeof orderCheck>;
