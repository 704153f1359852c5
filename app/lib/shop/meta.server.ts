import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { card_tally } from "~/lib/tables/card.tally.table.server";
import { factory, factory_meta } from "~/lib/tables/factory.table.server";
import { subgroup } from "~/lib/tables/worker.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { inUse } from "~/lib/vocabulary/unit";
import type { BoardMeta, daysInput, numbersInput, RecordItemsInput, unitsInput } from "./meta.schema";
import { processesOf, ratesOf } from "./process.server";
import { reasonsOf } from "./reason.server";
import { recordProblems } from "./record";
import { recordItemsOf, replaceRecordItems } from "./record.server";

export const wrong = (errors: Record<string, string[]>) =>
  new Refusal(422, "入力内容を確認してください。", errors);

export async function cardsIn(db: Tx, company_id: string): Promise<Map<number, number>> {
  const { group_id, num_cards } = card_tally;
  const rows = await db
    .select({ group_id, num: sql<number>`sum(${num_cards})::int` })
    .from(card_tally)
    .where(
      and(eq(card_tally.seller_id, company_id), eq(card_tally.buyer_id, "*"), eq(card_tally.kind, "due")),
    )
    .groupBy(group_id)
    .having(sql`sum(${num_cards}) > 0`);
  return new Map(rows.map((row) => [row.group_id, row.num]));
}

async function nextCard(db: Tx, company_id: string): Promise<number> {
  const { rows } = await db.execute<{ value: string }>(
    sql`select value from counter where company_id = ${company_id} and kind = 'card'`,
  );
  return rows[0] ? Number(rows[0].value) + 1 : 1001;
}

export async function boardMetaOf(db: Tx, who: Who): Promise<BoardMeta> {
  const [row] = await db.select().from(factory_meta).where(eq(factory_meta.company_id, who.company_id));
  if (!row) throw notFound("会社");
  const lanes = await db
    .select()
    .from(subgroup)
    .where(and(eq(subgroup.company_id, who.company_id), eq(subgroup.is_active, true)))
    .orderBy(asc(subgroup.sort), asc(subgroup.subgroup_id));
  const counts = await cardsIn(db, who.company_id);
  const rates = who.is_admin || seesAmounts(who) ? await ratesOf(db, who.company_id) : new Map();
  return {
    version: row.version,
    stall_days: row.stall_days,
    warn_days: row.warn_days,
    scan_stay: row.scan_stay,
    reasons: await reasonsOf(db, who.company_id, false),
    record_items: await recordItemsOf(db, who.company_id),
    next_card: await nextCard(db, who.company_id),
    units: row.units,
    processes: (await processesOf(db, who.company_id)).map((one) => ({
      ...one,
      hourly_rate: rates.get(one.group_id) ?? null,
      num_cards: counts.get(one.group_id) ?? 0,
      lanes: lanes
        .filter((lane) => lane.group_id === one.group_id)
        .map(({ subgroup_id, label }) => ({ subgroup_id, label })),
    })),
  };
}

/** Locks the company's settings, runs the change, and writes one entry of what it was and is. */
export async function changingMeta(
  db: Tx,
  who: Who,
  version: number,
  read: () => Promise<Changed>,
  run: () => Promise<void>,
): Promise<void> {
  const [own] = await db
    .select({ key: factory.key })
    .from(factory)
    .where(eq(factory.id, who.company_id))
    .for("update");
  const [row] = await db
    .select()
    .from(factory_meta)
    .where(eq(factory_meta.company_id, who.company_id))
    .for("update");
  if (!own || !row) throw notFound("会社");
  if (row.version !== version) throw stale("メタ情報");
  const before = await read();
  await run();
  await db
    .update(factory_meta)
    .set({ version: version + 1 })
    .where(eq(factory_meta.company_id, who.company_id));
  await recordOwn(db, who, "factory", own.key, "meta", before, await read());
}

export async function changing(
  db: Tx,
  who: Who,
  version: number,
  run: () => Promise<void>,
): Promise<BoardMeta> {
  const told = ({
    processes,
    reasons,
    record_items,
    stall_days,
    warn_days,
    scan_stay,
    next_card,
    units,
  }: BoardMeta) => ({
    processes: JSON.stringify(processes.map(({ num_cards: _, ...one }) => one)),
    reasons: JSON.stringify(reasons),
    record_items: JSON.stringify(record_items),
    stall_days,
    warn_days,
    scan_stay,
    next_card,
    units: units.join(),
  });
  await changingMeta(db, who, version, async () => told(await boardMetaOf(db, who)), run);
  return boardMetaOf(db, who);
}

export async function changeRecordItems(
  db: Tx,
  who: Who,
  { version, items }: RecordItemsInput,
): Promise<BoardMeta> {
  return changing(db, who, version, async () => {
    const errors = recordProblems(
      items,
      (await processesOf(db, who.company_id)).map((one) => one.group_id),
    );
    if (Object.keys(errors).length > 0) throw wrong(errors);
    const [strange] = await replaceRecordItems(db, who.company_id, items);
    if (strange !== undefined)
      throw wrong({
        [`items[${strange}].label`]: ["この項目はなくなりました。画面を読み込み直してください"],
      });
  });
}

export async function changeNumbers(
  db: Tx,
  who: Who,
  { version, next_card }: z.output<typeof numbersInput>,
): Promise<BoardMeta> {
  return changing(db, who, version, async () => {
    const now = await nextCard(db, who.company_id);
    if (next_card < now)
      throw wrong({
        next_card: [`次のカード番号は${now}以上で入力してください。使った番号は二度使えません`],
      });
    await db.execute(sql`select raise_number(${who.company_id}, 'card', ${next_card})`);
  });
}

export async function changeDays(
  db: Tx,
  who: Who,
  { version, stall_days, warn_days, scan_stay }: z.output<typeof daysInput>,
): Promise<BoardMeta> {
  return changing(db, who, version, async () => {
    await db
      .update(factory_meta)
      .set({ stall_days, warn_days, scan_stay })
      .where(eq(factory_meta.company_id, who.company_id));
  });
}

export async function changeUnits(
  db: Tx,
  who: Who,
  { version, units, first }: z.output<typeof unitsInput>,
): Promise<BoardMeta> {
  return changing(db, who, version, async () => {
    await db
      .update(factory_meta)
      .set({ units: inUse(units, first) })
      .where(eq(factory_meta.company_id, who.company_id));
  });
}
