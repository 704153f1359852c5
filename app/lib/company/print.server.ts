import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal, stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { hideFile, keepFiles } from "~/lib/file/file.server";
import { recordOwn } from "~/lib/log/activity.server";
import { factory, factory_meta } from "~/lib/tables/factory.table.server";
import type { Stored } from "~/lib/vocabulary/file";
import type { LineOrder } from "~/lib/vocabulary/print";
import { factoryOf } from "./factory.self.server";
import { PICTURE_MAX, PICTURES, type Picture, type printInput } from "./print.schema";

/** The own company, locked: changes of what it says of itself follow each other. */
async function ownFactory(db: Tx, who: Who) {
  const [row] = await db.select().from(factory).where(eq(factory.id, who.company_id)).for("update");
  if (!row) throw notFound("会社");
  return row;
}

/** How documents are printed and numbered from now on; what was issued stays as it is (D15). */
export async function changePrint(db: Tx, who: Who, { version, ...after }: z.output<typeof printInput>) {
  const { key } = await ownFactory(db, who);
  const [before] = await db
    .select()
    .from(factory_meta)
    .where(eq(factory_meta.company_id, who.company_id))
    .for("update");
  if (!before) throw notFound("会社");
  if (before.version !== version) throw stale("設定");
  await db
    .update(factory_meta)
    .set({ ...after, version: sql`${factory_meta.version} + 1` })
    .where(eq(factory_meta.company_id, who.company_id));
  const fields = Object.keys(after) as (keyof typeof after)[];
  const was = Object.fromEntries(fields.map((field) => [field, before[field]]));
  await recordOwn(db, who, "factory", key, "print", was, after);
  return factoryOf(db, who);
}

/** A picture for the documents from now on; the one before stays on those that bear it. */
export async function setPicture(db: Tx, who: Who, which: Picture, [stored]: Stored[]) {
  const wrong = (sentence: string) => new Refusal(422, "ファイルを確認してください。", { files: [sentence] });
  if (!stored) throw wrong(`${PICTURES[which]}の画像を選択してください`);
  if (!["image/png", "image/jpeg"].includes(stored.media_type))
    throw wrong("PNGかJPEGの画像を選択してください");
  if (stored.size > PICTURE_MAX)
    throw wrong("画像が大きすぎます（1MBまで）。単純な画像か、小さい画像を選択してください");
  const row = await ownFactory(db, who);
  const owner = { kind: which, key: who.company_id, seller_id: who.company_id, buyer_id: who.company_id };
  const [kept] = await keepFiles(db, who, owner, [stored]);
  await write(db, who, row, which, kept!.key);
  return factoryOf(db, who);
}

export async function removePicture(db: Tx, who: Who, which: Picture) {
  const row = await ownFactory(db, who);
  if (row[which]) await write(db, who, row, which, null);
  return factoryOf(db, who);
}

async function write(
  db: Tx,
  who: Who,
  before: typeof factory.$inferSelect,
  which: Picture,
  key: string | null,
): Promise<void> {
  if (before[which]) await hideFile(db, who, before[which], true);
  await db
    .update(factory)
    .set({ [which]: key, version: sql`${factory.version} + 1`, update_time: who.now })
    .where(eq(factory.id, who.company_id));
  await recordOwn(db, who, "factory", before.key, "picture", { [which]: before[which] }, { [which]: key });
}
/** In which order the company wants the lines of its new documents. */
export async function lineOrderOf(db: Tx, company_id: string): Promise<LineOrder> {
  const [meta] = await db
    .select({ order: factory_meta.line_order })
    .from(factory_meta)
    .where(eq(factory_meta.company_id, company_id));
  return meta?.order ?? "given";
}
