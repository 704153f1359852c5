import { and, eq, or, sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { addDecimal, decimal, milli } from "~/lib/money/decimal";
import { orders } from "~/lib/tables/order.table.server";
import { familyOf } from "~/lib/task/order.family";
import { today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { linesNow } from "./order.now.server";
import type { OrderPapers } from "./order.papers.schema";
import { goodsLines } from "./order.status.sql.server";

type Goods = {
  card_key: number;
  delivery_key: number;
  num_items: string;
  num_accepted: string;
  num_rejected: string;
  inspected_date: string | null;
  is_cost: boolean;
};

const pendingOf = ({ num_items, num_accepted, num_rejected, is_cost }: Goods) =>
  is_cost ? "0" : decimal(milli(num_items) - milli(num_accepted) - milli(num_rejected));

export async function papersOf(db: Tx, who: Who, key: number): Promise<OrderPapers> {
  const own = or(eq(orders.seller_id, who.company_id), eq(orders.buyer_id, who.company_id));
  const [found] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.key, key), own));
  if (!found) throw notFound("外注依頼");
  const { rows } = await db.execute<Goods>(
    sql`select l.card_key, l.delivery_key, l.num_items, l.num_accepted, l.num_rejected, l.inspected_date,
        l.cost_tax_rate is not null as is_cost
      from ${goodsLines(sql`${key}`)} l`,
  );
  const goods = rows.map((row) => ({
    ...row,
    card_key: Number(row.card_key),
    delivery_key: Number(row.delivery_key),
  }));
  const stands = (await linesNow(db, [found])).get(key)!;
  const lines = stands.map(({ line, root, all }) => {
    const cards = new Set(familyOf(root, all).map((card) => card.key));
    const of = goods.filter((row) => cards.has(row.card_key));
    const sum = (by: (row: Goods) => string) => addDecimal("0", ...of.map(by));
    const days = of.flatMap((row) => row.inspected_date ?? []).sort();
    return {
      line_no: line.line_no,
      num_delivered: sum((row) => row.num_items),
      num_accepted: sum((row) => row.num_accepted),
      num_rejected: sum((row) => row.num_rejected),
      num_pending: sum(pendingOf),
      inspected_date: days.at(-1) ?? null,
    };
  });
  const papers = seesAmounts(who) ? await papersBehind(db, key, today(new Date(who.now))) : NONE;
  return { lines, ...papers };
}

const NONE = { deliveries: [], invoices: [] };

async function papersBehind(
  db: Tx,
  key: number,
  day: string,
): Promise<Pick<OrderPapers, "deliveries" | "invoices">> {
  const goods = goodsLines(sql`${key}`);
  const deliveries = await db.execute<OrderPapers["deliveries"][number]>(
    sql`select d.key, d.number, d.delivery_date as date, count(*)::int as num_lines,
      (count(*) filter (where l.cost_tax_rate is null and l.num_accepted + l.num_rejected < l.num_items))::int as num_uninspected
      from ${goods} l join delivery d on d.key = l.delivery_key group by d.key order by d.key`,
  );
  const invoices = await db.execute<OrderPapers["invoices"][number]>(
    sql`select distinct v.key, v.number, v.invoice_date as date, v.due_date, v.total, v.open_until <= ${day}::date as is_settled
      from ${goods} l join invoice_line x on (x.delivery_key, x.delivery_line_no) = (l.delivery_key, l.line_no)
      join invoice v on v.key = x.invoice_key and v.cancelled_time is null order by v.key`,
  );
  const plain = <R extends { key: number }>(all: R[]): R[] =>
    all.map((row) => ({ ...row, key: Number(row.key) }));
  return {
    deliveries: plain(deliveries.rows),
    invoices: plain(invoices.rows).map((row) => ({ ...row, total: Number(row.total) })),
  };
}
