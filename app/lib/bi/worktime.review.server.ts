import { and, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { day_review } from "~/lib/tables/review.table.server";
import { emptyText } from "~/lib/text/text.schema";
import { today } from "~/lib/time/date";
import type { ReviewKind } from "~/lib/vocabulary/worktime";
import { type Pair, pairKey } from "./worktime.breaks.server";
import { changesSince } from "./worktime.mark";
import { peopleOf } from "./worktime.pieces.server";
import { daysBy, keptOf, NOBODY } from "./worktime.read.server";
import { reasonsSince } from "./worktime.reasons.server";
import type { ReviewResults, reviewing, Tick } from "./worktime.review.schema";
import type { DayRow } from "./worktime.schema";
import { dayOf } from "./worktime.server";

type Act = z.output<typeof reviewing>["act"];
const KIND: Record<Act, ReviewKind> = { approve: "approved", return: "returned", withdraw: "withdrawn" };

/** Why this can't be done to the day as it stands; null: it can. */
function cannotReview(day: DayRow | undefined, { seq, mark }: Tick, act: Act): string | null {
  if (!day || day.records.length === 0) return "この日の記録はありません。";
  const [, , seen] = day.tick.split(":");
  if (seen!.split(".")[0] !== String(seq))
    return "他の人が先に承認・差戻しをしました。画面を開き直してください。";
  const stands = day.review?.kind ?? "withdrawn";
  if (act === "withdraw") return stands === "withdrawn" ? "承認も差戻しもされていません。" : null;
  if (seen!.split(".")[1] !== mark) return "記録が変わりました。もう一度内容を確かめてから操作してください。";
  if (act === "return") return stands === "returned" ? "すでに差し戻しています。" : null;
  if (stands === "approved" && !day.is_changed) return "すでに承認しています。";
  if (day.num_left > 0) return "未終了の作業があります。先に終了してください。";
  if (day.num_going > 0) return "作業中・中断中の作業があります。終わってから承認してください。";
  return null;
}

/** Each by itself: what can't be done is said beside it, and the others are done. */
export async function reviewDays(
  db: Tx,
  who: Who,
  { days, act, reason }: z.output<typeof reviewing>,
): Promise<ReviewResults> {
  if (act === "return" && !reason)
    throw new Refusal(422, "入力内容を確認してください。", { reason: [emptyText("差戻しの理由")] });
  const asked = [...new Map(days.map((one) => [pairKey(one), one])).values()];
  // One at a time for a factory: two who approve the same day follow each other.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('day_review'), hashtext(${who.company_id}))`);
  const people = await peopleOf(db, who);
  const own = asked.filter(({ worker_id }) => people.has(worker_id));
  if (own.length < asked.length) throw new Refusal(404, "作業者が見つかりません。");
  const found = new Map((await daysBy(db, who, people, own)).map((day) => [pairKey(day), day]));
  const later = today(new Date(who.now));
  const results = asked.map((tick) => {
    const day = found.get(pairKey(tick))!;
    const detail = tick.day > later ? "これからの日は承認できません。" : cannotReview(day, tick, act);
    return { tick, day, detail };
  });
  const done = results.filter(({ detail }) => detail === null);
  if (done.length > 0)
    await db.insert(day_review).values(
      done.map(({ tick, day }) => ({
        seller_id: who.company_id,
        worker_id: tick.worker_id,
        day: tick.day,
        seq: tick.seq + 1,
        kind: KIND[act],
        reason: act === "return" ? reason! : null,
        mark: day.tick.split(".")[1]!,
        minutes: day.minutes,
        indirect_minutes: day.indirect_minutes,
        records: keptOf(day),
        reviewed_by: who.name,
        reviewed_time: who.now,
      })),
    );
  return {
    items: results.map(({ tick, day, detail }) => ({
      worker: people.get(tick.worker_id)?.name ?? NOBODY,
      day: tick.day,
      tick:
        detail === null ? `${tick.worker_id}:${tick.day}:${tick.seq + 1}.${day.tick.split(".")[1]}` : null,
      detail,
    })),
  };
}

export async function readDay(db: Tx, who: Who, pair: Pair) {
  const day = await dayOf(db, who, pair);
  const history = await db
    .select()
    .from(day_review)
    .where(
      and(
        eq(day_review.seller_id, who.company_id),
        eq(day_review.worker_id, pair.worker_id),
        eq(day_review.day, pair.day),
      ),
    )
    .orderBy(desc(day_review.seq));
  const review = day.is_changed ? day.review : null;
  return {
    day,
    history,
    changes: review ? changesSince(review.records, keptOf(day)) : [],
    reasons: review ? await reasonsSince(db, who, day, review) : [],
  };
}
