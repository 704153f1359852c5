import { and, inArray, isNull } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordAll } from "~/lib/log/activity.server";
import { file } from "~/lib/tables/file.table.server";
import { newName } from "./take.server";

type Pair = { seller_id: string; buyer_id: string };
type Asked = { key: string; owner_key: string };

const LOST = "添付したファイルが見つかりません。添付し直してください。";

/** What an order is sent with: copies of its own, which stay whatever becomes of those they were made of. */
export async function freezeFiles(db: Tx, who: Who, pair: Pair, asked: Asked[]): Promise<void> {
  if (asked.length === 0) return;
  const rows = await db
    .select()
    .from(file)
    .where(
      and(
        inArray(
          file.key,
          asked.map((one) => one.key),
        ),
        isNull(file.deleted_time),
      ),
    );
  const found = new Map(rows.map((row) => [row.key, row]));
  const copies = asked.map(({ key, owner_key }) => {
    const row = found.get(key);
    if (!row) throw new Refusal(409, LOST);
    const { id: _, version: __, deleted_time: ___, ...same } = row;
    return {
      ...same,
      ...pair,
      key: newName(),
      company_id: who.company_id,
      partner_id: who.company_id === pair.seller_id ? pair.buyer_id : pair.seller_id,
      owner_kind: "order" as const,
      owner_key,
      is_latest: false,
      is_inner: false,
      created_by: who.name,
      created_time: who.now,
    };
  });
  const made = await db.insert(file).values(copies).returning();
  await recordAll(
    db,
    who,
    made.map((row) => ({
      subject: "file" as const,
      subject_key: row.id,
      seq: row.version,
      ...pair,
      kind: "attached",
      reason: row.name,
      before: {},
      after: { name: row.name, kind: row.kind, revision: row.revision },
    })),
  );
}
