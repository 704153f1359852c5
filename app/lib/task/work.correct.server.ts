import { and, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { restoreMeasurements, voidMeasurements } from "~/lib/measurement/void.server";
import { processesOf } from "~/lib/shop/process.server";
import { activity, activity_inner } from "~/lib/tables/activity.table.server";
import type { Card } from "~/lib/tables/card.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { overCount } from "./card";
import { ownCard } from "./card.lock.server";
import { overRefused } from "./card.move.server";
import { changeCard, type InnerChanges } from "./card.write.server";
import { isLastStep, RUNS_UNMANNED } from "./work";
import { correctedCounts } from "./work.correct";
import { atWork, refuseHalves, type Work, workersBy, wrongInput } from "./work.open.server";
import type { correcting } from "./work.schema";

const NAMES = [
  "worker_id",
  "work_start",
  "work_end",
  "num_good",
  "num_defective",
  "num_partial",
  "is_void",
  "is_unmanned",
] as const;

/** The log keeps the old values. */
export async function correctWork(
  db: Tx,
  who: Who,
  key: number,
  body: z.output<typeof correcting>,
): Promise<Card> {
  const { version, work_key, reason, with_counts, over, ...given } = body;
  const card = await ownCard(db, who, "seller_id", key, version);
  const [row] = await db
    .select()
    .from(work)
    .where(and(eq(work.key, work_key), eq(work.card_key, key)))
    .for("update");
  if (!row) throw notFound("実績");
  if (given.worker_id !== undefined && given.worker_id !== row.worker_id)
    await workersBy(db, who, [given.worker_id]);
  const changes = Object.fromEntries(
    NAMES.filter((name) => given[name] !== undefined && given[name] !== row[name]).map((name) => [
      name,
      given[name],
    ]),
  );
  const { num_good, num_defective, num_partial } = changes as Partial<Work>;
  refuseHalves(card, { num_good, num_defective, num_partial });
  const after = { ...row, ...changes };
  refuseIf(Object.keys(changes).length === 0 ? "変更した項目がありません。" : null);
  for (const field of ["work_start", "work_end"] as const)
    if ((given[field] ?? "") > who.now) throw wrongInput({ [field]: ["これからの日時は入力できません"] });
  if (after.work_start && after.work_end && after.work_end < after.work_start)
    throw wrongInput({ work_end: ["終了は着手より後の日時を入力してください"] });
  const stops = await db.select().from(pause).where(eq(pause.work_key, work_key));
  const outside = (stop: (typeof stops)[number]) =>
    (after.work_start ?? "") > stop.pause_start ||
    (after.work_end !== null && (stop.pause_end ?? stop.pause_start) > after.work_end);
  if (stops.some(outside)) {
    throw wrongInput({
      work_start: ["中断の時間が作業の時間からはみ出します。着手と終了を確かめてください"],
    });
  }
  const counts = with_counts ? await countsAfter(db, card, row, after, over) : {};
  const others = and(eq(work.card_key, key), isNull(work.work_end), ne(work.key, work_key));
  if (after.work_end === null && after.worker_id !== row.worker_id) {
    const twice = await db.$count(work, and(others, eq(work.worker_id, after.worker_id!)));
    refuseIf(twice > 0 ? "この作業者は、このカードにすでに着手しています。" : null);
  }
  if (after.work_end === null && after.is_unmanned && !row.is_unmanned) {
    const runs = await db.$count(work, and(others, eq(work.is_unmanned, true)));
    refuseIf(runs > 0 ? RUNS_UNMANNED : null);
  }
  if (after.is_void && after.work_end === null) Object.assign(changes, { work_end: who.now });
  if ("work_end" in changes) {
    await db
      .update(pause)
      .set({ pause_end: changes.work_end as string })
      .where(and(eq(pause.work_key, work_key), isNull(pause.pause_end)));
  }
  await db.update(work).set(changes).where(eq(work.key, work_key));
  if (after.is_void && !row.is_void) await voidMeasurements(db, who, [work_key]);
  if (row.is_void && !after.is_void) await bringBack(db, who, key, work_key);
  const told = (from: object): Changed =>
    Object.fromEntries([
      ["work.key", work_key],
      ...Object.keys(changes).map((name) => [`work.${name}`, (from as Changed)[name] ?? null]),
    ]);
  const inner = await lastWorked(db, who, card, row);
  const kept = { ...told({ ...row, ...changes }), "work.reason": reason };
  return changeCard(db, who, card, "corrected", counts, undefined, inner, { before: told(row), after: kept });
}

/** 着手 and 終了 of the card as a correction leaves them: of the last work, not of when it was corrected. */
async function lastWorked(db: Tx, who: Who, card: Card, was: Work): Promise<InnerChanges> {
  const now = await atWork(db, who, card);
  if (now.work_end === null) return now;
  const [last] = await db
    .select({ work_start: work.work_start, work_end: work.work_end })
    .from(work)
    .where(and(eq(work.card_key, card.key), eq(work.is_void, false), isNull(work.partner_id)))
    .orderBy(desc(work.work_end), desc(work.key))
    .limit(1);
  if (!last) return was.work_end === null ? now : {};
  const { work_start, work_end } = last;
  return { worker: null, ...(work_start === null ? {} : { work_start }), work_end };
}

/** By a correction or with its 完了: the later of the two took the values of a 実績. */
async function bringBack(db: Tx, who: Who, card_key: number, work_key: number): Promise<void> {
  const { after } = activity_inner;
  const [gone] = await db
    .select({ at: activity.at })
    .from(activity)
    .innerJoin(activity_inner, eq(activity_inner.activity_key, activity.key))
    .where(
      and(
        eq(activity.subject, "card"),
        eq(activity.subject_key, card_key),
        or(
          sql`${after} ->> 'work.key' = ${String(work_key)} and ${after} ->> 'work.is_void' = 'true'`,
          sql`${String(work_key)} = any(string_to_array(${after} ->> 'work.reopened', ','))`,
        ),
      ),
    )
    .orderBy(desc(activity.seq))
    .limit(1);
  if (gone) await restoreMeasurements(db, who, work_key, gone.at);
}

async function countsAfter(db: Tx, card: Card, row: Work, after: Work, over: boolean) {
  const none = { num_good: "0", num_defective: "0", num_partial: "0" };
  const last = isLastStep(await processesOf(db, card.seller_id), row.group_id);
  const counts = correctedCounts(
    card,
    row.is_void ? none : row,
    after.is_void ? none : after,
    row.group_id === card.group_id,
    last,
  );
  if (typeof counts === "string") throw new Refusal(409, counts);
  const more = overCount({ ...card, ...counts });
  if (more && !over) throw overRefused(more);
  return counts;
}
