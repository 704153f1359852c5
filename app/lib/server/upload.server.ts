import { createHash } from "node:crypto";
import { inArray } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import { type Database, type Tenant, tenant } from "~/lib/db/connection.server";
import { UPLOAD_MAX } from "~/lib/file/limit";
import type { Storage } from "~/lib/file/storage.server";
import { type Accepted, acceptFile, dropBytes, keepBytes, type Taken } from "~/lib/file/take.server";
import { file_pending } from "~/lib/tables/file.table.server";
import { TOO_MANY } from "~/lib/text/bounds";
import { type Stored } from "~/lib/vocabulary/file";

type Upload = {
  text: string;
  fields: Record<string, unknown>;
  files: Stored[];
  discard: () => Promise<void>;
};
type Setup = { db: Database; storage: Storage };

const FIELDS = 300;

export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data/i.test(request.headers.get("Content-Type") ?? "");

/**
 * Looks at the files of a call and stores them; their names stand in file_pending until a transaction has
 * kept them.
 */
export async function receive(
  request: Request,
  wanted: { most: number } & Accepted,
  setup: Setup,
  who: Tenant,
): Promise<Upload> {
  if (Number(request.headers.get("Content-Length")) > UPLOAD_MAX)
    throw new Refusal(413, "送信されたファイルが大きすぎます（合わせて50MBまで）。");
  const form = await request.formData().catch(() => {
    throw new Refusal(400, "送信された内容を読み取れませんでした。");
  });
  if ([...form.keys()].length > FIELDS) throw new Refusal(413, TOO_MANY);
  const fields: Record<string, unknown> = Object.create(null);
  const sent: File[] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = name in fields ? [fields[name], value].flat() : value;
    else if (name === "files" && (value.size > 0 || value.name)) sent.push(value);
  }
  if (sent.length > wanted.most)
    throw new Refusal(422, "ファイルを確認してください。", {
      files: [`ファイルは一度に${wanted.most}件までです。選択し直してください`],
    });
  const taken: Taken[] = [];
  const digests: string[] = [];
  for (const one of sent) {
    const bytes = new Uint8Array(await one.arrayBuffer());
    digests.push(`${one.name} ${createHash("sha256").update(bytes).digest("base64url")}`);
    taken.push(await acceptFile(who.company_id ?? "", { name: one.name, bytes }, wanted));
  }
  const files = taken.map(({ bytes: _, thumb: __, ...stored }) => stored);
  const blobs = files.map((one) => one.blob);
  const discard = async () => {
    if (blobs.length === 0) return;
    for (const blob of blobs) await dropBytes(setup.storage, blob).catch(() => undefined);
    await tenant(setup.db, who, (db) =>
      db.delete(file_pending).where(inArray(file_pending.blob, blobs)),
    ).catch(() => undefined);
  };
  try {
    if (blobs.length > 0) {
      const made = blobs.map((blob) => ({
        blob,
        company_id: who.company_id ?? "",
        made_time: new Date().toISOString(),
      }));
      await tenant(setup.db, who, (db) => db.insert(file_pending).values(made));
    }
    for (const one of taken) await keepBytes(setup.storage, one);
  } catch (error) {
    await discard();
    throw error;
  }
  return { text: JSON.stringify([fields, digests]), fields: { ...fields }, files, discard };
}
