import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { countReads } from "~/lib/code/code.server";
import type { Tx } from "~/lib/db/connection.server";
import { errorCode, isUnavailable } from "~/lib/db/failure.server";
import { happened } from "~/lib/scan/scan";
import { shelf_scan, stocktake_count } from "~/lib/tables/stocktake.table.server";
import { sayError } from "~/lib/telemetry/logger.server";
import { Asked, performAtShelf, rowNow } from "./shelf.act.server";
import { personOf } from "./shelf.read.server";
import { type ShelfItem, type ShelfResult, type shelfBatch, shelfItem } from "./shelf.schema";
import { DEVICE_HOURS } from "./stocktake";

/** A number of a sheet is known by its count; everything else at a shelf has a row of its own. */
async function beforeOf(db: Tx, who: Who, { client_id, stocktake }: ShelfItem): Promise<ShelfResult | null> {
  const known = { client_id, errors: {}, card: null, row: null };
  if (stocktake !== undefined) {
    const [count] = await db
      .select()
      .from(stocktake_count)
      .where(and(eq(stocktake_count.seller_id, who.company_id), eq(stocktake_count.client_id, client_id)));
    if (!count) return null;
    const row = await rowNow(db, who, count);
    return { ...known, row, result: "again", detail: "この数は登録済みです。" };
  }
  const [scan] = await db
    .select()
    .from(shelf_scan)
    .where(and(eq(shelf_scan.company_id, who.company_id), eq(shelf_scan.client_id, client_id)));
  if (!scan) return null;
  return { ...known, result: scan.state === "conflict" ? "conflict" : "again", detail: scan.detail };
}

const passing = (error: unknown) =>
  isUnavailable(error) || ["40001", "40P01", "55P03", "57014"].includes(errorCode(error) ?? "");

async function takeItem(db: Tx, who: Who, item: ShelfItem, device_now: string): Promise<ShelfResult> {
  const { client_id, queued } = item;
  const floor = new Date(Date.parse(who.now) - DEVICE_HOURS * 3_600_000).toISOString();
  const device_time = item.device_time ?? device_now;
  const happened_time = queued ? happened(device_time, device_now, who.now, floor) : who.now;
  const act = { item, person: await personOf(db, who, item), happened_time };
  const stored = {
    company_id: who.company_id,
    client_id,
    act: item.act,
    num: item.num ?? null,
    item,
    person: act.person,
    username: who.username,
    happened_time,
    received_time: who.now,
  };
  try {
    return await db.transaction(async () => {
      const known = await beforeOf(db, who, item);
      if (known) return known;
      const { detail, row, waits, ...more } = await performAtShelf(db, who, act);
      if (item.stocktake === undefined)
        await db.insert(shelf_scan).values({ ...stored, ...more, state: "done", detail });
      return { client_id, result: waits ? "conflict" : "done", detail, errors: {}, card: null, row };
    });
  } catch (error) {
    if (passing(error)) throw error;
    // The same was sent twice at once: what the other made of it stands, whatever it asks of this one.
    const isOther = errorCode(error) === "23505" || error instanceof Refusal;
    const known = isOther ? await beforeOf(db, who, item) : null;
    if (known) return known;
    if (!(error instanceof Refusal)) sayError("shelf_failed", error);
    const refusal = error instanceof Refusal ? error : null;
    const detail = refusal?.detail ?? "処理に失敗しました。在庫の画面で確認してください。";
    if (queued)
      await db
        .insert(shelf_scan)
        .values({ ...stored, state: "conflict", detail })
        .onConflictDoNothing();
    return {
      client_id,
      result: queued ? "conflict" : "refused",
      detail,
      errors: refusal?.errors ?? {},
      card: null,
      row: error instanceof Asked ? error.row : null,
    };
  }
}

function unreadable(given: unknown, error: z.ZodError): ShelfResult {
  const client_id = (given as { client_id?: unknown } | null)?.client_id;
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) (errors[issue.path.join(".")] ??= []).push(issue.message);
  const detail = Object.values(errors)[0]?.[0] ?? "入力内容を確認してください。";
  const known = typeof client_id === "string" ? client_id.slice(0, 64) : null;
  return { client_id: known, result: "refused", detail, errors, card: null, row: null };
}

/** Each once and by itself: a refusal stops no other. */
export async function takeShelfItems(db: Tx, who: Who, batch: z.output<typeof shelfBatch>) {
  const { device_now = who.now, items } = batch;
  const scanned: Who = { ...who, origin: "QR" };
  const came: ShelfResult[] = [];
  const tokens: string[] = [];
  for (const given of items) {
    const read = shelfItem.safeParse(given);
    const last = read.success
      ? await takeItem(db, scanned, read.data, device_now)
      : unreadable(given, read.error);
    if (read.success && last.result === "done" && read.data.card) tokens.push(read.data.card);
    came.push(last);
  }
  await countReads(db, scanned, tokens);
  return { items: came };
}
