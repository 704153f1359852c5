import { type SQL, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { type Branch, positionSql } from "./archive.position.server";

const COLUMNS =
  sql.raw(`b.registration_number, b.total as amount, b.subtotal, null::text as correction, 1 as revision,
    b.cancelled_time, b.cancel_reason`);
const NO_QUOTE = sql.raw("null::bigint as quote_key, null::bigint as part_key");
const isFile = sql`c.owner_kind = 'payable_bill' and c.owner_key = b.key::text and c.deleted_time is null`;

/** Each file of a paper 請求書 or expense, by what was entered of it. */
const filed = (own: SQL) => sql`
  select ${positionSql("bill", sql`c.id`)} as at, 'bill' as kind, c.id as key, c.key as file_key, ${NO_QUOTE},
    b.bill_date as day, concat_ws(' ', b.number, c.name) as number, p.name as partner_name, ${COLUMNS}
  from payable_bill b join factory p on p.id = b.partner_id join file c on ${isFile} where ${own}`;

/** Entered from paper that is kept as paper. */
const bare = (own: SQL) => sql`
  select ${positionSql("entry", sql`b.key`)} as at, 'entry' as kind, b.key, null::text as file_key, ${NO_QUOTE},
    b.bill_date as day, coalesce(b.number, '計上' || b.key) as number, p.name as partner_name, ${COLUMNS}
  from payable_bill b join factory p on p.id = b.partner_id
  where not exists (select from file c where ${isFile}) and ${own}`;

/** Seen by who entered them alone: the partner has papers of its own. */
export function billBranches({ company_id }: Who): Branch[] {
  const own = sql`b.company_id = ${company_id}`;
  return [
    { kind: "bill", is_issued: false, rows: filed(own) },
    { kind: "entry", is_issued: false, rows: bare(own) },
  ];
}
