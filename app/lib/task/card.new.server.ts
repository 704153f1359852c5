import { and, eq, inArray } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { amountProblem } from "~/lib/money/amount";
import { convert, priceOf, unitProblem } from "~/lib/money/price";
import { wholeProblem } from "~/lib/money/whole";
import { pricesAt } from "~/lib/product/price.read.server";
import { priceFor } from "~/lib/product/product";
import { firstSteps, startOf } from "~/lib/product/product.route.server";
import { processesOf } from "~/lib/shop/process.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { collaboration, factory, product } from "~/lib/tables/factory.table.server";
import { today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { agreedOf } from "./agreed.server";
import { firstProcess } from "./card";
import { createCard, createCards, nextBranch } from "./card.create.server";
import type { CardNew } from "./card.new.schema";
import { changeCard } from "./card.write.server";
import type { PartRatio } from "./part";

const refused = (field: string, sentence: string) =>
  new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });
const unique = <T>(values: (T | null | undefined)[]) => [
  ...new Set(values.filter((one): one is T => one !== null && one !== undefined)),
];

/** By few statements however many cards. */
export async function knowFor(db: Tx, who: Who, all: Pick<CardNew, "buyer_id" | "product_id">[]) {
  const terms = await db
    .select({
      buyer_id: collaboration.buyer_id,
      amount_rounding: collaboration.amount_rounding,
      is_stock: factory.is_stock,
    })
    .from(collaboration)
    .innerJoin(factory, eq(factory.id, collaboration.buyer_id))
    .where(
      and(
        eq(collaboration.seller_id, who.company_id),
        eq(collaboration.is_active, true),
        inArray(collaboration.buyer_id, unique(all.map((one) => one.buyer_id))),
      ),
    );
  const ids = unique(all.map((one) => one.product_id));
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(product)
          .where(and(inArray(product.product_id, ids), eq(product.seller_id, who.company_id)));
  return {
    terms: new Map(terms.map((row) => [row.buyer_id, row])),
    products: new Map(rows.map((row) => [row.product_id, row])),
    prices: await pricesAt(
      db,
      rows.map((row) => row.product_id),
      today(new Date(who.now)),
    ),
    processes: await processesOf(db, who.company_id),
    steps: await firstSteps(
      db,
      rows.map((row) => row.product_id),
    ),
  };
}
type FactoryFacts = Awaited<ReturnType<typeof knowFor>>;

function withProduct(known: FactoryFacts, input: CardNew) {
  const { product_id, order_unit, unit, name } = input;
  if (!product_id) return { ...input, name: name!, order_unit: order_unit!, unit: unit! };
  const row = known.products.get(product_id);
  const isForStock = row?.is_stock && known.terms.get(input.buyer_id)?.is_stock;
  if (!row || (row.buyer_id !== input.buyer_id && !isForStock))
    throw refused("product_id", "商品が依頼元のものではありません。商品を選び直してください");
  const measure = {
    order_unit: order_unit ?? row.order_unit,
    unit: unit ?? row.unit,
    unit_weight: input.unit_weight ?? row.unit_weight ?? undefined,
    pieces_per_set: input.pieces_per_set ?? row.pieces_per_set ?? undefined,
  };
  return {
    ...input,
    ...measure,
    name: name ?? row.name,
    drawing_no: input.drawing_no ?? row.drawing_no ?? undefined,
    drawing_revision: input.drawing_revision ?? row.drawing_revision ?? undefined,
    unit_price:
      input.unit_price ?? priceFor(known.prices.get(product_id) ?? [], input.num_items) ?? undefined,
  };
}

/** Rework is unbilled by default. */
export function compose(who: Who, known: FactoryFacts, given: CardNew, parent: Card | null) {
  const terms = known.terms.get(given.buyer_id);
  if (!terms) throw notFound("取引先");
  const { inner_note, group_id, ...input } = withProduct(known, given);
  const start = group_id
    ? known.processes.find(
        (factoryProcess) => factoryProcess.group_id === group_id && factoryProcess.role !== "inbox",
      )
    : (startOf(known.processes, known.steps.get(input.product_id ?? 0)) ?? firstProcess(known.processes));
  if (!start) throw refused("group_id", "始める工程が見つかりません。メタ情報で工程を確かめてください");
  if (given.unit_price && !seesAmounts(who))
    throw refused("unit_price", "単価を入力する権限がありません。空欄のまま登録してください");
  const units = unitProblem(input);
  if (units) throw refused("unit", units);
  const half = wholeProblem(input.num_items, input.order_unit, ...(parent ? [parent.num_items] : []));
  if (half) throw refused("num_items", half);
  const problem = input.unit_price ? amountProblem(convert(input.num_items, input), input.unit_price) : null;
  if (problem) throw refused("unit_price", problem);
  return {
    inner_note,
    values: {
      ...input,
      ...priceOf(input, terms.amount_rounding),
      seller_id: who.company_id,
      order_key: parent?.order_key,
      order_id: input.order_id ?? parent?.order_id,
      group_id: start.group_id,
      status: start.label,
      is_billing_target: (input.is_billing_target ?? input.task_type !== "defective") && !terms.is_stock,
    },
  };
}

async function parentOf(db: Tx, who: Who, { parent_id, buyer_id, task_type }: CardNew): Promise<Card | null> {
  if (!parent_id) return null;
  const [parent] = await db
    .select()
    .from(card)
    .where(and(eq(card.seller_id, who.company_id), eq(card.id, parent_id)))
    .for("update");
  if (!parent || parent.buyer_id !== buyer_id)
    throw refused("parent_id", "親カードが見つかりません。カード番号を確かめてください");
  if (task_type !== "part" && (await agreedOf(db, parent)))
    throw refused("parent_id", "注文のカードの枝は「分割」で、手直し・再製作は「不良登録」で作ってください");
  return parent;
}

export async function newCard(
  db: Tx,
  who: Who,
  given: CardNew,
  more: Partial<PartRatio> = {},
): Promise<Card> {
  const known = await knowFor(db, who, [given]);
  if (!known.terms.has(given.buyer_id)) throw notFound("取引先");
  const parent = await parentOf(db, who, given);
  const { values, inner_note } = compose(who, known, given, parent);
  const made = await createCard(db, who, {
    ...values,
    ...more,
    id: parent ? await nextBranch(db, parent) : undefined,
  });
  return inner_note ? changeCard(db, who, made, "edited", {}, undefined, { inner_note }) : made;
}

/** `first`: the first of their numbers, taken before. */
export async function newCards(db: Tx, who: Who, all: CardNew[], first: number): Promise<Card[]> {
  const known = await knowFor(db, who, all);
  const composed = all.map((given) => compose(who, known, given, null));
  const made = await createCards(
    db,
    who,
    composed.map(({ values }, index) => ({ ...values, id: String(first + index) })),
  );
  for (const [index, { inner_note }] of composed.entries()) {
    if (inner_note) await changeCard(db, who, made[index]!, "edited", {}, undefined, { inner_note });
  }
  return made;
}
