import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { refuseIf } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import { copyFiles } from "~/lib/file/file.server";
import { compareDecimal } from "~/lib/money/decimal";
import { defect_report, type ReportedDefect } from "~/lib/tables/defect.report.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import { defectAt, isOpen, lockDefects, rowKey } from "~/lib/task/treat.read.server";
import type { Tick } from "~/lib/task/treat.schema";
import { NO_REASON } from "~/lib/vocabulary/reason";
import { storedReport } from "./report.read.server";
import type { reportNew } from "./report.schema";
import { cannotFollow, lockReport, tell } from "./report.turn.server";

async function snapshot(db: Tx, who: Who, rows: Tick[]) {
  const found: (ReportedDefect & { buyer_id: string; defect_key: number | null })[] = [];
  for (const { tick, card_key, cards } of await lockDefects(db, who, rows)) {
    const own = cards.get(card_key)!;
    const one = await defectAt(db, own, tick);
    const row = one.defect;
    refuseIf(
      compareDecimal(one.num, tick.num) === 0
        ? null
        : `カード ${own.id} の不良数が ${tick.num} から ${one.num} に変わりました。まだ送っていません。開き直して確認してください。`,
    );
    refuseIf(
      row && !(await isOpen(db, row)) ? `カード ${own.id} の不良には、もう処置が登録されています。` : null,
    );
    found.push({
      row_key: rowKey(one),
      card_key,
      card_id: own.id,
      name: own.name,
      drawing_no: own.drawing_no,
      order_id: own.order_id,
      at: one.work?.work_end ?? row!.recorded_time,
      status: (row ?? one.work)!.status,
      num: one.num,
      num_items: own.num_items,
      order_unit: own.order_unit,
      reason: row?.reason ?? NO_REASON,
      buyer_id: own.buyer_id,
      defect_key: row?.key ?? null,
    });
  }
  return found;
}

/** As it is seen now, and never changed afterwards: a correction is a version of its own. */
export async function sendReport(db: Tx, who: Who, input: z.output<typeof reportNew>) {
  const { rows: ticks, cause, words, photos, corrects } = input;
  const before = corrects === undefined ? null : await storedReport(db, who, corrects);
  if (before) {
    await lockReport(db, before.report.first_key ?? before.report.key);
    refuseIf(cannotFollow(await storedReport(db, who, corrects!)));
  }
  const found = await snapshot(db, who, ticks);
  const [buyer_id, ...others] = [...new Set(found.map((row) => row.buyer_id))];
  refuseIf(
    others.length > 0 ? "不良報告書は依頼元ごとに送ります。同じ依頼元の不良だけを選んでください。" : null,
  );
  refuseIf(before && before.report.buyer_id !== buyer_id ? "前の版とは別の依頼元です。" : null);
  const [buyer] = await db.select().from(factory).where(eq(factory.id, buyer_id!));
  refuseIf(
    buyer_id === who.company_id || buyer?.is_stock
      ? "在庫のカードには、報告書を送る依頼元がありません。"
      : null,
  );
  for (const { row_key, card_id } of found) {
    const waiting = await waitingWith(db, row_key);
    refuseIf(
      waiting && waiting !== corrects
        ? `カード ${card_id} の不良は、回答待ちの不良報告書にもう載っています。`
        : null,
    );
  }
  const [made] = await db
    .insert(defect_report)
    .values({
      seller_id: who.company_id,
      buyer_id: buyer_id!,
      first_key: before ? (before.report.first_key ?? before.report.key) : null,
      version: (before?.report.version ?? 0) + 1,
      corrects: corrects ?? null,
      rows: found.map(({ buyer_id: _, defect_key: __, ...row }) => row),
      cause: cause ?? null,
      words: words ?? null,
      person: who.name,
      sent_time: who.now,
    })
    .returning({ key: defect_report.key, version: defect_report.version });
  const { key, version } = made!;
  if (photos) {
    const keys = found.flatMap(({ defect_key }) => defect_key ?? []);
    const files = await filesOf(db, who, "defect", keys);
    const owner = { kind: "defect_report" as const, key, seller_id: who.company_id, buyer_id: buyer_id! };
    await copyFiles(
      db,
      who,
      files.filter((one) => !one.is_inner).map((one) => one.key),
      owner,
    );
  }
  await tell(
    db,
    who,
    buyer_id!,
    key,
    version === 1 ? "不良報告書が届きました" : `不良報告書の第${version}版が届きました`,
  );
  return { key };
}

/** The report that waits for an answer about this one. */
async function waitingWith(db: Tx, row_key: string): Promise<number | null> {
  const { rows } = await db.execute<{ key: number }>(sql`
    select r.key::float8 as key from defect_report r where r.rows @> ${JSON.stringify([{ row_key }])}::jsonb
      and not exists (select from defect_report_answer a where a.report_key = r.key)
      and not exists (select from defect_report n where n.corrects = r.key) order by r.key desc limit 1`);
  return rows[0]?.key ?? null;
}
