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
import { ARCHIVED, type Archived } from "./archive";
import type { ArchiveFilter, ArchiveRow } from "./archive.list";

const DOCUMENTS: Record<Archived, (partner: string) => SQL> = {
  invoice: (
    partner,
  ) => sql`select 'invoice' as kind, key, invoice_date as day, number, ${sql.raw(partner)} ->> 'name' as partner_name,
    seller ->> 'registration_number' as registration_number, total as amount, subtotal, correction, revision, cancelled_time, cancel_reason
    from invoice`,
  delivery: (
    partner,
  ) => sql`select 'delivery' as kind, key, delivery_date as day, number, ${sql.raw(partner)} ->> 'name' as partner_name,
    seller ->> 'registration_number' as registration_number, case when show_amounts then total end as amount,
    case when show_amounts then subtotal end as subtotal, null::text as correction, 1 as revision, cancelled_time, cancel_reason
    from delivery`,
  order: (partner) => {
    const price = sql`(select case when count(*) = count(l.price) then sum(l.price)::bigint end
      from order_line l where l.order_key = orders.key and l.revision = 1)`;
    return sql`select 'order' as kind, key, order_date as day, order_id as number, ${sql.raw(partner)} ->> 'name' as partner_name,
      null::text as registration_number, ${price} + floor(${price} * 0.1)::bigint as amount, ${price} as subtotal, null::text as correction,
      1 as revision, cancelled_time, cancel_reason from orders`;
  },
};
/** No key comes near: the kinds follow each other within a day. */
const KIND_STEP = 1_000_000_000_000_000;
const placeOf = ({ kind, key }: Pick<ArchiveRow, "kind" | "key">) => ARCHIVED.indexOf(kind) * KIND_STEP + key;

/**
 * What the company issued or was sent, in one shape: amounts with tax, as far as the document bears any. Each
 * kind of each side by itself, so that an index leads to the first of them.
 */
function branches({ company_id: own }: Who, filter: ArchiveFilter): ((rest: SQL) => SQL)[] {
  const found = where(filter) ?? sql`true`;
  const kinds = ARCHIVED.filter((kind) => !filter.kind || kind === filter.kind);
  const sides = (["seller", "buyer"] as const).flatMap((side) =>
    kinds.map((kind) => ({ side, kind, is_issued: (side === "buyer") === (kind === "order") })),
  );
  return sides
    .filter(({ is_issued }) => !filter.side || is_issued === (filter.side === "issued"))
    .map(({ side, kind, is_issued }) => {
      const other = side === "seller" ? "buyer" : "seller";
      const place = sql.raw(String(ARCHIVED.indexOf(kind) * KIND_STEP));
      // Said of the column, too: an index knows nothing of what is shown.
      const least = kind === "order" || filter.min === undefined ? sql`` : sql`and total >= ${filter.min}`;
      const most = kind === "order" || filter.max === undefined ? sql`` : sql`and total <= ${filter.max}`;
      return (rest) => sql`(select * from (
        select d.*, ${is_issued}::boolean as is_issued, d.kind || ':' || d.key as id, ${place} + d.key as at
        from (${DOCUMENTS[kind](other)} where ${sql.raw(side)}_id = ${own} ${least} ${most}) d) d where ${found} ${rest})`;
    });
}

const union = (parts: SQL[]): SQL => sql.join(parts, sql` union all `);

function where(filter: ArchiveFilter): SQL | undefined {
  return and(
    filter.history ? undefined : sql`d.cancelled_time is null`,
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
  const each = branches(who, filter);
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
