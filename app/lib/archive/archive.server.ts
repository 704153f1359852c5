import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import { containing, type Paging } from "~/lib/api/query.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { activityOf } from "~/lib/log/activity.server";
import { log_seal } from "~/lib/tables/activity.table.server";
import { delivery } from "~/lib/tables/delivery.table.server";
import { invoice } from "~/lib/tables/invoice.table.server";
import { orders } from "~/lib/tables/order.table.server";
import type { Archived } from "./archive";
import type { ArchiveFilter, ArchiveRow } from "./archive.list";

/** What the company issued or was sent, in one shape: amounts with tax, as far as the document bears any. */
const documents = ({ company_id: own }: Who): SQL => {
  const issued = (table: SQL, kind: Archived, day: SQL, shown: SQL, edition: SQL) => sql`
    select ${kind}::text as kind, key, ${day} as day, number, seller_id = ${own} as is_issued,
      case when seller_id = ${own} then buyer ->> 'name' else seller ->> 'name' end as partner_name,
      seller ->> 'registration_number' as registration_number, case when ${shown} then total end as amount,
      case when ${shown} then subtotal end as subtotal, ${edition}, cancelled_time, cancel_reason
    from ${table} where ${own} in (seller_id, buyer_id)`;
  return sql`(
    ${issued(sql`invoice`, "invoice", sql`invoice_date`, sql`true`, sql`correction, revision`)}
    union all
    ${issued(sql`delivery`, "delivery", sql`delivery_date`, sql`show_amounts`, sql`null, 1`)}
    union all
    select 'order', o.key, o.order_date, o.order_id, o.buyer_id = ${own},
      case when o.seller_id = ${own} then o.buyer ->> 'name' else o.seller ->> 'name' end, null,
      p.price + floor(p.price * 0.1)::bigint, p.price, null, 1, o.cancelled_time, o.cancel_reason
    from orders o cross join lateral (
      select case when count(*) = count(l.price) then sum(l.price)::bigint end as price from order_line l where l.order_key = o.key) p
    where ${own} in (o.seller_id, o.buyer_id)) d`;
};

function where(filter: ArchiveFilter): SQL | undefined {
  return and(
    filter.history ? undefined : sql`d.cancelled_time is null`,
    filter.kind ? sql`d.kind = ${filter.kind}` : undefined,
    filter.side ? sql`d.is_issued = ${filter.side === "issued"}` : undefined,
    filter.from ? sql`d.day >= ${filter.from}::date` : undefined,
    filter.to ? sql`d.day <= ${filter.to}::date` : undefined,
    filter.min === undefined ? undefined : sql`d.amount >= ${filter.min}`,
    filter.max === undefined ? undefined : sql`d.amount <= ${filter.max}`,
    filter.no_amount ? sql`d.amount is null` : undefined,
    filter.partner ? sql`d.partner_name ilike ${containing(filter.partner)}` : undefined,
    filter.q ? sql`d.number ilike ${containing(filter.q)}` : undefined,
  );
}

const ORDERS: Orders<ArchiveRow> = {
  key: sql`(d.kind || ':' || d.key)`,
  keyKind: "text",
  keyOf: (row) => row.id,
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
  const [from, found] = [documents(who), where(filter) ?? sql`true`];
  const read = async (more: SQL | undefined, order: SQL, limit: number) => {
    const { rows } = await db.execute<ArchiveRow>(sql`select d.kind || ':' || d.key as id, d.* from ${from}
      where ${and(found, more)} order by ${order} limit ${limit}`);
    return rows;
  };
  const [page, total] = await Promise.all([
    keysetPage(read, ORDERS, { after, before, sort }, size),
    countRows(db, sql`select 1 from ${from} where ${found}`),
  ]);
  return { ...page, ...total };
}

const TABLES = { order: orders, delivery, invoice };

/** What was done with documents of the company's own, in the order of time. */
export async function archiveLogOf(db: Tx, who: Who, { kind, keys }: { kind: Archived; keys: number[] }) {
  const table = TABLES[kind];
  const number = kind === "order" ? orders.order_id : kind === "delivery" ? delivery.number : invoice.number;
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
