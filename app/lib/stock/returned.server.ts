import { and, inArray, sql } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, formatNumber } from "~/lib/money/decimal";
import { stock_move } from "~/lib/tables/stock.table.server";
import { KEPT_BY_RETURN } from "./move";
import type { Issues } from "./returned.schema";
import type { Moving } from "./stock.schema";

const OFFERED = 30;

/** Of a move: whether something of it came back, and still counts. */
export const HAS_RETURNS = sql<boolean>`exists (select from stock_move r where r.returns = ${stock_move}.key
  and not exists (select from stock_move o where o.reverses = r.key))`;

/** What came back of an 出庫 would come in twice. */
export async function refuseReturned(db: Tx, keys: number[]): Promise<void> {
  if (keys.length === 0) return;
  const [kept] = await db
    .select({ key: stock_move.key })
    .from(stock_move)
    .where(and(inArray(stock_move.key, keys), HAS_RETURNS))
    .limit(1);
  if (kept) throw new Refusal(409, KEPT_BY_RETURN);
}

/** 出庫 of which something may come back, the latest first. */
export async function issuesOf(db: Tx, who: Who, product_id: number, key?: number): Promise<Issues> {
  const { rows } = await db.execute<Issues["items"][number]>(sql`
    select m.key::int, m.effective_date::text, c.id as card_id, trim_scale(-m.num)::text as num, trim_scale(-m.num - b.num)::text as left
    from stock_move m left join card c on c.key = m.card_key
      cross join lateral (select coalesce(sum(r.num), 0) as num from stock_move r
        where r.returns = m.key and not exists (select from stock_move o where o.reverses = r.key)) b
    where m.product_id = ${product_id} and m.seller_id = ${who.company_id} and m.kind = 'out' and m.source <> 'part'
      and ${key === undefined ? sql`true` : sql`m.key = ${key}`} and -m.num > b.num
      and not exists (select from stock_move o where o.reverses = m.key)
    order by m.effective_date desc, m.key desc limit ${OFFERED}`);
  return { items: rows };
}

export async function returnErrors(db: Tx, who: Who, product_id: number, asked: Moving) {
  const { returns, kind, reason, num, effective_date } = asked;
  const wrong = (sentence: string): Record<string, string[]> => ({ returns: [sentence] });
  if (returns === undefined) return {};
  if (kind !== "adjust" || reason !== "returned" || compareDecimal(num, "0") < 0)
    return wrong("元の出庫は、返品を増やす調整のときだけ選べます");
  const [issue] = (await issuesOf(db, who, product_id, returns)).items;
  if (!issue) return wrong("この出庫は、取り消されたか、すべて返品されています。選び直してください");
  if (compareDecimal(num, issue.left) > 0)
    return wrong(`この出庫から返品できるのは、あと ${formatNumber(issue.left)} です`);
  return effective_date < issue.effective_date ? wrong("出庫より前の日付の返品にはできません") : {};
}
