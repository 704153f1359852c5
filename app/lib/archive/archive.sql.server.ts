import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { billBranches } from "./archive.bill.sql.server";
import type { ArchiveFilter } from "./archive.list";
import { type Branch, positionSql, versionSql } from "./archive.position.server";
import { quoteBranches } from "./archive.quote.sql.server";

/** An order bears no tax: 10% is added, rounded down. */
const NO_QUOTE = sql.raw("null::bigint as quote_key, null::bigint as part_key");
const orderColumns = (
  day: SQL,
  revision: SQL,
  partner: SQL,
  price: SQL,
) => sql`'order' as kind, o.key, null::text as file_key, ${NO_QUOTE},
  ${day} as day, o.order_id as number, ${partner} as partner_name, null::text as registration_number,
  ${price} + floor(${price} * 0.1)::bigint as amount, ${price} as subtotal, null::text as correction, ${revision} as revision,
  o.cancelled_time, o.cancel_reason`;
const sum = (lines: SQL) =>
  sql`(select case when count(*) = count(l.price) then sum(l.price)::bigint end from ${lines})`;

const DOCUMENTS: Record<
  "invoice" | "selfbill" | "delivery" | "order" | "version",
  (partner: string, own: SQL) => SQL
> = {
  invoice: (
    partner,
    own,
  ) => sql`select ${positionSql("invoice", sql`key`)} as at, 'invoice' as kind, key, null::text as file_key, ${NO_QUOTE}, invoice_date as day,
    number, ${sql.raw(partner)} ->> 'name' as partner_name, seller ->> 'registration_number' as registration_number, total as amount,
    subtotal, correction, revision, cancelled_time, cancel_reason from invoice where not is_self_billed and ${own}`,
  // Each side names the other, whoever issued it.
  selfbill: (
    partner,
    own,
  ) => sql`select ${positionSql("selfbill", sql`key`)} as at, 'selfbill' as kind, key, null::text as file_key, ${NO_QUOTE}, invoice_date as day,
    number, ${sql.raw(partner)} ->> 'name' as partner_name, seller ->> 'registration_number' as registration_number, total as amount,
    subtotal, correction, revision, cancelled_time, cancel_reason from invoice where is_self_billed and ${own}`,
  delivery: (
    partner,
    own,
  ) => sql`select ${positionSql("delivery", sql`key`)} as at, 'delivery' as kind, key, null::text as file_key, ${NO_QUOTE},
    delivery_date as day, number, ${sql.raw(partner)} ->> 'name' as partner_name, seller ->> 'registration_number' as registration_number,
    case when show_amounts then total end as amount, case when show_amounts then subtotal end as subtotal,
    null::text as correction, 1 as revision, cancelled_time, cancel_reason from delivery where ${own}`,
  order: (partner, own) => {
    const price = sum(sql`order_line l where l.order_key = o.key and l.revision = 1`);
    const columns = orderColumns(
      sql`o.order_date`,
      sql`1`,
      sql`${sql.raw(`o.${partner}`)} ->> 'name'`,
      price,
    );
    return sql`select ${positionSql("order", sql`o.key`)} as at, ${columns} from orders o where ${own}`;
  },
  version: (partner, own) => {
    const price = sum(sql`(select distinct on (line_no) price, is_off from (
        select line_no, revision, price, false as is_off from order_line where order_key = o.key
        union all select line_no, revision, price, is_off from order_revision_line where order_key = o.key) every
      where every.revision <= r.revision order by line_no, revision desc) l where not l.is_off`);
    const day = sql`(r.agreed_time at time zone 'Asia/Tokyo')::date`;
    const columns = orderColumns(day, sql`r.revision`, sql`${sql.raw(`o.${partner}`)} ->> 'name'`, price);
    return sql`select ${versionSql("version", sql`o.key`, sql`r.revision`)} as at, ${columns}
      from order_revision r join orders o on o.key = r.order_key where ${own}`;
  },
};

/** Papers alone: pictures and data of drawings go after 30 days (purge_chat_files). */
const attachments = (side: "company_id" | "partner_id", own: string) => sql`
  select ${positionSql("attachment", sql`c.id`)} as at, 'attachment' as kind, c.id as key, c.key as file_key, ${NO_QUOTE},
    (c.created_time at time zone 'Asia/Tokyo')::date as day, c.name as number, p.name as partner_name,
    null::text as registration_number, null::bigint as amount, null::bigint as subtotal, null::text as correction, 1 as revision,
    c.deleted_time as cancelled_time, null::text as cancel_reason
  from file c join factory p on p.id = ${sql.raw(side === "company_id" ? "c.partner_id" : "c.company_id")}
  where c.owner_kind = 'chat' and c.partner_id is not null and (c.kind = 'document' or c.media_type = 'application/pdf')
    and c.deleted_time is null and ${sql.raw(`c.${side}`)} = ${own}`;

/**
 * What the company issued or was sent, in one shape: amounts with tax, as far as the document bears any. Each
 * kind of each side by itself, so that an index leads to the first of them.
 */
function sources(who: Who, filter: ArchiveFilter): Branch[] {
  const { company_id: own } = who;
  // Said of the column, too: an index knows nothing of what is shown.
  const least = filter.min === undefined ? sql`` : sql`and total >= ${filter.min}`;
  const most = filter.max === undefined ? sql`` : sql`and total <= ${filter.max}`;
  const documents = (["seller", "buyer"] as const).flatMap((side) => {
    const partner = side === "seller" ? "buyer" : "seller";
    const isOwn = sql`${sql.raw(`${side}_id`)} = ${own}`;
    const isOrderOwn = sql`${sql.raw(`o.${side}_id`)} = ${own}`;
    const bounded = sql`${isOwn} ${least} ${most}`;
    return [
      { kind: "invoice", is_issued: side === "seller", rows: DOCUMENTS.invoice(partner, bounded) },
      { kind: "selfbill", is_issued: side === "buyer", rows: DOCUMENTS.selfbill(partner, bounded) },
      { kind: "delivery", is_issued: side === "seller", rows: DOCUMENTS.delivery(partner, bounded) },
      { kind: "order", is_issued: side === "buyer", rows: DOCUMENTS.order(partner, isOrderOwn) },
      { kind: "order", is_issued: side === "buyer", rows: DOCUMENTS.version(partner, isOrderOwn) },
    ] satisfies Branch[];
  });
  return [
    ...documents,
    ...quoteBranches(who),
    ...billBranches(who),
    { kind: "attachment", is_issued: true, rows: attachments("company_id", own) },
    { kind: "attachment", is_issued: false, rows: attachments("partner_id", own) },
  ];
}

/** `rest` follows the conditions of each branch. Of what there can't be any, one branch finds nothing. */
export function branches(who: Who, filter: ArchiveFilter, found: SQL): ((rest: SQL) => SQL)[] {
  const all = sources(who, filter);
  const asked = all
    .filter(({ kind }) => !filter.kind || kind === filter.kind)
    .filter(({ is_issued }) => !filter.side || is_issued === (filter.side === "issued"));
  const [some, where] = asked.length > 0 ? [asked, found] : [all.slice(0, 1), sql`false`];
  return some.map(
    ({ is_issued, rows }) =>
      (rest) =>
        sql`(select * from (
          select d.*, ${is_issued}::boolean as is_issued, d.kind || ':' || d.at as id from (${rows}) d) d where ${where} ${rest})`,
  );
}
