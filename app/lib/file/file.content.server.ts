import { eq } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { file } from "~/lib/tables/file.table.server";
import { fileHeaders } from "./file";
import { THUMB_TYPE } from "./image.server";
import { thumbOf } from "./take.server";

/** `icon`: the blob is a thumbnail, to be drawn smaller. */
export type Content = { blob: string; headers: Record<string, string>; icon?: boolean };
type Size = "whole" | "thumb" | "icon";
/** A board shows many, and is looked at all day: asked for anew each hour, not at each look. */
const ICON_CACHE = "private, max-age=3600";

/** Hidden files are not found, except logos and seals: issued documents bear them. */
export async function contentOf(
  db: Tx,
  who: Pick<Who, "company_id" | "permissions">,
  key: string,
  size: Size,
): Promise<Content> {
  const [row] = await db.select().from(file).where(eq(file.key, key));
  const printed = row?.owner_kind === "logo" || row?.owner_kind === "seal";
  if (!row || (row.deleted_time && !printed) || (row.is_inner && row.company_id !== who.company_id))
    throw notFound("ファイル");
  // It says what was paid to whom.
  if (row.owner_kind === "payable_bill" && !who.permissions.includes("accounting"))
    throw notFound("ファイル");
  if (size === "whole") return { blob: row.blob, headers: fileHeaders(row.name, row.media_type) };
  if (!row.has_thumb) throw notFound("縮小画像");
  const headers = fileHeaders(row.name.replace(/\.\w+$/, ".webp"), THUMB_TYPE);
  return size === "thumb"
    ? { blob: thumbOf(row.blob), headers }
    : { blob: thumbOf(row.blob), headers: { ...headers, "Cache-Control": ICON_CACHE }, icon: true };
}
