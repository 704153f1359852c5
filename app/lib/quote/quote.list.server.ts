import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { countRows, keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { quote } from "~/lib/tables/quote.table.server";
import { daysBetween, today } from "~/lib/time/date";
import type { quoteQuery } from "./quote.list";
import { quoteRow } from "./quote.row.schema";
import { live, partsOf, quoteStatus, shut } from "./quote.status.server";

type Found = Omit<z.output<typeof quoteRow>, "days_left" | "thumb">;
const ORDERS: Orders<Found> = {
  key: quote.key,
  keyOf: (row) => Number(row.key),
  by: {
    request_date: { by: quote.request_date, kind: "date", of: (row) => row.request_date },
    deadline: { by: quote.deadline, kind: "date", nullable: true, of: (row) => row.deadline },
  },
};

const plain = (decimal: string) => (decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal);
const pattern = (text: string) =>
  `%${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\\%_]/g, "\\$&")}%`;
export const holdsText = (text: string): SQL =>
  sql`lower(normalize(concat_ws(' ', quote.number, quote.name, quote.drawing_no), NFKC)) like ${pattern(text)}`;

/** Of the answers that stand, each company's newest: the lowest price and the shortest time. */
const best = (
  day: string,
) => sql`lateral (select min(l.unit_price) filter (where l.unit_price > 0) as unit_price, min(l.lead_days) as lead_days
  from quote_seller s join quote_answer_line l on l.answer_key = ${live(sql`s`)}
  where s.quote_key = quote.key and not ${shut(day)}) b`;

export async function findQuotes(
  db: Tx,
  who: Who,
  { after, before, sort, size, ...f }: z.output<typeof quoteQuery>,
) {
  const day = today(new Date(who.now));
  const where = and(
    eq(quote.buyer_id, who.company_id),
    // A draft that was thrown away.
    sql`(quote.sent_time is not null or quote.cancelled_time is null)`,
    f.q ? holdsText(f.q) : undefined,
    f.seller_id
      ? sql`exists (select from quote_seller s where s.quote_key = quote.key and s.seller_id = ${f.seller_id})`
      : undefined,
    f.request_date_from ? gte(quote.request_date, f.request_date_from) : undefined,
    f.request_date_to ? lte(quote.request_date, f.request_date_to) : undefined,
    f.deadline_from ? gte(quote.deadline, f.deadline_from) : undefined,
    f.deadline_to ? lte(quote.deadline, f.deadline_to) : undefined,
    f.status ? sql`${quoteStatus(day)} = ${f.status}` : undefined,
    f.unread ? sql`p.num_unread > 0` : undefined,
  );
  const page = await keysetPage<Found>(
    async (further, order, limit) => {
      const { rows } = await db.execute<Found>(sql`
      select quote.key, quote.number, quote.request_date, quote.name, quote.drawing_no, quote.drawing_revision, quote.order_unit,
        quote.quantities, quote.deadline, ${quoteStatus(day)} as status, quote.made_by <> quote.buyer_id as is_offer, p.num_sellers, p.num_answered,
        p.num_declined, p.num_unread, b.unit_price, b.lead_days, (select coalesce(array_agg(f.name order by s.key), '{}') from quote_seller s
          join factory f on f.id = s.seller_id where s.quote_key = quote.key) as sellers
      from quote, ${partsOf}, ${best(day)} where ${and(where, further)} order by ${order} limit ${limit}`);
      return rows;
    },
    ORDERS,
    { after, before, sort },
    size,
  );
  const count = await countRows(db, sql`select 1 from quote, ${partsOf} where ${where}`);
  const files = await filesOf(
    db,
    who,
    "quote",
    page.items.map((row) => row.key),
  );
  return {
    ...page,
    ...count,
    items: page.items.map((row) =>
      quoteRow.parse({
        ...row,
        key: Number(row.key),
        unit_price: row.unit_price === null ? null : plain(String(row.unit_price)),
        days_left: row.deadline === null ? null : daysBetween(day, row.deadline),
        thumb: files.find((one) => one.owner_key === String(row.key) && one.has_thumb)?.key ?? null,
      }),
    ),
  };
}
