import { and, eq, ilike, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { containing } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import { holidaysOf } from "~/lib/company/calendar.server";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { card } from "~/lib/tables/card.table.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { addDays, type ISODate, today } from "~/lib/time/date";
import { NON_KANBAN_GROUP } from "~/lib/vocabulary/card.schema";
import { idleDays } from "./board";
import { type Partner, partnersOf } from "./board.choices.server";
import { due_date } from "./board.cursor.server";
import type { BoardFilter } from "./board.filter.schema";
import { stalledSince } from "./card";

export type View = {
  side: "seller" | "buyer";
  today: ISODate;
  partners: Partner[];
  stall_days: number;
  scope: SQL;
  /** The strip's counts are narrowed by these too. */
  base: SQL | undefined;
  late: SQL;
  soon: SQL;
  stalled: SQL;
  urgent: SQL;
  all: SQL | undefined;
  /** Where few cards hold the searched words; `scope` and `all` hold for them too. */
  keys: number[] | undefined;
};

/** Beyond so many found cards, going through all in their order is faster. */
const FEW = 1000;

const stalls = prepared((db) =>
  db
    .select({ days: factory_meta.stall_days })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, sql.placeholder("company_id")))
    .prepare("stalls"),
);

/** The company's holidays come on top, so that nothing seems to stand still over a break. */
async function stallDays(db: Tx, company_id: string, day: ISODate): Promise<number> {
  const [[row], holidays] = await Promise.all([
    stalls(db).execute({ company_id }),
    holidaysOf(db, company_id),
  ]);
  return idleDays(stalledSince(day, row?.days ?? 5, holidays), day);
}

/** As a UTC instant; `d` is a 東京 day. */
const endOf = (d: ISODate) =>
  new Date(Date.parse(`${addDays(d, 1)}T00:00:00Z`) - 9 * 3_600_000).toISOString();

/** Agrees with `workStatusOf`; for the factory alone. */
export function keysAt(company_id: string, state: "working" | "paused" | "partial"): SQL {
  const open = sql`select w.card_key from work w left join pause p on p.work_key = w.key and p.pause_end is null
    where w.seller_id = ${company_id} and w.work_end is null group by w.card_key having bool_or(p.key is null) = ${state === "working"}::boolean`;
  if (state !== "partial") return sql`(${open})`;
  return sql`(select h.key as card_key from half_done() h join process s on s.company_id = ${company_id} and s.group_id = h.group_id and s.role <> 'ready'
    where not exists (select from work w where w.card_key = h.key and w.work_end is null))`;
}

export async function viewOf(db: Tx, who: Who, filter: Partial<BoardFilter>): Promise<View> {
  const side = who.company_type === "buyer" ? "buyer" : "seller";
  const day = today(new Date(who.now));
  const [partners, stall_days] = await Promise.all([
    partnersOf(db, who.company_id, side),
    stallDays(db, who.company_id, day),
  ]);
  const [own, other, chosen] =
    side === "buyer"
      ? [card.buyer_id, card.seller_id, filter.seller_id]
      : [card.seller_id, card.buyer_id, filter.buyer_id];
  const late = sql`${due_date} < ${day}::date`;
  const soon = sql`${due_date} in (${day}::date, ${addDays(day, 1)}::date)`;
  const urgent = eq(card.is_urgent, true);
  const stalled = sql`${card.group_update_time} < ${endOf(stalledSince(day, stall_days))}`;
  const words = await searchCondition(db, filter.q, partners, other);
  const base = and(
    chosen ? eq(other, chosen) : undefined,
    words?.where,
    kind(filter.task_type),
    named(filter.name),
    filter.is_billing_target ? eq(card.is_billing_target, filter.is_billing_target === "on") : undefined,
    handled(who, filter),
  );
  return {
    side,
    today: day,
    partners,
    stall_days,
    late,
    urgent,
    stalled,
    base,
    soon,
    keys: words?.keys,
    scope: and(eq(own, who.company_id), ne(card.group_id, sql`${sql.raw(String(NON_KANBAN_GROUP))}`))!,
    all: and(
      base,
      filter.late ? late : undefined,
      filter.soon ? soon : undefined,
      filter.urgent ? urgent : undefined,
      filter.stalled ? stalled : undefined,
      filter.delivery_date_from
        ? sql`${due_date} >= ${filter.delivery_date_from}::date and ${due_date} < 'infinity'`
        : undefined,
      filter.delivery_date_to ? sql`${due_date} <= ${filter.delivery_date_to}::date` : undefined,
      standing(who, filter.state),
    ),
  };
}

function named(name: string | undefined): SQL | undefined {
  if (!name) return undefined;
  const like = containing(name);
  const products = sql`${card.product_id} in (select p.product_id from product p where p.code ilike ${like})`;
  return or(ilike(card.name, like), ilike(card.drawing_no, like), products);
}

function handled(who: Who, { collab_id, worker_id }: Partial<BoardFilter>): SQL | undefined {
  return and(
    collab_id
      ? sql`${card.key} in (select i.card_key from card_inner i where i.collab_id = ${collab_id})`
      : undefined,
    worker_id
      ? sql`${card.key} in (select w.card_key from work w where w.seller_id = ${who.company_id} and w.worker_id = ${worker_id}
      and w.work_end is null)`
      : undefined,
  );
}

function standing(who: Who, state: BoardFilter["state"]): SQL | undefined {
  if (!state) return undefined;
  if (state === "working" || state === "paused" || state === "partial")
    return sql`${card.key} in ${keysAt(who.company_id, state)}`;
  return sql`(${card.seller_id}, ${card.group_id}) in (select p.company_id, p.group_id from process p where p.role = ${state})`;
}

type Searched = { where: SQL | undefined; keys?: number[] };

/** By the index of migration 0043. */
async function searchCondition(
  db: Tx,
  q: string | undefined,
  partners: Partner[],
  other: AnyPgColumn,
): Promise<Searched | undefined> {
  const key = q && searchKey(q);
  if (!key) return undefined;
  const found = partners
    .filter((partner) => searchKey(partner.name).includes(key))
    .map((partner) => partner.id);
  const { rows } = await db.execute<{ key: string }>(
    sql`select * from search_board(${key}, ${sql.param(found)}::text[], ${FEW + 1}) as f(key)`,
  );
  const keys = rows.map((row) => Number(row.key));
  if (keys.length <= FEW) return { where: sql`${card.key} = any(${sql.param(keys)}::bigint[])`, keys };
  return {
    where: or(
      sql`position(${key} in ${card.search_key}) > 0`,
      found.length > 0 ? inArray(other, found) : undefined,
    ),
  };
}

function kind(task_type: BoardFilter["task_type"]): SQL | undefined {
  if (!task_type) return undefined;
  return task_type === "normal" ? sql`${card.task_type} is null` : eq(card.task_type, task_type);
}
