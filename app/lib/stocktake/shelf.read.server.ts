import { type SQL, sql } from "drizzle-orm";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { cardByCode, secretOf } from "~/lib/code/code.server";
import { readText } from "~/lib/code/token";
import { checkPass } from "~/lib/code/token.server";
import type { Tx } from "~/lib/db/connection.server";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { READY } from "./rows.server";
import type { ShelfLooked, StockFacts } from "./shelf.schema";

type Facts = Omit<StockFacts, "unit" | "has_ready" | "num_ready"> & { num_ready: string } & {
  unit: Unit;
  sheet_blind: boolean | null;
};

const AT_MOST = 100;

/** The number on hand is not told to whoever is about to count blind. */
async function factsOf(db: Tx, who: Who, where: SQL, sheet?: number): Promise<StockFacts[]> {
  const last = (
    act: string,
  ) => sql`(select x.num from shelf_scan x where x.product_id = s.product_id and x.act = ${act}
    and x.state = 'done' order by x.received_time desc limit 1)`;
  const { rows } = await db.execute<Facts>(sql`
    select s.product_id, p.code, p.name, p.order_unit as unit, s.num, trim_scale(${READY})::text as num_ready, p.shelf, ${last("stock_in")} as last_in,
      ${last("stock_out")} as last_out, o.name as sheet, o.is_blind as sheet_blind, o.counted, o.counted_ready, coalesce(o.last_count, 0) as last_count
    from stock s join product p on p.product_id = s.product_id left join lateral (
      select t.name, t.is_blind, r.counted, r.counted_ready, r.last_count from stocktake_row r join stocktake t on t.key = r.stocktake_key
      where r.product_id = s.product_id and t.state = 'open'
        order by t.key = ${sheet ?? 0} desc, t.start_time desc, t.key desc limit 1) o on true
    where s.seller_id = ${who.company_id} and s.is_managed and p.is_active and ${where}
    order by p.code limit ${AT_MOST}`);
  return rows.map(({ sheet_blind, num, num_ready, ...row }) => ({
    ...row,
    unit: UNIT_LABEL[row.unit],
    has_ready: num_ready !== "0",
    ...(sheet_blind && row.counted === null ? { num: null, num_ready: null } : { num, num_ready }),
  }));
}

const nothing = (detail: string): ShelfLooked => ({ stock: null, shelf: null, products: [], detail });
const UNKNOWN_STOCK =
  "このコードは読み取れません。棚札のコードか、商品番号、置場の名前を読み取ってください。";

/** A shelf label, a product's code or number, or the name of a 置場. */
export async function lookAtShelf(db: Tx, who: Who, code: string, sheet?: number): Promise<ShelfLooked> {
  const read = readText(code);
  if (!read) return nothing(UNKNOWN_STOCK);
  if (read.kind !== "number") {
    const meant = await cardByCode(db, who, code);
    if (typeof meant === "string") return nothing(meant);
    if (meant.kind !== "stock" && meant.kind !== "product") return nothing(UNKNOWN_STOCK);
    const [stock] = await factsOf(db, who, sql`s.product_id = ${meant.key}`, sheet);
    return stock
      ? { stock, shelf: null, products: [], detail: null }
      : nothing("この商品は、今は在庫として管理していません。商品マスタを確認してください。");
  }
  const [stock] = await factsOf(
    db,
    who,
    sql`p.seller_id = ${who.company_id} and p.code in (${read.number}, upper(${read.number}))`,
    sheet,
  );
  if (stock) return { stock, shelf: null, products: [], detail: null };
  const products = await factsOf(
    db,
    who,
    sql`p.seller_id = ${who.company_id} and lower(p.shelf) = lower(${read.number})`,
    sheet,
  );
  return products.length > 0
    ? { stock: null, shelf: products[0]!.shelf, products, detail: null }
    : nothing(`「${read.number}」という商品番号も置場も見つかりません。`);
}

export async function findProduct(
  db: Tx,
  who: Who,
  given: { product_id?: number; card?: string; sheet?: number },
) {
  if (given.product_id !== undefined) {
    const [stock] = await factsOf(db, who, sql`s.product_id = ${given.product_id}`, given.sheet);
    if (!stock) throw notFound("在庫の商品");
    return stock;
  }
  const { stock, detail } = await lookAtShelf(db, who, given.card ?? "", given.sheet);
  if (!stock) throw new Refusal(404, detail ?? "商品の棚札を読み取ってください。");
  return stock;
}

/** The worker chosen at a shared tablet counts, where nobody must prove it or has. */
export async function personOf(
  db: Tx,
  who: Who,
  { worker_id, pass }: { worker_id?: number; pass?: string },
): Promise<string> {
  if (worker_id === undefined) return who.name;
  const { rows } = await db.execute<{ worker_id: number; name: string; pin_hash: string | null }>(sql`
    select worker_id, name, pin_hash from worker where worker_id = ${worker_id} and company_id = ${who.company_id} and is_active`);
  const row = rows[0];
  if (!row) return who.name;
  const isProved = row.pin_hash === null || checkPass(await secretOf(db, who), row, pass, who.now);
  return isProved ? row.name : who.name;
}

const RECENT = 5;

/** The last five of this person, and whatever of the company's waits for somebody's word. */
export async function recentScansOf(db: Tx, who: Who) {
  const { rows } = await db.execute<{ act: string; state: string; is_own: boolean }>(sql`
    (select client_id, act, state, detail, person, happened_time, state = 'done' and act <> 'stock_undo' as may_undo, received_time
     from shelf_scan where company_id = ${who.company_id} and username = ${who.username} and state in ('done', 'undone') and act <> 'stock_undo'
     order by received_time desc limit ${RECENT})
    union all
    (select client_id, act, state, detail, person, happened_time, false, received_time
     from shelf_scan where company_id = ${who.company_id} and state = 'conflict' order by received_time desc limit 50)
    order by received_time desc`);
  return { items: rows };
}

export async function dismissScan(db: Tx, who: Who, client_id: string) {
  const { rowCount } = await db.execute(sql`
    update shelf_scan set state = 'discarded'
    where company_id = ${who.company_id} and client_id = ${client_id} and state = 'conflict'`);
  if (!rowCount) throw notFound("読み取り");
  return recentScansOf(db, who);
}
