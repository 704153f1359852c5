import { issuer, rates, receiver, reducedNote } from "~/lib/accounting/document.paper";
import { invoiceEdges, linesWithSums } from "~/lib/accounting/invoice.paper";
import { dayOn, drawnFor, periodOn } from "~/lib/company/paper.party";
import type { PaperDocumentProps } from "~/lib/vocabulary/paper";
import { SELF_BILL } from "~/lib/vocabulary/selfbill";
import type { SelfBillDetail } from "./selfbill.schema";

/** From who pays to who supplied; the number on it is the supplier's (R1-12). */
export function selfBillPaper(doc: SelfBillDetail): PaperDocumentProps {
  const { registration_number } = doc.seller;
  const day = dayOn(doc.buyer);
  const late = doc.lines.some((line) => line.sales_date < doc.start_date);
  const notes = [
    doc.words,
    registration_number
      ? null
      : "登録番号のない支払先への仕入明細書です。適格請求書ではなく、区分記載請求書に相当します。",
    doc.replaces ? `${doc.replaces.number} に代わるものです。前の版は破棄してください。` : null,
    doc.note,
    reducedNote(doc.lines),
    late ? "*印は前の期間に納品いただいた分です。" : null,
    doc.invoice_basis === "delivery_note" ? "消費税額は納品書ごとに計算した額の合計です。" : null,
  ];
  return {
    title: `${SELF_BILL}（${registration_number ? "仕入明細書" : "仕入明細書・区分記載"}）`,
    number: doc.number,
    dates: [{ label: "発行日", text: day(doc.invoice_date) }],
    addressee: receiver(doc.seller),
    // A number beside the issuer would be read as the supplier's.
    issuer: { ...issuer(doc.buyer, doc.person), registration_number: undefined },
    greeting: "下記の通りお支払いいたします。内容をご確認ください。",
    total: { label: "お支払予定額", amount: doc.total, note: "(税込)" },
    facts: [
      { label: "支払先の登録番号", text: registration_number ?? "なし" },
      { label: "対象期間", text: periodOn(doc.buyer, { start: doc.start_date, end: doc.end_date }) },
      { label: "お支払期日", text: day(doc.due_date) },
      { label: "版", text: `第${doc.edition}版` },
      { label: "確認", text: doc.confirmation },
    ],
    ...invoiceEdges(doc),
    lines: linesWithSums(doc),
    amount_column: 6,
    sums: [
      { label: "税抜合計", amount: doc.subtotal },
      { label: "消費税額", amount: doc.tax },
      { label: "税込合計", amount: doc.total },
    ],
    rates: doc.by_rate.length > 0 ? rates(doc.by_rate) : undefined,
    due: day(doc.due_date),
    notes: notes.flatMap((note) => note ?? []),
    ...drawnFor(doc.buyer),
    mark: doc.cancelled_time ? "取消" : undefined,
  };
}
