import { and, asc, eq, gt, max, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { activity } from "~/lib/tables/activity.table.server";
import { card } from "~/lib/tables/card.table.server";
import { today } from "~/lib/time/date";
import type { boardPulse } from "./board.schema";

/** After so many entries everything is read again. */
const MANY = 200;
const ownLog = (who: Who) =>
  eq(who.company_type === "buyer" ? activity.buyer_id : activity.seller_id, who.company_id);

const last = (own: AnyPgColumn) =>
  prepared((db) =>
    db
      .select({ key: max(activity.key) })
      .from(activity)
      .where(eq(own, sql.placeholder("company_id")))
      .prepare("last"),
  );
const [boughtLast, soldLast] = [last(activity.buyer_id), last(activity.seller_id)];

/** A board drawn now knows of everything up to it. */
export async function lastEntry(db: Tx, who: Who): Promise<number> {
  const [row] = await (who.company_type === "buyer" ? boughtLast : soldLast)(db).execute(who);
  return row?.key ?? 0;
}

export async function pulseOf(db: Tx, who: Who, since: number): Promise<z.output<typeof boardPulse>> {
  const parent = alias(card, "parent");
  const rows = await db
    .select({
      key: activity.key,
      subject: activity.subject,
      was: sql<string | null>`${activity.before} ->> 'group_id'`,
      now: card.group_id,
      over: parent.group_id,
    })
    .from(activity)
    .leftJoin(card, and(eq(activity.subject, "card"), eq(card.key, activity.subject_key)))
    .leftJoin(parent, and(eq(parent.seller_id, card.seller_id), eq(parent.id, card.parent_id)))
    .where(and(ownLog(who), gt(activity.key, since)))
    .orderBy(asc(activity.key))
    .limit(MANY);
  const day = today(new Date(who.now));
  const told = rows.filter((row) => ["card", "factory", "file"].includes(row.subject));
  const all =
    rows.length === MANY ||
    told.some((row) => row.subject !== "card") ||
    (told.length > 0 && who.company_type === "buyer");
  const at = rows.length === MANY ? await lastEntry(db, who) : (rows[rows.length - 1]?.key ?? since);
  if (all) return { at, today: day, columns: ["*"] };
  const columns = new Set(
    told
      .flatMap((row) => [row.was, row.now, row.over])
      .filter((one) => one !== null)
      .map(String),
  );
  columns.delete("99");
  return { at, today: day, columns: [...columns].sort() };
}
