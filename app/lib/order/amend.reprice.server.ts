import { inArray } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { pricesAt } from "~/lib/product/price.read.server";
import { priceFor } from "~/lib/product/product";
import { product } from "~/lib/tables/factory.table.server";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { amendVerdict } from "./amend";
import type { Errors, Item } from "./amend.line";
import type { OrderHead, Standing } from "./amend.standing.server";

const isSame = (a: string | null, b: string) => a !== null && compareDecimal(a, b) === 0;

/** 単価も見直す: what becomes more has the price of so many, by the list that held on the order's day (R2-10). */
export async function repriced<I extends Item>(
  db: Tx,
  order: OrderHead,
  items: I[],
  now: Map<number, Standing>,
): Promise<{ items: (I & { list_price: string | null })[]; errors: Errors }> {
  const growing = items.flatMap((item) => {
    const standing = item.line_no === null ? undefined : now.get(item.line_no);
    const { num_items, unit_price } = item.after;
    if (!standing || num_items === undefined || unit_price !== undefined) return [];
    return amendVerdict(standing.progress, num_items).kind === "more"
      ? [{ item, standing, wanted: num_items }]
      : [];
  });
  const ids = [...new Set(growing.flatMap(({ standing }) => standing.line.product_id ?? []))];
  const lists = await pricesAt(db, ids, order.order_date);
  const units = new Map(
    ids.length === 0
      ? []
      : (
          await db
            .select({ id: product.product_id, unit: product.unit })
            .from(product)
            .where(inArray(product.product_id, ids))
        ).map(({ id, unit }) => [id, unit]),
  );
  const found = growing.map(({ item, standing, wanted }) => {
    const id = standing.line.product_id ?? 0;
    const listed = units.get(id) === standing.line.unit ? priceFor(lists.get(id) ?? [], wanted) : null;
    const new_price = listed !== null && !isSame(standing.unit_price, listed) ? listed : null;
    const many = `${formatNumber(wanted)}${UNIT_LABEL[standing.line.order_unit]}`;
    const why =
      listed === null
        ? `${many}の単価は商品マスタにありません`
        : `${many}でも、商品マスタの単価は今と同じ${formatNumber(listed)}円です`;
    return { item, new_price, text: `${standing.line.line_no}行目：${why}` };
  });
  const priceOf = (item: I) => found.find((one) => one.item === item)?.new_price ?? null;
  const texts = found.map(({ text }) => text).join("。");
  const none = found.every(({ new_price }) => new_price === null);
  return {
    items: items.map((item) => ({ ...item, list_price: priceOf(item) })),
    errors: none
      ? {
          reprice: [
            `見直す単価がありません。${texts || "単価を入れずに数量を増やす行が対象です"}。チェックを外してください`,
          ],
        }
      : {},
  };
}
