import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { scan } from "~/lib/tables/scan.table.server";
import { takePhotos } from "~/lib/task/measure.server";
import type { Stored } from "~/lib/vocabulary/file";
import type { photographed, scanPhoto } from "./scan.schema";

/** Photos of what was scanned: they follow it, for a line that carries few bytes carries the scan first. */
export async function photosOfScan(
  db: Tx,
  who: Who,
  client_id: string,
  { item_id }: z.output<typeof scanPhoto>,
  photos: Stored[],
): Promise<z.output<typeof photographed>> {
  const [row] = await db
    .select()
    .from(scan)
    .where(and(eq(scan.company_id, who.company_id), eq(scan.client_id, client_id)));
  if (row?.state === "conflict")
    throw new Refusal(409, "確認が必要な読み取りです。登録されたあとに、写真を送れます。");
  if (!row || row.state !== "done" || row.card_key === null)
    throw new Refusal(404, "写真を付ける読み取りが見つかりません。");
  await takePhotos(
    db,
    { ...who, origin: "QR" },
    { card_key: row.card_key, item_id, at: row.happened_time },
    photos,
  );
  return { detail: "写真を付けました。" };
}
