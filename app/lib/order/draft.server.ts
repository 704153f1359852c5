import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { Refusal, refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";
import { isUniqueViolation } from "~/lib/db/failure.server";
import { orderFilesNamed } from "~/lib/file/file.read.server";
import { collaboratorsOf } from "~/lib/partner/collaborator.server";
import { factory } from "~/lib/tables/factory.table.server";
import { order_draft } from "~/lib/tables/order.draft.table.server";
import { isBroken } from "~/lib/text/normalize";
import { formatDateTime } from "~/lib/time/datetime";
import { type DraftNew, fileKeysOf, keptFields, summaryOf } from "./draft.schema";

const GONE = "この下書きは、ほかの人が送信したか削除しました。";
const MOST = 200;
const RESTORE_MS = 30 * 86_400_000;

type Saved = { key: number; version: number };
const saved = { key: order_draft.key, version: order_draft.version };

async function lockDraft(db: Tx, who: Who, key: number, deleted = false) {
  const [row] = await db
    .select()
    .from(order_draft)
    .where(and(eq(order_draft.key, key), eq(order_draft.buyer_id, who.company_id)))
    .for("update");
  if (!row || (row.deleted_time !== null && !deleted)) throw new Refusal(404, GONE);
  return row;
}
type Row = Awaited<ReturnType<typeof lockDraft>>;

const changedProblem = ({ name, updated_time }: Row) =>
  `${name}さんが${formatDateTime(updated_time)}にこの下書きを変更しました。開き直すとその内容になります。入力した内容を残すときは「別の下書きとして保存」を押してください。`;
const refuseStale = (row: Row, version: number | undefined) =>
  refuseIf(version === undefined || row.version === version ? null : changedProblem(row));

const taken = () =>
  new Refusal(422, "入力内容を確認してください。", {
    template_name: ["この名前のひな形はすでにあります。別の名前を入力してください"],
  });
/** Of two at once, the one that came later. */
function lostName(error: unknown): never {
  throw isUniqueViolation(error, "order_draft_template") ? taken() : error;
}

async function refuseTaken(db: Tx, who: Who, template_name: string, but?: number) {
  const [found] = await db
    .select({ key: order_draft.key })
    .from(order_draft)
    .where(
      and(
        eq(order_draft.buyer_id, who.company_id),
        eq(order_draft.template_name, template_name),
        isNull(order_draft.deleted_time),
      ),
    );
  if (found && found.key !== but) throw taken();
}

/** Past its undo a deleted one goes; and nobody keeps without end. */
async function makeRoom(db: Tx, who: Who) {
  const own = eq(order_draft.buyer_id, who.company_id);
  const past = new Date(Date.parse(who.now) - RESTORE_MS).toISOString();
  await db.delete(order_draft).where(and(own, lt(order_draft.deleted_time, past)));
  refuseIf(
    (await db.$count(order_draft, and(own, isNull(order_draft.deleted_time)))) >= MOST
      ? `下書きとひな形は合わせて${MOST}件までです。使わないものを削除してください。`
      : null,
  );
}

export async function saveDraft(db: Tx, who: Who, given: DraftNew): Promise<Saved> {
  const { key, version, seller_id, template_name } = given;
  if (!(await collaboratorsOf(db, who, "seller")).some((seller) => seller.id === seller_id))
    throw new Refusal(404, "依頼先が見つかりません。");
  const fields = keptFields(given.fields, template_name !== undefined);
  refuseIf(
    fields.some(([, value]) => isBroken(value))
      ? "使えない文字が含まれているため、下書きに保存できません。入力し直してください。"
      : null,
  );
  const typed = {
    seller_id,
    fields,
    ...summaryOf(fields),
    username: who.username,
    name: who.acting ? "運営" : who.name,
    updated_time: who.now,
  };
  if (key !== undefined && template_name === undefined) {
    const row = await lockDraft(db, who, key);
    refuseStale(row, version);
    return write(db, key, { ...typed, version: row.version + 1 });
  }
  await makeRoom(db, who);
  if (template_name !== undefined) await refuseTaken(db, who, template_name);
  const [made] = await db
    .insert(order_draft)
    .values({ ...typed, template_name, buyer_id: who.company_id })
    .returning(saved)
    .catch(lostName);
  return made!;
}

async function write(db: Tx, key: number, changes: Partial<Row>): Promise<Saved> {
  const [after] = await db
    .update(order_draft)
    .set(changes)
    .where(eq(order_draft.key, key))
    .returning(saved)
    .catch(lostName);
  return after!;
}

const columns = {
  key: order_draft.key,
  version: order_draft.version,
  seller_id: order_draft.seller_id,
  seller_name: factory.name,
  template_name: order_draft.template_name,
  label: order_draft.label,
  num_lines: order_draft.num_lines,
  name: order_draft.name,
  updated_time: order_draft.updated_time,
};
const live = (who: Who) => and(eq(order_draft.buyer_id, who.company_id), isNull(order_draft.deleted_time));

export async function listDrafts(db: Tx, who: Who, templates: boolean) {
  const kind = templates ? isNotNull(order_draft.template_name) : isNull(order_draft.template_name);
  const items = await db
    .select(columns)
    .from(order_draft)
    .innerJoin(factory, eq(factory.id, order_draft.seller_id))
    .where(and(live(who), kind))
    .orderBy(desc(order_draft.updated_time), desc(order_draft.key))
    .limit(MOST);
  return { items };
}

export async function readDraft(db: Tx, who: Who, key: number) {
  const [row] = await db
    .select({ ...columns, fields: order_draft.fields })
    .from(order_draft)
    .innerJoin(factory, eq(factory.id, order_draft.seller_id))
    .where(and(live(who), eq(order_draft.key, key)));
  if (!row) throw new Refusal(404, GONE);
  return { ...row, files: await orderFilesNamed(db, who, fileKeysOf(row.fields)) };
}

export async function deleteDraft(db: Tx, who: Who, key: number, version?: number): Promise<Saved> {
  const row = await lockDraft(db, who, key);
  refuseStale(row, version);
  return write(db, key, { deleted_time: who.now, version: row.version + 1 });
}

export async function restoreDraft(db: Tx, who: Who, key: number): Promise<Saved> {
  const row = await lockDraft(db, who, key, true);
  if (row.deleted_time === null) return { key, version: row.version };
  if (row.template_name !== null) await refuseTaken(db, who, row.template_name, key);
  return write(db, key, { deleted_time: null, version: row.version + 1 });
}

export async function renameTemplate(
  db: Tx,
  who: Who,
  key: number,
  { template_name, version }: { template_name: string; version: number },
): Promise<Saved> {
  const row = await lockDraft(db, who, key);
  if (row.template_name === null) throw new Refusal(404, "ひな形が見つかりません。");
  refuseStale(row, version);
  await refuseTaken(db, who, template_name, key);
  return write(db, key, { template_name, version: row.version + 1 });
}

/**
 * Sent from a 下書き, it is gone with it; whoever else had it open sends nothing twice. What the sender's own
 * page has saved meanwhile is no change of another's.
 */
export async function useDraft(db: Tx, who: Who, key: number | undefined, version: number | undefined) {
  if (key === undefined) return;
  const row = await lockDraft(db, who, key).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404
      ? new Refusal(409, `${GONE}外注依頼書の一覧を確かめてください。送信していません。`)
      : error;
  });
  if (row.username !== who.username) refuseStale(row, version);
  await db.delete(order_draft).where(eq(order_draft.key, key));
}

/** Past their undo, with the files that no 下書き holds any more. */
export async function purgeDrafts(db: Database): Promise<void> {
  await operator(db, (tx) => tx.execute(sql`select purge_draft_files()`));
}
