import { inArray } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { giveNotices } from "~/lib/notice/notice.server";
import { product } from "~/lib/tables/factory.table.server";
import type { Stock, StockMove } from "~/lib/tables/stock.table.server";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";

const isBelow = (num: string | undefined) => num !== undefined && compareDecimal(num, "0") < 0;

/** Whichever way the work went, by a queue of the floor too: once, as a stock falls below nothing. */
export async function tellNegative(
  db: Tx,
  who: Who,
  before: ReadonlyMap<number, Stock>,
  made: StockMove[],
  cards: { key: number; id: string }[],
): Promise<void> {
  const last = new Map(made.map((move) => [move.product_id, move]));
  const fallen = [...last.values()].filter(
    (move) => isBelow(move.num_after) && !isBelow(before.get(move.product_id)?.num),
  );
  if (fallen.length === 0) return;
  const rows = await db
    .select({
      product_id: product.product_id,
      code: product.code,
      name: product.name,
      order_unit: product.order_unit,
    })
    .from(product)
    .where(
      inArray(
        product.product_id,
        fallen.map((move) => move.product_id),
      ),
    );
  await giveNotices(
    db,
    fallen.map(({ product_id, num_after, card_key }) => {
      const { code, name, order_unit } = rows.find((row) => row.product_id === product_id)!;
      const card = cards.find((one) => one.key === card_key);
      const much = `${formatNumber(num_after)}${UNIT_LABEL[order_unit]}`;
      return {
        company_id: who.company_id,
        kind: "stock" as const,
        text: `${code} ${name} の在庫が ${much} になりました（カード ${card?.id ?? ""}）。数え直してください`,
        path: `/inventory/${product_id}`,
        at: who.now,
      };
    }),
  );
}
