import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { card } from "~/lib/tables/card.table.server";
import { subgroup } from "~/lib/tables/worker.table.server";
import { on_board } from "./board.count.server";
import type { View } from "./board.where.server";

export type Lane = { group_id: number; subgroup_id: number; label: string };

const { group_id, subgroup_id, label } = subgroup;
const lanes = prepared((db) =>
  db
    .select({ group_id, subgroup_id, label })
    .from(subgroup)
    .where(and(eq(subgroup.company_id, sql.placeholder("company_id")), eq(subgroup.is_active, true)))
    .orderBy(asc(subgroup.sort), asc(subgroup.subgroup_id))
    .prepare("lanes"),
);

export const lanesOf = (db: Tx, who: Who): Promise<Lane[]> => lanes(db).execute(who);

export async function laneCounts(
  db: Tx,
  view: View,
  places: { seller_id: string; group_id: number }[],
): Promise<Map<string, number>> {
  if (places.length === 0) return new Map();
  const there = or(
    ...places.map((place) => and(eq(card.seller_id, place.seller_id), eq(card.group_id, place.group_id))),
  );
  const { rows } = await db.execute<{
    group_id: number;
    subgroup_id: number;
    n: number;
  }>(sql`select group_id, subgroup_id, count(*)::int as n
    from ${on_board} where ${and(view.scope, there, view.all, sql`${card.subgroup_id} is not null`)} group by group_id, subgroup_id`);
  return new Map(rows.map((row) => [`${row.group_id}.${row.subgroup_id}`, row.n]));
}
