import { compareDecimal } from "~/lib/money/decimal";
import { priceFor } from "~/lib/product/product";
import { changeRate, crossover, isFree, rank, type Spread, type Total, totalOf } from "./quote.compare";
import type { QuoteAnswer, QuoteDetail, QuotePart } from "./quote.row.schema";

export type Mark = "lowest" | "tied" | "quickest";
export const MARK_LABEL: Record<Mark, string> = { lowest: "最安", tied: "同額", quickest: "最短" };
export type ComparedCell = {
  answer_key: number;
  total: Total;
  delivery_date: string;
  days_late: number | null;
  marks: Mark[];
  before: string | null;
  target: string | null;
};
type Compared = Pick<QuoteDetail, "parts" | "awards" | "target_price" | "quantities"> &
  Pick<QuoteDetail, "order_unit" | "unit" | "unit_weight" | "pieces_per_set">;

export const liveAnswer = (part: QuotePart): QuoteAnswer | null =>
  part.answers.find((one) => one.is_live) ?? null;

const isChosen = ({ awards }: Pick<QuoteDetail, "awards">, { seller_id }: QuotePart) =>
  awards.some((award) => award.seller_id === seller_id);

/** 型代 that an order already bears is not paid again. */
const offerOf = (found: Pick<QuoteDetail, "awards" | "quantities">, part: QuotePart, live: QuoteAnswer) => {
  const paid = isChosen(found, part);
  return {
    breaks: live.lines,
    asked: found.quantities,
    tooling: paid ? 0 : live.tooling,
    other: paid ? 0 : live.other,
  };
};

function plainCell(found: Compared, part: QuotePart, quantity: string, spread: Spread) {
  const live = liveAnswer(part);
  if (!live) return null;
  const terms = { spread, measure: found, rounding: part.rounding };
  const total = totalOf(offerOf(found, part, live), quantity, terms);
  if (!total) return null;
  const line = live.lines.find((one) => one.quantity === total.at.quantity)!;
  const earlier = [...part.before].sort((a, b) => compareDecimal(a.min_quantity, b.min_quantity));
  return {
    answer_key: live.key,
    total,
    delivery_date: line.delivery_date,
    days_late: line.days_late,
    before: isChosen(found, part) ? null : changeRate(total.at.unit_price, priceFor(earlier, quantity)),
    target: changeRate(total.at.unit_price, found.target_price),
  };
}

/** Of one quantity, by the factories' order: what is lowest and what comes first. */
export function comparedRow(found: Compared, quantity: string, spread: Spread): (ComparedCell | null)[] {
  const cells = found.parts.map((part) => plainCell(found, part, quantity, spread));
  const ranked = (of: (cell: NonNullable<(typeof cells)[number]>) => number | null) => {
    const values = cells.map((cell, key) => ({ key, value: cell ? of(cell) : null }));
    // One alone is compared with nothing.
    return rank(values.filter(({ value }) => value !== null).length > 1 ? values : []);
  };
  const price = ranked((cell) => (isFree(cell.total) ? null : cell.total.total));
  const time = ranked((cell) => Number(cell.delivery_date.replaceAll("-", "")));
  return cells.map((cell, at) => {
    if (!cell) return null;
    const marks: Mark[] = [];
    if (price.lowest.includes(at)) marks.push(price.tied ? "tied" : "lowest");
    if (time.lowest.includes(at)) marks.push("quickest");
    return { ...cell, marks };
  });
}

/** Nobody who has heard of 見送り, nothing that has run out, and no quantity twice. */
export function mayChoose(
  { awards }: Pick<QuoteDetail, "awards">,
  part: QuotePart,
  cell: ComparedCell,
): boolean {
  const live = liveAnswer(part);
  const chosen = awards.some(
    (award) => award.answer_key === cell.answer_key && award.quantity === cell.total.at.quantity,
  );
  return live !== null && !live.is_expired && part.told_time === null && !chosen;
}

/** Where dearer 型代 pays: at the price of the largest quantity of each. */
export function crossovers(found: Compared) {
  const offers = found.parts.flatMap((part) => {
    const live = liveAnswer(part);
    const last = live?.lines.at(-1);
    return live && last && Number(last.unit_price) > 0
      ? {
          name: part.seller_name,
          unit_price: last.unit_price,
          quantity: last.quantity,
          tooling: offerOf(found, part, live).tooling,
        }
      : [];
  });
  return offers.flatMap((a) =>
    offers.flatMap((b) => {
      const at = crossover(a, b);
      return at && found.unit === found.order_unit ? [{ cheaper: a.name, than: b.name, ...at }] : [];
    }),
  );
}

/** Columns for paper: so many side by side. */
export const inSheets = (all: unknown[], most: number): number[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, sheet) =>
    all.flatMap((__, at) => (Math.floor(at / most) === sheet ? at : [])),
  );

/** ?spread=once, none or over with ?pieces=1000. */
export function spreadOf(query: URLSearchParams): Spread {
  const kind = query.get("spread");
  if (kind === "none") return { kind };
  const pieces = query.get("pieces")?.normalize("NFKC").replace(/,/g, "") ?? "";
  return kind === "over" && /^[1-9]\d{0,8}$/.test(pieces) ? { kind, pieces } : { kind: "once" };
}
