import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { card_tally } from "~/lib/tables/card.tally.table.server";
import { collaboration, factory, factory_meta, factory_process } from "~/lib/tables/factory.table.server";
import { reason, subgroup } from "~/lib/tables/worker.table.server";
import { inUse } from "~/lib/vocabulary/unit";
import { freeGroup, processProblems, standing, TEMPLATES } from "./meta";
import type {
  BoardMeta,
  daysInput,
  numbersInput,
  ProcessesInput,
  ReasonsInput,
  RecordItemsInput,
  templateInput,
  unitsInput,
} from "./meta.schema";
import { processesOf } from "./process.server";
import { reasonsOf } from "./reason.server";
import { recordProblems } from "./record";
import { recordItemsOf, replaceRecordItems } from "./record.server";

const wrong = (errors: Record<string, string[]>) => new Refusal(422, "入力内容を確認してください。", errors);

async function cardsIn(db: Tx, company_id: string): Promise<Map<number, number>> {
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

/** メタ情報 of the board: processes with their lanes and cards, reasons, days. */
export async function boardMetaOf(db: Tx, who: Who): Promise<BoardMeta> {
  const [row] = await db.select().from(factory_meta).where(eq(factory_meta.company_id, who.company_id));
  if (!row) throw notFound("会社");
  const lanes = await db
    .select()
    .from(subgroup)
    .where(and(eq(subgroup.company_id, who.company_id), eq(subgroup.is_active, true)))
    .orderBy(asc(subgroup.sort), asc(subgroup.subgroup_id));
  const counts = await cardsIn(db, who.company_id);
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
      num_cards: counts.get(one.group_id) ?? 0,
      lanes: lanes
        .filter((lane) => lane.group_id === one.group_id)
        .map(({ subgroup_id, label }) => ({ subgroup_id, label })),
    })),
  };
}

/** Locks the company's settings, runs the change, and writes one entry of what it was and is. */
async function changing(db: Tx, who: Who, version: number, run: () => Promise<void>): Promise<BoardMeta> {
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
  const before = told(await boardMetaOf(db, who));
  await run();
  await db
    .update(factory_meta)
    .set({ version: version + 1 })
    .where(eq(factory_meta.company_id, who.company_id));
  const after = await boardMetaOf(db, who);
  await recordOwn(db, who, "factory", own.key, "meta", before, told(after));
  return after;
}

/**
 * Adds, renames, reorders and removes processes. A renamed one keeps its number, and cards keep the name they
 * entered under; none with cards is removed.
 */
export async function changeProcesses(
  db: Tx,
  who: Who,
  { version, processes }: ProcessesInput,
): Promise<BoardMeta> {
  return changing(db, who, version, async () => {
    const errors = processProblems(processes);
    if (Object.keys(errors).length > 0) throw wrong(errors);
    await partnersKnown(db, who, processes);
    const known = await db
      .select()
      .from(factory_process)
      .where(eq(factory_process.company_id, who.company_id));
    const active = new Set(known.filter((one) => one.is_active).map((one) => one.group_id));
    const strange = processes.findIndex((one) => one.group_id !== undefined && !active.has(one.group_id));
    if (strange >= 0)
      throw wrong({
        [`processes[${strange}].label`]: ["この工程はなくなりました。画面を読み込み直してください"],
      });
    const kept = new Set(processes.flatMap((one) => one.group_id ?? []));
    const gone = known.filter((one) => one.is_active && !kept.has(one.group_id));
    const counts = await cardsIn(db, who.company_id);
    const blocked = gone.filter((one) => counts.has(one.group_id));
    if (blocked.length > 0)
      throw new Refusal(409, blocked.map((one) => standing(one.label, counts.get(one.group_id)!)).join(""));
    if (gone.length > 0) {
      const groups = gone.map((one) => one.group_id);
      await db
        .update(factory_process)
        .set({ is_active: false })
        .where(
          and(eq(factory_process.company_id, who.company_id), inArray(factory_process.group_id, groups)),
        );
    }
    const taken = new Set(known.map((one) => one.group_id));
    for (const [index, { lanes, group_id: given, label, role, is_hidden, ...rest }] of processes.entries()) {
      const { colour = null, standard_days = null, default_collab_id = null } = rest;
      const group_id = given ?? freeGroup(taken);
      if (group_id === null) throw wrong({ processes: ["工程をこれ以上追加できません"] });
      taken.add(group_id);
      const values = {
        label,
        role,
        is_hidden,
        colour,
        standard_days,
        default_collab_id,
        sort: index + 1,
        is_active: true,
      };
      await db
        .insert(factory_process)
        .values({ ...values, company_id: who.company_id, group_id })
        .onConflictDoUpdate({
          target: [factory_process.company_id, factory_process.group_id],
          set: { ...values, version: sql`${factory_process.version} + 1` },
        });
      await changeLanes(db, who.company_id, group_id, lanes);
    }
  });
}

async function partnersKnown(db: Tx, who: Who, processes: ProcessesInput["processes"]): Promise<void> {
  const sellers = (
    await db
      .select({ id: collaboration.seller_id })
      .from(collaboration)
      .where(and(eq(collaboration.buyer_id, who.company_id), eq(collaboration.is_active, true)))
  ).map((row) => row.id);
  const strange = processes.findIndex(
    (one) => one.default_collab_id !== undefined && !sellers.includes(one.default_collab_id),
  );
  if (strange >= 0)
    throw wrong({
      [`processes[${strange}].default_collab_id`]: ["外注先は取引のある会社から選択してください"],
    });
}

async function changeLanes(
  db: Tx,
  company_id: string,
  group_id: number,
  lanes: { subgroup_id?: number; label: string }[],
): Promise<void> {
  const here = and(eq(subgroup.company_id, company_id), eq(subgroup.group_id, group_id));
  const known = await db.select().from(subgroup).where(here);
  if (known.length === 0 && lanes.length === 0) return;
  await db.update(subgroup).set({ is_active: false }).where(here);
  let last = Math.max(0, ...known.map((one) => one.subgroup_id));
  for (const [sort, { label, ...lane }] of lanes.entries()) {
    const subgroup_id = known.some((one) => one.subgroup_id === lane.subgroup_id)
      ? lane.subgroup_id!
      : ++last;
    await db
      .insert(subgroup)
      .values({ company_id, group_id, subgroup_id, label, sort })
      .onConflictDoUpdate({
        target: [subgroup.company_id, subgroup.group_id, subgroup.subgroup_id],
        set: { label, sort, is_active: true },
      });
  }
}

/** Replaces one list of reasons; what was chosen before keeps its words. */
export async function changeReasons(
  db: Tx,
  who: Who,
  { version, kind, reasons }: ReasonsInput,
): Promise<BoardMeta> {
  return changing(db, who, version, async () => {
    const here = and(eq(reason.company_id, who.company_id), eq(reason.kind, kind));
    const known = new Set(
      (await db.select({ id: reason.reason_id }).from(reason).where(here)).map((row) => row.id),
    );
    await db.update(reason).set({ is_active: false }).where(here);
    for (const [sort, { reason_id, label, means }] of reasons.entries()) {
      if (kind === "treatment" && !means)
        throw wrong({ [`reasons[${sort}].means`]: ["扱いを選択してください"] });
      if (reason_id !== undefined && !known.has(reason_id))
        throw wrong({
          [`reasons[${sort}].label`]: ["この項目はなくなりました。画面を読み込み直してください"],
        });
      const values = { label, sort, means: kind === "treatment" ? means! : null, is_active: true };
      if (reason_id === undefined)
        await db.insert(reason).values({ ...values, company_id: who.company_id, kind });
      else
        await db
          .update(reason)
          .set({ ...values, version: sql`${reason.version} + 1` })
          .where(and(here, eq(reason.reason_id, reason_id)));
    }
  });
}

/** Replaces 記録項目; what was recorded keeps the item it was recorded under. */
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

/** Lets card numbers go on from a higher one; a number that was given is never given again. */
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

/** Lays out the processes of a trade, for a factory that has no card on its board. */
export async function useTemplate(
  db: Tx,
  who: Who,
  { version, template }: z.output<typeof templateInput>,
): Promise<BoardMeta> {
  const processes = TEMPLATES[template].processes.map(([label, role]) => ({
    label,
    role,
    is_hidden: false,
    lanes: [],
  }));
  return changeProcesses(db, who, { version, processes });
}
