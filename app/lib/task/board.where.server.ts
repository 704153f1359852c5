import { and, eq, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Who } from "~/lib/auth/who";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory, factory_meta } from "~/lib/setting/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { addDays, today, type ISODate } from "~/lib/time/date";
import type { BoardFilter } from "./board.schema";
import { stalledSince } from "./card";
import { NON_KANBAN_GROUP } from "./card.schema";
import { card } from "./card.table.server";

export type Partner = { id: string; name: string };
/** What one look at the board is made of: the side it is seen from, its day, and its conditions as SQL. */
export type View = {
  side: "seller" | "buyer"; today: ISODate; partners: Partner[];
  /** Whose cards, on the board. */
  scope: SQL;
  /** Search, partner and kind. */
  base: SQL | undefined;
  late: SQL; soon: SQL; stalled: SQL; urgent: SQL;
  /** All conditions of the filter. */
  all: SQL | undefined;
};

async function partnersOf(db: Tx, company_id: string, side: View["side"]): Promise<Partner[]> {
  const [own, other] = side === "buyer" ? [collaboration.buyer_id, collaboration.seller_id] : [collaboration.seller_id, collaboration.buyer_id];
  return db.select({ id: factory.id, name: factory.name }).from(collaboration).innerJoin(factory, eq(factory.id, other))
    .where(eq(own, company_id)).orderBy(factory.is_stock, factory.name);
}

async function stallDays(db: Tx, company_id: string): Promise<number> {
  const [row] = await db.select({ days: factory_meta.stall_days }).from(factory_meta).where(eq(factory_meta.company_id, company_id));
  return row?.days ?? 5;
}

/** Where 東京 day `d` ends, as a UTC instant. */
const endOf = (d: ISODate) => new Date(Date.parse(`${addDays(d, 1)}T00:00:00Z`) - 9 * 3_600_000).toISOString();

/** Reads a filter as the person asking sees the board: a seller's own cards, or a buyer's own cards at every seller. */
export async function viewOf(db: Tx, who: Who, filter: BoardFilter): Promise<View> {
  const side = who.company_type === "buyer" ? "buyer" : "seller";
  const partners = await partnersOf(db, who.company_id, side);
  const day = today(new Date(who.now));
  const [own, other, chosen] = side === "buyer" ? [card.buyer_id, card.seller_id, filter.seller_id] : [card.seller_id, card.buyer_id, filter.buyer_id];
  const late = sql`${card.delivery_date} < ${day}`;
  const urgent = eq(card.is_urgent, true);
  const stalled = sql`${card.group_update_time} <= ${endOf(stalledSince(day, await stallDays(db, who.company_id)))}`;
  const base = and(chosen ? eq(other, chosen) : undefined, searched(filter.q, partners, other), kind(filter.task_type));
  return {
    side, today: day, partners, late, urgent, stalled, base,
    soon: sql`${card.delivery_date} in (${day}, ${addDays(day, 1)})`,
    scope: and(eq(own, who.company_id), ne(card.group_id, sql`${sql.raw(String(NON_KANBAN_GROUP))}`))!,
    all: and(base, filter.late ? late : undefined, filter.urgent ? urgent : undefined, filter.stalled ? stalled : undefined,
      filter.delivery_date_from ? sql`${card.delivery_date} >= ${filter.delivery_date_from}` : undefined,
      filter.delivery_date_to ? sql`${card.delivery_date} <= ${filter.delivery_date_to}` : undefined),
  };
}

/** 番号・品名・注文番号・図番, or the partner's name. */
function searched(q: string | undefined, partners: Partner[], other: AnyPgColumn): SQL | undefined {
  const key = q && searchKey(q);
  if (!key) return undefined;
  const named = partners.filter((partner) => searchKey(partner.name).includes(key)).map((partner) => partner.id);
  return or(sql`position(${key} in ${card.search_key}) > 0`, named.length > 0 ? inArray(other, named) : undefined);
}

function kind(task_type: BoardFilter["task_type"]): SQL | undefined {
  if (!task_type) return undefined;
  return task_type === "normal" ? sql`${card.task_type} is null` : eq(card.task_type, task_type);
}
