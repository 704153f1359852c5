import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { starting } from "~/lib/indirect/indirect.schema";
import { type Named, startIndirect, stopIndirect } from "~/lib/indirect/indirect.server";
import { indirectBy, kindBy } from "~/lib/indirect/row.server";
import { card } from "~/lib/tables/card.table.server";
import { indirect_work } from "~/lib/tables/indirect.table.server";
import { pause, work } from "~/lib/tables/work.table.server";
import { cardName } from "./card";
import { lockCard, lockOwnCards } from "./card.lock.server";
import { settleOvernight } from "./overnight.server";
import { wrongInput } from "./work.open.server";
import { pauseWork, resumeWork } from "./work.server";

/** Where they are at work and not interrupted. */
async function goingAt(db: Tx, worker_id: number) {
  return db
    .select({ work_key: work.key, card_key: card.key, id: card.id, name: card.name, order_id: card.order_id })
    .from(work)
    .innerJoin(card, eq(card.key, work.card_key))
    .leftJoin(pause, and(eq(pause.work_key, work.key), isNull(pause.pause_end)))
    .where(
      and(
        eq(work.worker_id, worker_id),
        isNull(work.work_end),
        isNull(pause.key),
        eq(work.is_unmanned, false),
      ),
    )
    .orderBy(asc(card.key));
}

/** Nothing is told of a card before its last entry. */
const notBefore = (who: Who, time: string): Who => (time > who.now ? { ...who, now: time } : who);

/** Asks what becomes of the cards they are at; those that wait for it can be taken up again when it ends. */
export async function beginIndirect(
  db: Tx,
  who: Who,
  { cards, ...input }: Omit<z.output<typeof starting>, "pass">,
): Promise<Named> {
  const { worker_id, reason_id } = input;
  await settleOvernight(db, who, { worker_id });
  const { label } = await kindBy(db, who, reason_id);
  await lockOwnCards(
    db,
    who,
    (await goingAt(db, worker_id)).map(({ card_key }) => card_key),
  );
  const going = await goingAt(db, worker_id);
  if (going.length > 0 && !cards) {
    const names = going.map(cardName).join("、");
    throw wrongInput({ cards: ["中断するか、続けたままにするかを選んでください"] }, `${names}を作業中です。`);
  }
  const paused = cards === "pause" ? going : [];
  for (const card_key of new Set(paused.map((one) => one.card_key))) {
    const { version, update_time } = await lockCard(db, card_key);
    const asked = { version, worker_ids: [worker_id], reason_id: undefined, reason: label };
    await pauseWork(db, notBefore(who, update_time), card_key, asked);
  }
  const { row, name, before } = await startIndirect(db, who, input);
  const waits = paused.map(({ work_key }) => work_key);
  if (waits.length > 0)
    await db
      .update(pause)
      .set({ indirect_key: row.key })
      .where(and(inArray(pause.work_key, waits), isNull(pause.pause_end)));
  if (before)
    await db
      .update(pause)
      .set({ indirect_key: row.key })
      .where(and(eq(pause.indirect_key, before.key), isNull(pause.pause_end)));
  return { row, name };
}

/** The cards that wait for this to end. */
async function waitingFor(db: Tx, who: Who, keys: number[]) {
  if (keys.length === 0) return [];
  return db
    .select({ indirect_key: pause.indirect_key, key: card.key, id: card.id, name: card.name })
    .from(pause)
    .innerJoin(work, eq(work.key, pause.work_key))
    .innerJoin(card, eq(card.key, work.card_key))
    .where(
      and(
        eq(pause.seller_id, who.company_id),
        inArray(pause.indirect_key, keys),
        isNull(pause.pause_end),
        isNull(work.work_end),
      ),
    )
    .orderBy(asc(card.key));
}

export async function endIndirect(
  db: Tx,
  who: Who,
  { resume, ...input }: { key: number; version?: number; resume: boolean; at?: string; reason?: string },
): Promise<Named> {
  if (input.at === undefined) {
    const { row } = await indirectBy(db, who, input.key);
    if (row.work_end === null) await settleOvernight(db, who, { worker_id: row.worker_id });
  }
  const cards = resume ? await waitingFor(db, who, [input.key]) : [];
  await lockOwnCards(
    db,
    who,
    cards.map(({ key }) => key),
  );
  const ended = await stopIndirect(db, who, input);
  for (const { key } of await waitingFor(db, who, resume ? [input.key] : [])) {
    const { version, update_time } = await lockCard(db, key);
    await resumeWork(db, notBefore(who, update_time), key, { version, worker_ids: [ended.row.worker_id] });
  }
  return ended;
}

/** What everybody of the factory does at no card, and how many cards wait for it. */
export async function runningNow(db: Tx, who: Who) {
  const rows = await db
    .select()
    .from(indirect_work)
    .where(
      and(
        eq(indirect_work.seller_id, who.company_id),
        isNull(indirect_work.work_end),
        isNull(indirect_work.voided_time),
      ),
    )
    .orderBy(asc(indirect_work.key));
  const waits = await waitingFor(
    db,
    who,
    rows.map(({ key }) => key),
  );
  return rows.map((row) => ({
    ...row,
    cards: waits.filter(({ indirect_key }) => indirect_key === row.key).length,
  }));
}
