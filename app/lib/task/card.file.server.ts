import { and, eq, inArray } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf } from "~/lib/file/file.read.server";
import type { CardFiles, FileRow, Filing } from "~/lib/file/file.schema";
import { keepFiles } from "~/lib/file/file.server";
import type { ActivityRow } from "~/lib/log/activity.schema";
import { activityOf } from "~/lib/log/activity.server";
import { card } from "~/lib/tables/card.table.server";
import { file } from "~/lib/tables/file.table.server";
import { order_line } from "~/lib/tables/order.table.server";
import { defect } from "~/lib/tables/work.table.server";
import type { Stored } from "~/lib/vocabulary/file";

async function pairOf(db: Tx, key: number) {
  const [row] = await db
    .select({
      id: card.id,
      seller_id: card.seller_id,
      buyer_id: card.buyer_id,
      parent_id: card.parent_id,
      product_id: card.product_id,
      order_key: card.order_key,
    })
    .from(card)
    .where(eq(card.key, key));
  if (!row) throw notFound("カード");
  return row;
}

export async function addCardFiles(
  db: Tx,
  who: Who,
  key: number,
  said: Filing,
  files: Stored[],
): Promise<FileRow[]> {
  const { seller_id, buyer_id } = await pairOf(db, key);
  return keepFiles(db, who, { kind: "card", key, seller_id, buyer_id }, files, said);
}

export async function fileLogOf(db: Tx, who: Who, key: number): Promise<ActivityRow[]> {
  const rows = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.owner_kind, "card"), eq(file.owner_key, String(key))));
  return rows.length === 0
    ? []
    : activityOf(
        db,
        who,
        "file",
        rows.map((row) => row.id),
      );
}

/** What the order was sent with: as a whole, and for the line that the card stands for. */
async function orderFilesOf(db: Tx, who: Who, order_key: number | null, cards: number[]): Promise<FileRow[]> {
  if (order_key === null) return [];
  const lines = await db
    .select({ line_no: order_line.line_no })
    .from(order_line)
    .where(and(eq(order_line.order_key, order_key), inArray(order_line.card_key, cards)));
  return filesOf(db, who, "order", [order_key, ...lines.map(({ line_no }) => `${order_key}.${line_no}`)]);
}

export async function cardFilesOf(db: Tx, who: Who, key: number): Promise<CardFiles> {
  const { seller_id, parent_id, product_id, order_key } = await pairOf(db, key);
  const defects = await db.select({ key: defect.key }).from(defect).where(eq(defect.card_key, key));
  const [parent] =
    parent_id === null
      ? []
      : await db
          .select({ key: card.key })
          .from(card)
          .where(and(eq(card.seller_id, seller_id), eq(card.id, parent_id)));
  const own = [
    ...(await filesOf(db, who, "card", [key])),
    ...(await filesOf(
      db,
      who,
      "defect",
      defects.map((one) => one.key),
    )),
  ];
  const product = product_id === null ? [] : await filesOf(db, who, "product", [product_id]);
  const shown = (one: FileRow) => product.some(({ name, size }) => name === one.name && size === one.size);
  const ordered = await orderFilesOf(db, who, order_key, [key, ...(parent ? [parent.key] : [])]);
  return {
    items: own,
    inherited: [
      ...product,
      ...ordered.filter((one) => !shown(one)),
      ...(parent ? await filesOf(db, who, "card", [parent.key]) : []),
    ],
  };
}
