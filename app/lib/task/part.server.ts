import { inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import type { Card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { childrenOf } from "./branch.child.server";
import type { copying, parting } from "./branch.schema";
import { cannotCopy } from "./card";
import { lockCard, ownCard } from "./card.lock.server";
import { cardNew } from "./card.new.schema";
import { newCard } from "./card.new.server";
import { changeCard } from "./card.write.server";
import { partsFor, ratioOf } from "./part";
import { cannotWork } from "./work";
import { wrongInput } from "./work.open.server";

const MAX = milli("999999999.999");

async function unitsOf(db: Tx, ids: number[]): Promise<Map<number, Unit>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ product_id: product.product_id, order_unit: product.order_unit })
    .from(product)
    .where(inArray(product.product_id, ids));
  return new Map(rows.map((row) => [row.product_id, row.order_unit]));
}

/** As many as the parent needs by 員数, unbilled. */
export async function addParts(
  db: Tx,
  who: Who,
  key: number,
  { version, parts }: z.output<typeof parting>,
): Promise<Card> {
  const parent = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotWork(parent, "部品を追加"));
  const { buyer_id, id, order_id, delivery_date, is_urgent } = parent;
  const units = await unitsOf(
    db,
    parts.flatMap((part) => part.product_id ?? []),
  );
  for (const [index, { per_parent, ...part }] of parts.entries()) {
    const ratio = { part_num: per_parent, part_of: "1" };
    const unit = units.get(part.product_id ?? 0) ?? part.order_unit ?? "piece";
    const num = milli(partsFor(ratio, parent.num_items, unit));
    if (num > MAX)
      throw wrongInput({
        [`parts[${index}].per_parent`]: ["員数を確かめてください。部品の数量が正しくありません"],
      });
    const own =
      part.product_id === undefined
        ? { order_unit: part.order_unit ?? "piece", unit: part.order_unit ?? "piece" }
        : {};
    await newCard(
      db,
      who,
      cardNew.parse({
        ...part,
        ...own,
        buyer_id,
        parent_id: id,
        order_id,
        delivery_date,
        is_urgent,
        num_items: decimal(num),
        unit_price: undefined,
        task_type: "part",
        is_billing_target: false,
      }),
      ratio,
    );
  }
  return changeCard(db, who, await lockCard(db, key), "edited", {}, `部品を${parts.length}点追加`);
}

export async function partsMade(
  db: Tx,
  seller_id: string,
  ids: string[],
): Promise<Map<string, { made: number; all: number }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ parent_id: string; all: number; made: number }>(sql`
    select parent_id, count(*)::int as all, (count(*) filter (where shipped_time is not null or product_time is not null))::int as made
    from card where seller_id = ${seller_id} and parent_id = any(${sql.param(ids)}::text[]) and task_type = 'part' and cancelled_time is null
    group by parent_id`);
  return new Map(rows.map(({ parent_id, ...counts }) => [parent_id, counts]));
}

/** Answers the last one made. */
export async function copyCard(
  db: Tx,
  who: Who,
  key: number,
  { version, copies, with_parts, ...given }: z.output<typeof copying>,
): Promise<Card> {
  const of = await ownCard(db, who, "seller_id", key, version);
  refuseIf(cannotCopy(of));
  const text = (one: Card) => ({
    buyer_id: one.buyer_id,
    name: one.name,
    product_id: one.product_id,
    order_unit: one.order_unit,
    unit: one.unit,
    unit_weight: one.unit_weight,
    pieces_per_set: one.pieces_per_set,
    unit_price: seesAmounts(who) ? one.unit_price : undefined,
    delivery_date: one.delivery_date,
    delivery_time: one.delivery_time,
    destination: one.destination,
    note: one.note,
    is_billing_target: one.is_billing_target,
    drawing_no: one.drawing_no,
    drawing_revision: one.drawing_revision,
  });
  const parts = with_parts
    ? (await childrenOf(db, who.company_id, [of.id])).filter(
        (one) => one.task_type === "part" && !one.cancelled_time,
      )
    : [];
  const num_items = given.num_items ?? of.num_items;
  let made = of;
  for (let copy = 0; copy < copies; copy++) {
    made = await newCard(
      db,
      who,
      cardNew.parse({
        ...text(of),
        order_id: of.order_id,
        num_items,
        delivery_date: given.delivery_date ?? of.delivery_date,
      }),
    );
    for (const part of parts) {
      const ratio = ratioOf(part, of.num_items);
      const num = partsFor(ratio, num_items, part.order_unit);
      await newCard(
        db,
        who,
        cardNew.parse({ ...text(part), num_items: num, parent_id: made.id, task_type: "part" }),
        ratio,
      );
    }
  }
  return made;
}
