import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { atEnd } from "~/lib/db/ending.server";
import { formatNumber } from "~/lib/money/decimal";
import { giveNotices } from "~/lib/notice/notice.server";

type Touched = { db: Tx; who: Who; product_id: number };
type Row = {
  product_id: number;
  seller_id: string;
  name: string;
  code: string;
  effective: string;
  num_threshold: string;
};

/** Of what the cards bring, and of the parts they need, though nothing has moved. */
export async function tellShortOf(all: { db: Tx; who: Who; key: number }[]): Promise<void> {
  const { db, who } = all[0]!;
  const keys = [...new Set(all.map((one) => one.key))];
  const { rows } = await db.execute<{ product_id: number }>(sql`
    select s.product_id::int from stock s where s.seller_id = ${who.company_id} and s.product_id in (
      select c.product_id from card c where c.key = any(${sql.param(keys)}::bigint[])
      union select x.part_id from card c join product_part x on x.product_id = c.product_id
      where c.key = any(${sql.param(keys)}::bigint[]))`);
  const touched = rows.map(({ product_id }) => ({ db, who, product_id }));
  if (touched.length > 0) atEnd(db, tellShort, touched);
}

/** 在庫しきい値: once for each crossing, with all that the transaction has changed. */
export async function tellShort(all: Touched[]): Promise<void> {
  const { db, who } = all[0]!;
  const ids = [...new Set(all.map((one) => one.product_id))];
  // What cards bring and need is counted at the end: it is wanted now.
  await db.execute(sql`set constraints all immediate`);
  await db.execute(sql`set constraints all deferred`);
  const { rows } = await db.execute<Row & { is_short: boolean }>(sql`
    update stock s set is_short_told = s.is_short from product p
    where s.product_id = any(${sql.param(ids)}::bigint[]) and p.product_id = s.product_id and s.is_short <> s.is_short_told
    returning s.product_id, s.seller_id, p.name, s.code, s.is_short, s.num_threshold::text,
      trim_scale(s.num + s.num_arriving - s.num_allocated - s.num_parts)::text as effective`);
  const short = rows.filter((row) => row.is_short);
  await giveNotices(
    db,
    short.map(({ product_id, seller_id, name, code, effective, num_threshold }) => ({
      company_id: seller_id,
      kind: "stock",
      text: `${code} ${name} の有効在庫が ${formatNumber(effective)} になり、しきい値 ${formatNumber(num_threshold)} を下回りました`,
      path: `/inventory/${product_id}`,
      at: who.now,
    })),
  );
}
