import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";
import { notFound, Refusal, refuseIf, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { record } from "~/lib/log/activity.server";
import { file, file_pending } from "~/lib/tables/file.table.server";
import type { Changed } from "~/lib/vocabulary/activity";
import { type OwnerKind, type Stored } from "~/lib/vocabulary/file";
import { MEDIA } from "./file";
import { shownFiles } from "./file.read.server";
import { type FileChange, type FileRow, type Filing } from "./file.schema";
import { newName } from "./take.server";

/** The same company twice where it is one company's own. */
type Owner = { kind: OwnerKind; key: string | number; seller_id: string; buyer_id: string };
type Row = typeof file.$inferSelect;

const OWNED_MAX = 100;
const plain: Filing = { kind: undefined, revision: undefined, is_latest: false, is_inner: false };

/** Within the call's own transaction, so that both are there or neither. */
export async function keepFiles(
  db: Tx,
  who: Who,
  owner: Owner,
  stored: Stored[],
  said: Filing = plain,
): Promise<FileRow[]> {
  if (stored.length === 0)
    throw new Refusal(422, "入力内容を確認してください。", { files: ["ファイルを選択してください"] });
  const here = and(
    eq(file.owner_kind, owner.kind),
    eq(file.owner_key, String(owner.key)),
    isNull(file.deleted_time),
  );
  refuseIf(
    (await db.$count(file, here)) + stored.length > OWNED_MAX
      ? `ファイルは${OWNED_MAX}件までです。不要なものを削除してください。`
      : null,
  );
  const latest = said.is_latest && stored.some((one) => kindOf(one, said) === "drawing");
  if (latest) await outdate(db, who, owner);
  const partner_id =
    owner.seller_id === owner.buyer_id
      ? null
      : who.company_id === owner.seller_id
        ? owner.buyer_id
        : owner.seller_id;
  const made = await db
    .insert(file)
    .values(
      stored.map(({ blob, name, media_type, size, width, height, has_thumb }) => {
        const kind = kindOf({ media_type }, said);
        return {
          key: newName(),
          company_id: who.company_id,
          partner_id,
          seller_id: owner.seller_id,
          buyer_id: owner.buyer_id,
          owner_kind: owner.kind,
          owner_key: String(owner.key),
          blob,
          name,
          media_type,
          size,
          width,
          height,
          has_thumb,
          kind,
          revision: kind === "drawing" ? (said.revision ?? null) : null,
          is_latest: latest && kind === "drawing",
          is_inner: said.is_inner,
          created_by: who.name,
          created_time: who.now,
        };
      }),
    )
    .returning();
  await db.delete(file_pending).where(
    inArray(
      file_pending.blob,
      stored.map((one) => one.blob),
    ),
  );
  for (const row of made)
    await logFile(
      db,
      who,
      row,
      "attached",
      {},
      { name: row.name, kind: row.kind, revision: row.revision, is_inner: row.is_inner },
    );
  return shownFiles(db, who, made);
}

const kindOf = ({ media_type }: { media_type: string }, { kind, revision, is_latest }: Filing) =>
  kind ?? (revision || is_latest ? "drawing" : (MEDIA[media_type]?.kind ?? "document"));

async function outdate(db: Tx, who: Who, owner: Pick<Owner, "kind" | "key">, but?: string): Promise<void> {
  const rows = await db
    .select()
    .from(file)
    .where(
      and(
        eq(file.owner_kind, owner.kind),
        eq(file.owner_key, String(owner.key)),
        isNull(file.deleted_time),
        eq(file.company_id, who.company_id),
        eq(file.is_latest, true),
        but === undefined ? undefined : ne(file.key, but),
      ),
    )
    .for("update");
  for (const row of rows) await write(db, who, row, "relabelled", { is_latest: false });
}

async function write(db: Tx, who: Who, row: Row, kind: string, changes: Partial<Row>): Promise<Row> {
  const [after] = await db
    .update(file)
    .set({ ...changes, version: row.version + 1 })
    .where(and(eq(file.key, row.key), eq(file.version, row.version)))
    .returning();
  if (!after) throw stale("ファイル");
  const names = Object.keys(changes) as (keyof Row)[];
  const pick = (from: Row) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  await logFile(db, who, after, kind, { name: row.name, ...pick(row) }, { name: row.name, ...pick(after) });
  return after;
}

/** 社内のみ is logged for the own company alone; of a chat's files its messages tell. */
async function logFile(
  db: Tx,
  who: Who,
  row: Row,
  kind: string,
  before: object,
  after: object,
): Promise<void> {
  if (row.owner_kind === "chat") return;
  const inner = row.is_inner || row.partner_id === null;
  const between = inner
    ? { seller_id: row.company_id, buyer_id: row.company_id }
    : { seller_id: row.seller_id, buyer_id: row.buyer_id };
  const entry = {
    subject: "file" as const,
    subject_key: row.id,
    seq: row.version,
    ...between,
    kind,
    reason: row.name,
  };
  await record(db, who, { ...entry, before: before as Changed, after: after as Changed });
}

/** The other side's can be seen but not changed. */
async function ownFile(db: Tx, who: Who, key: string): Promise<Row> {
  const [seen] = await db.select({ company_id: file.company_id }).from(file).where(eq(file.key, key));
  if (!seen) throw notFound("ファイル");
  if (seen.company_id !== who.company_id)
    throw new Refusal(403, "相手の会社が載せたファイルは変更できません。");
  const [row] = await db.select().from(file).where(eq(file.key, key)).for("update");
  refuseIf(row!.owner_kind === "order" ? "外注依頼に添えたファイルは、依頼の控えとして残ります。" : null);
  refuseIf(row!.owner_kind === "defect_report" ? "不良報告書の写真は、報告書の控えとして残ります。" : null);
  refuseIf(row!.owner_kind === "payable_bill" ? "計上した請求書の原本は、控えとして残ります。" : null);
  return row!;
}

export async function changeFile(
  db: Tx,
  who: Who,
  key: string,
  { version, ...given }: FileChange,
): Promise<FileRow> {
  const row = await ownFile(db, who, key);
  if (row.deleted_time) throw notFound("ファイル");
  if (row.version !== version) throw stale("ファイル");
  const changes = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && value !== row[name as keyof Row]),
  );
  if (changes.is_latest) await outdate(db, who, { kind: row.owner_kind, key: row.owner_key }, key);
  const after = Object.keys(changes).length === 0 ? row : await write(db, who, row, "relabelled", changes);
  return (await shownFiles(db, who, [after]))[0]!;
}

export async function hideFile(db: Tx, who: Who, key: string, hidden: boolean): Promise<FileRow> {
  const row = await ownFile(db, who, key);
  const done = (row.deleted_time !== null) === hidden;
  const after = done
    ? row
    : await write(db, who, row, hidden ? "detached" : "reattached", {
        deleted_time: hidden ? who.now : null,
      });
  return (await shownFiles(db, who, [after]))[0]!;
}

export async function copyFiles(db: Tx, who: Who, keys: string[], owner: Owner): Promise<void> {
  const rows =
    keys.length === 0
      ? []
      : await db
          .select()
          .from(file)
          .where(and(inArray(file.key, keys), isNull(file.deleted_time)))
          .orderBy(asc(file.id));
  for (const row of rows) {
    const [made] = await keepFiles(db, who, owner, [row], {
      kind: row.kind,
      revision: row.revision ?? undefined,
      is_latest: false,
      is_inner: false,
    });
    if (row.is_latest) await changeFile(db, who, made!.key, { version: made!.version, is_latest: true });
  }
}
