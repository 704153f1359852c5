import { and, eq, inArray, or } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { pricesAt } from "~/lib/product/price.read.server";
import { priceFor } from "~/lib/product/product";
import { byCode } from "~/lib/product/product.code";
import { coded } from "~/lib/product/product.find.server";
import { product } from "~/lib/tables/factory.table.server";
import { type AddedLine, plain } from "./amend.line";
import type { AmendedLine } from "./amend.schema";
import type { OrderHead } from "./amend.standing.server";

/** What the pair's product says where an added line says nothing; its price is of the order's day. */
export async function withProducts(
  db: Tx,
  { seller_id, buyer_id, order_date }: OrderHead,
  lines: AmendedLine[],
): Promise<AddedLine[]> {
  const added = lines.filter((line) => line.line_no === undefined);
  const ids = added.flatMap((line) => line.product_id ?? []);
  const codes = added.flatMap((line) => line.name ?? []);
  if (ids.length + codes.length === 0) return lines;
  const rows = await db
    .select()
    .from(product)
    .where(
      and(
        eq(product.seller_id, seller_id),
        eq(product.buyer_id, buyer_id),
        eq(product.is_active, true),
        or(
          ids.length > 0 ? inArray(product.product_id, ids) : undefined,
          codes.length > 0 ? coded(codes) : undefined,
        ),
      ),
    );
  const named = byCode(rows);
  const prices = await pricesAt(
    db,
    rows.map((row) => row.product_id),
    order_date,
  );
  return lines.map((line) => {
    if (line.line_no !== undefined) return line;
    const chosen = rows.find((row) => row.product_id === line.product_id);
    // Who types another name over a product's line wants something else.
    const same = chosen && (line.name === undefined || plain(line.name) === plain(chosen.name));
    const found = same ? chosen : line.name === undefined ? undefined : named(line.name);
    if (!found) return line;
    const { product_id, drawing_no, unit, unit_weight, pieces_per_set } = found;
    const listed = line.num_items && priceFor(prices.get(product_id) ?? [], line.num_items);
    return {
      ...line,
      name: found.name,
      order_unit: line.order_unit ?? found.order_unit,
      unit_price: line.unit_price ?? listed ?? undefined,
      drawing_revision: line.drawing_revision ?? found.drawing_revision ?? undefined,
      product: { product_id, drawing_no, unit, unit_weight, pieces_per_set },
    };
  });
}
