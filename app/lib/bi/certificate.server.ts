import { and, desc, eq, inArray, or } from "drizzle-orm";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { lastEntries, record } from "~/lib/log/activity.server";
import type { Measured } from "~/lib/measurement/measurement.schema";
import { measurementsOf } from "~/lib/measurement/measurement.server";
import { partyOf } from "~/lib/partner/party.server";
import { card } from "~/lib/tables/card.table.server";
import { collaboration, product } from "~/lib/tables/factory.table.server";
import { measurement_sharing } from "~/lib/tables/measurement.table.server";
import { type Certificate, type Certificates, certificates } from "./certificate.schema";

async function lastSharing(db: Tx, seller_id: string, buyer_id: string) {
  const [row] = await db
    .select()
    .from(measurement_sharing)
    .where(and(eq(measurement_sharing.seller_id, seller_id), eq(measurement_sharing.buyer_id, buyer_id)))
    .orderBy(desc(measurement_sharing.key))
    .limit(1);
  return row ?? null;
}

/** Samples of an item, measured at once, side by side. */
function itemsOf(rows: Measured[]): Certificate["items"] {
  const groups = new Map<string, Measured[]>();
  for (const row of rows) {
    const name = `${row.item_id} ${row.work_key} ${row.measured_time}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups.values()].map((samples) => ({
    ...samples[0]!,
    is_retested: samples.some(({ how }) => how === "retest"),
    entered: samples.map(({ value, choice, judgement }) => ({ value, choice, judgement })),
  }));
}

/** 検査成績書 of cards of one pair; to their buyer only where the seller shares them. */
export async function certificatesOf(db: Tx, who: Who, keys: number[]): Promise<Certificates> {
  const rows = await db
    .select({ row: card, product_code: product.code })
    .from(card)
    .leftJoin(product, eq(product.product_id, card.product_id))
    .where(
      and(inArray(card.key, keys), or(eq(card.seller_id, who.company_id), eq(card.buyer_id, who.company_id))),
    )
    .orderBy(card.key);
  const first = rows[0]?.row;
  const isPair = rows.every(
    ({ row }) => row.seller_id === first?.seller_id && row.buyer_id === first.buyer_id,
  );
  if (!first || rows.length < new Set(keys).size || !isPair) throw notFound("検査成績書");
  const is_shared = (await lastSharing(db, first.seller_id, first.buyer_id))?.is_shared ?? false;
  if (first.seller_id !== who.company_id && !is_shared) throw notFound("検査成績書");
  const records = await measurementsOf(db, who, keys);
  // Nothing else of a card or a record is the buyer's to read.
  return certificates.parse({
    seller: await partyOf(db, first.seller_id),
    buyer: await partyOf(db, first.buyer_id),
    is_shared,
    cards: rows.flatMap(({ row, product_code }) => {
      const items = itemsOf(records.filter(({ card_key }) => card_key === row.key));
      return items.length > 0 ? [{ ...row, product_code, items }] : [];
    }),
  });
}

async function pairWith(db: Tx, who: Who, id: string) {
  const [pair] = await db
    .select()
    .from(collaboration)
    .where(and(eq(collaboration.seller_id, who.company_id), eq(collaboration.buyer_id, id)));
  if (!pair) throw notFound("取引先");
  return pair;
}

export async function readSharing(db: Tx, who: Who, id: string) {
  const pair = await pairWith(db, who, id);
  const row = await lastSharing(db, pair.seller_id, pair.buyer_id);
  return {
    is_shared: row?.is_shared ?? false,
    set_by: row?.set_by ?? null,
    set_time: row?.set_time ?? null,
  };
}

export async function changeSharing(db: Tx, who: Who, id: string, is_shared: boolean) {
  const { key, seller_id, buyer_id } = await pairWith(db, who, id);
  const before = await readSharing(db, who, id);
  if (before.is_shared === is_shared) return before;
  await db
    .insert(measurement_sharing)
    .values({ seller_id, buyer_id, is_shared, set_by: who.name, set_time: who.now });
  const last = (await lastEntries(db, "collaboration", [key])).get(key) ?? 0;
  await record(db, who, {
    subject: "collaboration",
    subject_key: key,
    seq: last + 1,
    seller_id,
    buyer_id,
    kind: "edited",
    reason: is_shared ? "記録データと検査成績書を依頼元に見せる" : "記録データと検査成績書を依頼元に見せない",
    before: {},
    after: {},
  });
  return readSharing(db, who, id);
}
