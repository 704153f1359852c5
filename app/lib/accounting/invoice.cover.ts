import { formatYenPrint } from "~/lib/money/decimal";
import { rateOf } from "~/lib/vocabulary/document";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { invoicePaper } from "./invoice.paper";
import type { InvoiceLine, InvoicePaper } from "./invoice.schema";

export const INVOICE_FORMS = [
  ["full", "明細付き"],
  ["cover", "鑑のみ"],
] as const;
type InvoiceForm = (typeof INVOICE_FORMS)[number][0];
export const invoiceForm = (asked: string | null): InvoiceForm => (asked === "cover" ? "cover" : "full");

const COLUMNS: PaperColumn[] = [
  { label: "納品日", mm: 24, align: "center" },
  { label: "納品書番号", mm: 36 },
  { label: "内容", mm: 68 },
  { label: "金額(税抜)", mm: 34, align: "right" },
  { label: "税率", mm: 18, align: "center" },
];

/** Lines of one 納品書 at one rate and on one day; what was on none stands for itself. */
function noteLines(lines: InvoiceLine[]): InvoiceLine[][] {
  const groups = new Map<string, InvoiceLine[]>();
  for (const line of lines) {
    const { delivery_key, tax_rate, sales_date, line_no } = line;
    const group = [delivery_key ?? `line ${line_no}`, tax_rate, sales_date].join();
    groups.set(group, [...(groups.get(group) ?? []), line]);
  }
  return [...groups.values()];
}

function noteLine(lines: InvoiceLine[], start: string): PaperLine {
  const [first] = lines as [InvoiceLine, ...InvoiceLine[]];
  const amount = lines.reduce((sum, { price }) => sum + price, 0);
  return {
    amount,
    cells: [
      first.sales_date.replaceAll("-", "/") + (first.sales_date < start ? "*" : ""),
      first.delivery_number,
      lines.length > 1 ? `${first.name} ほか${lines.length - 1}件` : first.name,
      formatYenPrint(amount),
      rateOf(first.tax_rate),
    ],
  };
}

/** 鑑のみ: each 納品書 in a line, which together are the qualified invoice (R1-7). */
function invoiceCover(doc: InvoicePaper): PaperDocumentProps {
  const paper = invoicePaper(doc);
  const noted = doc.lines.some(({ delivery_number }) => delivery_number !== null);
  return {
    ...paper,
    columns: COLUMNS,
    lines: noteLines(doc.lines).map((lines) => noteLine(lines, doc.start_date)),
    amount_column: 3,
    notes: [...(paper.notes ?? []), ...(noted ? ["明細は、各納品書のとおりです。"] : [])],
  };
}

export const invoiceSheets = (doc: InvoicePaper, form: InvoiceForm): PaperDocumentProps =>
  form === "cover" ? invoiceCover(doc) : invoicePaper(doc);
