import { receiver } from "~/lib/accounting/document.paper";
import { type DayText, dayOn, drawnFor, issuer } from "~/lib/company/paper.party";
import { formatNumber, formatYenPrint } from "~/lib/money/decimal";
import { withHonorific } from "~/lib/text/addressee";
import { tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { PaperColumn, PaperDocumentProps } from "~/lib/vocabulary/paper";
import { TOOLING_OWNER_LABEL } from "~/lib/vocabulary/quote";
import { QUOTE_LABEL as L } from "./quote.fields";
import type { QuoteSheet } from "./quote.paper.schema";
import type { QuoteAnswer, QuoteDetail, Received } from "./quote.row.schema";

type Asked = Pick<
  QuoteDetail | Received | QuoteSheet,
  | "number"
  | "request_date"
  | "name"
  | "drawing_no"
  | "drawing_revision"
  | "material"
  | "surface"
  | "dimensions"
  | "order_unit"
  | "unit"
  | "unit_weight"
  | "quantities"
  | "note"
  | "wish_date"
  | "destination"
  | "deadline"
  | "person"
  | "buyer"
  | "files"
  | "is_offer"
  | "cancelled_time"
>;

const facts = (asked: Asked, payment_terms: string | null, day: DayText) => {
  const all = [
    [L.name, asked.name],
    ["図番・版", [asked.drawing_no, asked.drawing_revision].filter(Boolean).join(" ")],
    [L.material, asked.material],
    [L.surface, asked.surface],
    [L.dimensions, asked.dimensions],
    [L.unit_weight, asked.unit_weight && `${formatNumber(asked.unit_weight)} kg/個`],
    [L.wish_date, asked.wish_date && day(asked.wish_date)],
    [L.destination, asked.destination],
    [L.payment_terms, payment_terms],
    ["図面・資料", asked.files.map((file) => file.name).join("、")],
  ];
  return all.flatMap(([label, text]) => (label && text ? [{ label, text }] : []));
};

/** Who answers by hand reads what the price is of. */
const askedColumns = ({ unit }: Asked): PaperColumn[] => [
  { label: "No.", mm: 10, align: "center" },
  { label: "数量", mm: 30, align: "right" },
  { label: `単価(円/${UNIT_LABEL[unit]}・税抜)`, mm: 35, align: "right" },
  { label: "納期(営業日)", mm: 30, align: "right" },
  { label: "送料(税抜)", mm: 30, align: "right" },
  { label: "備考", mm: 45 },
];

/** 見積依頼書, to one factory: nothing of it says who else is asked. */
export function requestPaper(
  asked: Asked,
  to: { name: string } & Pick<QuoteSheet, "payment_terms" | "paper_version" | "changed_date" | "seller">,
): PaperDocumentProps {
  const unit = UNIT_LABEL[asked.order_unit];
  const { paper_version: version, changed_date } = to;
  const day = dayOn(asked.buyer);
  return {
    title: "見積依頼書",
    number: `${asked.number ?? "下書き"}${version > 1 ? `（第${version}版）` : ""}`,
    dates: [
      { label: "依頼日", text: day(asked.request_date) },
      ...(changed_date ? [{ label: "期限の変更日", text: day(changed_date) }] : []),
      ...(asked.deadline ? [{ label: L.deadline, text: day(asked.deadline) }] : []),
    ],
    addressee: to.seller ? receiver(to.seller) : { name: withHonorific(to.name, undefined) },
    issuer: issuer(asked.buyer, asked.person),
    greeting: "下記の通りお見積りをお願いいたします。",
    facts: [
      ...facts(asked, to.payment_terms, day),
      // Empty, for who answers on paper.
      ...[L.valid_until, L.tooling, "型の所有者", L.other, "回答日・回答者"].map((label) => ({
        label,
        text: "\u3000",
      })),
    ],
    columns: askedColumns(asked),
    lines: asked.quantities.map((quantity, at) => ({
      cells: [String(at + 1), `${formatNumber(quantity)}${unit}`, "", "", "", ""],
    })),
    notes: [
      asked.note,
      "金額はすべて税抜でご回答ください。型・治具代があるときは、その額と所有者も記入してください。",
    ].flatMap((note) => note ?? []),
    ...drawnFor(asked.buyer),
    plain: true,
    by_hand: true,
    mark: asked.cancelled_time ? "取消" : undefined,
  };
}

const ANSWERED: PaperColumn[] = [
  { label: "No.", mm: 10, align: "center" },
  { label: "数量", mm: 34, align: "right" },
  { label: "単価(税抜)", mm: 40, align: "right" },
  { label: "金額(税抜)", mm: 36, align: "right" },
  { label: "納期", mm: 28, align: "right" },
  { label: "送料(税抜)", mm: 32, align: "right" },
];

const yen = (amount: number) => `¥${formatYenPrint(amount)}`;

/** Of one quantity there is a sum; several are offers beside each other, of which one is ordered. */
function sumsOf({
  lines,
  subtotal,
  tooling,
  other,
}: QuoteAnswer): Pick<PaperDocumentProps, "total" | "sums"> {
  const [line] = lines;
  if (subtotal === null || !line) return {};
  const parts = [
    { label: "金額", amount: subtotal - line.shipping - tooling - other },
    { label: "送料", amount: line.shipping },
    { label: L.tooling, amount: tooling },
    { label: L.other, amount: other },
  ].filter(({ amount }, at) => at === 0 || amount !== 0);
  const total = { label: "税抜合計", amount: subtotal };
  return {
    total: { label: "税抜お見積金額", amount: subtotal },
    sums: parts.length > 1 ? [...parts, total] : [total],
  };
}

/** 見積書, as it was sent: an answer, or what nobody asked for. */
export function answerPaper(asked: Asked, answer: QuoteAnswer): PaperDocumentProps {
  const day = dayOn(answer.seller);
  const owner = answer.tooling_owner ? `　所有者 ${TOOLING_OWNER_LABEL[answer.tooling_owner]}` : "";
  const more = [
    { label: L.valid_until, text: `${day(answer.valid_until)}まで` },
    ...(answer.tooling > 0 ? [{ label: L.tooling, text: `${yen(answer.tooling)}${owner}` }] : []),
    ...(answer.other > 0 ? [{ label: L.other, text: yen(answer.other) }] : []),
  ];
  return {
    title: "見積書",
    number: `${asked.number}（第${answer.version}版）`,
    dates: [{ label: "見積日", text: day(tokyoDate(answer.sent_time)) }],
    addressee: receiver(asked.buyer),
    issuer: issuer(answer.seller, answer.person),
    greeting: "下記の通りお見積り申し上げます。",
    ...sumsOf(answer),
    facts: [
      ...facts(asked, answer.payment_terms, day).filter(({ label }) => label !== "図面・資料"),
      ...more,
    ],
    columns: ANSWERED,
    lines: answer.lines.map((line, at) => ({
      cells: [
        String(at + 1),
        `${formatNumber(line.quantity)}${UNIT_LABEL[asked.order_unit]}`,
        `${formatNumber(line.unit_price)}円/${UNIT_LABEL[asked.unit]}`,
        line.price === null ? null : formatYenPrint(line.price),
        `${formatNumber(line.lead_days)}営業日`,
        line.shipping > 0 ? formatYenPrint(line.shipping) : "―",
      ],
    })),
    notes: [
      answer.comment,
      answer.lines.length > 1
        ? "数量ごとのお見積りです。ご注文のときに、どれか一つの数量をお選びください。"
        : null,
      "金額はすべて税抜です。納期は、ご注文をいただいてからの営業日数です。",
    ].flatMap((note) => note ?? []),
    ...drawnFor(answer.seller),
    plain: true,
    mark: answer.withdrawn_time ? "取下" : undefined,
  };
}

/** Either of the two, as it was sent. */
export const sheetPaper = ({ answer, ...asked }: QuoteSheet): PaperDocumentProps =>
  answer ? answerPaper(asked, answer) : requestPaper(asked, { ...asked, name: asked.seller_name });
