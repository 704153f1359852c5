import { and, type SQL, sql } from "drizzle-orm";
import { countRows } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { board_row } from "~/lib/tables/board.row.table.server";
import { card } from "~/lib/tables/card.table.server";
import { addDays } from "~/lib/time/date";
import type { Unit } from "~/lib/vocabulary/card.schema";
import type { BoardFilter } from "./board.filter.schema";
import { keysAt, type View } from "./board.where.server";
import { stalledSince } from "./card";

export type ProcessKey = { seller_id: string; group_id: number };
export type Count = ProcessKey & { order_unit: Unit; num_items: string | null } & Record<
    "count" | "late" | "total" | "total_late" | "soon" | "stalled" | "urgent",
    number
  >;
type Filter = Partial<BoardFilter>;

/** Without the shipped ones, packed (migration 0043). */
export const on_board = sql`${board_row} as card`;

/** With one of these in the filter the cards themselves are counted. */
const NOT_TALLIED = ["q", "name", "task_type", "is_billing_target", "collab_id", "worker_id"] as const;
/** These narrow the columns, not the strip; such cards are few, or found by an index. */
const NARROWED = ["urgent", "stalled", "state"] as const;

export async function countsOf(db: Tx, who: Who, view: View, filter: Filter): Promise<Count[]> {
  if (NOT_TALLIED.some((name) => filter[name])) return counted(db, view);
  if (!NARROWED.some((name) => filter[name])) return tallied(db, who, view, filter);
  const [strip, columns] = await Promise.all([tallied(db, who, view, filter), narrowed(db, view)]);
  return [...strip.map((row) => ({ ...row, count: 0, late: 0, num_items: null })), ...columns];
}

export async function totalOf(
  db: Tx,
  who: Who,
  view: View,
  filter: Filter,
): Promise<{ total: number; total_more: boolean }> {
  if ([...NOT_TALLIED, ...NARROWED].some((name) => filter[name])) {
    return countRows(db, sql`select from ${on_board} where ${and(view.scope, view.all)}`);
  }
  return {
    total: (await tallied(db, who, view, filter)).reduce((sum, row) => sum + row.count, 0),
    total_more: false,
  };
}

const rowsOf = async (db: Tx, query: SQL): Promise<Count[]> =>
  (await db.execute<Count & Record<string, unknown>>(query)).rows;

export function party(who: Who, side: View["side"], { buyer_id, seller_id }: Filter = {}): SQL {
  if (side === "seller") return sql`seller_id = ${who.company_id} and buyer_id = ${buyer_id ?? "*"}`;
  return seller_id
    ? sql`buyer_id = ${who.company_id} and seller_id = ${seller_id}`
    : sql`buyer_id = ${who.company_id}`;
}

/** The same few hundred rows at any size. */
async function tallied(db: Tx, who: Who, view: View, filter: Filter): Promise<Count[]> {
  const day = view.today;
  const dated = filter.late || filter.soon || filter.delivery_date_from || filter.delivery_date_to;
  const shown = and(
    sql`kind = 'due'`,
    filter.late ? sql`day < ${day}::date` : undefined,
    filter.soon ? sql`day in (${day}::date, ${addDays(day, 1)}::date)` : undefined,
    filter.delivery_date_from ? sql`day >= ${filter.delivery_date_from}::date` : undefined,
    filter.delivery_date_to ? sql`day <= ${filter.delivery_date_to}::date` : undefined,
    dated ? sql`day < 'infinity'` : undefined,
  );
  const since = stalledSince(day, view.stall_days);
  const n = (where: SQL | undefined) => sql`coalesce(sum(num_cards) filter (where ${where}), 0)::int`;
  return rowsOf(
    db,
    sql`select seller_id, group_id, order_unit, ${n(shown)} as count, ${n(sql`${shown} and day < ${day}::date`)} as late,
    sum(num_items) filter (where ${shown}) as num_items, ${n(sql`kind = 'due'`)} as total, ${n(sql`kind = 'due' and day < ${day}::date`)} as total_late,
    ${n(sql`kind = 'due' and day in (${day}::date, ${addDays(day, 1)}::date)`)} as soon, ${n(sql`kind = 'since' and day <= ${since}::date`)} as stalled,
    coalesce(sum(num_urgent) filter (where kind = 'due'), 0)::int as urgent
    from card_tally where ${party(who, view.side, filter)} and kind in ('due', 'since') group by seller_id, group_id, order_unit`,
  );
}

function counted(db: Tx, view: View): Promise<Count[]> {
  const kept = view.all ?? sql`true`;
  return rowsOf(
    db,
    sql`
    select seller_id, group_id, order_unit, count(*) filter (where ${kept})::int as count, sum(num_items) filter (where ${kept}) as num_items,
      count(*) filter (where ${kept} and ${view.late})::int as late, count(*)::int as total, count(*) filter (where ${view.late})::int as total_late,
      count(*) filter (where ${view.soon})::int as soon, count(*) filter (where ${view.stalled})::int as stalled,
      count(*) filter (where ${view.urgent})::int as urgent
    from ${on_board} where ${and(view.scope, view.base)} group by seller_id, group_id, order_unit`,
  );
}

function narrowed(db: Tx, view: View): Promise<Count[]> {
  return rowsOf(
    db,
    sql`
    select seller_id, group_id, order_unit, count(*)::int as count, sum(num_items) as num_items, count(*) filter (where ${view.late})::int as late,
      0 as total, 0 as total_late, 0 as soon, 0 as stalled, 0 as urgent
    from ${on_board} where ${and(view.scope, view.all)} group by seller_id, group_id, order_unit`,
  );
}

export async function workCounts(
  db: Tx,
  who: Who,
  view: View,
): Promise<Record<"working" | "paused" | "partial", number>> {
  if (view.side === "buyer") return { working: 0, paused: 0, partial: 0 };
  // From the work, which is little, to its cards: "offset 0" keeps the planner from going the other way.
  const at = (
    state: "working" | "paused" | "partial",
  ) => sql`(select count(*)::int from ${keysAt(who.company_id, state)} k cross join lateral
    (select from card where ${card.key} = k.card_key and ${and(view.scope, view.base)} offset 0) c)`;
  const { rows } = await db.execute<
    Record<"working" | "paused" | "partial", number>
  >(sql`select ${at("working")} as working, ${at("paused")} as paused,
    ${at("partial")} as partial`);
  return rows[0]!;
}
