import { and, desc, eq, inArray } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { processesOf } from "~/lib/shop/process.server";
import { reasonsOf } from "~/lib/shop/reason.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { defect, work } from "~/lib/tables/work.table.server";
import { NO_REASON } from "~/lib/vocabulary/reason";
import { lockOwnCards } from "./card.lock.server";
import type { Defect, Found } from "./concede.server";
import type { Tick } from "./treat.schema";

/** Of a 実績 with its number as it now stands, of 特採 as it was found. */
export async function defectAt(
  db: Tx,
  own: Card,
  { is_work, key }: Pick<Tick, "is_work" | "key">,
): Promise<Found> {
  const mine = and(eq(defect.card_key, own.key), eq(defect.is_void, false));
  if (!is_work) {
    const [row] = await db
      .select()
      .from(defect)
      .where(and(mine, eq(defect.key, key)));
    if (!row) throw notFound("不良");
    if (row.work_key === null) return { defect: row, work: null, num: row.num };
    return defectAt(db, own, { is_work: true, key: row.work_key });
  }
  const [found] = await db
    .select()
    .from(work)
    .where(and(eq(work.key, key), eq(work.card_key, own.key), eq(work.is_void, false)));
  const [row] = await db
    .select()
    .from(defect)
    .where(and(mine, eq(defect.work_key, key)))
    .orderBy(desc(defect.key))
    .limit(1);
  const isConceded = row?.treatment === "concession" && found?.num_defective === "0";
  if (!found || (found.num_defective === "0" && !isConceded)) throw notFound("不良");
  return { defect: row ?? null, work: found, num: isConceded ? row.num : found.num_defective };
}

export const rowKey = ({ work: of, defect: row }: Found) => (of ? `w${of.key}` : `d${row!.key}`);

const ownCards = (db: Tx, who: Who, keys: number[]): Promise<Card[]> =>
  db
    .select()
    .from(card)
    .where(and(eq(card.seller_id, who.company_id), inArray(card.key, keys)));

/** Each with its card, in one order of locking. */
export const lockDefects = (db: Tx, who: Who, rows: Tick[]) => defectsOf(db, who, rows, lockOwnCards);

async function defectsOf(db: Tx, who: Who, rows: Tick[], read: typeof ownCards) {
  const keysOf = async (table: typeof work | typeof defect, is_work: boolean) =>
    db
      .select({ key: table.key, card_key: table.card_key })
      .from(table)
      .where(
        and(
          eq(table.seller_id, who.company_id),
          inArray(
            table.key,
            rows.flatMap((row) => (row.is_work === is_work ? row.key : [])),
          ),
        ),
      );
  const [works, defects] = [await keysOf(work, true), await keysOf(defect, false)];
  const cards = new Map(
    (await read(db, who, [...new Set([...works, ...defects].map(({ card_key }) => card_key))])).map((one) => [
      one.key,
      one,
    ]),
  );
  return rows.map((row) => {
    const of = (row.is_work ? works : defects).find(({ key }) => key === row.key);
    if (!of || !cards.has(of.card_key)) throw notFound("不良");
    return { tick: row, card_key: of.card_key, cards };
  });
}

const GONE = ["取消", "中止"];
/** Without 処置, or with a 手直し that was given up. */
export async function isOpen(db: Tx, { treatment, child_key }: Defect): Promise<boolean> {
  if (treatment === null) return true;
  if (child_key === null || treatment === "scrap" || treatment === "concession") return false;
  const [child] = await db.select().from(card).where(eq(card.key, child_key));
  return child !== undefined && child.cancelled_time !== null && GONE.includes(child.status);
}

/** Of 不良 that were told to somebody, what they are now; null: there is none any more. */
export async function standsOf(db: Tx, rows: { row_key: string; card_key: number }[]) {
  const stands: ({ num: string; is_open: boolean } | null)[] = [];
  for (const { row_key, card_key } of rows) {
    const [own] = await db.select().from(card).where(eq(card.key, card_key));
    const asked = { is_work: row_key.startsWith("w"), key: Number(row_key.slice(1)) };
    const found = await defectAt(db, own!, asked).catch(() => null);
    stands.push(
      found && {
        num: found.num,
        is_open: found.defect === null || (await isOpen(db, found.defect)),
      },
    );
  }
  return stands;
}

/** As they stand now, for the page that gives or takes back their 処置. */
export async function nameDefects(db: Tx, who: Who, { rows }: { rows: Tick[] }) {
  const items = [];
  for (const { tick, card_key, cards } of await defectsOf(db, who, rows, ownCards)) {
    const own = cards.get(card_key)!;
    const { defect: row, work: of, num } = await defectAt(db, own, tick);
    const { id, name, buyer_id, order_unit } = own;
    const names = await namesOf(db, [buyer_id]);
    items.push({
      tick: `${tick.is_work ? "w" : "d"}${tick.key}:${num}`,
      card_key,
      card_id: id,
      name,
      buyer_name: names.get(buyer_id) ?? buyer_id,
      order_unit,
      num,
      status: (row ?? of)!.status,
      reason: row?.reason ?? NO_REASON,
      treatment: row?.treatment ?? null,
      treatment_label: row?.treatment_label ?? null,
      is_open: row === null || (await isOpen(db, row)),
    });
  }
  const steps = (await processesOf(db, who.company_id)).filter(({ role }) => role !== "inbox");
  return {
    items,
    reasons: await reasonsOf(db, who.company_id, false),
    steps: steps.map(({ group_id, label }) => ({ value: String(group_id), label })),
  };
}
