import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import type { outsourcing } from "~/lib/move/outsource.schema";
import { outsourceCard } from "~/lib/move/outsource.server";
import { processesOf } from "~/lib/shop/process.server";
import type { Card } from "~/lib/tables/card.table.server";
import { scan } from "~/lib/tables/scan.table.server";
import { ownCard } from "~/lib/task/card.lock.server";
import { moveCard } from "~/lib/task/card.move.server";
import { isIndirectAct } from "~/lib/vocabulary/scan";
import { intoOutsource } from "./conflict";
import { doneText } from "./scan";
import { perform } from "./scan.act.server";
import { resolveIndirect } from "./scan.indirect.server";
import { type resolution, type ScanItem, type ScanResult, storedItem } from "./scan.schema";
import { cardIn } from "./scan.server";
import { cardSummariesOf } from "./summary.server";

const isScan = (who: Who, client_id: string) =>
  and(eq(scan.company_id, who.company_id), eq(scan.client_id, client_id));

async function waiting(db: Tx, who: Who, client_id: string) {
  const [row] = await db.select().from(scan).where(isScan(who, client_id)).for("update");
  if (!row || row.state !== "conflict") throw new Refusal(404, "この読み取りは、すでに処理されています。");
  return row;
}

function readItem(row: { item: unknown }): ScanItem {
  const item = storedItem(row);
  if (!item)
    throw new Refusal(
      409,
      "この読み取りの内容を確認できません。登録せずに片付けて、カードの画面で登録してください。",
    );
  return item;
}

async function markResolved(
  db: Tx,
  who: Who,
  { client_id, item }: typeof scan.$inferSelect,
  made: Card,
  detail: string,
): Promise<ScanResult> {
  await db
    .update(scan)
    .set({
      state: "done",
      card_key: made.key,
      worker_id: readItem({ item }).worker_id ?? null,
      version: made.version,
      happened_time: made.update_time,
      resolved_time: who.now,
      resolved_by: who.username,
    })
    .where(isScan(who, client_id));
  const [shown] = await cardSummariesOf(db, who, [made.key]);
  return { client_id, result: "done", detail, errors: {}, card: shown ?? null };
}

export async function resolveScan(db: Tx, who: Who, body: z.output<typeof resolution>): Promise<ScanResult> {
  const { client_id, decision, num_good, inside, rest } = body;
  const row = await waiting(db, who, client_id);
  if (decision === "discard") {
    await db
      .update(scan)
      .set({ state: "discarded", resolved_time: who.now, resolved_by: who.username })
      .where(isScan(who, client_id));
    return {
      client_id,
      result: "done",
      detail: "読み取りを登録せずに片付けました。",
      errors: {},
      card: null,
    };
  }
  if (isIndirectAct(row.act)) {
    const detail = await resolveIndirect(db, who, row);
    return { client_id, result: "done", detail, errors: {}, card: null };
  }
  if (row.act === "undo")
    throw new Refusal(409, "取消は、あとから登録できません。カードの画面で確認してください。");
  const stored = readItem(row);
  const item = { ...stored, card: body.card ?? stored.card };
  const key = await cardIn(db, who, item);
  // Accepting confirms everything that the scan would have been asked.
  const word = `あとから登録（${row.username}の読み取り）`;
  const made = await perform(
    db,
    { ...who, origin: "QR" },
    key,
    {
      ...item,
      queued: false,
      move: true,
      override: true,
      over: true,
      inside: inside || item.inside,
      rest: rest ?? item.rest,
      num_good: num_good ?? item.num_good,
      shortage: item.shortage ?? "short",
      reason: item.reason ?? word,
      values_reason: item.values_reason ?? word,
    },
    true,
  );
  return markResolved(db, who, row, made, doneText(row.act, made.name));
}

export async function outsourceScan(
  db: Tx,
  who: Who,
  client_id: string,
  body: z.output<typeof outsourcing>,
): Promise<ScanResult> {
  const { version, rest, ...asked } = body;
  const row = await waiting(db, who, client_id);
  const item = readItem(row);
  const key = await cardIn(db, who, item);
  const scanned: Who = { ...who, origin: "QR" };
  const card = await ownCard(db, scanned, "seller_id", key, version);
  const group_id = intoOutsource(item, card.group_id, await processesOf(db, who.company_id));
  if (group_id === null)
    throw new Refusal(
      409,
      "この読み取りは、外注の工程に進むものではなくなりました。カードの画面で確認してください。",
    );
  const moved = await moveCard(db, scanned, key, { version, group_id, inside: true, rest });
  const made = await outsourceCard(db, scanned, key, { ...asked, version: moved.version, group_id });
  return markResolved(
    db,
    who,
    row,
    made,
    `「${made.name}」を協力会社に出しました。外注依頼書が届いています。`,
  );
}
