import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import { giveNotices } from "~/lib/notice/notice.server";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";

type Row = {
  product_id: number;
  code: string;
  name: string;
  order_unit: Unit;
  free: string;
  asked: string;
  waiting: string;
  keys: number[];
  ids: string;
};

/** 不足 for a request: once, as what is asked for comes to be more than what is there. */
export async function tellRequest(db: Tx, who: Who, keys: number[]): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await db.execute<Row>(sql`
    with wanted as (
      select c.key, c.id, c.product_id, c.key = any(${sql.param(keys)}::bigint[]) as is_new,
        greatest(coalesce(stock_units(c.num_items, c.order_unit, p.order_unit, coalesce(c.unit_weight, p.unit_weight),
          coalesce(c.pieces_per_set, p.pieces_per_set)), 0)
          - (select coalesce(sum(a.num), 0) from stock_allocation a where a.card_key = c.key and a.state = 'open'), 0) as num
      from card c join product p on p.product_id = c.product_id join factory b on b.id = c.buyer_id and not b.is_stock
      where c.seller_id = ${who.company_id} and c.group_id <> 99
        and c.product_id in (select n.product_id from card n where n.key = any(${sql.param(keys)}::bigint[])))
    select s.product_id::int, s.code, p.name, p.order_unit,
      trim_scale(greatest(s.num - s.num_allocated - s.num_parts, 0))::text as free,
      trim_scale(sum(w.num) filter (where w.is_new))::text as asked,
      trim_scale(coalesce(sum(w.num) filter (where not w.is_new), 0))::text as waiting,
      array_agg(w.key::int order by w.key) filter (where w.is_new) as keys,
      string_agg(w.id, '、' order by w.key) filter (where w.is_new) as ids
    from wanted w join stock s on s.product_id = w.product_id and s.is_managed join product p on p.product_id = s.product_id
    group by s.product_id, s.code, p.name, p.order_unit, s.num, s.num_allocated, s.num_parts`);
  const short = rows.flatMap((row) => {
    const all = decimal(milli(row.asked) + milli(row.waiting));
    const crosses = compareDecimal(row.waiting, row.free) <= 0 && compareDecimal(all, row.free) > 0;
    return crosses ? [{ ...row, missing: decimal(milli(all) - milli(row.free)) }] : [];
  });
  await giveNotices(
    db,
    short.map(({ code, name, order_unit, asked, free, missing, keys: cards, ids, product_id }) => {
      const much = (num: string) => `${formatNumber(num)}${UNIT_LABEL[order_unit]}`;
      return {
        company_id: who.company_id,
        kind: "stock" as const,
        text: `依頼 ${ids} の ${code} ${name} ${much(asked)}に、在庫が ${much(missing)}足りません（引き当てできる数 ${much(free)}）`,
        path: cards.length === 1 ? `/task/${cards[0]}` : `/inventory/${product_id}`,
        at: who.now,
      };
    }),
  );
}
