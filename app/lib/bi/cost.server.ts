import { sql } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { costOf } from "~/lib/shop/cost";
import { ratesOf } from "~/lib/shop/process.server";
import type { CardCost } from "./cost.schema";

type Row = {
  group_id: number;
  label: string;
  minutes: number;
  machine_minutes: number;
  standard_minutes: number | null;
};

/** 実績原価 of a card: its own minutes, a person's time at several cards split among them, at today's 時間単価. */
export async function cardCostOf(db: Tx, who: Who, key: number): Promise<CardCost> {
  const own = await db.execute(sql`select from card where key = ${key} and seller_id = ${who.company_id}`);
  if (own.rows.length === 0) throw notFound("カード");
  const { rows } = await db.execute<Row>(sql`
    select w.group_id, p.label, coalesce(sum(m.minutes), 0)::float8 as minutes, coalesce(sum(r.minutes), 0)::float8 as machine_minutes,
      (select round(sum(coalesce(s.setup_minutes, 0)) + sum(coalesce(s.minutes_per_item, 0)) * c.num_items)::float8
        from product_step s where s.product_id = c.product_id and s.seller_id = c.seller_id and s.group_id = w.group_id
          and coalesce(s.setup_minutes, s.minutes_per_item) is not null) as standard_minutes
    from work w join card c on c.key = w.card_key join process p on p.company_id = w.seller_id and p.group_id = w.group_id
      left join lateral (select sum(minutes) as minutes from work_minute where work_key = w.key) m on true
      left join lateral (select sum(minutes) as minutes from machine_minute where work_key = w.key) r on true
    where w.card_key = ${key} and w.seller_id = ${who.company_id} and not w.is_void and w.work_end is not null and w.partner_id is null
    group by w.group_id, p.label, p.sort, c.key order by p.sort, w.group_id`);
  const cost = costOf(rows, await ratesOf(db, who.company_id));
  return {
    rows: rows.map((row) => {
      const { hourly_rate = null, yen = null } =
        cost.rows.find(({ group_id }) => group_id === row.group_id) ?? {};
      return { ...row, hourly_rate, yen };
    }),
    minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
    machine_minutes: rows.reduce((sum, { machine_minutes }) => sum + machine_minutes, 0),
    yen: cost.yen,
    missing: rows.filter(({ group_id }) => cost.missing.includes(group_id)).map(({ label }) => label),
  };
}
