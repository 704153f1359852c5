import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing } from "~/lib/api/query.server";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { stocktake_tally } from "~/lib/tables/stock.tally.table.server";
import { stocktake } from "~/lib/tables/stocktake.table.server";
import { searchKey } from "~/lib/text/fold";
import { STOCKTAKE_STATE_LABEL, type StocktakeState } from "~/lib/vocabulary/stocktake";
import { ASKS, DIFFERS, figuresOf } from "./figures.server";
import { sheetRows } from "./rows.server";
import type { SheetFilter, SheetRow, StocktakePage, StocktakeRow, stocktakeFilter } from "./stocktake.schema";

type Stocktake = typeof stocktake.$inferSelect;

const HEAD = sql`s.key, s.name, s.count_date, s.kind, f.name as owner_name, s.shelf, s.category, s.days, s.is_blind, s.is_adhoc, s.state,
  s.recounts, s.created_by, s.start_time, s.confirmed_time, s.confirmed_by, s.reason, s.undone_time, s.undone_by, s.discarded_time, s.discarded_by, s.version,
  coalesce(n.num_rows, 0)::int as num_rows, coalesce(n.num_counted, 0)::int as num_counted, coalesce(n.num_waiting, 0)::int as num_waiting`;
const FROM = sql`stocktake s left join factory f on f.id = s.owner_id left join lateral (
  select sum(t.num_rows) as num_rows, sum(t.num_counted) as num_counted, sum(t.num_waiting) as num_waiting
  from ${stocktake_tally} t where t.stocktake_key = s.key) n on true`;

const NEWEST: Orders<StocktakeRow> = {
  key: sql`s.key`,
  keyOf: (row) => row.key,
  by: { count_date: { by: sql`s.count_date`, kind: "date", of: (row) => row.count_date } },
};

export async function listStocktakes(
  db: Tx,
  who: Who,
  { q, state, size, ...cursor }: z.output<typeof stocktakeFilter>,
) {
  const where = and(
    sql`s.seller_id = ${who.company_id}`,
    state ? sql`s.state = ${state}` : sql`s.state <> 'discarded'`,
    q ? sql`s.name ilike ${containing(q)}` : undefined,
  );
  const read = async (more: SQL | undefined, order: SQL, limit: number) =>
    (
      await db.execute<StocktakeRow>(
        sql`select ${HEAD} from ${FROM} where ${and(where, more)} order by ${order} limit ${limit}`,
      )
    ).rows;
  const page = await keysetPage(read, NEWEST, { ...cursor, sort: "-count_date" }, size);
  return { ...page, ...(await countRows(db, sql`select 1 from stocktake s where ${where}`)) };
}

export async function findStocktake(db: Tx, who: Who, key: number): Promise<StocktakePage> {
  const { rows } = await db.execute<StocktakeRow>(
    sql`select ${HEAD} from ${FROM} where s.key = ${key} and s.seller_id = ${who.company_id}`,
  );
  if (!rows[0]) throw notFound("棚卸");
  const persons = await db.execute<{ person: string; num: number }>(sql`
    select person, count(*)::int as num from stocktake_row where stocktake_key = ${key} and person is not null
    group by person order by num desc, person`);
  const isConfirmed = rows[0].state === "confirmed";
  const kept_because = isConfirmed ? await keptBecause(db, key) : null;
  return { ...rows[0], persons: persons.rows, may_undo: isConfirmed && kept_because === null, kept_because };
}

const ANEW = "取り消せません。「数え直し」で新しい棚卸を作ってください。";

/** Why a confirmation stands: a later count holds without a move, too; null: it can be taken back. */
export async function keptBecause(db: Tx, key: number): Promise<string | null> {
  const later = await countedSince(db, key);
  if (later !== null) return `確定のあとに、棚卸「${later}」で同じ商品を数えました。${ANEW}`;
  return (await movedSince(db, key)) ? `確定のあとに入出庫がありました。${ANEW}` : null;
}

/** Only what was counted after a product's last confirmed count is confirmed: its time tells the order. */
async function countedSince(db: Tx, key: number): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select o.name from stocktake_row r join stocktake_row l on l.product_id = r.product_id and l.stocktake_key <> r.stocktake_key
      join stocktake o on o.key = l.stocktake_key and o.state = 'confirmed'
    where r.stocktake_key = ${key} and r.adjust is not null and l.adjust is not null and l.counted_time > r.counted_time
    order by l.counted_time desc, o.key limit 1`);
  return rows[0]?.name ?? null;
}

/** By key where the sheet has moves of its own: those of a device may be recorded at its time. */
async function movedSince(db: Tx, key: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with own as materialized (select s.key, s.confirmed_time, (select max(o.key) from stock_move o where o.action = s.action) as last
      from stocktake s where s.key = ${key})
    select 1 from own s join stocktake_row r on r.stocktake_key = s.key and r.counted is not null
      join stock_move m on m.product_id = r.product_id and m.key > coalesce(s.last, 0)
    where m.stocktake_key is distinct from s.key and (s.last is not null or m.recorded_time >= s.confirmed_time) limit 1`);
  return rows.length > 0;
}

/** `share`: by many who count at once; `update`: by whoever confirms. */
export async function lockStocktake(
  db: Tx,
  who: Who,
  key: number,
  strength: "share" | "update",
): Promise<Stocktake> {
  const [row] = await db
    .select()
    .from(stocktake)
    .where(and(eq(stocktake.key, key), eq(stocktake.seller_id, who.company_id)))
    .for(strength);
  if (!row) throw notFound("棚卸");
  return row;
}

export function refuseUnless(sheet: Pick<Stocktake, "state" | "name">, ...states: StocktakeState[]): void {
  refuseIf(
    states.includes(sheet.state)
      ? null
      : `棚卸「${sheet.name}」は「${STOCKTAKE_STATE_LABEL[sheet.state]}」です。この操作はできません。`,
  );
}

export const staleFigures = () =>
  new Refusal(409, "確認のあとで数が変わりました。新しい数を確認してから、もう一度押してください。");

const ORDERS: Orders<SheetRow> = {
  key: sql`r.product_id`,
  keyOf: (row) => row.product_id,
  by: { position: { by: sql`r.position`, kind: "number", of: (row) => row.position } },
};

const ASKED = sql`f.asks_second or ${ASKS}`;

/** With how many rows each view has. */
export async function findSheet(db: Tx, who: Who, key: number) {
  const sheet = await findStocktake(db, who, key);
  const { rows } = await db.execute<{ num_differing: number; num_asking: number }>(sql`
    select count(*) filter (where ${DIFFERS})::int as num_differing, count(*) filter (where ${ASKED})::int as num_asking
    from (${figuresOf(key)}) f`);
  return { ...sheet, ...rows[0]! };
}

async function viewed(db: Tx, key: number, view: SheetFilter["view"]) {
  if (view === undefined) return undefined;
  if (view === "left") return sql`r.counted is null`;
  const wanted = view === "differing" ? DIFFERS : ASKED;
  const { rows } = await db.execute<{ ids: number[] | null }>(
    sql`select array_agg(f.product_id)::int[] as ids from (${figuresOf(key)}) f where ${wanted}`,
  );
  return sql`r.product_id = any(${sql.param(rows[0]!.ids ?? [])}::bigint[])`;
}

export async function readSheet(
  db: Tx,
  who: Who,
  key: number,
  { q, view, ids, size, ...cursor }: SheetFilter,
) {
  const sheet = await findStocktake(db, who, key);
  const where = and(
    await viewed(db, key, view),
    ids ? sql`r.product_id = any(${sql.param(ids)}::bigint[])` : undefined,
    q ? sql`(p.search_key like ${containing(searchKey(q))} or p.shelf ilike ${containing(q)})` : undefined,
  );
  const read = (more: SQL | undefined, order: SQL, limit: number) =>
    sheetRows(db, who, sheet, and(where, more), { order, limit, parts: true });
  const page = await keysetPage<SheetRow>(read, ORDERS, { ...cursor, sort: "position" }, size);
  const all = sql`select 1 from stocktake_row r join product p on p.product_id = r.product_id
    where r.stocktake_key = ${key} and ${where ?? sql`true`}`;
  return { ...page, ...(await countRows(db, all)) };
}
