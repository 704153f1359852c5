import { inArray, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { cardsOf } from "~/lib/order/order.now.server";
import { linesOf } from "~/lib/order/order.revision.server";
import { termsOf } from "~/lib/partner/party.server";
import type { Card } from "~/lib/tables/card.table.server";
import { orders as order_head } from "~/lib/tables/order.table.server";
import { comingFamily } from "~/lib/task/order.family";
import { allotted, type LineLimit } from "./delivery.limit";
import type { Pair } from "./pair.server";

type Came = { card_key: number; done: string; billed: string };

/** With what was delivered again for it; rejected pieces that are lost do not come again. */
async function cameOf(db: Tx, keys: number[]): Promise<Map<number, Came>> {
  if (keys.length === 0) return new Map();
  const { rows } = await db.execute<Came>(sql`
    with recursive came as (
      select l.card_key, l.delivery_key, l.line_no from delivery_line l
      where l.card_key = any(${sql.param(keys)}) and l.is_live
      union all
      select c.card_key, l.delivery_key, l.line_no from came c
        join delivery_line l on l.replaces_key = c.delivery_key and l.replaces_line = c.line_no and l.is_live)
    select c.card_key, sum(num_items - num_rejected + num_concession + num_lost) as done,
      coalesce(sum(num_items - num_rejected + num_concession) filter (where is_billing_target), 0) as billed
    from came c join delivery_line l using (delivery_key, line_no) group by c.card_key`);
  return new Map(
    rows.map(({ card_key, done, billed }) => [
      Number(card_key),
      { card_key: Number(card_key), done: String(done), billed: String(billed) },
    ]),
  );
}

type Terms = Pick<Pair, "over_pct" | "under_pct" | "over_bill">;

/** By card: what may still come of the line it was ordered with; a card nobody ordered has none. */
export async function limitsOf(
  db: Tx,
  { over_pct, under_pct, over_bill }: Terms,
  wanted: { key: number; order_key: number | null }[],
): Promise<Map<number, LineLimit>> {
  const orders = [...new Set(wanted.flatMap((one) => one.order_key ?? []))];
  if (orders.length === 0) return new Map();
  const cards = await cardsOf(db, orders);
  const lines = [...(await linesOf(db, orders)).values()].flat();
  const agreed = new Map(
    (
      await db
        .select({ key: order_head.key, over_pct: order_head.over_pct, under_pct: order_head.under_pct })
        .from(order_head)
        .where(inArray(order_head.key, orders))
    ).map((one) => [one.key, one]),
  );
  const keys = new Set(wanted.map((one) => one.key));
  const families = lines.flatMap((line) => {
    const all = cards.get(line.order_key) ?? [];
    const root = all.find((one) => one.key === line.card_key);
    if (!root) return [];
    const family = comingFamily(root, all);
    const members = family.flatMap((one) => [one.key, ...one.remade.map((again) => again.key)]);
    return members.some((key) => keys.has(key)) ? [{ line, root, family, members }] : [];
  });
  const came = await cameOf(
    db,
    families.flatMap((one) => one.members),
  );
  const sum = (all: (string | undefined)[]) =>
    decimal(all.reduce((total, one) => total + milli(one ?? "0"), 0n));
  return new Map(
    families.flatMap(({ line, root, family, members }) => {
      const stands = family.filter((one) => one.cancelled_time === null && one.answer !== "declined");
      const limit: LineLimit = {
        root_key: root.key,
        ordered: sum(stands.map((one) => one.num_items)),
        done: sum(members.map((key) => came.get(key)?.done)),
        billed: sum(members.map((key) => came.get(key)?.billed)),
        order_unit: line.order_unit,
        over_pct: line.over_pct ?? agreed.get(line.order_key)?.over_pct ?? over_pct,
        under_pct: line.under_pct ?? agreed.get(line.order_key)?.under_pct ?? under_pct,
        over_bill,
      };
      return members.map((key) => [key, limit] as const);
    }),
  );
}

type Restored = { card_key: number | null; num_items: string; is_billing_target: boolean };

/** 復元: whether more would have come than may, or more be billed than the order. */
export async function exceedsOrder(
  db: Tx,
  note: { seller_id: string; buyer_id: string },
  lines: Restored[],
  cards: Map<number, Card>,
): Promise<string | null> {
  const terms = (await termsOf(db, [note])).get(`${note.seller_id} ${note.buyer_id}`);
  if (!terms) return null;
  const limits = await limitsOf(db, terms, [...cards.values()]);
  const wanted = lines.flatMap(({ card_key, num_items, is_billing_target }) =>
    card_key === null ? [] : [{ card_key, num_items, unbilled: !is_billing_target }],
  );
  const shares = allotted(wanted, limits);
  const over = shares.find(({ problem }) => problem !== null);
  if (over) return `注文数より多く納品することになるため、復元できません。${over.problem}。`;
  return shares.some(({ num_unbilled }) => num_unbilled !== "0")
    ? "注文数を超えた分まで請求することになるため、復元できません。新しい納品書を発行してください。"
    : null;
}
