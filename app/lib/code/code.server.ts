import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound, Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { card } from "~/lib/tables/card.table.server";
import { factory_process, product } from "~/lib/tables/factory.table.server";
import { scan_code, scan_secret } from "~/lib/tables/scan.table.server";
import { worker } from "~/lib/tables/worker.table.server";
import { today } from "~/lib/time/date";
import { type CodeKind, OPERATIONS } from "~/lib/vocabulary/scan";
import type { reissuing } from "./code.schema";
import { REISSUED, readText, type Token, UNREADABLE, unknownNumber } from "./token";
import { checkToken } from "./token.server";

export async function secretOf(db: Tx, who: Who): Promise<string> {
  const [row] = await db
    .select({ secret: scan_secret.secret })
    .from(scan_secret)
    .where(eq(scan_secret.company_id, who.company_id));
  if (!row) throw notFound("会社");
  return row.secret;
}

export const isCode = (who: Who, kind: CodeKind, keys: number[]) =>
  and(eq(scan_code.company_id, who.company_id), eq(scan_code.kind, kind), inArray(scan_code.key, keys));

async function namesOf(db: Tx, who: Who, kind: CodeKind, keys: number[]): Promise<Map<number, string>> {
  if (keys.length === 0) return new Map();
  if (kind === "operation")
    return new Map(OPERATIONS.filter((one) => keys.includes(one.key)).map((one) => [one.key, one.act]));
  const rows =
    kind === "process"
      ? await db
          .select({ key: factory_process.group_id, name: factory_process.label })
          .from(factory_process)
          .where(
            and(
              eq(factory_process.company_id, who.company_id),
              inArray(
                factory_process.group_id,
                keys.filter((one) => one < 100),
              ),
              eq(factory_process.is_active, true),
              ne(factory_process.role, "inbox"),
            ),
          )
      : kind === "worker"
        ? await db
            .select({ key: worker.worker_id, name: worker.name })
            .from(worker)
            .where(
              and(
                eq(worker.company_id, who.company_id),
                inArray(worker.worker_id, keys),
                eq(worker.is_active, true),
              ),
            )
        : kind === "product" || kind === "stock"
          ? await db
              .select({ key: product.product_id, name: product.name })
              .from(product)
              .where(
                and(
                  eq(product.seller_id, who.company_id),
                  inArray(product.product_id, keys),
                  eq(product.is_active, true),
                ),
              )
          : await db
              .select({ key: card.key, name: card.name })
              .from(card)
              .where(and(eq(card.seller_id, who.company_id), inArray(card.key, keys)));
  return new Map(rows.map((row) => [row.key, row.name]));
}

const GONE: Record<CodeKind, string> = {
  process: "この工程は、今は使われていません。工程QRコード一覧から新しい用紙を印刷してください。",
  worker: "この作業者は、今は無効になっています。",
  card: UNREADABLE,
  operation: UNREADABLE,
  product: "この商品は、今は無効になっています。商品マスタを確認してください。",
  stock: "この商品は、今は無効になっています。商品マスタを確認してください。",
};

type Meant = { kind: CodeKind; key: number; name: string };

/** Another company's code is answered like any unknown text. */
export async function cardByCode(db: Tx, who: Who, text: string): Promise<Meant | string> {
  const read = readText(text);
  if (!read) return UNREADABLE;
  if (read.kind === "number") {
    const [row] = await db
      .select({ key: card.key, name: card.name })
      .from(card)
      .where(and(eq(card.seller_id, who.company_id), eq(card.id, read.number)));
    return row ? { kind: "card", ...row } : unknownNumber(read.number);
  }
  const [known] = await db
    .select({ generation: scan_code.generation })
    .from(scan_code)
    .where(isCode(who, read.kind, [read.key]));
  const verdict = checkToken(await secretOf(db, who), who.company_id, read, known?.generation ?? 1);
  if (verdict !== "valid") return verdict === "old" ? REISSUED : UNREADABLE;
  const name = (await namesOf(db, who, read.kind, [read.key])).get(read.key);
  return name === undefined ? GONE[read.kind] : { kind: read.kind, key: read.key, name };
}

/** In one order, so that two devices wait for each other instead of deadlocking. */
export async function countReads(db: Tx, who: Who, texts: string[]): Promise<void> {
  const read = [...new Set(texts)]
    .map(readText)
    .filter((one): one is Token => one !== null && one.kind !== "number")
    .sort((a, b) => (a.token < b.token ? -1 : 1));
  if (read.length === 0) return;
  const secret = await secretOf(db, who);
  for (const one of read) {
    const [known] = await db
      .select({ generation: scan_code.generation })
      .from(scan_code)
      .where(isCode(who, one.kind, [one.key]));
    if (checkToken(secret, who.company_id, one, known?.generation ?? 1) !== "valid") continue;
    const day = today(new Date(who.now));
    await db
      .insert(scan_code)
      .values({
        company_id: who.company_id,
        kind: one.kind,
        key: one.key,
        last_read_time: who.now,
        read_date: day,
        num_reads: 1,
      })
      .onConflictDoUpdate({
        target: [scan_code.company_id, scan_code.kind, scan_code.key],
        set: {
          last_read_time: sql`greatest(${scan_code.last_read_time}, ${who.now}::timestamptz)`,
          read_date: day,
          num_reads: sql`case when ${scan_code.read_date} = ${day}::date then ${scan_code.num_reads} + 1 else 1 end`,
        },
      });
  }
}

export async function reissue(
  db: Tx,
  who: Who,
  { kind, keys }: z.output<typeof reissuing>,
): Promise<{ num_changed: number }> {
  const names = await namesOf(db, who, kind, keys);
  if (names.size === 0)
    throw new Refusal(404, "再発行するものが見つかりません。画面を読み込み直してください。");
  const rows = [...names.keys()]
    .sort((a, b) => a - b)
    .map((key) => ({ company_id: who.company_id, kind, key, generation: 2 }));
  await db
    .insert(scan_code)
    .values(rows)
    .onConflictDoUpdate({
      target: [scan_code.company_id, scan_code.kind, scan_code.key],
      set: { generation: sql`${scan_code.generation} + 1` },
    });
  return { num_changed: rows.length };
}
