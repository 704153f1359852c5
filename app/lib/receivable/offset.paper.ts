import { issuer, receiver } from "~/lib/accounting/document.paper";
import { dayOn, drawnFor, shortDayOn } from "~/lib/company/paper.party";
import { formatYenPrint } from "~/lib/money/decimal";
import { today } from "~/lib/time/date";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { KIND_LABEL } from "~/lib/vocabulary/payment";
import type { OffsetNotice } from "./offset.schema";
import { linesTotal } from "./payment";

const COLUMNS: PaperColumn[] = [
  { label: "請求書番号", mm: 46 },
  { label: "請求日", mm: 32, align: "center" },
  { label: "入金期日", mm: 32, align: "center" },
  { label: "請求額(税込)", mm: 35, align: "right" },
  { label: "消込額", mm: 35, align: "right" },
];

function billLines({ seller, bills, amount }: OffsetNotice): PaperLine[] {
  const day = shortDayOn(seller);
  const rest = amount - linesTotal(bills);
  return [
    ...bills.map((bill) => ({
      amount: bill.amount,
      cells: [
        bill.number,
        day(bill.invoice_date),
        day(bill.due_date),
        formatYenPrint(bill.total),
        formatYenPrint(bill.amount),
      ],
    })),
    ...(rest === 0
      ? []
      : [{ amount: rest, cells: ["前受金（請求書に未充当）", null, null, null, formatYenPrint(rest)] }]),
  ];
}

/** Agreed on in the product: who said so, and when, instead of room for a seal. */
const agreedNotes = ({ proposed, agreed, theirs }: NonNullable<OffsetNotice["agreement"]>) => ({
  notes: [
    `相殺した貴社の請求書：${theirs.map((one) => `${one.number} ${formatYenPrint(one.amount)}円`).join("、")}`,
    `提案：${proposed}`,
    `同意：${agreed}`,
  ],
  notes_label: "合意の記録（双方が画面で確認しました）",
});

const paperNotes = ({ buyer }: OffsetNotice) => ({
  notes: [
    "□　上記の相殺に相違ありません。",
    "□　上記の相殺と相違があります（内容：　　　　　　　　　　　　　　　　　　　　　　　　　）。",
    "ご確認日：　　　　年　　月　　日",
  ],
  notes_label: `${buyer.name} ご確認欄（ご記入・ご捺印のうえ、写しをご返送ください）`,
  stamps: ["貴社印", "責任者", "担当"],
});

/** 相殺通知書: our claim and theirs, set off to the same amount, with room for the partner's word. */
export function offsetPaper(doc: OffsetNotice): PaperDocumentProps {
  const { seller, buyer, offset, amount, others, agreement } = doc;
  const day = dayOn(seller);
  return {
    title: "相殺通知書",
    dates: [{ label: "発行日", text: day(today()) }],
    addressee: receiver(buyer),
    issuer: issuer(seller, null),
    greeting: "下記の通り相殺しましたのでご通知申し上げます。",
    total: { label: "相殺額", amount: offset, note: "(税込)" },
    facts: [
      { label: "相殺日", text: day(doc.payment_date) },
      { label: "当社の債権", text: `${buyer.name} に対する売掛金のうち ${formatYenPrint(offset)}円` },
      { label: "貴社の債権", text: `${seller.name} に対する売掛金のうち ${formatYenPrint(offset)}円` },
    ],
    columns: COLUMNS,
    lines: billLines(doc),
    amount_column: 4,
    sums: [
      { label: "相殺", amount: offset },
      ...others.map((line) => ({ label: KIND_LABEL[line.kind], amount: line.amount })),
      { label: "消込額 計", amount },
    ],
    ...(agreement ? agreedNotes(agreement) : paperNotes(doc)),
    mark: doc.is_cancelled ? "取消" : undefined,
    ...drawnFor(seller),
  };
}
