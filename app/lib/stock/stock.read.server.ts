import { and, eq, getTableColumns, inArray, lt, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { holding } from "~/lib/product/product.find.server";
import { factory, product } from "~/lib/tables/factory.table.server";
import { type Stock, stock } from "~/lib/tables/stock.table.server";
import { addDays, today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { figures, free, pricePerOne } from "./figures";
import { type StockFilter, type StockRow, stockRow } from "./stock.schema";
import { IS_UNPRICED, type StockPart, stockCounts, uncountedBefore } from "./tally.server";

type StockAndProduct = { stock: Stock; product: typeof product.$inferSelect };
const COLUMNS = { stock: getTableColumns(stock), product: getTableColumns(product) };

/** A factory has its stock; who orders reads of its own products what a factory keeps of them. */
const ownStock = (who: Who) =>
  who.company_type === "seller" ? eq(stock.seller_id, who.company_id) : eq(stock.buyer_id, who.company_id);

const ORDERS: Orders<StockAndProduct> = {
  key: stock.product_id,
  keyOf: (row) => row.stock.product_id,
  by: {
    state: { by: stock.rank, kind: "text", of: (row) => row.stock.rank },
    code: { by: stock.code, kind: "text", of: (row) => row.stock.code },
    num: { by: stock.num, kind: "number", of: (row) => row.stock.num },
  },
};

const STILL_DAYS = 90;

/** The two stocks are asked for by the ids that stand in the address of their page. */
async function stockPart(
  db: Tx,
  { kind, buyer_id, owner_id }: Pick<StockFilter, "kind" | "buyer_id" | "owner_id">,
): Promise<StockPart> {
  const owners = owner_id ? [owner_id] : [];
  if (!buyer_id) return { kind, owners };
  const [owner] = await db
    .select({ stock_kind: factory.stock_kind })
    .from(factory)
    .where(eq(factory.id, buyer_id));
  return owner?.stock_kind ? { kind: owner.stock_kind, owners } : { owners: [buyer_id, ...owners] };
}

function stateIs(who: Who, state: StockFilter["state"]): SQL | undefined {
  if (state === "short") return sql`${stock.is_short}`;
  if (state === "negative") return sql`${stock.is_negative}`;
  if (state === "uncounted") return lt(stock.counted_day, uncountedBefore(who));
  if (state === "unpriced") return seesStockValue(who) ? IS_UNPRICED : sql`false`;
  if (state !== "still") return undefined;
  return lt(stock.moved_day, addDays(today(new Date(who.now)), -STILL_DAYS));
}

type Conditions = Omit<StockFilter, "after" | "before" | "sort" | "size">;

async function stockWhere(db: Tx, who: Who, part: StockPart, { q, state, shelf, category, ids }: Conditions) {
  return and(
    ownStock(who),
    sql`${stock.is_listed}`,
    part.kind && eq(stock.kind, part.kind),
    ...part.owners.map((id) => eq(stock.buyer_id, id)),
    stateIs(who, state),
    shelf ? eq(product.shelf, shelf) : undefined,
    category ? eq(product.category, category) : undefined,
    ids ? inArray(stock.product_id, ids) : undefined,
    q ? await holding(db, q) : undefined,
  );
}

const stocks = (db: Tx) =>
  db.select(COLUMNS).from(stock).innerJoin(product, eq(product.product_id, stock.product_id));

export async function listStocks(db: Tx, who: Who, { after, before, sort, size, ...given }: StockFilter) {
  const asked = who.company_type === "seller" ? given : { ...given, shelf: undefined, category: undefined };
  const part = await stockPart(db, asked);
  const where = await stockWhere(db, who, part, asked);
  const page = await keysetPage<StockAndProduct>(
    (beyond, by, limit) => stocks(db).where(and(where, beyond)).orderBy(by).limit(limit),
    ORDERS,
    { after, before, sort },
    size,
  );
  const totals = await totalsOf(db, who, part, asked, where);
  return { ...page, items: await rowsOf(db, who, page.items), ...totals };
}

/** No more rows than are quickly read are counted and summed. */
const SUMMED = 2000;

/** Of the whole stock from its tallies; what they do not know is counted, as far as lists count. */
async function totalsOf(
  db: Tx,
  who: Who,
  part: StockPart,
  { q, shelf, category, ids, state }: Conditions,
  where: SQL | undefined,
) {
  const isNarrowed = Boolean(q || shelf || category);
  const isTallied = !isNarrowed && !ids && state !== "still" && state !== "unpriced";
  const source = isNarrowed
    ? sql`${stock} join ${product} on ${product.product_id} = ${stock.product_id}`
    : sql`${stock}`;
  const rows = sql`${source} where ${where}`;
  const whole = isTallied ? await stockCounts(db, who, part) : null;
  if (whole && !state) {
    const { total, ...sums } = whole;
    return { total, total_more: false, sums: { ...sumsFor(who, sums), ...(await doubtsOf(db, who, part)) } };
  }
  const counted =
    whole && state && state !== "still" && state !== "unpriced"
      ? { total: whole[`num_${state}`], total_more: false }
      : await countRows(db, sql`select 1 from ${rows}`, SUMMED);
  const isMany = counted.total_more || counted.total > SUMMED;
  return isMany ? counted : { ...counted, sums: await sumsOf(db, who, rows) };
}

/** What of its worth is not said yet: few rows, each found by an index of its own. */
async function doubtsOf(db: Tx, who: Who, { kind, owners }: StockPart) {
  if (!seesStockValue(who)) return {};
  const inPart =
    and(kind && eq(stock.kind, kind), ...owners.map((id) => eq(stock.buyer_id, id))) ?? sql`true`;
  const { rows } = await db.execute<{ num_unpriced: number; num_provisional: number }>(sql`select
    (select count(*)::int from ${stock} where ${stock.seller_id} = ${who.company_id} and ${stock.is_listed} and ${IS_UNPRICED}
      and ${inPart}) as num_unpriced,
    (select count(*)::int from stock_move m join ${stock} on ${stock.product_id} = m.product_id
      where ${inPart} and m.seller_id = ${who.company_id} and m.is_provisional
      and not exists (select from stock_move r where r.reverses = m.key)
      and not exists (select from stock_price p where p.move_key = m.key and not p.is_provisional)) as num_provisional`);
  return rows[0]!;
}

type Sums = { num_short: number; num_negative: number; num_uncounted: number; stock_value: number };
const sumsFor = (who: Who, { stock_value, ...counts }: Sums) =>
  seesStockValue(who) ? { ...counts, stock_value } : counts;

async function sumsOf(db: Tx, who: Who, from: SQL) {
  const {
    rows: [sums],
  } = await db.execute<Sums>(sql`select
    count(*) filter (where ${stock.is_short})::int as num_short, count(*) filter (where ${stock.is_negative})::int as num_negative,
    count(*) filter (where ${stateIs(who, "uncounted")})::int as num_uncounted, coalesce(sum(${stock.stock_value}), 0)::float8 as stock_value
    from ${from}`);
  return sumsFor(who, sums!);
}

/** What goods are worth is the factory's alone. */
const seesStockValue = (who: Who) => who.company_type === "seller" && seesAmounts(who);

const unitPrice = ({ num, stock_value, last_price }: Stock): string | null =>
  pricePerOne(num, stock_value) ?? (last_price && milli(last_price) !== 0n ? last_price : null);

/** How the factory keeps and buys its goods is not told to who orders them. */
const NOT_TOLD = {
  note: null,
  supplier_id: null,
  ownership: null,
  shelf: null,
  category: null,
  lead_days: null,
  moq: null,
  lot: null,
  num_target: null,
};

async function arrivingDates(db: Tx, kept: StockAndProduct[]): Promise<Map<number, string | null>> {
  const ids = kept.flatMap(({ stock: row }) => (milli(row.num_arriving) === 0n ? [] : row.product_id));
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ product_id: number; day: string | null }>(
    sql`select product_id::int, day::text from arriving_dates(${sql.param(ids)}::bigint[])`,
  );
  return new Map(rows.map(({ product_id, day }) => [product_id, day]));
}

async function rowsOf(db: Tx, who: Who, kept: StockAndProduct[]): Promise<StockRow[]> {
  if (kept.length === 0) return [];
  const names = await namesOf(db, [
    ...new Set(kept.flatMap(({ product: of }) => [of.buyer_id, of.seller_id, of.supplier_id ?? []].flat())),
  ]);
  const arriving = await arrivingDates(db, kept);
  const amounts = seesStockValue(who);
  const isOwner = who.company_type !== "seller";
  return kept.map(({ stock: row, product: of }) => {
    const held = {
      num: row.num,
      arriving: row.num_arriving,
      allocated: row.num_allocated,
      parts: row.num_parts,
      threshold: row.num_threshold,
    };
    return stockRow.parse({
      ...of,
      ...row,
      ...figures(held),
      free: free(held),
      arriving_date: arriving.get(row.product_id) ?? null,
      buyer_name: names.get(row.buyer_id) ?? "",
      seller_name: names.get(row.seller_id) ?? "",
      supplier_name: isOwner || !of.supplier_id ? null : (names.get(of.supplier_id) ?? null),
      ...(isOwner ? NOT_TOLD : {}),
      standard_price: amounts ? of.standard_price : null,
      unit_price: amounts ? unitPrice(row) : null,
      stock_value: amounts ? row.stock_value : null,
      product_version: of.version,
    });
  });
}

export async function findStock(db: Tx, who: Who, product_id: number): Promise<StockRow> {
  const kept = await stocks(db).where(and(ownStock(who), eq(stock.product_id, product_id)));
  const [row] = await rowsOf(db, who, kept);
  if (!row) throw notFound("在庫");
  return row;
}
