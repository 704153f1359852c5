import { dayOn, drawnFor } from "~/lib/company/paper.party";
import { formatYenPrint } from "~/lib/money/decimal";
import { LINE_UNIT_LABEL, rateOf } from "~/lib/vocabulary/document";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { banks, drawn, edgesOf, issuer, NAME_COLUMN, rates, receiver, reducedNote } from "./document.paper";
import type { InvoiceLine, InvoicePaper } from "./invoice.schema";
import { invoiceWords } from "./invoice.words";

const COLUMNS: PaperColumn[] = [
  { label: "納品日", mm: 14 },
  { label: "納品書番号", mm: 22 },
  { label: "注文番号", mm: 22 },
  { label: NAME_COLUMN, mm: 49 },
  { label: "数量", mm: 22, align: "right" },
  { label: "単価", mm: 18, align: "right" },
  { label: "金額(税抜)", mm: 21, align: "right" },
  { label: "税率", mm: 12, align: "center" },
];
export const invoiceEdges = (doc: { layout: number }) =>
  edgesOf(doc, COLUMNS, [14, 22, 22, 50, 19, 19, 22, 12]);

const shortDate = (day: string) => day.slice(5).replace("-", "/");

function paperLine(line: InvoiceLine, start: string): PaperLine {
  return {
    amount: line.price,
    cells: [
      shortDate(line.sales_date) + (line.sales_date < start ? "*" : ""),
      line.delivery_number,
      line.order_id,
      [line.name, [line.drawing_no, line.note].filter(Boolean).join("　")].filter(Boolean).join("\n"),
      `${formatYenPrint(line.num_units)}${LINE_UNIT_LABEL[line.unit]}`,
      formatYenPrint(line.unit_price),
      formatYenPrint(line.price),
      rateOf(line.tax_rate),
    ],
  };
}

/** With 伝票計 after each 納品書 of several lines, where there are several 納品書. */
export function linesWithSums({
  lines,
  start_date,
}: Pick<InvoicePaper, "lines" | "start_date">): PaperLine[] {
  const notes = new Set(lines.map((line) => line.delivery_key)).size;
  let [num, sum] = [0, 0];
  return lines.map((line, at) => {
    [num, sum] = [num + 1, sum + line.price];
    const paper = paperLine(line, start_date);
    if (lines[at + 1]?.delivery_key === line.delivery_key) return paper;
    const whole = [null, line.delivery_number, null, "伝票計", null, null, formatYenPrint(sum), null];
    const wanted = notes > 1 && num > 1 && line.delivery_key !== null;
    [num, sum] = [0, 0];
    return wanted ? { ...paper, sum: whole } : paper;
  });
}

/** 鑑 (R4-1); none where a partner is billed without carry-over. */
function summary(doc: InvoicePaper) {
  if (!doc.show_carry_over) return undefined;
  return [
    { label: "前回御請求額", amount: doc.prev_billed },
    { label: "御入金額", amount: doc.received },
    { label: "調整額", amount: doc.adjustment },
    { label: "繰越金額", amount: doc.carried_over },
    { label: "今回御買上額", amount: doc.subtotal },
    { label: "消費税額", amount: doc.tax },
    { label: "今回御請求額", amount: doc.billed_now },
  ];
}

/** From what was frozen at closing; without a number it is a trial. */
export const invoicePaper = (doc: InvoicePaper): PaperDocumentProps =>
  drawn({ 1: firstDrawing, 2: firstDrawing, 3: firstDrawing, 4: firstDrawing, 5: firstDrawing }, doc)(doc);

function firstDrawing(doc: InvoicePaper): PaperDocumentProps {
  const carried = doc.show_carry_over && doc.carried_over !== 0 ? doc.carried_over : null;
  const late = doc.lines.some((line) => line.sales_date < doc.start_date);
  const trial = doc.number === null;
  const words = invoiceWords(doc);
  const notes = [
    words.note,
    doc.note,
    reducedNote(doc.lines),
    late ? "*印は前の期間に納品した分です。" : null,
    carried === null
      ? null
      : `今回御請求額には繰越金額 ${formatYenPrint(carried)}円を含みます。消費税は今回御買上分だけにかかります。`,
    doc.invoice_basis === "delivery_note" ? "消費税額は納品書ごとに計算した額の合計です。" : null,
  ];
  return {
    title: words.title,
    number: doc.number ?? "仮締め",
    dates: [{ label: words.day, text: dayOn(doc.seller)(doc.invoice_date) }],
    addressee: receiver(doc.buyer),
    issuer: { ...issuer(doc.seller, doc.person), ...(trial && { seal: undefined }) },
    greeting: words.greeting,
    total: { label: words.total, amount: doc.billed_now, note: "(税込)" },
    summary: summary(doc),
    facts: words.facts,
    ...invoiceEdges(doc),
    lines: linesWithSums(doc),
    amount_column: 6,
    sums: [
      { label: "税抜合計", amount: doc.subtotal },
      { label: "消費税額", amount: doc.tax },
      { label: "税込合計", amount: doc.total },
    ],
    rates: doc.by_rate.length > 0 ? rates(doc.by_rate) : undefined,
    bank: words.asks ? banks(doc.seller) : undefined,
    due: dayOn(doc.seller)(doc.due_date),
    notes: notes.flatMap((note) => note ?? []),
    ...drawnFor(doc.seller),
    mark: doc.cancelled_time ? "取消" : trial ? "仮" : undefined,
  };
}
