import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { holds, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/log/activity.server";
import { log_seal } from "~/lib/tables/activity.table.server";
import { delivery } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { orders } from "~/lib/tables/order.table.server";
import { quote, quote_seller } from "~/lib/tables/quote.table.server";
import type { Logged } from "./archive";
import type { ArchiveFilter, ArchiveRow } from "./archive.list";
import { placeOf } from "./archive.position.server";
import { branches } from "./archive.sql.server";

const union = (parts: SQL[]): SQL => sql.join(parts, sql` union all `);

function where(filter: ArchiveFilter): SQL | undefined {
  return and(
    filter.history ? undefined : sql`d.cancelled_time is null`,
    filter.from ? sql`d.day >= ${filter.from}::date` : undefined,
    filter.to ? sql`d.day <= ${filter.to}::date` : undefined,
    filter.min === undefined ? undefined : sql`d.amount >= ${filter.min}`,
    filter.max === undefined ? undefined : sql`d.amount <= ${filter.max}`,
    filter.no_amount ? sql`d.amount is null` : undefined,
    filter.partner ? holds(sql`d.partner_name`, filter.partner) : undefined,
    filter.q ? holds(sql`d.number`, filter.q) : undefined,
  );
}

const ORDERS: Orders<ArchiveRow> = {
  key: sql`d.at`,
  keyOf: placeOf,
  by: {
    day: { by: sql`d.day`, kind: "date", of: (row) => row.day },
    number: { by: sql`d.number`, kind: "text", of: (row) => row.number },
    amount: { by: sql`d.amount`, kind: "number", nullable: true, of: (row) => row.amount },
  },
};

export async function searchArchive(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...filter }: ArchiveFilter & Paging,
) {
  const each = branches(who, filter, where(filter) ?? sql`true`);
  const read = async (more: SQL | undefined, order: SQL, limit: number) => {
    const first = each.map((branch) =>
      branch(sql`${more ? sql`and ${more}` : sql``} order by ${order} limit ${limit}`),
    );
    const { rows } = await db.execute<ArchiveRow>(
      sql`select d.* from (${union(first)}) d order by ${order} limit ${limit}`,
    );
    return rows;
  };
  const [page, total] = await Promise.all([
    keysetPage(read, ORDERS, { after, before, sort }, size),
    countRows(db, union(each.map((branch) => branch(sql``)))),
  ]);
  return { ...page, ...total };
}

const TABLES = {
  order: [orders, orders.order_id],
  delivery: [delivery, delivery.number],
  invoice: [invoice, invoice.number],
  // The log of a 見積 is of what one factory was asked, and is named by it.
  quote: [
    quote_seller,
    sql<string>`(select concat_ws(' ', number, ${quote_seller.seller_name}) from ${quote} where ${quote.key} = ${quote_seller.quote_key})`,
  ],
} as const;

/** What was done with documents of the company's own, in the order of time. */
export async function archiveLogOf(db: Tx, who: Who, { kind, keys }: { kind: Logged; keys: number[] }) {
  const [table, number] = TABLES[kind];
  const own = await db
    .select({ key: table.key, number })
    .from(table)
    .where(
      and(
        inArray(table.key, [-1, ...keys]),
        or(eq(table.seller_id, who.company_id), eq(table.buyer_id, who.company_id)),
      ),
    );
  const numberOf = new Map(own.map((row) => [row.key, row.number]));
  const log = await activityOf(db, who, kind, [-1, ...numberOf.keys()]);
  const items = log
    .map((entry) => ({ ...entry, subject: kind, number: numberOf.get(entry.subject_key)! }))
    .sort((a, b) => a.subject_key - b.subject_key || a.key - b.key);
  return { items };
}

export async function lastSeal(db: Tx) {
  const [row] = await db.select().from(log_seal).orderBy(desc(log_seal.number)).limit(1);
  return { number: row!.number, sealed_time: row!.sealed_time, digest: row!.digest.toString("hex") };
}
