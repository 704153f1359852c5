import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { wholeErrors } from "~/lib/money/whole";
import { type Card, card_inner } from "~/lib/tables/card.table.server";
import { card_link, pause, work } from "~/lib/tables/work.table.server";
import { reason, worker } from "~/lib/tables/worker.table.server";
import type { ReasonKind } from "~/lib/vocabulary/reason";
import type { CardChange, InnerChanges } from "./card.write.server";
import { attending } from "./work";

export type Work = typeof work.$inferSelect;

export const wrongInput = (errors: Record<string, string[]>, detail = "入力内容を確認してください。") =>
  new Refusal(422, detail, errors);

type Counted = Pick<Card, "order_unit" | "num_items" | "num_good" | "num_defective" | "num_partial">;

/** Decision 067; a card that is a fraction already goes on as one. */
export function refuseHalves(card: Counted, numbers: Record<string, string | undefined>): void {
  const { order_unit, num_items, num_good, num_defective, num_partial } = card;
  const errors = wholeErrors(numbers, order_unit, num_items, num_good, num_defective, num_partial);
  const [first] = Object.values(errors);
  if (first) throw wrongInput(errors, `${first[0]}。`);
}

export async function openWorks(db: Tx, card_keys: number[]): Promise<Work[]> {
  if (card_keys.length === 0) return [];
  return db
    .select()
    .from(work)
    .where(and(inArray(work.card_key, card_keys), isNull(work.work_end)))
    .orderBy(asc(work.key));
}

/** `late`: they may have left since. */
export async function workersBy(
  db: Tx,
  who: Who,
  ids: number[],
  field = "worker_ids",
  late = false,
): Promise<Map<number, string>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ worker_id: worker.worker_id, name: worker.name })
          .from(worker)
          .where(
            and(
              eq(worker.company_id, who.company_id),
              inArray(worker.worker_id, ids),
              late ? undefined : eq(worker.is_active, true),
            ),
          );
  if (rows.length !== new Set(ids).size)
    throw wrongInput({ [field]: ["作業者が見つかりません。作業者を選択し直してください"] });
  return new Map(rows.map((row) => [row.worker_id, row.name]));
}

export async function reasonBy(
  db: Tx,
  who: Who,
  kind: ReasonKind,
  reason_id: number | undefined,
  field = "reason_id",
): Promise<string | null> {
  if (reason_id === undefined) return null;
  const [row] = await db
    .select({ label: reason.label })
    .from(reason)
    .where(
      and(
        eq(reason.company_id, who.company_id),
        eq(reason.kind, kind),
        eq(reason.reason_id, reason_id),
        eq(reason.is_active, true),
      ),
    );
  if (!row) throw wrongInput({ [field]: ["理由が見つかりません。理由を選択し直してください"] });
  return row.label;
}

async function closeAt(db: Tx, works: Work[], at: string): Promise<void> {
  if (works.length === 0) return;
  const keys = works.map((one) => one.key);
  await db
    .update(pause)
    .set({ pause_end: at })
    .where(and(inArray(pause.work_key, keys), isNull(pause.pause_end)));
  await db.update(work).set({ work_end: at }).where(inArray(work.key, keys));
}

export const closeWorks = (db: Tx, who: Who, works: Work[]): Promise<void> => closeAt(db, works, who.now);

/** "work.keys" lets an undo of the move resume the work. */
export async function endWorks(db: Tx, works: Work[], at: string): Promise<Map<number, CardChange>> {
  if (works.length === 0) return new Map();
  const keys = [...new Set(works.map((one) => one.card_key))];
  await closeAt(db, works, at);
  const before = await db.select().from(card_inner).where(inArray(card_inner.card_key, keys));
  await db.update(card_inner).set({ worker: null, work_end: at }).where(inArray(card_inner.card_key, keys));
  return new Map(
    before.map((row) => [
      row.card_key,
      {
        before: { worker: row.worker, work_end: row.work_end },
        after: {
          worker: null,
          work_end: at,
          "work.keys": works
            .filter((one) => one.card_key === row.card_key)
            .map((one) => one.key)
            .join(),
        },
      },
    ]),
  );
}

export async function atWork(db: Tx, who: Who, card: Card): Promise<InnerChanges> {
  const open = await db
    .select({ name: worker.name, work_start: work.work_start, is_unmanned: work.is_unmanned })
    .from(work)
    .leftJoin(worker, eq(worker.worker_id, work.worker_id))
    .where(and(eq(work.card_key, card.key), isNull(work.work_end)))
    .orderBy(asc(work.key));
  if (open.length === 0) return { worker: null, work_end: who.now };
  return {
    worker: open.flatMap(attending).join("、") || null,
    work_start: open[0]!.work_start,
    work_end: null,
  };
}

export async function endAll(db: Tx, who: Who, card: Card): Promise<InnerChanges | undefined> {
  const open = await openWorks(db, [card.key]);
  if (open.length === 0) return undefined;
  await closeWorks(db, who, open);
  return atWork(db, who, card);
}

/** A card at a partner's stays until it is received or taken back. */
export async function cannotWhileOut(db: Tx, card_keys: number[]): Promise<Map<number, string>> {
  const rows =
    card_keys.length === 0
      ? []
      : await db
          .select({ card_key: card_link.card_key })
          .from(card_link)
          .where(
            and(
              inArray(card_link.card_key, card_keys),
              isNull(card_link.received_time),
              isNull(card_link.cancelled_time),
            ),
          );
  return new Map(
    rows.map((row) => [
      row.card_key,
      "協力会社に出しているカードです。先に受け入れるか、外注を取り消してください。",
    ]),
  );
}
