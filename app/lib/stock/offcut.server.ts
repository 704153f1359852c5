import { and, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { wholeProblem } from "~/lib/money/whole";
import { product } from "~/lib/tables/factory.table.server";
import { type Stock, stock } from "~/lib/tables/stock.table.server";
import { countedSince, offcutErrors } from "./move";
import type { NewMove } from "./move.server";
import type { Moving } from "./stock.schema";

type Offcut = { errors: Record<string, string[]>; moves: NewMove[] };

/** What is left over of what goes comes into stock as another product, for nothing: taken back with it. */
export async function offcutOf(db: Tx, who: Who, product_id: number, asked: Moving): Promise<Offcut> {
  const errors = offcutErrors(asked, product_id);
  const { offcut_id, offcut_num: num, effective_date } = asked;
  if (offcut_id === undefined || num === undefined || Object.keys(errors).length > 0)
    return { errors, moves: [] };
  const [of] = await db
    .select({ order_unit: product.order_unit })
    .from(product)
    .innerJoin(stock, and(eq(stock.product_id, product.product_id), eq(stock.is_managed, true)))
    .where(and(eq(product.seller_id, who.company_id), eq(product.product_id, offcut_id)));
  if (!of)
    return {
      errors: {
        offcut_id: ["在庫管理している商品ではありません。商品マスタの「在庫管理」を確かめてください"],
      },
      moves: [],
    };
  const half = wholeProblem(num, of.order_unit);
  if (half) return { errors: { offcut_num: [half] }, moves: [] };
  const move: NewMove = { product_id: offcut_id, kind: "in", num, source: "hand", effective_date };
  return { errors, moves: [{ ...move, unit_price: "0", words: "端材", is_provisional: false }] };
}

/** What a count has found already would come in and go again without a word. */
export function offcutCounted(
  { effective_date, occurred_time }: Moving,
  moves: NewMove[],
  stocks: ReadonlyMap<number, Stock>,
): Record<string, string[]> {
  if (occurred_time !== undefined) return {};
  const counted = moves
    .map(({ product_id }) => countedSince(effective_date, stocks.get(product_id)!.last_inventory_time))
    .find((text) => text !== null);
  return counted ? { offcut_id: [`端材の商品は${counted}`] } : {};
}
