import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { quote, quote_seller } from "~/lib/tables/quote.table.server";
import { daysBetween, today } from "~/lib/time/date";
import { holdsText } from "./quote.list.server";
import { receivedRow } from "./quote.row.schema";
import { partOf, receivedStatus } from "./quote.status.server";
import type { receivedQuery } from "./received.list";

type Found = Omit<z.output<typeof receivedRow>, "days_left">;
const ORDERS: Orders<Found> = {
  key: quote.key,
  keyOf: (row) => Number(row.key),
  by: {
    request_date: { by: quote.request_date, kind: "date", of: (row) => row.request_date },
    deadline: { by: quote.deadline, kind: "date", nullable: true, of: (row) => row.deadline },
  },
};

const from = sql`quote join quote_seller s on s.quote_key = quote.key cross join ${partOf}`;

/** 採用率: of what was answered, how much was chosen. */
async function rateOf(db: Tx, who: Who) {
  const { rows } = await db.execute<{ answered: number; awarded: number }>(sql`
    select count(*)::int as answered, (count(*) filter (where exists (
      select from quote_award w where w.seller_key = s.key and w.undone_time is null)))::int as awarded
    from ${quote_seller} s where s.seller_id = ${who.company_id} and exists (select from quote_answer a where a.seller_key = s.key)`);
  return rows[0]!;
}

export async function findReceived(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...f }: z.output<typeof receivedQuery>,
) {
  const day = today(new Date(who.now));
  const where = and(
    sql`s.seller_id = ${who.company_id} and s.sent_time is not null`,
    f.q ? holdsText(f.q) : undefined,
    f.buyer_id ? eq(quote.buyer_id, f.buyer_id) : undefined,
    f.status ? sql`${receivedStatus(day)} = ${f.status}` : undefined,
    f.open ? sql`${receivedStatus(day)} in ('waiting', 'draft', 'asked', 'expired')` : undefined,
  );
  const page = await keysetPage<Found>(
    async (further, order, limit) => {
      const { rows } = await db.execute<Found>(sql`
      select quote.key, quote.number, quote.request_date, quote.name, quote.drawing_no, quote.drawing_revision, quote.order_unit,
        quote.quantities, quote.deadline, ${receivedStatus(day)} as status, quote.made_by = s.seller_id as is_offer, quote.buyer_id,
        quote.buyer ->> 'name' as buyer_name, p.version, p.valid_until
      from ${from} where ${and(where, further)} order by ${order} limit ${limit}`);
      return rows;
    },
    ORDERS,
    { after, before, sort },
    size,
  );
  return {
    ...page,
    ...(await countRows(db, sql`select 1 from ${from} where ${where}`)),
    sums: await rateOf(db, who),
    items: page.items.map((row) =>
      receivedRow.parse({
        ...row,
        key: Number(row.key),
        days_left: row.deadline === null ? null : daysBetween(day, row.deadline),
      }),
    ),
  };
}
