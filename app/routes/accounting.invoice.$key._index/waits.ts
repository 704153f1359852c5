import type { Wait } from "~/components/list/Waits";
import { asksPayment } from "~/lib/accounting/invoice";
import type { InvoiceAnswers } from "~/lib/accounting/invoice.answer.schema";
import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";
import { bankClosedText } from "~/lib/time/bankday";
import { daysBetween, formatDate, type ISODate } from "~/lib/time/date";
import { termsLabel } from "~/lib/time/period";

type Doc = Pick<InvoiceDetail, "key" | "open" | "due_date" | "state" | "cannot_correct">;
type Said = Pick<InvoiceAnswers, "may_answer"> & { items: Pick<InvoiceAnswers["items"][number], "agreed">[] };

/** Who received it confirms it; who sent it answers a difference, and asks after what was not paid. */
export function waitsOf(doc: Doc, { may_answer, items }: Said, own: boolean, today: ISODate): Wait[] {
  const at = `/accounting/invoice/${doc.key}`;
  const [last] = items;
  return [
    ...(may_answer && !last
      ? [
          {
            text: "内容を確かめて、相手に知らせてください。",
            label: "確認・差異を連絡",
            href: `${at}/answer`,
          },
        ]
      : []),
    ...(own && last?.agreed === false && doc.cannot_correct === null
      ? [{ text: "相手から差異の連絡が届いています。", label: "訂正", href: `${at}/correct` }]
      : []),
    ...(own && doc.state === "overdue" && (doc.open ?? 0) > 0
      ? [
          {
            text: `入金期日を${daysBetween(doc.due_date, today)}日過ぎています。`,
            label: "入金登録",
            href: `/accounting/receivable/payment/new?invoice=${doc.key}`,
          },
        ]
      : []),
  ];
}

type Standing = Pick<InvoiceDetail, "open" | "billed_now" | "cannot_send"> & { sendings: unknown[] };
export type Act = "send" | "pay" | "use" | "print";

/** Of a 請求書 that nothing waits for: what comes next. What takes it back never does. */
export function nextAct(doc: Standing, own: boolean): Act {
  if (own && doc.cannot_send === null && doc.sendings.length === 0) return "send";
  if (doc.open && doc.open < 0) return "use";
  return doc.open && asksPayment(doc) ? "pay" : "print";
}

type Due = Pick<InvoiceDetail, "billed_now" | "due_date" | "is_single" | "correction" | "terms">;
export function dueText(doc: Due): string {
  if (!asksPayment(doc)) return "なし";
  const terms = doc.is_single || doc.correction ? "" : `（${termsLabel(doc.terms)}）`;
  return `${formatDate(doc.due_date)}${bankClosedText(doc.due_date)}${terms}`;
}

type Line = Pick<InvoiceDetail["lines"][number], "delivery_key" | "delivery_number">;

/** Each 納品書 once, in the order of the lines. */
export const deliveriesOf = (lines: Line[]) =>
  [...new Map(lines.map((line) => [line.delivery_key, line.delivery_number]))].flatMap(([key, number]) =>
    key !== null && number !== null ? [{ key, number }] : [],
  );
