import { formatNumber } from "~/lib/money/decimal";
import { priceFor } from "~/lib/product/product";
import type { AnswerDraft } from "./answer.schema";
import type { QuoteAnswer, QuoteDetail, Received } from "./quote.row.schema";

/** A request as its form holds it; a copy leaves out its days and inner notes. */
export function typedQuote(found: QuoteDetail, whole: boolean): Record<string, unknown> {
  const text = (value: string | null) => value ?? "";
  return {
    product_id: found.product_id === null ? "" : String(found.product_id),
    name: found.name,
    drawing_no: text(found.drawing_no),
    drawing_revision: text(found.drawing_revision),
    material: text(found.material),
    surface: text(found.surface),
    dimensions: text(found.dimensions),
    unit_weight: text(found.unit_weight),
    order_unit: found.order_unit,
    quantities: found.quantities,
    note: text(found.note),
    destination: text(found.destination),
    seller_ids: found.parts.map((part) => part.seller_id),
    ...(whole && {
      wish_date: text(found.wish_date),
      deadline: text(found.deadline),
      person: text(found.person),
      memo: text(found.memo),
      target_price: text(found.target_price),
      is_sealed: found.is_sealed ? "on" : "",
      tells_count: found.tells_count ? "on" : "",
    }),
  };
}

const typedAnswer = (answer: QuoteAnswer): AnswerDraft => ({
  lines: answer.lines.map(({ quantity, unit_price, lead_days, shipping }) => ({
    quantity,
    unit_price,
    lead_days: String(lead_days),
    shipping: String(shipping),
  })),
  tooling: String(answer.tooling),
  tooling_owner: answer.tooling_owner ?? "",
  other: String(answer.other),
  valid_until: answer.valid_until,
  person: answer.person ?? "",
  comment: answer.comment ?? "",
  version: 0,
});

/** What an answer begins with: the draft, else the version before, else nothing but its quantities. */
export function answerValues(found: Received, person: string, valid_until: string): Record<string, unknown> {
  const [last] = found.answers;
  const draft = found.draft as AnswerDraft | null;
  const typed = draft ?? (last && { ...typedAnswer(last), valid_until }) ?? { person, valid_until };
  const lines = "lines" in typed ? typed.lines : [];
  return {
    ...typed,
    lines: found.quantities.map((quantity) => ({
      ...lines.find((line) => line.quantity === quantity),
      quantity,
    })),
  };
}

type Line = { quantity: string; unit_price?: string };

/** 前回単価を入れる: by what each quantity cost before; what was typed stays. */
export function pricedAsBefore(
  { quantities, before }: Pick<Received, "quantities" | "before">,
  typed: unknown,
): { lines: Line[]; filled: string } {
  const rows: (Line | undefined)[] = Array.isArray(typed) ? typed : [];
  const known = quantities.map((quantity, index) => ({
    line: { ...rows[index], quantity },
    price: priceFor(before, quantity),
  }));
  const isTaken = ({ line, price }: (typeof known)[number]) => price !== null && !line.unit_price;
  const num = known.filter(isTaken).length;
  return {
    lines: known.map((one) =>
      isTaken(one) ? { ...one.line, unit_price: formatNumber(one.price!) } : one.line,
    ),
    filled:
      num > 0
        ? `前回の単価を${num}つの数量に入れました。入力済みの単価は、そのままです。まだ送信していません。`
        : "入れる単価がありません。前回の単価がないか、すべて入力済みです。",
  };
}
