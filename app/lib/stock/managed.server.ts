import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { refuseNonFactory } from "~/lib/import/import.intake.server";
import { product } from "~/lib/tables/factory.table.server";
import { stock } from "~/lib/tables/stock.table.server";

export const UNKNOWN_CODE = {
  code: ["在庫管理している商品にありません。商品番号と、商品マスタの「在庫管理」を確かめてください"],
};

export const refuseOthers = (who: Who): string | null =>
  refuseNonFactory(who) ??
  (who.permissions.includes("inventory") ? null : "この操作をする権限がありません。");

/** Products kept in stock, by their code. */
export async function managedByCode(db: Tx, who: Who, codes: string[]) {
  const rows = await db
    .select({ ...getTableColumns(product), last_inventory_time: stock.last_inventory_time })
    .from(product)
    .innerJoin(stock, eq(stock.product_id, product.product_id))
    .where(
      and(
        eq(stock.seller_id, who.company_id),
        eq(stock.is_managed, true),
        inArray(stock.code, [...new Set(codes)]),
      ),
    );
  return new Map(rows.map((row) => [row.code, row]));
}
