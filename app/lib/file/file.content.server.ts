import { eq } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { file } from "~/lib/tables/file.table.server";
import { fileHeaders } from "./file";
import { THUMB_TYPE } from "./image.server";
import { thumbOf } from "./take.server";

export type Content = { blob: string; headers: Record<string, string> };

/** Hidden files are not found, except logos and seals: issued documents bear them. */
export async function contentOf(
  db: Tx,
  who: Pick<Who, "company_id" | "permissions">,
  key: string,
  thumb: boolean,
): Promise<Content> {
  const [row] = await db.select().from(file).where(eq(file.key, key));
  const printed = row?.owner_kind === "logo" || row?.owner_kind === "seal";
  if (!row || (row.deleted_time && !printed) || (row.is_inner && row.company_id !== who.company_id))
    throw notFound("ファイル");
  // It says what was paid to whom.
  if (row.owner_kind === "payable_bill" && !who.permissions.includes("accounting"))
    throw notFound("ファイル");
  if (!thumb) return { blob: row.blob, headers: fileHeaders(row.name, row.media_type) };
  if (!row.has_thumb) throw notFound("縮小画像");
  return { blob: thumbOf(row.blob), headers: fileHeaders(row.name.replace(/\.\w+$/, ".webp"), THUMB_TYPE) };
}
