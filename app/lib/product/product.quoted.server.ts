import { and, asc, eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { product, product_price } from "~/lib/tables/factory.table.server";
import type { PriceListRow } from "./price.read.server";
import { listAt, reachesBack, sorted, type Tier } from "./product";
import { recordProducts } from "./product.log.server";
import { bump, createProduct, type NewProduct, type Product, priceListsOf } from "./product.server";

/** The factory's for this buyer: the one named, else that of the drawing, else a new one. */
export async function quotedProduct(
  db: Tx,
  who: Who,
  product_id: number | null,
  item: Omit<NewProduct, "code">,
  number: string,
): Promise<Product> {
  const pair = and(eq(product.seller_id, item.seller_id), eq(product.buyer_id, item.buyer_id));
  const rows = await db.select().from(product).where(pair).orderBy(asc(product.product_id)).for("update");
  const known =
    rows.find((row) => row.product_id === product_id) ??
    rows.find((row) => row.is_active && item.drawing_no && row.drawing_no === item.drawing_no);
  if (known) return known;
  const taken = new Set(
    (await db.select({ code: product.code }).from(product).where(eq(product.seller_id, item.seller_id))).map(
      (row) => row.code,
    ),
  );
  const code = [item.drawing_no, number, `${number}-2`, `${number}-3`].find((one) => one && !taken.has(one));
  return createProduct(db, who, { ...item, code: code ?? `${number}-${taken.size}` });
}

/** 採用 writes what was quoted from today on; a list that began today gives way to it (R9-5). */
export async function writeQuotedPrices(
  db: Tx,
  who: Who,
  { product_id, seller_id, buyer_id }: Product,
  { tiers, day, ...quoted }: { tiers: Tier[]; day: string; valid_until: string; note: string },
): Promise<PriceListRow | null> {
  const known = (await priceListsOf(db, [product_id])).get(product_id) ?? [];
  const before = listAt(known, day);
  const replaced = before?.effective_from === day ? before : null;
  await db
    .delete(product_price)
    .where(and(eq(product_price.product_id, product_id), eq(product_price.effective_from, day)));
  await db.insert(product_price).values(
    tiers.map((tier) => ({
      product_id,
      seller_id,
      buyer_id,
      effective_from: day,
      agreed_on: day,
      ...quoted,
      ...tier,
      created_by: who.name,
      created_time: who.now,
    })),
  );
  const row = (await bump(db, who, [product_id])).get(product_id)!;
  await recordProducts(db, who, "priced", [
    {
      row,
      before: { tiers: before && JSON.stringify(before.tiers) },
      after: {
        tiers: JSON.stringify(sorted(tiers)),
        effective_from: day,
        agreed_on: day,
        note: quoted.note,
        valid_until: quoted.valid_until,
      },
    },
  ]);
  return replaced;
}

type Quoted = { day: string; created_time: string };

/** What 採用 wrote goes, and what gave way to it comes back; false where the list is another by now. */
export async function takeBackPrices(
  db: Tx,
  who: Who,
  { product_id, seller_id, buyer_id }: Product,
  { day, created_time }: Quoted,
  replaced: Omit<PriceListRow, "effective_from"> | null,
): Promise<boolean> {
  const known = (await priceListsOf(db, [product_id])).get(product_id) ?? [];
  const at = known.findIndex((list) => list.effective_from === day);
  const [written, later, earlier] = [known[at], known[at - 1], replaced ?? known[at + 1]];
  if (written?.created_time !== created_time) return false;
  if (later && earlier && reachesBack(later, { ...earlier, effective_from: day })) return false;
  await db
    .delete(product_price)
    .where(and(eq(product_price.product_id, product_id), eq(product_price.effective_from, day)));
  if (replaced) {
    const { tiers, ...rest } = replaced;
    await db
      .insert(product_price)
      .values(
        tiers.map((tier) => ({ product_id, seller_id, buyer_id, effective_from: day, ...rest, ...tier })),
      );
  }
  const row = (await bump(db, who, [product_id])).get(product_id)!;
  await recordProducts(db, who, "unpriced", [
    {
      row,
      before: { tiers: JSON.stringify(written.tiers), effective_from: day },
      after: { tiers: earlier ? JSON.stringify(earlier.tiers) : null, effective_from: null },
    },
  ]);
  return true;
}
