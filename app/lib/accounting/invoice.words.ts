import { dayOn, periodOn } from "~/lib/company/paper.party";
import { termsLabel } from "~/lib/time/period";
import { isCreditNote } from "./correction";
import { asksPayment } from "./invoice";
import type { InvoicePaper } from "./invoice.schema";

const due = (doc: InvoicePaper, terms: string) => ({
  label: "お支払期限",
  text: `${dayOn(doc.seller)(doc.due_date)}${terms}`,
});

/** As who is billed reads it: of one without carry-over the next 請求書 may take off nothing. */
const noPayment = ({ billed_now, show_carry_over }: InvoicePaper) => ({
  label: "お支払い",
  text:
    billed_now === 0
      ? "今回のお支払いはありません。"
      : `今回のお支払いはありません。差引額は次回の${show_carry_over ? "ご請求から差し引きます" : "お支払いで精算いたします"}。`,
});

/** Of a 赤: the days of the first supply, as 適格返還請求書 ask for (R1-9). */
function redWords(doc: InvoicePaper) {
  const number = doc.original?.number ?? "";
  const period = periodOn(doc.seller, { start: doc.start_date, end: doc.end_date });
  const seller = { registration_number: doc.seller.registration_number ?? null };
  return {
    title: isCreditNote(seller, doc.correction, doc.total) ? "適格返還請求書（赤伝）" : "赤伝請求書",
    day: "返還日",
    greeting: `請求書 ${number} を取り消し、下記の金額を返還いたします。`,
    total: "ご返還額",
    facts: [
      {
        label: "元の請求書",
        text: `${number}${doc.original ? `（${dayOn(doc.seller)(doc.original.invoice_date)}）` : ""}`,
      },
      { label: "元の取引", text: `${period} の納品分` },
    ],
    note: null,
    asks: false,
  };
}

/** The words by which a 請求書 differs from that of a month. */
export function invoiceWords(doc: InvoicePaper) {
  if (doc.correction === "red") return redWords(doc);
  const trial = doc.number === null;
  const period = {
    label: "対象期間",
    text: periodOn(doc.seller, { start: doc.start_date, end: doc.end_date }),
  };
  const terms = `（${termsLabel(doc.terms)}）`;
  const of = doc.original?.number ?? "";
  const asks = doc.layout < 5 || asksPayment(doc);
  const day = asks ? due(doc, doc.is_single || doc.correction ? "" : terms) : noPayment(doc);
  return {
    title: trial ? "請求書（仮）" : doc.revision > 1 ? `御請求書（訂正版 第${doc.revision}版）` : "御請求書",
    day: "請求日",
    greeting: trial
      ? "（仮）締める前の内容です。確定したご請求ではありません。"
      : `下記の通り${asks ? "ご請求" : "ご案内"}申し上げます。`,
    total: doc.is_single || doc.correction ? "御請求額" : "今回御請求額",
    facts: doc.is_single ? [day] : [period, day],
    asks: asks && !trial,
    note:
      doc.revision > 1
        ? "訂正版です。旧版は破棄してください。"
        : doc.correction === "black"
          ? `請求書 ${of} を訂正したものです。元の請求書は赤伝で取り消しました。`
          : null,
  };
}
