import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { keepFiles } from "~/lib/file/file.server";
import type { Stored } from "~/lib/vocabulary/file";
import type { Goods, NewRow } from "./inspection.write.server";

/** Of each photo the line is said; one that is not inspected now has no row to hold it. */
export function photoProblem(photo_lines: number[], num_photos: number, rows: NewRow[]): string | null {
  if (photo_lines.length !== num_photos) return "写真と明細の組み合わせが分かりません。選択し直してください";
  const lost = photo_lines.find((line_no) => !rows.some((row) => row.line_no === line_no));
  return lost === undefined
    ? null
    : `${lost}行目に写真がありますが、その明細はまだ検収しないことになっています`;
}

/** Both sides see them with the row. */
export async function keepPhotos(db: Tx, who: Who, { note }: Goods, key: number, photos: Stored[]) {
  const { seller_id, buyer_id } = note;
  if (photos.length > 0) await keepFiles(db, who, { kind: "inspection", key, seller_id, buyer_id }, photos);
}
