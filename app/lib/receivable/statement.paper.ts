import { issuer, receiver } from "~/lib/accounting/document.paper";
import { dayOn, drawnFor, periodOn, shortDayOn } from "~/lib/company/paper.party";
import { formatYenPrint } from "~/lib/money/decimal";
import { withHonorific } from "~/lib/text/addressee";
import { today } from "~/lib/time/date";
import type { Party } from "~/lib/vocabulary/factory.schema";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { kindLabel, type Ledger, type LedgerRow, ledgerText } from "./ledger.list";
import type { Statement } from "./statement.schema";

/** Of nine digits and more the figures take the room of the words. */
const HUGE = 100_000_000;
function ledgerColumns({ items }: Ledger): PaperColumn[] {
  const isHuge = items.some((row) =>
    [row.sales, row.tax, row.received, row.balance].some((amount) => Math.abs(amount ?? 0) >= HUGE),
  );
  const [day, kind, words, letter, sales, tax, received, balance] = isHuge
    ? [20, 14, 26, 9, 22, 21, 22, 24]
    : [21, 17, 36, 10, 19, 16, 19, 20];
  return [
    { label: "日付", mm: day!, align: "center" },
    { label: "区分", mm: kind!, align: "center" },
    { label: "伝票番号", mm: 22 },
    { label: "摘要", mm: words! },
    { label: "消込", mm: letter!, align: "center" },
    { label: "売上(税抜)", mm: sales!, align: "right" },
    { label: "消費税", mm: tax!, align: "right" },
    { label: "入金", mm: received!, align: "right" },
    { label: "残高", mm: balance!, align: "right" },
  ];
}

const yen = (amount: number | null) => (amount === null ? null : formatYenPrint(amount));
const slashed = (day: string) => day.replaceAll("-", "/");

const ledgerLine =
  (to_partner: boolean) =>
  (row: LedgerRow): PaperLine => {
    const opening = row.kind === "opening";
    return {
      amount: opening ? row.balance : (row.sales ?? 0) + (row.tax ?? 0) - (row.received ?? 0),
      cells: [
        slashed(row.date),
        kindLabel(row),
        row.number,
        to_partner ? row.text : ledgerText(row),
        row.letter && row.letter + (row.is_part ? "*" : ""),
        yen(row.sales),
        yen(row.tax),
        yen(row.received),
        formatYenPrint(row.balance),
      ],
    };
  };

type PrintedLedger = Ledger & { seller: Party; buyer: Party };

/** Ours is filed; theirs goes out (取引明細): the same rows, without our own 備考. */
export function ledgerPaper(doc: PrintedLedger, to_partner: boolean): PaperDocumentProps {
  const sum = (name: "sales" | "tax" | "received") =>
    doc.items.reduce((all, row) => all + (row[name] ?? 0), 0);
  return {
    title: to_partner ? "お取引明細書" : "得意先元帳",
    dates: [{ label: "作成日", text: dayOn(doc.seller)(today()) }],
    addressee: to_partner ? receiver(doc.buyer) : { ...receiver(doc.buyer), name: doc.buyer.name },
    issuer: { ...issuer(doc.seller, null), ...(!to_partner && { seal: undefined }) },
    greeting: to_partner ? "下記の通りご案内申し上げます。" : undefined,
    total: { label: "差引残高", amount: doc.closing, note: "(税込)" },
    facts: [{ label: "対象期間", text: periodOn(doc.seller, { start: doc.from, end: doc.to }) }],
    columns: ledgerColumns(doc),
    lines: doc.items.map(ledgerLine(to_partner)),
    amount_column: 8,
    sums: [
      { label: "繰越残高", amount: doc.opening },
      { label: "当期売上(税込)", amount: sum("sales") + sum("tax") },
      { label: "当期入金", amount: sum("received") },
      { label: "差引残高", amount: doc.closing },
    ],
    notes: [
      ...(doc.items.some((row) => row.is_part) ? ["消込の * は、まだ残がある行です。"] : []),
      ...unbilledNotes(doc.unbilled),
    ],
    ...drawnFor(doc.seller),
  };
}

const unbilledNotes = (unbilled: number) =>
  unbilled === 0 ? [] : [`納品済みで請求書が未発行の ${formatYenPrint(unbilled)}円（税込）は含みません。`];

const OPEN_COLUMNS: PaperColumn[] = [
  { label: "請求書番号", mm: 36 },
  { label: "請求日", mm: 27, align: "center" },
  { label: "入金期日", mm: 27, align: "center" },
  { label: "請求額(税込)", mm: 30, align: "right" },
  { label: "入金済", mm: 30, align: "right" },
  { label: "残高", mm: 30, align: "right" },
];

function openLines({ seller, bills, receipts }: Statement): PaperLine[] {
  const day = shortDayOn(seller);
  return [
    ...bills.map((bill) => ({
      amount: bill.open,
      cells: [
        bill.number,
        day(bill.invoice_date),
        day(bill.due_date),
        formatYenPrint(bill.total),
        formatYenPrint(bill.paid),
        formatYenPrint(bill.open),
      ],
    })),
    ...receipts.map((receipt) => ({
      amount: -receipt.open,
      cells: [
        "前受金",
        day(receipt.payment_date),
        null,
        null,
        formatYenPrint(receipt.amount),
        formatYenPrint(-receipt.open),
      ],
    })),
  ];
}

/** 残高確認書: only what is open, so that the partner can tick it off. */
export function confirmationPaper(doc: Statement): PaperDocumentProps {
  return {
    title: "残高確認書",
    dates: [{ label: "発行日", text: dayOn(doc.seller)(today()) }],
    addressee: receiver(doc.buyer),
    issuer: issuer(doc.seller, null),
    greeting: "下記の残高をご確認くださいますようお願い申し上げます。",
    total: { label: "売掛金残高", amount: doc.ages.billed, note: "(税込)" },
    facts: [{ label: "基準日", text: `${dayOn(doc.seller)(doc.on)} 現在` }],
    columns: OPEN_COLUMNS,
    lines: openLines(doc),
    amount_column: 5,
    sums: [
      { label: "未入金の請求額", amount: doc.ages.billed - doc.ages.advance },
      { label: "前受・赤伝", amount: doc.ages.advance },
      { label: "差引残高", amount: doc.ages.billed },
    ],
    notes: [
      "お手数ですが、次の「残高確認回答書」にご記入・ご捺印のうえ、ご返送ください。",
      ...unbilledNotes(doc.unbilled),
    ],
    ...drawnFor(doc.seller),
  };
}

const REPLY_COLUMNS: PaperColumn[] = [
  { label: "区分", mm: 60 },
  { label: "金額", mm: 40, align: "right" },
  { label: "差異の内容", mm: 80 },
];

/** What the partner fills in and sends back. */
export function replyPaper(doc: Statement): PaperDocumentProps {
  const { seller, buyer, ages, on } = doc;
  return {
    title: "残高確認回答書",
    dates: [{ label: "回答日", text: "　　　年　　月　　日" }],
    addressee: { ...receiver(seller), name: withHonorific(seller.name) },
    issuer: { ...issuer({ ...buyer, logo: null, registration_number: null }, null), seal: undefined },
    greeting: `${dayOn(seller)(on)} 現在の残高について回答します。`,
    columns: REPLY_COLUMNS,
    lines: [
      { cells: ["貴社の残高確認書の金額", formatYenPrint(ages.billed), null] },
      { cells: ["当社の帳簿の金額", null, null] },
      { cells: ["差額", null, null] },
    ],
    notes: [
      "□　上記の残高に相違ありません。",
      "□　上記の残高と相違があります（金額と内容を上の表にご記入ください）。",
      "　",
    ],
    notes_label: "ご回答（どちらかに印をつけてください）",
    stamps: ["会社印", "責任者", "担当"],
    ...drawnFor(seller),
    plain: true,
    further: true,
  };
}
