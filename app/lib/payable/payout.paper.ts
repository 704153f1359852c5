import { issuer, receiver } from "~/lib/accounting/document.paper";
import { dayOn, drawnFor } from "~/lib/company/paper.party";
import { formatYenPrint } from "~/lib/money/decimal";
import type { PaperColumn, PaperDocumentProps } from "~/lib/vocabulary/paper";
import { PAYOUT_KIND_LABEL } from "~/lib/vocabulary/payable";
import type { PayoutDetail } from "./payout.schema";

const COLUMNS: PaperColumn[] = [
  { label: "要因・請求書", mm: 76 },
  { label: "支払期日", mm: 29 },
  { label: "請求額(税込)", mm: 25, align: "right" },
  { label: "相殺", mm: 25, align: "right" },
  { label: "支払額", mm: 25, align: "right" },
];

/** What a payment paid, told to whom it was paid: no document of the sale. */
export function payoutPaper(doc: PayoutDetail): PaperDocumentProps {
  const day = dayOn(doc.payer);
  const sent = doc.amount - doc.fee;
  const isTransfer = doc.kind === "transfer";
  return {
    title: "支払通知書",
    dates: [{ label: "支払日", text: day(doc.payment_date) }],
    addressee: receiver(doc.payee),
    issuer: { ...issuer(doc.payer, doc.person), registration_number: undefined },
    greeting: doc.state === "coming" ? "下記の通りお支払いいたします。" : "下記の通りお支払いいたしました。",
    total: { label: isTransfer ? "お振込額" : "お支払額", amount: sent },
    facts: [
      { label: "方法", text: PAYOUT_KIND_LABEL[doc.kind] },
      ...(doc.maturity_date ? [{ label: "満期日", text: day(doc.maturity_date) }] : []),
    ],
    columns: COLUMNS,
    lines: doc.parts.map((part) => ({
      amount: part.amount,
      cells: [
        part.reason || "計上",
        day(part.due_date),
        formatYenPrint(part.total),
        part.set_off === 0 ? null : formatYenPrint(-part.set_off),
        formatYenPrint(part.amount),
      ],
    })),
    amount_column: 4,
    sums: [
      { label: "支払額", amount: doc.amount },
      ...(doc.fee > 0 ? [{ label: "差引手数料", amount: -doc.fee }] : []),
      { label: isTransfer ? "振込額" : "差引支払額", amount: sent },
    ],
    notes: [
      "お支払いの内容をお知らせするものです。請求書・仕入明細書ではありません。",
      ...(doc.note ? [doc.note] : []),
    ],
    ...drawnFor(doc.payer),
    mark: doc.cancelled_time ? "取消" : undefined,
  };
}
