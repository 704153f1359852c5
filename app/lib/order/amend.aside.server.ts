import { and, eq } from "drizzle-orm";
import { compareDecimal, decimal, isPositive, milli } from "~/lib/money/decimal";
import { priceOf } from "~/lib/money/price";
import type { Card } from "~/lib/tables/card.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { stock } from "~/lib/tables/stock.table.server";
import { createCard } from "~/lib/task/card.create.server";
import { changeCard, offBoard } from "~/lib/task/card.write.server";
import { keepDefect, loggedTreatment } from "~/lib/task/defect.server";
import { today } from "~/lib/time/date";
import { NON_KANBAN_GROUP, SHIPPED } from "~/lib/vocabulary/card.schema";
import { AMENDED_SCRAP } from "~/lib/vocabulary/reason";
import type { Amending } from "./amend.cards.server";
import type { LotChange } from "./amend.plan";
import type { AmendmentRow } from "./order.revision.server";

/** A branch of the order that is none of its quantity any more. */
export function leftBranch({ now }: { now: string }, card: Card) {
  const { group_update_time: _, ...place } = offBoard(card, now);
  return { ...place, subgroup_id: null, is_billing_target: false, answer: "accepted" as const };
}

export const setsAside = ({ made, wip }: Pick<AmendmentRow, "made" | "wip">): boolean =>
  [made, wip].some((one) => one === "stock" || one === "scrap");

/** What leaves a line under way as it was agreed; 買取 is charged as a line, with nothing left to do. */
export async function setAside(
  on: Amending,
  before: Card,
  gone: LotChange,
  terms: Pick<AmendmentRow, "made" | "wip">,
): Promise<void> {
  for (const name of ["made", "wip"] as const)
    if (terms[name] === "stock" && isPositive(gone[name])) await toStock(on, before, gone, name);
  const scrapped = (name: "made" | "wip") => (terms[name] === "scrap" ? gone[name] : "0");
  const [made, wip] = [scrapped("made"), scrapped("wip")];
  if (isPositive(made) || isPositive(wip)) await scrap(on, before, gone, { made, wip });
}

/** 買取 of what is shipped: it is with the buyer, and neither ordered nor billed by its price any more. */
export async function takeShipped(on: Amending, of: Card, num: string): Promise<void> {
  // The amount is that of the cost line: shipped lists and sums would tell it twice.
  const unpriced = { unit_price: null, price: null };
  const left = { cancelled_time: on.who.now, status: "買取", is_billing_target: false, ...unpriced };
  const note = "変更依頼による買取。代金は、注文の費用の行で請求します";
  // More may have been shipped than was ordered: with the last that was ordered the card goes whole.
  const isWhole = [of.num_good, of.num_items].some((all) => compareDecimal(num, all) === 0);
  if (isWhole) {
    await on.change(of, { ...left, note: [of.note, note].filter(Boolean).join("\n") });
    return;
  }
  const minus = (all: string) => decimal(milli(all) - milli(num));
  const { shipped_time, moved_group, group_id, product_time } = of;
  const place = { ...left, group_id, moved_group, product_time, shipped_time, subgroup_id: null, note };
  await on.change(of, on.priced(of, { num_items: minus(of.num_items) }));
  await on.branch(on.card(of.key), { num_items: num, num_good: num }, { ...place, answer: "accepted" });
  await on.change(on.card(of.key), on.priced(on.card(of.key), { num_good: minus(of.num_good) }));
}

/** The seller's own card: finished pieces come into stock at once, the others once they are made. */
async function toStock(on: Amending, of: Card, gone: LotChange, name: "made" | "wip"): Promise<void> {
  const { db, who, order, rounding, words } = on;
  const buyer_id = await stockBuyer(on, of.product_id);
  if (!buyer_id) return;
  const num_items = gone[name];
  const { seller_id, product_id, order_unit, unit, unit_weight, pieces_per_set } = of;
  const { group_id, subgroup_id, status, moved_group, product_time, drawing_no, drawing_revision } = of;
  const counted = decimal(milli(of.num_partial) - milli(gone.num_partial));
  const partial = compareDecimal(counted, num_items) < 0 ? counted : num_items;
  const measure = { num_items, order_unit, unit, unit_weight, pieces_per_set, unit_price: null };
  const there = { group_id, subgroup_id, status, moved_group, product_time };
  const shipped = {
    group_id: NON_KANBAN_GROUP,
    subgroup_id: null,
    status: SHIPPED,
    moved_group: group_id,
    shipped_time: who.now,
    product_time: product_time ?? who.now,
  };
  const place =
    name === "made"
      ? { ...shipped, num_good: num_items, delivery_date: today(new Date(who.now)) }
      : { ...there, num_partial: isPositive(partial) ? partial : "0", delivery_date: of.delivery_date };
  await createCard(
    db,
    who,
    {
      ...measure,
      ...priceOf(measure, rounding),
      ...place,
      seller_id,
      buyer_id,
      product_id,
      order_id: order.order_id,
      name: of.name,
      drawing_no,
      drawing_revision,
      is_billing_target: false,
      note: `カード ${of.id}（注文 ${order.order_id}）の変更依頼により、依頼先の在庫へ`,
    },
    words,
  );
}

/** 商品在庫 or 部品在庫, as the product is kept; null: it is not. */
async function stockBuyer({ db, order }: Amending, product_id: number | null): Promise<string | null> {
  if (product_id === null) return null;
  const [row] = await db
    .select({ id: factory.id })
    .from(stock)
    .innerJoin(factory, and(eq(factory.is_stock, true), eq(factory.stock_kind, stock.kind)))
    .where(
      and(eq(stock.product_id, product_id), eq(stock.seller_id, order.seller_id), eq(stock.is_managed, true)),
    );
  return row?.id ?? null;
}

/** A branch of its own, or the card itself where all of it goes: its pieces are 不良 of the factory. */
async function scrap(
  on: Amending,
  before: Card,
  gone: LotChange,
  { made, wip }: { made: string; wip: string },
): Promise<void> {
  const { db, who, words } = on;
  const num = decimal(milli(made) + milli(wip));
  const whole = gone.num_items === "0";
  const own = whole
    ? on.card(before.key)
    : await on.branch(
        on.card(before.key),
        { num_items: num },
        { ...leftBranch(who, before), note: AMENDED_SCRAP },
      );
  const num_defective = decimal(milli(own.num_defective) + milli(num));
  const told = { before: {}, after: loggedTreatment({ treatment: "scrap" }) };
  const after = on.put(await changeCard(db, who, own, "scrapped", { num_defective }, words, undefined, told));
  const { group_id, status } = before;
  const facts = { reason: AMENDED_SCRAP, treatment: "scrap" as const, group_id, status };
  if (isPositive(made)) await keepDefect(db, who, after, { ...facts, num: made, is_recounted: true });
  const counted = decimal(milli(before.num_partial) - milli(gone.num_partial));
  const recounted = compareDecimal(counted, wip) < 0 ? counted : wip;
  const rest = decimal(milli(wip) - milli(recounted));
  if (isPositive(recounted))
    await keepDefect(db, who, after, { ...facts, num: recounted, is_recounted: true });
  if (isPositive(rest)) await keepDefect(db, who, after, { ...facts, num: rest });
}
