import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, formatNumber } from "~/lib/money/decimal";
import { card } from "~/lib/tables/card.table.server";
import { product } from "~/lib/tables/factory.table.server";
import { stock_allocation } from "~/lib/tables/stock.table.server";
import { lockOwnCards } from "~/lib/task/card.lock.server";
import { lockPicked } from "~/lib/task/move.lock.server";
import type { Allocation } from "./allocation.end.server";
import {
  type AllocatedAll,
  type allocatingAll,
  heldAllocation,
  type releasingAll,
} from "./allocation.schema";
import { allocateCard, release } from "./allocation.server";
import { lockWithParts } from "./move.server";

type Outcome = AllocatedAll["items"][number];

const outcomes = (items: Outcome[]): AllocatedAll => {
  const num_done = items.filter((one) => one.detail === null).length;
  return { items, num_done, num_failed: items.length - num_done };
};

/** Each card by itself, in the order given: a refusal stops no other. */
export async function allocateAll(
  db: Tx,
  who: Who,
  { cards }: z.output<typeof allocatingAll>,
): Promise<AllocatedAll> {
  const wanted = [...new Map(cards.map((one) => [one.key, one])).values()];
  const { rows, results } = await lockPicked(db, who, wanted);
  await lockWithParts(db, [...new Set(rows.flatMap((row) => row.product_id ?? []))]);
  const items: Outcome[] = [];
  for (const { key, num } of wanted) {
    const result = results.get(key)!;
    const outcome = {
      card_key: key,
      card_id: result.id,
      num,
      detail: result.detail,
      allocation: null,
      note: null,
    };
    if (outcome.detail) {
      items.push(outcome);
      continue;
    }
    try {
      const { allocation } = await allocateCard(db, who, key, num);
      items.push({ ...outcome, allocation });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      items.push({ ...outcome, detail: error.detail });
    }
  }
  return outcomes(items);
}

/** At once, wherever the pieces were divided to: what has shipped since, or was given away by hand, stays. */
export async function releaseAll(
  db: Tx,
  who: Who,
  { allocations }: z.output<typeof releasingAll>,
): Promise<AllocatedAll> {
  const found = await piecesOf(db, who, allocations);
  const cards = await lockOwnCards(db, who, [...new Set(found.map((row) => row.card_key))]);
  await lockWithParts(db, [...new Set(found.map((row) => row.product_id))]);
  const rows = await piecesOf(db, who, allocations);
  for (const one of cards) {
    const open = rows.filter((row) => row.card_key === one.key && row.state === "open");
    const parts = open.map((row) => ({ row: { ...row }, num: row.num }));
    if (parts.length > 0) await release(db, who, one, parts, "元に戻す");
  }
  const asked = rows.filter((row) => row.key === row.root);
  return outcomes(
    asked.map(({ key, card_key, num }) => {
      const inState = (state: Allocation["state"]) =>
        addDecimal(
          "0",
          ...rows.filter((row) => row.root === key && row.state === state).map((row) => row.num),
        );
      const [back, shipped] = [inState("open"), inState("shipped")];
      const card_id = cards.find((one) => one.key === card_key)?.id ?? null;
      const of = { card_key, card_id, allocation: key, note: null };
      if (back === "0") return { ...of, num, detail: shipped === "0" ? ENDED.released : ENDED.shipped };
      const note =
        shipped === "0"
          ? null
          : `出荷した ${formatNumber(shipped)} はそのまま、残り ${formatNumber(back)} を元に戻しました`;
      return { ...of, num: back, detail: null, note };
    }),
  );
}

/** With all that was split off them; `root`: which of those asked for it comes from. */
async function piecesOf(db: Tx, who: Who, allocations: number[]): Promise<(Allocation & { root: number })[]> {
  const found = await db.execute<{ root: number; key: number }>(sql`
    with recursive of as (
      select key as root, key from stock_allocation
      where key = any(${sql.param(allocations)}::bigint[]) and seller_id = ${who.company_id}
      union select of.root, a.key from of join stock_allocation a on a.split_from = of.key
      where coalesce(a.reason, '') not like '%へ譲渡')
    select root::int, key::int from of`);
  const roots = new Map(found.rows.map(({ root, key }) => [key, root]));
  const rows = await db
    .select()
    .from(stock_allocation)
    .where(inArray(stock_allocation.key, [...roots.keys()]))
    .orderBy(stock_allocation.key);
  return rows.map((row) => ({ ...row, root: roots.get(row.key)! }));
}

const ENDED = {
  shipped: "出荷したため、解除できません。先に出荷を取り消してください。",
  released: "引当はもう解除されています。",
};

export async function findAllocation(db: Tx, who: Who, key: number) {
  const [found] = await db
    .select({ row: stock_allocation, id: card.id, name: card.name, order_unit: product.order_unit })
    .from(stock_allocation)
    .innerJoin(card, eq(card.key, stock_allocation.card_key))
    .innerJoin(product, eq(product.product_id, stock_allocation.product_id))
    .where(and(eq(stock_allocation.key, key), eq(stock_allocation.seller_id, who.company_id)));
  if (!found) throw notFound("引当");
  const { row, id, name, order_unit } = found;
  return heldAllocation.parse({ ...row, order_unit, card_id: id, card_name: name });
}
