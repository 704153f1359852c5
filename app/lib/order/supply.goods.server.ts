import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, compareDecimal } from "~/lib/money/decimal";
import { termsOf } from "~/lib/partner/party.server";
import { delivery, delivery_line } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { familyOf, type LineCard, standingFamily } from "~/lib/task/order.family";
import type { Unit } from "~/lib/vocabulary/card.schema";
import { paymentOf } from "~/lib/vocabulary/terms";
import { dueNow } from "./order.due";
import { lineNow } from "./order.now";
import { cardsOf } from "./order.now.server";
import { linesOf } from "./order.revision.server";

async function deliveredOf(db: Tx, card_keys: number[]) {
  if (card_keys.length === 0) return [];
  // 再納 replaces pieces that have been counted.
  return db
    .select({
      card_key: delivery_line.card_key,
      num_items: delivery_line.num_items,
      key: delivery.key,
      number: delivery.number,
      delivery_date: delivery.delivery_date,
      due_date: invoice.due_date,
    })
    .from(delivery_line)
    .innerJoin(delivery, eq(delivery.key, delivery_line.delivery_key))
    .leftJoin(invoice, eq(invoice.key, delivery_line.invoice_key))
    .where(
      and(
        inArray(delivery_line.card_key, card_keys),
        eq(delivery_line.is_live, true),
        isNull(delivery_line.replaces_key),
      ),
    )
    .orderBy(delivery.delivery_date, delivery.key);
}

type Defects = { is_remade: boolean; counted_date: string | null };

async function defectsOf(db: Tx, order_keys: number[]): Promise<Map<number, Defects>> {
  const { rows } = await db.execute<Defects & { card_key: string }>(
    sql`select card_key, is_remade, counted_date::text as counted_date from order_defects(${sql.param(order_keys)}::bigint[])`,
  );
  return new Map(rows.map(({ card_key, ...row }) => [Number(card_key), row]));
}

type Made = LineCard & { num_defective: string };

/** What was made of new material for a line, 再製作 too; 手直し goes on with what it has. */
function madeOf<C extends Made>(root: C, all: C[], defects: Map<number, Defects>): C[] {
  return familyOf(root, all).flatMap((card) => [
    card,
    ...all
      .filter((one) => one.task_type === "defective" && one.parent_id === card.id)
      .filter((one) => defects.get(one.key)?.is_remade)
      .flatMap((one) => madeOf(one, all, defects)),
  ]);
}

export type Goods = {
  order_id: string;
  order_unit: Unit;
  delivered: {
    key: number;
    number: string;
    delivery_date: string;
    num_items: string;
    payment_date: string | null;
    /** Not what is made again for nothing. */
    is_paid: boolean;
  }[];
  defective: { card_id: string; num: string; counted_date: string | null }[];
  /** The day of what is still to come; undefined where nothing is. */
  coming: string | null | undefined;
};

const isPaid = ({ is_paid }: { is_paid: boolean }) => is_paid;
const isDefective = ({ num_defective }: Made) => compareDecimal(num_defective, "0") > 0;

/** What was made from supplied material, by "order line", and when each of it is paid. */
export async function goodsOf(db: Tx, order_keys: number[]): Promise<Map<string, Goods>> {
  const keys = [...new Set(order_keys)];
  if (keys.length === 0) return new Map();
  const heads = await db.select().from(orders).where(inArray(orders.key, keys));
  const cards = await cardsOf(db, keys);
  const lines = await linesOf(db, keys);
  const terms = await termsOf(db, heads);
  const delivered = await deliveredOf(
    db,
    [...cards.values()].flatMap((all) => all.map((card) => card.key)),
  );
  const defects = await defectsOf(db, keys);
  const found = new Map<string, Goods>();
  for (const head of heads) {
    const agreed = terms.get(`${head.seller_id} ${head.buyer_id}`);
    const all = cards.get(head.key) ?? [];
    for (const line of lines.get(head.key) ?? []) {
      const root = all.find((card) => card.key === line.card_key);
      if (!root) continue;
      const family = new Set(familyOf(root, all).map((card) => card.key));
      const made = new Map(madeOf(root, all, defects).map((card) => [card.key, card]));
      const came = delivered
        .filter((one) => made.has(one.card_key!))
        .map(({ card_key, due_date, ...one }) => ({
          ...one,
          is_paid: family.has(card_key!) || made.get(card_key!)!.is_billing_target,
          payment_date:
            due_date ?? (agreed ? paymentOf(one.delivery_date, { ...agreed, ...head }).payment_due : null),
        }));
      const now = lineNow(line, standingFamily(root, all), agreed?.amount_rounding ?? "floor");
      const off = now.is_off || head.cancelled_time !== null;
      const isWhole =
        off ||
        compareDecimal(addDecimal("0", ...came.filter(isPaid).map((one) => one.num_items)), now.num_items) >=
          0;
      const coming = isWhole ? undefined : (dueNow(now, head, agreed).payment_due ?? line.payment_due);
      found.set(`${head.key} ${line.line_no}`, {
        order_id: head.order_id,
        order_unit: line.order_unit,
        delivered: came,
        defective: [...made.values()].filter(isDefective).map(({ key, id, num_defective }) => ({
          card_id: id,
          num: num_defective,
          counted_date: defects.get(key)?.counted_date ?? null,
        })),
        coming,
      });
    }
  }
  return found;
}

export const paymentDates = ({ delivered, coming }: Goods): (string | null)[] => [
  ...delivered.filter(isPaid).map((one) => one.payment_date),
  ...(coming === undefined ? [] : [coming]),
];
