import { dayOn, drawnFor } from "~/lib/company/paper.party";
import { compareDecimal, formatYenPrint } from "~/lib/money/decimal";
import { LINE_UNIT_LABEL, rateOf } from "~/lib/vocabulary/document";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import type { DeliveryDetail, DeliveryLine } from "./delivery.schema";
import { drawn, edgesOf, issuer, NAME_COLUMN, rates, receiver, reducedNote } from "./document.paper";

/** Made from one record (R5-2). */
const SHEETS = ["note", "copy", "receipt"] as const;
type Sheet = (typeof SHEETS)[number];
export const SHEET_LABEL: Record<Sheet, string> = { note: "納品書", copy: "控", receipt: "受領書" };
const TITLES: Record<Sheet, string> = { note: "納品書", copy: "納品書(控)", receipt: "物品受領書" };

const PRICED: PaperColumn[] = [
  { label: "No.", mm: 8, align: "center" },
  { label: "注文番号", mm: 22 },
  { label: NAME_COLUMN, mm: 48 },
  { label: "数量", mm: 22, align: "right" },
  { label: "単価", mm: 18, align: "right" },
  { label: "金額(税抜)", mm: 20, align: "right" },
  { label: "税率", mm: 12, align: "center" },
  { label: "備考", mm: 30 },
];
const PRICED_BEFORE = [8, 22, 46, 19, 19, 20, 12, 34];
const PLAIN: PaperColumn[] = [
  { label: "No.", mm: 8, align: "center" },
  { label: "注文番号", mm: 30 },
  { label: NAME_COLUMN, mm: 76 },
  { label: "数量", mm: 22, align: "right" },
  { label: "備考", mm: 44 },
];

/** What is received by hand: no 中止費用, 値引, 送料 or 印紙, and nothing that goes back. */
const isGoods = ({ card_key, num_items, is_cost }: DeliveryLine) =>
  card_key !== null && !is_cost && compareDecimal(num_items, "0") > 0;

const isReturn = ({ lines }: DeliveryDetail) =>
  lines.length > 0 && lines.every(({ num_items }) => compareDecimal(num_items, "0") < 0);
const RETURNED: Record<Sheet, string> = { ...TITLES, note: "返品伝票", copy: "返品伝票(控)" };

/** With prices the billed quantity stands, and the count in the remarks where the units differ. */
function paperLine(line: DeliveryLine, amounts: boolean): PaperLine {
  const name = [line.name, line.drawing_no].filter(Boolean).join("\n");
  const head = [String(line.line_no), line.order_id, name];
  if (!amounts)
    return {
      cells: [...head, `${formatYenPrint(line.num_items)}${LINE_UNIT_LABEL[line.order_unit]}`, line.note],
    };
  const counted =
    line.unit === line.order_unit
      ? null
      : `${formatYenPrint(line.num_items)}${LINE_UNIT_LABEL[line.order_unit]}`;
  return {
    amount: line.price,
    cells: [
      ...head,
      `${formatYenPrint(line.num_units)}${LINE_UNIT_LABEL[line.unit]}`,
      formatYenPrint(line.unit_price),
      formatYenPrint(line.price),
      rateOf(line.tax_rate),
      [counted, line.note].filter(Boolean).join("\n"),
    ],
  };
}

/** Receipts carry no prices; where the tax is not settled by the note it is 参考 (R1-7). */
export const deliveryPaper = (doc: DeliveryDetail, sheet: Sheet, origin: string): PaperDocumentProps =>
  drawn({ 1: firstDrawing, 2: secondDrawing, 3: thirdDrawing, 4: thirdDrawing, 5: thirdDrawing }, doc)(
    doc,
    sheet,
    origin,
  );

/** Scanned in the receiving bay, it opens the 納品書 for 検収. */
const secondDrawing = (doc: DeliveryDetail, sheet: Sheet, origin: string): PaperDocumentProps => ({
  ...firstDrawing(doc, sheet),
  code: sheet === "note" ? `${origin}/accounting/delivery/${doc.key}` : undefined,
});

/** Its head is the sum that the lists, its page and the 請求書 name: with tax (decision 143). */
function thirdDrawing(doc: DeliveryDetail, sheet: Sheet, origin: string): PaperDocumentProps {
  const before = secondDrawing(doc, sheet, origin);
  if (!before.total) return before;
  const note = doc.invoice_basis === "delivery_note" ? undefined : "(消費税は参考)";
  return { ...before, total: { label: "税込合計金額", amount: doc.total, note } };
}

function firstDrawing(doc: DeliveryDetail, sheet: Sheet): PaperDocumentProps {
  const back = sheet === "receipt";
  const amounts = doc.show_amounts && !back;
  const returned = isReturn(doc);
  const legal = doc.invoice_basis === "delivery_note";
  const sums = [
    { label: "税抜合計", amount: doc.subtotal },
    { label: legal ? "消費税額" : "消費税額(参考)", amount: doc.tax },
    { label: "税込合計", amount: doc.total },
  ];
  const notes = [
    doc.note,
    amounts ? reducedNote(doc.lines) : null,
    amounts && !legal ? "消費税額は参考です。請求書で税率ごとに計算します。" : null,
  ];
  return {
    title: (returned ? RETURNED : TITLES)[sheet],
    number: doc.number,
    dates: [{ label: returned ? "返品日" : "納品日", text: dayOn(doc.seller)(doc.delivery_date) }],
    addressee: receiver(back ? doc.seller : doc.buyer),
    issuer: back
      ? { ...issuer(doc.buyer, null), registration_number: undefined, seal: undefined }
      : issuer(doc.seller, doc.person),
    greeting: back
      ? "下記の物品を受領いたしました。"
      : returned
        ? "下記の返品を承りました。"
        : "下記の通り納品いたします。",
    total: !amounts
      ? undefined
      : legal
        ? { label: "税込合計金額", amount: doc.total }
        : { label: "税抜合計金額", amount: doc.subtotal },
    facts: doc.destination ? [{ label: "納入先", text: doc.destination }] : undefined,
    ...(amounts ? edgesOf(doc, PRICED, PRICED_BEFORE) : edgesOf(doc, PLAIN)),
    lines: doc.lines.filter((line) => !back || isGoods(line)).map((line) => paperLine(line, amounts)),
    amount_column: amounts ? 5 : undefined,
    sums: amounts ? sums : undefined,
    rates: amounts && (legal || doc.by_rate.length > 1) ? rates(doc.by_rate) : undefined,
    notes: notes.flatMap((note) => note ?? []),
    stamps: back ? ["受領印", "受領日"] : sheet === "copy" ? ["承認", "確認", "担当"] : undefined,
    ...drawnFor(doc.seller),
    mark: doc.cancelled_time ? "取消" : undefined,
  };
}

/** Nobody signs for a note that brings nothing. */
export const sheetsThere = ({ lines }: Pick<DeliveryDetail, "lines">): Sheet[] =>
  SHEETS.filter((sheet) => sheet !== "receipt" || lines.some(isGoods));

/** ?sheet= names one, or all; without it the note, with its receipt where one was asked for. */
export function sheetsOf(
  wanted: string | null,
  doc: Pick<DeliveryDetail, "with_receipt" | "lines">,
): Sheet[] {
  const there = sheetsThere(doc);
  if (wanted === "all") return there;
  const one = there.filter((sheet) => sheet === wanted);
  return one.length > 0
    ? one
    : there.filter((sheet) => sheet === "note" || (sheet === "receipt" && doc.with_receipt));
}
