import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { addDecimal } from "~/lib/money/decimal";
import { convert, unitProblem } from "~/lib/money/price";
import { processesOf } from "~/lib/shop/process.server";
import { product } from "~/lib/tables/factory.table.server";
import { product_part, product_step } from "~/lib/tables/product.table.server";
import { today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { pricesAt } from "./price.read.server";
import { tiersText } from "./product";
import { FEW, holding } from "./product.find.server";
import { type ProductLine, productLine, type productListFilter } from "./product.master.schema";
import { type Product } from "./product.server";
import { timesText } from "./product.steps";

type Filter = z.output<typeof productListFilter>;

const ORDERS: Orders<Product> = {
  key: product.product_id,
  keyOf: (row) => row.product_id,
  by: {
    code: { by: product.code, kind: "text", of: (row) => row.code },
    name: { by: product.name, kind: "text", of: (row) => row.name },
  },
};

async function productsWhere(
  db: Tx,
  who: Who,
  { q, buyer_id, category, all, unpriced, stock }: Omit<Filter, "after" | "before" | "sort" | "size">,
) {
  const day = today(new Date(who.now));
  return and(
    eq(product.seller_id, who.company_id),
    all ? undefined : eq(product.is_active, true),
    buyer_id ? eq(product.buyer_id, buyer_id) : undefined,
    category ? eq(product.category, category) : undefined,
    stock ? eq(product.is_stock, true) : undefined,
    unpriced
      ? sql`(case when ${product}.priced_from is null then 'infinity'::date else ${product}.priced_from end) > ${day}::date`
      : undefined,
    q ? await holding(db, q) : undefined,
  );
}

export async function productListOf(db: Tx, who: Who, filter: Filter) {
  const page = await productsPage(db, who, filter);
  return { ...page, items: await linesOf(db, who, page.items) };
}

export async function productsPage(db: Tx, who: Who, { after, before, sort, size, ...filter }: Filter) {
  const where = await productsWhere(db, who, filter);
  const page = await keysetPage<Product>(
    (beyond, by, limit) => db.select().from(product).where(and(where, beyond)).orderBy(by).limit(limit),
    ORDERS,
    { after, before, sort },
    size,
  );
  const whole = before === undefined && after === undefined && page.next === null;
  return {
    ...page,
    ...(whole
      ? { total: page.items.length, total_more: false }
      : await countRows(
          db,
          db.select({ one: sql`1` }).from(product).where(where),
          filter.q ? FEW : undefined,
        )),
  };
}

export async function productIds(
  db: Tx,
  who: Who,
  filter: Omit<Filter, "after" | "before" | "sort" | "size">,
  most: number,
): Promise<number[]> {
  const rows = await db
    .select({ product_id: product.product_id })
    .from(product)
    .where(await productsWhere(db, who, filter))
    .orderBy(asc(product.code))
    .limit(most);
  return rows.map((row) => row.product_id);
}

async function linesOf(db: Tx, who: Who, rows: Product[]): Promise<ProductLine[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.product_id);
  const names = await namesOf(db, [...new Set(rows.map((row) => row.buyer_id))]);
  const amounts = seesAmounts(who);
  const prices = amounts ? await pricesAt(db, ids, today(new Date(who.now))) : new Map();
  const labels = new Map((await processesOf(db, who.company_id)).map((one) => [one.group_id, one.label]));
  const steps = await db
    .select()
    .from(product_step)
    .where(inArray(product_step.product_id, ids))
    .orderBy(asc(product_step.sort));
  const parts = await db
    .select({ product_id: product_part.product_id, num: sql<number>`count(*)::int` })
    .from(product_part)
    .where(inArray(product_part.product_id, ids))
    .groupBy(product_part.product_id);
  const { rows: orders } = await db.execute<{
    product_id: string;
    at: string;
  }>(sql`select p.product_id, c.created_time as at
    from unnest(${sql.param(ids)}::bigint[]) p(product_id),
      lateral (select created_time from card where card.product_id = p.product_id order by key desc limit 1) c`);
  const last = new Map(orders.map((row) => [Number(row.product_id), new Date(row.at).toISOString()]));
  const files = await filesOf(db, who, "product", ids);
  return rows.map((row) => {
    const own = prices.get(row.product_id) ?? [];
    const route = steps.filter((one) => one.product_id === row.product_id);
    const minutes = route.flatMap((one) => one.minutes_per_item ?? []);
    const pictures = files.filter((one) => one.owner_key === String(row.product_id) && one.has_thumb);
    return productLine.parse({
      ...row,
      buyer_name: names.get(row.buyer_id) ?? "",
      unit_price: own[0]?.unit_price ?? null,
      price_from: own[0]?.effective_from ?? null,
      price_text: own.length > 0 ? tiersText(own) : null,
      num_units: unitProblem(row) ? null : convert("1", row),
      steps: route.map((one) => labels.get(one.group_id) ?? "―").join(" → "),
      minutes: minutes.length > 0 ? addDecimal("0", ...minutes) : null,
      step_minutes: timesText(route.map((one) => one.minutes_per_item)),
      step_setups: timesText(route.map((one) => one.setup_minutes)),
      num_parts: parts.find((one) => one.product_id === row.product_id)?.num ?? 0,
      last_order_time: last.get(row.product_id) ?? null,
      thumb: (pictures.find((one) => one.is_latest) ?? pictures[0])?.key ?? null,
    });
  });
}
