import { asc, eq, sql } from "drizzle-orm";
import type { Tx } from "~/lib/db/connection.server";
import { decimal, milli } from "~/lib/money/decimal";
import { delivery, type delivery_line } from "~/lib/tables/delivery.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { inspection, inspection_answer } from "~/lib/tables/inspection.table.server";
import type { InspectionTreatment } from "~/lib/vocabulary/inspection";
import type { RestBase } from "~/lib/vocabulary/tolerance";
import { isStanding } from "./basis.server";
import type { Inspected } from "./inspection";

export type StoredInspection = Awaited<ReturnType<typeof storedRows>>[number];

const BILLED = sql<boolean>`exists (select from invoice_line x join invoice v on v.key = x.invoice_key
  where x.inspection_key = ${inspection.key} and ${isStanding})`;

const storedRows = (db: Tx, delivery_key: number) =>
  db
    .select({
      row: inspection,
      answer: inspection_answer,
      company: factory.name,
      is_reversed: sql<boolean>`exists (select from inspection r where r.reverses = ${inspection.key})`,
      is_billed: BILLED,
    })
    .from(inspection)
    .leftJoin(inspection_answer, eq(inspection_answer.inspection_key, inspection.key))
    .leftJoin(factory, eq(factory.id, inspection.actor_company))
    .where(eq(inspection.delivery_key, delivery_key))
    .orderBy(asc(inspection.key));

type CardSums = Record<"key" | "ordered", string> &
  Inspected & { num_lost: string; rest_base: RestBase; is_closed: boolean };

/** 依頼数 and what has come of it, by card: also what came in place of rejected pieces. */
export async function cardSums(db: Tx, keys: number[]) {
  if (keys.length === 0) return new Map<number, CardSums>();
  const { rows } = await db.execute<CardSums>(sql`
    with recursive delivered as (
      select l.card_key as key, l.delivery_key, l.line_no, l.num_items, l.num_accepted, l.num_rejected, l.num_concession, l.num_lost
      from delivery_line l where l.is_live and l.card_key in (${sql.join(
        keys.map((key) => sql`${key}`),
        sql`, `,
      )})
      union all
      select d.key, l.delivery_key, l.line_no, l.num_items, l.num_accepted, l.num_rejected, l.num_concession, l.num_lost
      from delivered d join delivery_line l on l.replaces_key = d.delivery_key and l.replaces_line = d.line_no and l.is_live)
    select c.key, c.num_items as ordered, sum(d.num_items) as num_items, sum(d.num_accepted) as num_accepted,
      sum(d.num_rejected) as num_rejected, sum(d.num_concession) as num_concession, sum(d.num_lost) as num_lost,
      c.closed_reason is not null as is_closed, (select t.rest_base from collaboration t
        where t.seller_id = c.seller_id and t.buyer_id = c.buyer_id) as rest_base
    from delivered d join card c on c.key = d.key group by c.key`);
  return new Map(rows.map((row) => [Number(row.key), row]));
}

const REFILLED: InspectionTreatment[] = ["return_refill", "rework_seller"];
export const isRefilled = (treatment: InspectionTreatment | null) =>
  treatment !== null && REFILLED.includes(treatment);
export const isReworked = (treatment: InspectionTreatment | null) =>
  treatment === "rework_seller" || treatment === "rework_buyer";

const sum = (values: string[]) => values.reduce((all, value) => all + milli(value), 0n);

/** Of a rejected row: what is neither made good nor, by the line, delivered anew. */
export function refillOf(rows: StoredInspection[], line: { line_no: number }, replaced: string): string {
  const living = rows.filter(({ row, is_reversed }) => row.line_no === line.line_no && !is_reversed);
  const refilled = living.filter(({ row }) => isRefilled(row.treatment));
  const keys = refilled.map(({ row }) => row.key);
  const made = living.filter(({ row }) => row.kind === "reworked" && keys.includes(row.about!));
  const left =
    sum(refilled.map(({ row }) => row.num_rejected)) -
    sum(made.map(({ row }) => row.num_accepted)) -
    milli(replaced);
  return decimal(left > 0n ? left : 0n);
}

export const reworkedOf = (rows: StoredInspection[], key: number): string =>
  decimal(
    sum(
      rows
        .filter(({ row, is_reversed }) => row.about === key && row.kind === "reworked" && !is_reversed)
        .map(({ row }) => row.num_accepted),
    ),
  );

/** 手直し: of what is delivered anew nothing is left to be made good. */
export function reworkLeft(rows: StoredInspection[], row: StoredInspection["row"], replaced: string): string {
  const left = decimal(milli(row.num_rejected) - milli(reworkedOf(rows, row.key)));
  if (!isRefilled(row.treatment)) return left;
  const refill = refillOf(rows, row, replaced);
  return milli(refill) < milli(left) ? refill : left;
}

async function replacedBy(db: Tx, key: number): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ line_no: number; num: string }>(sql`
    select replaces_line as line_no, trim_scale(sum(num_items))::text as num from delivery_line
    where replaces_key = ${key} and is_live group by replaces_line`);
  return new Map(rows.map(({ line_no, num }) => [line_no, num]));
}

export async function readInspections(db: Tx, key: number) {
  return { rows: await storedRows(db, key), replaced: await replacedBy(db, key) };
}

type Replacing = Pick<typeof delivery_line.$inferSelect, "num_items" | "replaces_key" | "replaces_line">;

/** By the line that a 納品書 delivers anew: what may still come in its place. */
export async function refillsOf(db: Tx, lines: Replacing[]) {
  const refills: { number: string; num_items: string; left: string | null }[] = [];
  for (const { num_items, replaces_key, replaces_line } of lines) {
    if (replaces_key === null || replaces_line === null) continue;
    const [original] = await db
      .select({ number: delivery.number, cancelled_time: delivery.cancelled_time })
      .from(delivery)
      .where(eq(delivery.key, replaces_key));
    const { rows, replaced } = await readInspections(db, replaces_key);
    const left = refillOf(rows, { line_no: replaces_line }, replaced.get(replaces_line) ?? "0");
    refills.push({ number: original!.number, num_items, left: original!.cancelled_time ? null : left });
  }
  return refills;
}
