import { asc, eq, sql } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { delivery_line } from "~/lib/tables/delivery.table.server";
import { inspection } from "~/lib/tables/inspection.table.server";
import { DELIVERIES } from "./delivery.state.server";
import { changeDocument, lockDocument } from "./document.server";
import { twiceOffProblem } from "./returned.server";

export type NewRow = Omit<
  typeof inspection.$inferInsert,
  "key" | "seller_id" | "buyer_id" | "delivery_key" | "actor_name" | "actor_company" | "recorded_time"
>;
export type Goods = Awaited<ReturnType<typeof lockGoods>>;

/** A cancelled 納品書 has nothing to inspect. */
export async function lockGoods(db: Tx, key: number, version?: number) {
  const note = await lockDocument(db, DELIVERIES, key, version);
  refuseIf(note.cancelled_time ? "この納品書は取り消されています。" : null);
  const lines = await db
    .select()
    .from(delivery_line)
    .where(eq(delivery_line.delivery_key, key))
    .orderBy(asc(delivery_line.line_no));
  return { note, lines };
}

export function refuseNotBuyer(who: Who, { note }: Goods): void {
  if (note.buyer_id !== who.company_id) throw new Refusal(403, "検収は、納品を受けた会社が行います。");
}

/** The rows, the sums that follow from them, and the entry that both sides see. */
export async function addRows(
  db: Tx,
  who: Who,
  { note, lines }: Goods,
  rows: NewRow[],
  kind: string,
  reason: string,
) {
  const { key: delivery_key, seller_id, buyer_id } = note;
  const by = {
    seller_id,
    buyer_id,
    delivery_key,
    actor_name: who.name,
    actor_company: kind === "deemed" ? null : who.company_id,
    recorded_time: who.now,
  };
  const made =
    rows.length === 0
      ? []
      : await db
          .insert(inspection)
          .values(rows.map((row) => ({ ...row, ...by })))
          .returning({ key: inspection.key });
  await sumUp(db, delivery_key);
  refuseIf(await twiceOffProblem(db, delivery_key, lines));
  const count = (name: "num_accepted" | "num_rejected") =>
    rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
  const after = { num_accepted: count("num_accepted"), num_rejected: count("num_rejected") };
  // Whoever inspects has the 納品書 open: its first act is its 閲覧, for the page itself writes nothing.
  const opens = note.viewed_time === null && by.actor_company === note.buyer_id && who.acting === null;
  const viewed = { viewed_time: who.now };
  const [changes, seen] = opens ? [viewed, { ...after, ...viewed }] : [{}, after];
  const changed = await changeDocument(db, who, DELIVERIES, note, kind, changes, seen, reason);
  return { ...changed, keys: made.map((row) => row.key) };
}

async function sumUp(db: Tx, delivery_key: number): Promise<void> {
  await db.execute(sql`update delivery_line l set (num_accepted, num_rejected, num_concession, num_lost, inspected_date) = (
      select coalesce(sum(i.num_accepted), 0), coalesce(sum(i.num_rejected), 0),
        coalesce(sum(i.num_rejected) filter (where i.treatment = 'concession' and a.agreed), 0),
        coalesce(sum(i.num_rejected) filter (where i.treatment in ('return', 'scrap')), 0),
        max(i.inspected_date) filter (where i.num_accepted <> 0 or i.num_rejected <> 0)
      from inspection i left join inspection_answer a on a.inspection_key = i.key
      where i.delivery_key = l.delivery_key and i.line_no = l.line_no and i.kind <> 'reversed'
        and not exists (select from inspection r where r.reverses = i.key))
    where l.delivery_key = ${delivery_key}
      and exists (select from inspection i where i.delivery_key = l.delivery_key and i.line_no = l.line_no)`);
}
