import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { factory } from "~/lib/tables/factory.table.server";
import { file } from "~/lib/tables/file.table.server";
import type { OwnerKind } from "~/lib/vocabulary/file";
import { type FileRow, fileRow } from "./file.schema";

export async function shownFiles(db: Tx, who: Who, rows: Row[]): Promise<FileRow[]> {
  const others = [...new Set(rows.map((row) => row.company_id))].filter((id) => id !== who.company_id);
  const names =
    others.length === 0
      ? []
      : await db
          .select({ id: factory.id, name: factory.name })
          .from(factory)
          .where(inArray(factory.id, others));
  const company = new Map(names.map((one) => [one.id, one.name]));
  return rows.map((row) => {
    const is_own = row.company_id === who.company_id;
    return fileRow.parse({
      ...row,
      is_own,
      created_by: is_own ? row.created_by : (company.get(row.company_id) ?? ""),
    });
  });
}
type Row = typeof file.$inferSelect;

/** Files of the own company's orders and drafts, by their keys. */
export async function orderFilesNamed(db: Tx, who: Who, keys: string[]): Promise<FileRow[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .select()
    .from(file)
    .where(
      and(
        inArray(file.key, keys),
        inArray(file.owner_kind, ["order", "order_draft"]),
        eq(file.company_id, who.company_id),
        isNull(file.deleted_time),
      ),
    )
    .orderBy(asc(file.id));
  return shownFiles(db, who, rows);
}

export async function filesOf(
  db: Tx,
  who: Who,
  kind: OwnerKind,
  keys: (string | number)[],
): Promise<FileRow[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .select()
    .from(file)
    .where(
      and(eq(file.owner_kind, kind), inArray(file.owner_key, keys.map(String)), isNull(file.deleted_time)),
    )
    .orderBy(asc(file.id));
  return shownFiles(
    db,
    who,
    rows.filter((row) => row.company_id === who.company_id || !row.is_inner),
  );
}
