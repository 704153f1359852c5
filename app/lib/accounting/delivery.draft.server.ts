import { and, desc, eq } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { delivery_draft } from "~/lib/tables/delivery.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { isBroken } from "~/lib/text/normalize";
import { formatDateTime } from "~/lib/time/datetime";
import type { DraftNew } from "./delivery.draft.schema";
import { pairOf } from "./pair.server";

const GONE = "この下書きは、ほかの人が発行したか削除しました。";

async function lockDraft(db: Tx, who: Who, key: number, version?: number) {
  const [row] = await db
    .select()
    .from(delivery_draft)
    .where(and(eq(delivery_draft.key, key), eq(delivery_draft.seller_id, who.company_id)))
    .for("update");
  if (!row) throw new Refusal(404, GONE);
  refuseIf(
    version === undefined || row.version === version
      ? null
      : `${row.name}さんが${formatDateTime(row.updated_time)}にこの下書きを変更しました。下書きを開き直して、内容を確認してください。`,
  );
  return row;
}

/** How many cards were ticked: each is carried with its key. */
const numCards = (fields: DraftNew["fields"]) =>
  fields.filter(([name, value]) => /^lines\[\d+\]\.on$/.test(name) && value !== "").length;

export async function saveDraft(db: Tx, who: Who, { key, version, buyer_id, step, fields }: DraftNew) {
  await pairOf(db, who, buyer_id);
  refuseIf(
    fields.some(([, value]) => isBroken(value))
      ? "使えない文字が含まれているため、下書きに保存できません。入力し直してください。"
      : null,
  );
  const typed = {
    buyer_id,
    step,
    fields,
    num_cards: numCards(fields),
    name: who.acting ? "運営" : who.name,
    updated_time: who.now,
  };
  if (key === undefined) {
    const [made] = await db
      .insert(delivery_draft)
      .values({ ...typed, seller_id: who.company_id })
      .returning({ key: delivery_draft.key, version: delivery_draft.version });
    return made!;
  }
  const row = await lockDraft(db, who, key, version);
  const [saved] = await db
    .update(delivery_draft)
    .set({ ...typed, version: row.version + 1 })
    .where(eq(delivery_draft.key, key))
    .returning({ key: delivery_draft.key, version: delivery_draft.version });
  return saved!;
}

const columns = {
  key: delivery_draft.key,
  version: delivery_draft.version,
  buyer_id: delivery_draft.buyer_id,
  buyer_name: factory.name,
  step: delivery_draft.step,
  num_cards: delivery_draft.num_cards,
  name: delivery_draft.name,
  updated_time: delivery_draft.updated_time,
};

export async function listDrafts(db: Tx, who: Who) {
  const items = await db
    .select(columns)
    .from(delivery_draft)
    .innerJoin(factory, eq(factory.id, delivery_draft.buyer_id))
    .where(eq(delivery_draft.seller_id, who.company_id))
    .orderBy(desc(delivery_draft.updated_time), desc(delivery_draft.key))
    .limit(500);
  return { items };
}

export async function readDraft(db: Tx, who: Who, key: number) {
  const [row] = await db
    .select({ ...columns, fields: delivery_draft.fields })
    .from(delivery_draft)
    .innerJoin(factory, eq(factory.id, delivery_draft.buyer_id))
    .where(and(eq(delivery_draft.key, key), eq(delivery_draft.seller_id, who.company_id)));
  if (!row) throw new Refusal(404, GONE);
  return row;
}

export async function deleteDraft(db: Tx, who: Who, key: number, version?: number) {
  const row = await lockDraft(db, who, key, version);
  await db.delete(delivery_draft).where(eq(delivery_draft.key, key));
  return { key, version: row.version };
}

/** Issued from a 下書き, it is gone with it; and whoever else had it open issues nothing twice. */
export async function useDraft(db: Tx, who: Who, key: number | undefined, version: number | undefined) {
  if (key === undefined) return;
  await deleteDraft(db, who, key, version).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404
      ? new Refusal(409, `${GONE}発行していません。`)
      : error;
  });
}
