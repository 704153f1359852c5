import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { cardByCode } from "~/lib/code/code.server";
import { refuseStranger } from "~/lib/code/pass.server";
import type { Tx } from "~/lib/db/connection.server";
import { approvedBetween, approvedText } from "~/lib/indirect/approved.server";
import { asksWhy, farDay } from "~/lib/indirect/indirect";
import { addIndirect, correctIndirect, keepRunning } from "~/lib/indirect/indirect.server";
import { kindBy, lockIndirect, lockWorker } from "~/lib/indirect/row.server";
import { lastEntries, record } from "~/lib/log/activity.server";
import { clockText, endAfter, minutesOfClock, SAME_ENDS } from "~/lib/shop/shift";
import { worker_day } from "~/lib/tables/indirect.table.server";
import { lockCard } from "~/lib/task/card.lock.server";
import { endIndirect } from "~/lib/task/indirect.server";
import { addWork } from "~/lib/task/work.add.server";
import { correctWork } from "~/lib/task/work.correct.server";
import { keepWork, pauseLeft } from "~/lib/task/work.left.server";
import { type Work } from "~/lib/task/work.open.server";
import { formatDate, type ISODate, startInstant } from "~/lib/time/date";
import { recordsBetween, workerBy } from "./day.rows.server";
import type { dayTold, gapAnswer, openAnswer, WorkerDay } from "./day.schema";
import { dayOf, drawDays } from "./day.server";

const wrongInput = (errors: Record<string, string[]>) =>
  new Refusal(422, "入力内容を確認してください。", errors);
const LATE = "日報で後から記入";

/** Still a gap: nobody has answered it, on this device or another. */
async function askedGap(db: Tx, who: Who, worker_id: number, { day, from, to }: z.output<typeof gapAnswer>) {
  const person = await workerBy(db, who, worker_id);
  await lockWorker(db, who, worker_id);
  const { gaps } = (await drawDays(db, who, person, day, day))[0]!;
  const gap = gaps.find((one) => one.from === from && one.to === to);
  refuseIf(gap ? null : "この時間は、もう記録されています。画面を確認してください。");
  return { from: from!, to: to! };
}

/** What was done just before lasts until the end of the gap, or what came after began with it. */
async function stretch(
  db: Tx,
  who: Who,
  worker_id: number,
  { from, to }: { from: string; to: string },
  { isBefore, said }: { isBefore: boolean; said: string },
): Promise<void> {
  const records = await recordsBetween(db, {
    company_id: who.company_id,
    worker_id,
    from: new Date(Date.parse(from) - 1).toISOString(),
    to: new Date(Date.parse(to) + 1).toISOString(),
  });
  const isNext = (one: Pick<Work, "work_start" | "work_end">) =>
    isBefore ? one.work_end === from : one.work_start === to;
  const changes = isBefore ? { work_end: to } : { work_start: from };
  const reason = `${said}（${isBefore ? "前の作業を延ばす" : "次の作業を早める"}）`;
  const work = records.works.find((one) => isNext(one.row))?.row;
  if (work) {
    const { version } = await lockCard(db, work.card_key);
    const none = {
      worker_id: undefined,
      num_good: undefined,
      num_defective: undefined,
      num_partial: undefined,
    };
    const asked = { ...none, work_start: undefined, work_end: undefined, ...changes };
    const flags = { is_void: work.is_void, with_counts: false, over: false };
    await correctWork(db, who, work.card_key, { version, work_key: work.key, ...flags, ...asked, reason });
    return;
  }
  const row = records.indirect.find(isNext);
  if (!row) throw new Refusal(409, "となりの作業が見つかりません。画面を確認してください。");
  const given = { reason_id: undefined, note: undefined, work_start: undefined, work_end: undefined };
  await correctIndirect(db, who, row.key, { ...given, ...changes, version: row.version, reason });
}

/** Of an approved day each answer says why; what is corrected by it says so too. */
async function refuseUnexplained(
  db: Tx,
  who: Who,
  { worker_id, name }: { worker_id: number; name: string },
  { day, reason }: { day: ISODate; reason?: string },
): Promise<void> {
  const isAsked = !reason && (await approvedBetween(db, who, worker_id, [day, day])) !== null;
  if (isAsked)
    throw new Refusal(422, approvedText(name, day), { reason: ["承認後の記入の理由を入力してください"] });
}

async function kindAsked(db: Tx, who: Who, { reason_id, why }: z.output<typeof gapAnswer>) {
  if (reason_id === undefined) throw wrongInput({ reason_id: ["間接作業を選択してください"] });
  const { label } = await kindBy(db, who, reason_id);
  const isAsked = asksWhy(label) && why === undefined;
  if (isAsked)
    throw new Refusal(422, `「${label}」の理由を選んでください。`, { why: ["待ちの理由を入力してください"] });
  return { reason_id, note: why };
}

export async function answerGap(
  db: Tx,
  who: Who,
  worker_id: number,
  body: z.output<typeof gapAnswer>,
): Promise<WorkerDay> {
  await refuseStranger(db, who, worker_id, body.pass);
  const kind = body.answer === "indirect" ? await kindAsked(db, who, body) : null;
  const meant = body.answer === "card" ? await cardByCode(db, who, body.card ?? "") : null;
  if (typeof meant === "string") throw wrongInput({ card: [meant] });
  if (meant && meant.kind !== "card") throw wrongInput({ card: ["カードの番号を入力してください"] });
  // Cards are held before people, as everywhere.
  if (meant) await lockCard(db, meant.key);
  const gap = await askedGap(db, who, worker_id, body);
  await refuseUnexplained(db, who, await workerBy(db, who, worker_id), body);
  const times = { work_start: gap.from, work_end: gap.to };
  const { reason } = body;
  const said = reason ? `${LATE}：${reason}` : LATE;
  if (meant) await addWork(db, who, meant.key, { worker_id, ...times }, said);
  else if (kind) await addIndirect(db, who, { worker_id, ...kind, ...times, reason });
  else await stretch(db, who, worker_id, gap, { isBefore: body.answer === "before", said });
  return dayOf(db, who, worker_id, body.day);
}

/** 「0:30」 of a night is after midnight. */
function instantOf(day: ISODate, clock: string, start: string): string {
  const midnight = startInstant(day);
  const at = midnight + minutesOfClock(clock) * 60_000;
  return new Date(at < Date.parse(start) ? at + 86_400_000 : at).toISOString();
}

const HOURS = 12;

/** What was left open: when it was over, or that it goes on. */
export async function answerOpen(
  db: Tx,
  who: Who,
  worker_id: number,
  { day, kind, key, answer, at, reason, pass }: z.output<typeof openAnswer>,
): Promise<WorkerDay> {
  await refuseStranger(db, who, worker_id, pass);
  const person = await workerBy(db, who, worker_id);
  const { left } = (await drawDays(db, who, person, day, day))[0]!;
  const one = left.find((each) => each.kind === kind && each.key === key);
  if (!one) throw new Refusal(409, "この作業は、もう終わっています。画面を確認してください。");
  const end = at === undefined ? one.offered : instantOf(day, at, one.from);
  const until = new Date(Date.parse(who.now) + HOURS * 3_600_000).toISOString();
  if (answer === "end" && end === null) throw wrongInput({ at: ["終わった時刻を入力してください"] });
  if (answer === "end" && end! > who.now) throw wrongInput({ at: ["これからの時刻は入力できません"] });
  if (answer === "end") await refuseUnexplained(db, who, person, { day, reason });
  if (kind === "card" && answer === "end")
    await pauseLeft(db, who, { worker_id, work_key: key, at: end!, said: reason });
  else if (kind === "card") await keepWork(db, who, { worker_id, work_key: key, until });
  else if (answer === "end") await endIndirect(db, who, { key, resume: false, at: end!, reason });
  else await keepRunning(db, who, { row: await lockIndirect(db, who, key), name: person.name }, until);
  return dayOf(db, who, worker_id, day);
}

const toldText = (row: Omit<z.output<typeof dayTold>, "day" | "version" | "reason" | "pass">) =>
  [
    row.is_absent ? "休み" : null,
    row.shift_start !== undefined ? `${row.shift_start}〜${row.shift_end}` : null,
    row.is_without_breaks ? "休憩なし" : null,
  ]
    .filter(Boolean)
    .join("、") || "いつもどおり";

/** 休み, 半日, 残業, 休憩なし: what the shift doesn't know of one day. */
export async function tellDay(
  db: Tx,
  who: Who,
  worker_id: number,
  { day, version, reason, pass, ...said }: z.output<typeof dayTold>,
): Promise<WorkerDay> {
  await refuseStranger(db, who, worker_id, pass);
  const person = await lockWorker(db, who, worker_id);
  refuseIf(farDay(day, who.now));
  if ((said.shift_start === undefined) !== (said.shift_end === undefined))
    throw wrongInput({ shift_end: ["始業と終業の両方を入力してください"] });
  const isSame = said.shift_start !== undefined && said.shift_start === said.shift_end;
  if (isSame) throw wrongInput({ shift_end: [SAME_ENDS] });
  const here = and(eq(worker_day.worker_id, worker_id), eq(worker_day.day, day));
  const [row] = await db.select().from(worker_day).where(here).for("update");
  if ((row?.version ?? 0) !== version) throw stale("日報");
  await refuseUnexplained(db, who, person, { day, reason });
  const start = said.shift_start === undefined ? null : minutesOfClock(said.shift_start);
  const values = {
    is_absent: said.is_absent,
    shift_start: start,
    shift_end: start === null ? null : endAfter(start, minutesOfClock(said.shift_end!)),
    is_without_breaks: said.is_without_breaks,
    version: version + 1,
  };
  const [after] = row
    ? await db.update(worker_day).set(values).where(here).returning()
    : await db
        .insert(worker_day)
        .values({ ...values, seller_id: who.company_id, worker_id, day })
        .returning();
  const clock = (minutes: number | null) => (minutes === null ? undefined : clockText(minutes));
  const before =
    row && toldText({ ...row, shift_start: clock(row.shift_start), shift_end: clock(row.shift_end) });
  await record(db, who, {
    subject: "worker_day",
    subject_key: after!.key,
    seq: ((await lastEntries(db, "worker_day", [after!.key])).get(after!.key) ?? 0) + 1,
    seller_id: who.company_id,
    buyer_id: who.company_id,
    kind: "told",
    reason,
    before: { attendance: before ?? null },
    after: { worker: person.name, day: formatDate(day), attendance: toldText(said) },
  });
  return dayOf(db, who, worker_id, day);
}
