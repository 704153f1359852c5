import { sql } from "drizzle-orm";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { formatDate } from "~/lib/time/date";

type Approved = { name: string; day: string };

/** Undo gives no reason, and an approved day is only changed with one (decision 083). */
export async function refuseApproved(db: Tx, who: Who, work_keys: number[]): Promise<void> {
  if (work_keys.length === 0) return;
  const { rows } = await db.execute<Approved>(sql`
    select k.name, r.day::text as day from work w join worker k on k.worker_id = w.worker_id,
      lateral (select day from day_review d where d.worker_id = w.worker_id and d.seller_id = w.seller_id
        and d.day between (w.work_start at time zone 'Asia/Tokyo')::date - 1 and (coalesce(w.work_end, w.work_start) at time zone 'Asia/Tokyo')::date
        and d.kind = 'approved' and d.records @> jsonb_build_array(jsonb_build_object('row_key', 'w' || w.key))
        and not exists (select from day_review n where n.worker_id = d.worker_id and n.day = d.day and n.seq > d.seq) limit 1) r
    where w.seller_id = ${who.company_id} and w.key = any(${sql.param(work_keys)}::bigint[]) limit 1`);
  const [row] = rows;
  refuseIf(
    row
      ? `${row.name}さんの${formatDate(row.day)}の作業日報は承認済みのため、元に戻せません。実績の修正で、理由を付けて直してください。`
      : null,
  );
}
