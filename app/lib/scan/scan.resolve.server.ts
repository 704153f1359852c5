import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Who } from "~/lib/auth/who";
import { Refusal } from "~/lib/backend/refusal";
import type { Tx } from "~/lib/db/connection.server";
import { briefsOf } from "./brief.server";
import { cardIn } from "./scan.server";
import { perform } from "./scan.act.server";
import { doneText } from "./scan";
import type { resolution, ScanResult } from "./scan.schema";
import { scan } from "./scan.table.server";

/** A late scan that waited: done now, as the card stands, or set aside; either way it is told who said so. */
export async function resolveScan(db: Tx, who: Who, { client_id, decision, num_good }: z.output<typeof resolution>): Promise<ScanResult> {
  const here = and(eq(scan.company_id, who.company_id), eq(scan.client_id, client_id));
  const [row] = await db.select().from(scan).where(here).for("update");
  if (!row || row.state !== "conflict") throw new Refusal(404, "この読み取りは、すでに処理されています。");
  const resolved = { resolved_time: who.now, resolved_by: who.username };
  if (decision === "discard") {
    await db.update(scan).set({ state: "discarded", ...resolved }).where(here);
    return { client_id, result: "done", detail: "読み取りを登録せずに片付けました。", errors: {}, card: null };
  }
  if (row.act === "undo") throw new Refusal(409, "取消は、あとから登録できません。カードの画面で確認してください。");
  const { item } = row;
  const key = await cardIn(db, who, item);
  // Whoever accepts has seen what was asked: it is moved, begun and counted as the scan said.
  const word = `あとから登録（${row.username}の読み取り）`;
  const made = await perform(db, { ...who, origin: "QR" }, key, {
    ...item, queued: false, move: true, override: true, over: true, num_good: num_good ?? item.num_good, shortage: item.shortage ?? "short",
    reason: item.reason ?? word,
  });
  await db.update(scan).set({ state: "done", card_key: key, worker_id: item.worker_id ?? null, version: made.version,
    happened_time: made.update_time, ...resolved })
    .where(here);
  const [shown] = await briefsOf(db, who, [key]);
  return { client_id, result: "done", detail: doneText(row.act, made.name), errors: {}, card: shown ?? null };
}
