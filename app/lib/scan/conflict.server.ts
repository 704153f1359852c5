import { and, asc, eq, sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { readText } from "~/lib/code/token";
import type { Tx } from "~/lib/db/connection.server";
import type { Process } from "~/lib/shop/process.schema";
import { card } from "~/lib/tables/card.table.server";
import { scan } from "~/lib/tables/scan.table.server";
import { reason, worker } from "~/lib/tables/worker.table.server";
import { isIndirectAct } from "~/lib/vocabulary/scan";
import { intoOutsource, restsOf } from "./conflict";
import { storedItem } from "./scan.schema";

const unknownCard = (text = "") =>
  readText(text)?.kind === "number" ? text : "読み取ったカード（コードを確認できません）";

export async function conflictsOf(db: Tx, who: Who, processes: Process[]) {
  const rows = await db
    .select({ row: scan, lot: card, worker_name: worker.name, label: reason.label })
    .from(scan)
    .leftJoin(card, eq(card.key, scan.card_key))
    .leftJoin(
      worker,
      and(
        eq(worker.company_id, scan.company_id),
        sql`${worker.worker_id} = (${scan.item}->>'worker_id')::bigint`,
      ),
    )
    .leftJoin(
      reason,
      and(
        eq(scan.act, "indirect_start"),
        eq(reason.company_id, scan.company_id),
        sql`${reason.reason_id} = (${scan.item}->>'reason_id')::bigint`,
      ),
    )
    .where(and(eq(scan.company_id, who.company_id), eq(scan.state, "conflict")))
    .orderBy(asc(scan.received_time), asc(scan.client_id))
    .limit(100);
  return rows.map(({ row, lot, worker_name, label }) => {
    const item = storedItem(row);
    return {
      ...row,
      detail: row.detail ?? "",
      worker: worker_name,
      rests: lot && item ? restsOf(item, lot, processes) : [],
      outsource: lot && item && intoOutsource(item, lot.group_id, processes),
      card: isIndirectAct(row.act) ? (label ?? "") : lot ? `${lot.id} ${lot.name}` : unknownCard(item?.card),
    };
  });
}
