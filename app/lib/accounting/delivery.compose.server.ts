import { and, asc, countDistinct, eq, inArray } from "drizzle-orm";
import { digestOf } from "~/lib/api/digest.server";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { sortLines } from "~/lib/company/print";
import { lineOrderOf } from "~/lib/company/print.server";
import type { Tx } from "~/lib/db/connection.server";
import { figuresText } from "~/lib/money/confirmed";
import { priceOf } from "~/lib/money/price";
import { taxRate } from "~/lib/money/tax";
import { wholeProblem } from "~/lib/money/whole";
import { type Card, card } from "~/lib/tables/card.table.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { staleCard } from "~/lib/task/card.lock.server";
import { shiftMonth, tokyoDate } from "~/lib/time/date";
import {
  cardProblem,
  dateQuestion,
  deliveryTotals,
  groupLines,
  hiddenAmountsProblem,
  negativeQuestion,
  placeNote,
  priceProblem,
  quantityProblem,
  sharedDestination,
} from "./delivery";
import { closeCaution, closeProblems, closesRest, completesRest } from "./delivery.close";
import { extraLineOf } from "./delivery.extra";
import { extraProblems, originalOf, originalsOf } from "./delivery.extra.server";
import { allotted } from "./delivery.limit";
import { limitsOf } from "./delivery.limit.server";
import { orderedPrices } from "./delivery.ordered.server";
import { type Part, partsOf } from "./delivery.part";
import type { DeliveryLine, DeliveryNew, NewLine } from "./delivery.schema";
import { lastClosed, lockPair, type Pair, pairOf } from "./pair.server";

type Draft = Omit<DeliveryLine, "line_no" | "card_key"> & {
  card_key: number;
  destination: string | null;
  card: Card;
};
type Sheet = { destination: string | null; lines: DeliveryLine[] } & ReturnType<typeof deliveryTotals>;
export type Composed = {
  pair: Pair;
  sheets: Sheet[];
  cards: Map<number, Card>;
  chosen: NewLine[];
  billing_ym: number | null;
  caution: string | null;
  seen: string;
};

/** In the order of their keys, so that two clerks never wait for each other in a ring. */
async function lockCards(db: Tx, pair: Pair, lines: NewLine[]): Promise<Map<number, Card>> {
  const keys = [...new Set(lines.map((line) => line.card_key))];
  const rows = await db
    .select()
    .from(card)
    .where(and(inArray(card.key, keys), eq(card.seller_id, pair.seller_id), eq(card.buyer_id, pair.buyer_id)))
    .orderBy(asc(card.key))
    .for("update");
  if (rows.length < keys.length) throw notFound("カード");
  const cards = new Map(rows.map((row) => [row.key, row]));
  const errors: Record<string, string[]> = {};
  for (const [at, { card_key, version }] of lines.entries()) {
    if (version === undefined || cards.get(card_key)!.version === version) continue;
    errors[`lines[${at}].num_items`] = [(await staleCard(db, card_key, version)).detail];
  }
  if (Object.keys(errors).length > 0)
    throw new Refusal(409, "他の人が更新しました。まだ発行していません。", errors);
  return cards;
}

async function deliveredBefore(db: Tx, keys: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ key: delivery_line.card_key, num: countDistinct(delivery_line.delivery_key) })
    .from(delivery_line)
    .where(and(inArray(delivery_line.card_key, keys), eq(delivery_line.is_live, true)))
    .groupBy(delivery_line.card_key);
  return new Map(rows.map(({ key, num }) => [key!, num]));
}

type Shares = ReturnType<typeof allotted>;
const TOO_FEW = "残りが不足の許容差を超えるか、注文のないカードのため、完納にはできません";

function lineProblems(lines: NewLine[], cards: Map<number, Card>, shares: Shares): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  lines.forEach((line, at) => {
    const found = cards.get(line.card_key)!;
    const add = (field: string, sentence: string | null) =>
      sentence && (errors[`lines[${at}].${field}`] ??= []).push(sentence);
    if (lines.findIndex((other) => other.card_key === line.card_key) < at)
      return add("num_items", "同じカードが2回選ばれています");
    const { problem, may_complete } = shares[at]!;
    const incomplete = completesRest(line, found) && !may_complete ? TOO_FEW : null;
    const refused =
      cardProblem(found) ??
      wholeProblem(line.num_items, found.order_unit, found.num_items, found.num_good) ??
      quantityProblem(line.num_items, found) ??
      problem ??
      incomplete;
    add("num_items", refused);
    if (!refused && !line.unbilled)
      add(
        "unit_price",
        priceProblem(
          priceOf({ ...found, num_items: line.num_items }, "floor").num_units,
          line.unit_price ?? found.unit_price,
        ),
      );
  });
  return errors;
}

/** Nothing is written. A date in a closed period is billed with the first open one. */
export async function composeDeliveries(db: Tx, who: Who, input: DeliveryNew): Promise<Composed> {
  const pair = await pairOf(db, who, input.buyer_id);
  await lockPair(db, pair.seller_id, pair.buyer_id);
  const cards = await lockCards(db, pair, input.lines);
  const shares = allotted(input.lines, await limitsOf(db, pair, [...cards.values()]));
  const errors = lineProblems(input.lines, cards, shares);
  Object.assign(errors, await orderedPrices(db, input.lines, cards));
  const hidden = hiddenAmountsProblem(input.show_amounts, pair.invoice_basis);
  if (hidden) errors.show_amounts = [hidden];
  const originals = await originalsOf(db, pair, input.extras);
  Object.assign(errors, extraProblems(input, pair, originals));
  const shipped = [...cards.values()].flatMap(({ shipped_time }) =>
    shipped_time ? [tokyoDate(shipped_time)] : [],
  );
  const dated = input.unusual_date ? null : dateQuestion(input.delivery_date, shipped, tokyoDate(who.now));
  if (dated) errors.unusual_date = [dated];
  const chosen = input.lines.map((line) => ({ line, card: cards.get(line.card_key)! }));
  if (chosen.some(({ line, card: found }) => closesRest(line, found)))
    Object.assign(errors, closeProblems(input));
  if (Object.keys(errors).length > 0) throw new Refusal(422, "入力内容を確認してください。", errors);

  const closed = await lastClosed(db, pair.seller_id, pair.buyer_id);
  const billing_ym = closed && input.delivery_date <= closed.end_date ? shiftMonth(closed.ym, 1) : null;
  const usual_rate = taxRate(input.delivery_date);
  const before = await deliveredBefore(db, [...cards.keys()]);
  const draftOf = (line: NewLine, found: Card, part: Part): Draft => {
    const unit_price = part.is_billed ? (line.unit_price ?? found.unit_price!) : "0";
    const { num_units, price } = priceOf(
      { ...found, num_items: part.num_items, unit_price },
      pair.amount_rounding,
    );
    const drawing_no = [found.drawing_no, found.drawing_revision].filter(Boolean).join(" ") || null;
    return {
      card: found,
      card_key: found.key,
      card_id: found.id,
      order_id: found.order_id,
      sales_date: input.delivery_date,
      name: found.name,
      drawing_no,
      num_items: part.num_items,
      order_unit: found.order_unit,
      num_units,
      unit: found.unit,
      unit_price,
      price: price!,
      tax_rate: found.cost_tax_rate ?? usual_rate,
      note: [part.note, line.note].filter(Boolean).join("\n") || null,
      billing_ym,
      is_billing_target: part.is_billed,
      close_reason: part.close_reason,
      is_cost: found.cost_tax_rate !== null,
      original_date: null,
      original_number: null,
      destination: found.destination,
    };
  };
  const drafts = chosen.flatMap(({ line, card: found }, at) =>
    partsOf(input, line, found, before.get(found.key) ?? 0, shares[at]!.num_unbilled).map((part) =>
      draftOf(line, found, part),
    ),
  );
  const groups = groupLines(sortLines(drafts, await lineOrderOf(db, pair.seller_id)), input.grouping);
  // 伝票項目 stand on the first sheet, of their own where no card is delivered.
  const sheets = (groups.length > 0 ? groups : [[]]).map((group, at): Sheet => {
    const several = new Set(group.map((line) => line.destination)).size > 1;
    const lines = group.map(
      ({ card: _, destination, ...line }): Omit<DeliveryLine, "line_no"> =>
        several ? { ...line, note: placeNote({ destination, note: line.note }) } : line,
    );
    const extras = at > 0 ? [] : input.extras;
    lines.push(
      ...extras.map((extra) => ({
        ...extraLineOf(extra, input.delivery_date, originalOf(originals, extra), pair.amount_rounding),
        billing_ym,
      })),
    );
    return {
      destination: sharedDestination(group),
      lines: lines.map((line, i) => ({ line_no: i + 1, ...line })),
      ...deliveryTotals(lines, pair.tax_rounding),
    };
  });
  const owed = input.negative ? null : negativeQuestion(sheets);
  if (owed) throw new Refusal(422, "入力内容を確認してください。", { negative: [owed] });
  const caution = closeCaution(input, chosen, pair.toriteki);
  const seen = seenOf(input, sheets, billing_ym);
  return { pair, sheets, cards, chosen: input.lines, billing_ym, caution, seen };
}

function seenOf({ seen: _, ...input }: DeliveryNew, sheets: Sheet[], billing_ym: number | null): string {
  const sum = (of: "subtotal" | "tax" | "total") => sheets.reduce((all, sheet) => all + sheet[of], 0);
  return figuresText(
    [sheets.length, sum("subtotal"), sum("tax"), sum("total")],
    digestOf({ input, sheets, billing_ym }),
  );
}
