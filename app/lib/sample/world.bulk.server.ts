import { and, eq, inArray, sql } from "drizzle-orm";
import { type Database, type Tx, tenant } from "~/lib/db/connection.server";
import { pricesAt } from "~/lib/product/price.read.server";
import { product } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { SHIPPED } from "~/lib/vocabulary/card.schema";
import type { Clock } from "./world.clock.server";

const SELLER = "yamada";
const DIGITS = 7;
/**
 * A transaction makes at most so many cards: each adds to its day's tallies, and what it wrote over stands in
 * its own way until it ends (0.35 ms a card in 4,000, 0.66 in 32,000, 3 in 200,000).
 */
const CHUNK = 10_000;

/**
 * Many cards of one factory, for benchmarks: 19 of 20 shipped long ago and not to be billed, the rest on the
 * board. Not through the commands, which take some milliseconds a card: a statement makes the cards and
 * another their logs, each such as the commands would have left it (made, then moved or shipped), numbered
 * L0000001 on so that the factory's own numbers go on undisturbed.
 */
export async function makeBulk(db: Database, cards: number, clock: Clock): Promise<void> {
  for (let from = 1; from <= cards; from += CHUNK) {
    await tenant(db, { company_id: SELLER, username: `admin@${SELLER}.example` }, async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await insertCards(tx, from, Math.min(from + CHUNK - 1, cards), clock);
      await insertLogs(tx, from, Math.min(from + CHUNK - 1, cards));
    });
  }
}

async function insertCards(tx: Tx, from: number, to: number, clock: Clock): Promise<void> {
  const products = await productsToMake(tx, clock);
  await tx.execute(sql`
    with p as (select * from jsonb_to_recordset(${JSON.stringify(products)}::jsonb)
        as p(n int, product_id bigint, buyer_id text, name text, drawing_no text, drawing_revision text, unit_price numeric, folded text)),
      process as (select group_id, label, (row_number() over (order by group_id) - 1)::int as n
        from process where company_id = ${SELLER} and role <> 'inbox'),
      plan as (
        select i, p.*, i % 20 <> 0 as gone, (20 + i % 7 * 10)::numeric as num_items, process.group_id as stands, process.label,
          ${clock.today}::date - case when i % 20 <> 0 then 120 + i * 7 % 900 else 6 + i / 20 % 15 end as made
        from generate_series(${from}::int, ${to}::int) i join p on p.n = i % ${products.length}
          join process on process.n = i / 20 % (select count(*)::int from process)),
      timed as (select *, (weekday + time '00:10' + i % 290 * interval '1 minute') at time zone 'UTC' as start
        from (select plan.*, (made - greatest(extract(isodow from made)::int - 5, 0))::timestamp as weekday from plan) planned),
      done as (select *, gone or stands <> 2 as moved,
          start + case when gone then interval '7 days 3 hours' when stands <> 2 then interval '3 hours' else interval '0' end as moved_time
        from timed)
    insert into card (seller_id, buyer_id, id, product_id, name, drawing_no, drawing_revision, num_items, num_good, order_unit, unit,
      num_units, unit_price, price, is_billing_target, delivery_date, group_id, status, moved_group, created_time, product_time,
      shipped_time, group_update_time, update_time, search_key, version)
    select ${SELLER}, buyer_id, 'L' || lpad(i::text, ${DIGITS}, '0'), product_id, name, drawing_no, drawing_revision,
      num_items, case when gone then num_items else 0 end,
      'piece', 'piece', num_items, unit_price, floor(unit_price * num_items)::bigint, not gone,
      case when gone then weekday::date + 7 else ${clock.today}::date + 2 + i / 20 % 25 end,
      case when gone then 99 else stands end, case when gone then ${SHIPPED} else label end, case when gone then 8 when moved then 2 end,
      start, case when gone or stands = 8 then moved_time end, case when gone then moved_time end, moved_time, moved_time,
      'l' || lpad(i::text, ${DIGITS}, '0') || folded, case when moved then 2 else 1 end
    from done order by i`);
}

async function productsToMake(tx: Tx, clock: Clock) {
  const rows = await tx
    .select()
    .from(product)
    .where(
      and(
        eq(product.seller_id, SELLER),
        inArray(product.buyer_id, ["tanaka", "suzuki"]),
        eq(product.order_unit, "piece"),
        eq(product.unit, "piece"),
      ),
    );
  const prices = await pricesAt(
    tx,
    rows.map((row) => row.product_id),
    clock.today,
  );
  return rows.map(({ product_id, buyer_id, name, drawing_no, drawing_revision }, n) => ({
    n,
    product_id,
    buyer_id,
    name,
    drawing_no,
    drawing_revision,
    unit_price: prices.get(product_id)![0]!.unit_price,
    folded: searchKey(name + (drawing_no ?? "")),
  }));
}

const instant = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

async function insertLogs(tx: Tx, from: number, to: number): Promise<void> {
  const [first] = (
    await tx.execute<{ group_id: number; label: string }>(sql`select group_id, label from process
    where company_id = ${SELLER} and role <> 'inbox' order by group_id limit 1`)
  ).rows;
  // "offset 0" keeps each text from being made twice.
  await tx.execute(sql`
    insert into activity (seller_id, buyer_id, subject, subject_key, seq, kind, at, actor, actor_name, actor_company, origin, before, after)
    select bulk.seller_id, buyer_id, 'card', key, entry.* from (
      select c.*, to_jsonb(c) - array['key', 'version', 'search_key'] as entire,
        jsonb_build_object('group_id', ${first!.group_id}::int, 'status', ${first!.label}::text, 'moved_group', null, 'product_time', null,
          'shipped_time', null, 'num_good', '0', 'group_update_time', made, 'update_time', made) as first,
        jsonb_build_object('group_id', group_id, 'status', status, 'moved_group', moved_group, 'num_good', trim_scale(num_good)::text,
          'product_time', case when product_time is not null then moved end,
          'shipped_time', case when shipped_time is not null then moved end, 'group_update_time', moved, 'update_time', moved) as last,
        jsonb_build_object('num_items', trim_scale(num_items)::text, 'num_units', trim_scale(num_units)::text,
          'unit_price', trim_scale(unit_price)::text, 'num_defective', '0', 'num_partial', '0', 'num_delivered', '0',
          'created_time', made) as texts
      from card c, lateral (select ${instant("created_time")} as made, ${instant("update_time")} as moved offset 0) t
      where seller_id = ${SELLER} and id between ${`L${padded(from)}`} and ${`L${padded(to)}`} offset 0) bulk,
      lateral (
        select 1, 'created', created_time, ${`admin@${SELLER}.example`}, '山田 太郎', seller_id, 'CSV', '{}'::jsonb, entire || first || texts
        union all
        select 2, case when shipped_time is null then 'moved' else 'shipped' end, update_time, ${`genba@${SELLER}.example`}, '山口 現',
          seller_id, 'CSV', first, last
        where version = 2) entry`);
}

const padded = (n: number) => String(n).padStart(DIGITS, "0");
