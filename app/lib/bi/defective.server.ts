import { sql } from "drizzle-orm";
import type { z } from "zod";
import { keysetPage, type Orders } from "~/lib/api/keyset.server";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { milli } from "~/lib/money/decimal";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { lookedAt } from "./defective.rows.server";
import type { DefectiveRow, defectivePaging } from "./defective.schema";
import { ratio } from "./share";

const ORDERS: Orders<DefectiveRow> = {
  key: sql`row_key`,
  keyKind: "text",
  keyOf: ({ row_key }) => row_key,
  by: { at: { by: sql`at`, kind: "instant", of: ({ at }) => at } },
};

const PHOTO = sql`select min(f.key) filter (where f.has_thumb) as photo, count(*)::int as photos from file f
  where f.owner_kind = 'defect' and f.owner_key = r.defect_key::text and f.deleted_time is null`;

type Asked = z.output<typeof defectivePaging>;
export async function listDefective(db: Tx, who: Who, { after, before, sort, size, ...asked }: Asked) {
  const { rows, cells } = await lookedAt(db, who, asked);
  const amounts = seesAmounts(who);
  const page = await keysetPage<DefectiveRow>(
    async (where, order, limit) => {
      const found = await db.execute<DefectiveRow>(sql`
        select r.row_key, r.row_key || ':' || trim_scale(r.num) as tick, to_json(r.at)#>>'{}' as at, r.card_key::float8 as card_key, c.id as card_id,
          o.key::float8 as parent_key, c.parent_id, c.name, p.code as product_code, c.buyer_id, coalesce(b.name, c.buyer_id) as buyer_name,
          r.status, k.name as worker, f.name as partner, c.order_unit, trim_scale(r.num)::text as num,
          trim_scale(r.num_defective)::text as num_defective, trim_scale(r.num_total)::text as num_total, r.reason, r.treatment,
          r.treatment_label, r.child_key::float8 as child_key, r.child_id, r.state, ${amounts ? sql`r.loss` : sql`null`} as loss,
          h.photo, h.photos, nullif(r.note, '') as note
        from (select * from ${rows} where ${where ?? sql`true`} order by ${order} limit ${limit}) r
        join card c on c.key = r.card_key left join card o on o.seller_id = c.seller_id and o.id = c.parent_id
        left join product p on p.product_id = c.product_id left join factory b on b.id = c.buyer_id
        left join worker k on k.worker_id = r.worker_id left join factory f on f.id = r.partner_id, lateral (${PHOTO}) h
        order by ${order}`);
      return found.rows.map((row) => ({
        ...row,
        defect_rate: ratio(milli(row.num_defective), milli(row.num_total), 3),
      }));
    },
    ORDERS,
    { after, before, sort },
    size,
  );
  const { rows: sums } = await db.execute<{ order_unit: string; n: number; num: string; loss: number }>(sql`
    select r.order_unit, sum(r.n)::float8 as n, trim_scale(sum(r.num_defective))::text as num, sum(r.loss)::float8 as loss
    from ${cells(true)} r group by 1 having sum(r.n) > 0`);
  return {
    ...page,
    total: sums.reduce((all, { n }) => all + n, 0),
    total_more: false,
    sums: {
      ...Object.fromEntries(sums.map(({ order_unit, num }) => [`num_defective.${order_unit}`, num])),
      ...(amounts ? { loss: sums.reduce((sum, { loss }) => sum + loss, 0) } : {}),
    },
  };
}
