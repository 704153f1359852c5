import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { automatic, type Who } from "~/lib/api/who";
import { type Database, operator, type Tx, tenant } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { giveNotices, type NewNotice } from "~/lib/notice/notice.server";
import { orders } from "~/lib/tables/order.table.server";
import type { CompanyType } from "~/lib/vocabulary/permission";

type Row = typeof orders.$inferSelect;
/** Rung for once an order. `find`: of the company's orders those that nobody was told of, by the log. */
type Ring = {
  kind: string;
  side: CompanyType;
  find: (db: Tx, who: Who) => Promise<number[]>;
  notice: (row: Row) => Pick<NewNotice, "text" | "path" | "title">;
};

/** Judged again under the lock: of two processes one finds them. */
async function ringOne(db: Tx, who: Who, { kind, side, find, notice }: Ring): Promise<number> {
  const own = side === "seller" ? orders.seller_id : orders.buyer_id;
  const keys = await find(db, who);
  if (keys.length === 0) return 0;
  const held = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.key, keys), eq(own, who.company_id)))
    .orderBy(asc(orders.key))
    .for("update");
  const still = new Set(await find(db, who));
  const found = held.filter(({ key }) => still.has(key));
  for (const { key, version: last, seller_id, buyer_id, order_id } of found) {
    const version = last + 1;
    await db.update(orders).set({ version }).where(eq(orders.key, key));
    await record(db, who, {
      subject: "order",
      subject_key: key,
      seq: version,
      seller_id,
      buyer_id,
      kind,
      before: {},
      after: { order_id },
    });
  }
  await giveNotices(
    db,
    found.map((row) => ({ company_id: who.company_id, kind: "order", at: who.now, ...notice(row) })),
  );
  return found.length;
}

/** Once for each order, however many processes do so; each company in a transaction of its own. */
export async function ringOrders(db: Database, now: string, ring: Ring): Promise<number> {
  const side = sql.raw(`${ring.side}_id`);
  const { rows } = await operator(db, (tx) =>
    tx.execute<{ company_id: string }>(
      sql`select distinct ${side} as company_id from collaboration where is_active order by 1`,
    ),
  );
  let rung = 0;
  for (const { company_id } of rows) {
    const who = automatic(company_id, now, { company_type: ring.side, permissions: [] });
    rung += await tenant(db, who, (tx) => ringOne(tx, who, ring));
  }
  return rung;
}
