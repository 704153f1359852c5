import { and, eq } from "drizzle-orm";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { errorCode, isUnavailable } from "~/lib/db/failure.server";
import { scan } from "~/lib/tables/scan.table.server";
import { sayError } from "~/lib/telemetry/logger.server";
import { ACT_LABEL, type Act, INDIRECT_LABEL, isIndirectAct } from "~/lib/vocabulary/scan";
import { happened } from "./scan";
import type { IndirectItem, ScanItem, ScanResult } from "./scan.schema";

export const rowOf = (who: Who, item: ScanItem | IndirectItem, device_now: string) => ({
  company_id: who.company_id,
  client_id: item.client_id,
  username: who.username,
  act: item.act,
  item,
  received_time: who.now,
  device_time: item.device_time ?? device_now,
  happened_time: happened(item.device_time ?? device_now, device_now, who.now),
});

export const claim = (db: Tx, row: ReturnType<typeof rowOf>) =>
  db
    .insert(scan)
    .values({ ...row, state: "conflict", detail: "処理中" })
    .onConflictDoNothing()
    .returning({ id: scan.client_id });

export type Came = Omit<ScanResult, "card"> & { key: number | null; done?: Act; awaits?: string | null };

/** Waits for a post that brings the same scan at this moment. */
export async function before(db: Tx, who: Who, { client_id }: { client_id: string }): Promise<Came> {
  const [row] = await db
    .select()
    .from(scan)
    .where(and(eq(scan.company_id, who.company_id), eq(scan.client_id, client_id)));
  const { state, act, detail, card_key } = row!;
  const result = state === "conflict" ? "conflict" : "again";
  return {
    client_id,
    result,
    detail: detail ?? `${isIndirectAct(act) ? INDIRECT_LABEL[act] : ACT_LABEL[act]}は登録済みです。`,
    errors: {},
    key: card_key,
  };
}

/** To be sent again: not the item's own fault. */
export const passing = (error: unknown) =>
  isUnavailable(error) || ["40001", "40P01", "55P03", "57014"].includes(errorCode(error) ?? "");

export function sentenceOf(error: unknown): { detail: string; errors: Record<string, string[]> } {
  if (error instanceof Refusal) return { detail: error.detail, errors: error.errors ?? {} };
  sayError("scan_failed", error);
  return { detail: "処理に失敗しました。カードの画面で確認してください。", errors: {} };
}
